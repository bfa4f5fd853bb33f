/**
 * `npm run bench:handler`: how many warm resolves a second the subscribe handler makes, beside a bare
 * handler that verifies the same tokens with jose and answers the same JSON, over real HTTP in one run;
 * and how many upstream calls 200 members at once cost it when it is cold.
 *
 *   npm run bench:handler -- [--seconds 5]
 */
import { parseArgs } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { jwtVerify } from 'jose';
import { Agent, request } from 'undici';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { createSubscribeHandler, createSubscribeToken } from '../dist/publisher.js';
import { listen } from './listen.mjs';
import { percentile } from './statistics.mjs';

const CONNECTIONS = 32;
const MEMBERS = 200;
const TURN_SECONDS = 0.2;
/** Milliseconds that the operator takes for each call. */
const OPERATOR_MS = 20;
const secret = 'a-shared-secret-of-at-least-256-bits!';
const sku = 'sid:one';

const feed = {
  url: 'https://feeds.example.com/secret/show.rss',
  mimeType: 'application/rss+xml',
  type: 'feed',
  title: 'The Member Show',
};

/** An operator that counts the calls. */
async function startOperator() {
  const calls = { token: 0, profile: 0, onboard: 0, access: 0 };
  const { server, url } = await listen((incoming, outgoing) => {
    const { method, url = '' } = incoming;
    /** @type {[keyof typeof calls, unknown]} */
    const [call, body] = url.startsWith('/oauth')
      ? ['token', { access_token: 't', expires_in: 86_400 }]
      : url.startsWith('/profile')
        ? ['profile', { id: `email|${url}` }]
        : method === 'POST'
          ? ['onboard', [{ entitlementId: 'e', sku }]]
          : ['access', [feed]];
    calls[call]++;
    incoming.resume();
    setTimeout(() => {
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify(body));
    }, OPERATOR_MS);
  });
  return { server, url, calls };
}

/** @param {string} operatorUrl */
const createHandler = (operatorUrl) =>
  createSubscribeHandler({
    service: {
      tokenUrl: operatorUrl,
      baseUrl: operatorUrl,
      parserUrl: operatorUrl,
      consumeUrl: `${operatorUrl}/consume`,
      clientId: 'client',
      clientSecret: 'client-secret',
      onboardingOriginId: 'origin',
    },
    secret,
    allowedOrigins: ['https://club.example.com'],
    cache: createStorage({ driver: memoryDriver() }),
    // A member asks for a page or two in a minute, and not for thousands as here.
    limits: { member: Number.MAX_SAFE_INTEGER },
  });

const createTokens = () =>
  Promise.all(
    Array.from({ length: MEMBERS }, (_, i) =>
      createSubscribeToken({ email: `member${i}@example.com`, sku, expiresIn: 3600 }, secret),
    ),
  );

const importKey = () => {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['verify']);
};

/**
 * The handler that anyone would write first: the same token, verified at each request, and one answer for all.
 * @param {CryptoKey} key @param {string} text
 * @returns {(request: Request) => Promise<Response>}
 */
const createBareHandler = (key, text) => async (incoming) => {
  const token = incoming.headers.get('authorization')?.slice('Bearer '.length) ?? '';
  await jwtVerify(token, key, {
    algorithms: ['HS256'],
    audience: 'private-podcast-subscribe',
    typ: 'pps-subscribe+jwt',
  });
  return new Response(text, { headers: { 'content-type': 'application/json' } });
};

/** Makes the function that asks for a member's feed. @param {readonly string[]} tokens @param {Agent} agent */
function createAsk(tokens, agent) {
  /** @param {string} url @param {number} index */
  return async (url, index) => {
    const begun = performance.now();
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${tokens[index % MEMBERS]}` },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode} ${text}`);
    return { text, milliseconds: performance.now() - begun };
  };
}

/**
 * Asks for some seconds, and adds what each request took.
 * @param {ReturnType<typeof createAsk>} ask
 * @param {string} url @param {number} seconds @param {number[]} times milliseconds
 */
async function measure(ask, url, seconds, times) {
  const end = performance.now() + seconds * 1000;
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) times.push((await ask(url, next++)).milliseconds);
    }),
  );
}

/** Compares the two for some seconds each, and prints it. @param {number} seconds */
async function compareHandlers(seconds) {
  const operator = await startOperator();
  const agent = new Agent({ connections: CONNECTIONS });
  const ask = createAsk(await createTokens(), agent);
  const ours = await listen(getRequestListener(createHandler(operator.url)));
  const coldBegun = performance.now();
  const cold = await Promise.all(Array.from({ length: MEMBERS }, (_, i) => ask(ours.url, i)));
  const coldMs = performance.now() - coldBegun;
  const { text } = cold[0] ?? { text: '' };
  const bare = await listen(getRequestListener(createBareHandler(await importKey(), text)));

  for (const { url } of [ours, bare]) await measure(ask, url, 1, []);
  /** @type {{ ours: number[], bare: number[] }} */
  const times = { ours: [], bare: [] };
  // In short turns, so that whatever else this machine does slows both down alike.
  for (let turn = 0; turn < seconds / TURN_SECONDS; turn++) {
    await measure(ask, ours.url, TURN_SECONDS, times.ours);
    await measure(ask, bare.url, TURN_SECONDS, times.bare);
  }
  const { log } = console;
  log(
    `cold: ${MEMBERS} members at once in ${coldMs.toFixed(0)} ms, upstream calls:`,
    operator.calls,
  );
  for (const [name, each] of Object.entries(times)) {
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(each, share).toFixed(2));
    log(`${name}: ${(each.length / seconds).toFixed(0)} resolves/s, p50 ${p50} ms, p99 ${p99} ms`);
  }
  log(`ratio: ${(times.ours.length / times.bare.length).toFixed(2)} (goal: 0.5)`);

  await agent.close();
  for (const { server } of [ours, bare, operator]) {
    server.closeAllConnections();
    server.close();
  }
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
await compareHandlers(Number(values.seconds));
