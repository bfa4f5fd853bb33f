/**
 * `npm run bench:handler`: how many warm resolves a second the subscribe handler makes, beside a bare
 * handler that answers the same JSON, over real HTTP in one run; and how many upstream calls 200
 * members at once cost it when it is cold.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Agent, request } from 'undici';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import { createSubscribeHandler, createSubscribeToken } from '../dist/publisher.js';

const SECONDS = Number(process.env.SECONDS ?? 5);
const CONNECTIONS = 32;
const MEMBERS = 200;
const secret = 'a-shared-secret-of-at-least-256-bits!';
const sku = 'sid:one';

/** @param {import('node:http').RequestListener} listener */
async function listen(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { server, url: `http://127.0.0.1:${port}` };
}

const calls = { token: 0, profile: 0, onboard: 0, access: 0 };

/** An operator that answers each call after 20 ms. */
const operator = await listen((incoming, outgoing) => {
  const { method, url = '' } = incoming;
  /** @type {[keyof typeof calls, unknown]} */
  const [call, body] = url.startsWith('/oauth')
    ? ['token', { access_token: 't', expires_in: 86_400 }]
    : url.startsWith('/profile')
      ? ['profile', { id: `email|${url.length}` }]
      : method === 'POST'
        ? ['onboard', [{ entitlementId: 'e', sku }]]
        : [
            'access',
            [
              {
                url: 'https://feeds.example.com/secret/show.rss',
                mimeType: 'application/rss+xml',
                type: 'feed',
                title: 'The Member Show',
              },
            ],
          ];
  calls[call]++;
  incoming.resume();
  setTimeout(() => {
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(JSON.stringify(body));
  }, 20);
});

const handler = createSubscribeHandler({
  service: {
    tokenUrl: operator.url,
    baseUrl: operator.url,
    parserUrl: operator.url,
    consumeUrl: `${operator.url}/consume`,
    clientId: 'client',
    clientSecret: 'secret',
    onboardingOriginId: 'origin',
  },
  secret,
  allowedOrigins: ['https://club.example.com'],
  cache: createStorage({ driver: memoryDriver() }),
  // A member asks for a page or two in a minute, and not for thousands as here.
  limits: { member: Number.MAX_SAFE_INTEGER },
});

const tokens = await Promise.all(
  Array.from({ length: MEMBERS }, (_, i) =>
    createSubscribeToken({ email: `member${i}@example.com`, sku, expiresIn: 3600 }, secret),
  ),
);
const agent = new Agent({ connections: CONNECTIONS });

/** @param {string} url @param {number} index */
async function ask(url, index) {
  const begun = performance.now();
  const { statusCode, body } = await request(url, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${tokens[index % MEMBERS]}` },
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${statusCode} ${text}`);
  return { text, milliseconds: performance.now() - begun };
}

/**
 * Asks for some seconds, and adds what each request took.
 * @param {string} url @param {number} seconds @param {number[]} times milliseconds
 */
async function measure(url, seconds, times) {
  const end = performance.now() + seconds * 1000;
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) times.push((await ask(url, next++)).milliseconds);
    }),
  );
}

/** @param {number[]} times */
function summaryOf(times) {
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => times[Math.floor(times.length * share)] ?? NaN;
  return { perSecond: times.length / SECONDS, p50: at(0.5), p99: at(0.99) };
}

const ours = await listen(getRequestListener(handler));
const coldBegun = performance.now();
const cold = await Promise.all(tokens.map((_, index) => ask(ours.url, index)));
const coldMilliseconds = performance.now() - coldBegun;
const { text } = cold[0] ?? { text: '' };
const bare = await listen(
  getRequestListener(() => new Response(text, { headers: { 'content-type': 'application/json' } })),
);

for (const { url } of [ours, bare]) await measure(url, 1, []);
/** @type {{ ours: number[], bare: number[] }} */
const times = { ours: [], bare: [] };
// In turns, so that whatever else this machine does slows both down alike.
for (let second = 0; second < SECONDS; second++) {
  await measure(ours.url, 1, times.ours);
  await measure(bare.url, 1, times.bare);
}
const results = { ours: summaryOf(times.ours), bare: summaryOf(times.bare) };

const { log } = console;
log(
  `cold: ${MEMBERS} members at once in ${coldMilliseconds.toFixed(0)} ms, upstream calls:`,
  calls,
);
for (const [name, { perSecond, p50, p99 }] of Object.entries(results)) {
  log(
    `${name}: ${perSecond.toFixed(0)} resolves/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
  );
}
log(`ratio: ${(results.ours.perSecond / results.bare.perSecond).toFixed(2)} (goal: 0.5)`);

await agent.close();
for (const { server } of [ours, bare, operator]) {
  server.closeAllConnections();
  server.close();
}
