// @ts-check
/**
 * Cases for the parts that need only `fetch` and WebCrypto, through the package's entry points, in any
 * JavaScript runtime. Nothing here knows in which one it runs: no test runner, no
 * network, no file. A case fails by throwing.
 */
import { createFeedServiceClient } from 'private-podcast-subscribe/api';
import { appLink, appsFor, detectPlatform } from 'private-podcast-subscribe/apps';
import { parsePodcast, podcastSchema } from 'private-podcast-subscribe/podcast';
import { createSubscribeHandler, createSubscribeToken } from 'private-podcast-subscribe/publisher';
import { renderSubscribeElement, subscribeStyleSource } from 'private-podcast-subscribe/server';

const secret = 'a-shared-secret-of-at-least-256-bits!';
const origin = 'https://club.example';
const endpoint = 'https://api.example/subscribe';
const feedUrl = 'https://feeds.example/k3y/sid:one_private.rss?token=a%2Fb';
const member = { email: 'ada@member.example', sku: 'sid:one' };

const feed = `<?xml version="1.0" encoding="ENCODING"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>Café Übersee</title><itunes:author>Zoë</itunes:author>
<item><title>Ép 1 &amp; more</title><guid isPermaLink="false">g1</guid>
<pubDate>Tue, 03 Mar 2026 04:05:06 +0200</pubDate><itunes:duration>1:02:03</itunes:duration>
<enclosure url="/1.mp3" type="audio/mpeg" length="12"/></item></channel></rss>`;

/**
 * @param {unknown} actual
 * @param {unknown} expected plain data; `undefined` fields are left out
 */
function equal(actual, expected) {
  const [is, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== wanted) throw new Error(`expected ${wanted}, got ${is}`);
}

/** Latin-1, which is UTF-8 nowhere beyond ASCII. */
const latin1 = (/** @type {string} */ text) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** UTF-16, little-endian, after its byte order mark. */
const utf16 = (/** @type {string} */ text) =>
  Uint8Array.from(
    `\uFEFF${text}`.split('').flatMap((character) => {
      const code = character.charCodeAt(0);
      return [code & 0xff, code >> 8];
    }),
  );

/** @param {string | Uint8Array} xml */
function shown(xml) {
  const { title, author, episodes } = parsePodcast(xml, { baseUrl: 'https://host.example/feed' });
  const [episode] = episodes;
  return [title, author, episode?.title, episode?.guid, episode?.duration, episode?.url];
}

const shownFeed = [
  ...['Café Übersee', 'Zoë', 'Ép 1 & more', 'g1', 3723],
  'https://host.example/1.mp3',
];

/** The code of the error that a piece of work ends with. */
async function codeOf(/** @type {() => unknown} */ work) {
  try {
    await work();
    return 'no error';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error);
  }
}

/** A feed service in memory, and what it was asked. */
function memoryService() {
  /** @type {string[]} */
  const asked = [];
  /** @type {Record<string, unknown>} */
  const answers = {
    'POST /oauth/token': { access_token: 'at', token_type: 'Bearer', expires_in: 3600 },
    'GET /profile/email/ada%40member.example?forceCreation=true': { id: 'u1', userId: 'u1' },
    'POST /vault/entitlements/auto-onboard': [
      { entitlementId: 'e1', userId: 'u1', sku: 'sid:one', title: 'Club' },
    ],
    'GET /vault/entitlements/e1/access?userId=u1&format=RSS': [
      {
        title: 'Club',
        filename: 'sid:one_private.rss',
        id: 'i1',
        url: feedUrl,
        mimeType: 'application/rss+xml',
        type: 'feed',
      },
    ],
  };
  /** @type {typeof globalThis.fetch} */
  const fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const line = `${request.method} ${pathname}${search}`;
    asked.push(`${line} ${request.headers.get('authorization') ?? ''}`.trim());
    const answer = answers[line];
    return answer ? Response.json(answer) : new Response(null, { status: 404 });
  };
  const config = {
    tokenUrl: 'https://service.example',
    baseUrl: 'https://service.example',
    parserUrl: 'https://service.example',
    consumeUrl: 'https://service.example/consume',
    clientId: 'club',
    clientSecret: 'very-secret',
    onboardingOriginId: 'o1',
    fetch,
  };
  return { asked, config };
}

/**
 * @param {string} token
 * @param {object} [more] options of the handler
 */
async function subscribe(token, more) {
  const handler = createSubscribeHandler({
    service: memoryService().config,
    secret,
    allowedOrigins: [origin],
    onError: () => undefined,
    ...more,
  });
  const headers = { authorization: `Bearer ${token}`, origin };
  return handler(new Request(endpoint, { headers }));
}

/** @type {Record<string, () => unknown>} */
export const cases = {
  'reads a feed from text': () => {
    equal(shown(feed.replace('ENCODING', 'UTF-8')), shownFeed);
    const podcast = parsePodcast(feed);
    equal(podcastSchema.parse(podcast), podcast);
  },

  'reads a feed from bytes, in the encoding that they declare': () => {
    equal(shown(new TextEncoder().encode(feed.replace('ENCODING', 'utf-8'))), shownFeed);
    equal(shown(latin1(feed.replace('ENCODING', 'ISO-8859-1'))), shownFeed);
    equal(shown(utf16(feed.replace('ENCODING', 'UTF-16'))), shownFeed);
  },

  'refuses what is no feed': async () => {
    equal(await codeOf(() => parsePodcast('<html><body>Log in</body></html>')), 'bad-feed');
  },

  'builds the links of apps': () => {
    equal(
      appLink('overcast', feedUrl, 'ios'),
      `overcast://x-callback-url/add?url=${encodeURIComponent(feedUrl)}`,
    );
    equal(appLink('apple-podcasts', 'mailto:ada@member.example', 'ios'), undefined);
    equal(appsFor('android').length > 5, true);
    const iPad = { userAgent: 'Mozilla/5.0 (Macintosh)', platform: 'MacIntel', maxTouchPoints: 5 };
    equal(detectPlatform(iPad), 'ios');
  },

  'builds the same link each time, for a host beyond ASCII too': () => {
    const links = new Set();
    for (let count = 0; count < 10_000; count++) {
      links.add(appLink('overcast', 'https://bücher.example/feed', 'ios'));
    }
    equal(
      [...links],
      ['overcast://x-callback-url/add?url=https%3A%2F%2Fxn--bcher-kva.example%2Ffeed'],
    );
  },

  'signs a token, and answers it with the subscription': async () => {
    const response = await subscribe(await createSubscribeToken(member, secret));
    equal(response.status, 200);
    equal(response.headers.get('access-control-allow-origin'), origin);
    const { feedUrl: url, title, sku } = await response.json();
    equal([url, title, sku], [feedUrl, 'Club', 'sid:one']);
  },

  'tells an expired token from a forged one': async () => {
    const past = { now: () => Date.now() - 3_600_000 };
    const expired = await subscribe(await createSubscribeToken(member, secret, past));
    equal([expired.status, (await expired.json()).code], [401, 'token-expired']);
    const forged = await createSubscribeToken(member, `another ${secret}`);
    const refused = await subscribe(forged);
    equal([refused.status, (await refused.json()).code], [401, 'token-invalid']);
  },

  'hides what went wrong behind the handler, but its kind': async () => {
    const failing = { privateFeed: () => Promise.reject(new TypeError(feedUrl)) };
    const token = await createSubscribeToken(member, secret);
    const response = await subscribe(token, { service: failing });
    const text = await response.text();
    equal(response.headers.get('content-type'), 'application/problem+json');
    equal([response.status >= 500, text.includes('feeds.example')], [true, false]);
  },

  'answers a preflight request': async () => {
    const { config } = memoryService();
    const handler = createSubscribeHandler({ service: config, secret, allowedOrigins: [origin] });
    const headers = { origin, 'access-control-request-method': 'GET' };
    const response = await handler(new Request(endpoint, { method: 'OPTIONS', headers }));
    equal([response.status, response.headers.get('access-control-allow-origin')], [204, origin]);
  },

  'goes from an e-mail address to a feed': async () => {
    const { asked, config } = memoryService();
    const client = createFeedServiceClient(config);
    equal((await client.privateFeed(member)).feedUrl, feedUrl);
    equal(asked, [
      'POST /oauth/token',
      'GET /profile/email/ada%40member.example?forceCreation=true Bearer at',
      'POST /vault/entitlements/auto-onboard Bearer at',
      'GET /vault/entitlements/e1/access?userId=u1&format=RSS Bearer at',
    ]);
    equal(
      client.consumeUrl(feedUrl, 'de'),
      `https://service.example/consume/de?rss=${encodeURIComponent(feedUrl)}`,
    );
  },

  'renders the element': async () => {
    const subscription = { feedUrl, title: 'Club <b>', sku: 'sid:one' };
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
    const attributes = { links: 'direct', token: 't' };
    const html = await renderSubscribeElement({
      subscription,
      attributes,
      userAgent,
      locale: 'ar',
    });
    equal(html.includes('Club &lt;b&gt;'), true);
    equal(html.includes(`overcast://x-callback-url/add?url=${encodeURIComponent(feedUrl)}`), true);
    equal(/<div\s+class="root"\s+part="root"\s+lang="ar"\s+dir="rtl"/.test(html), true);
    equal(/^'sha256-.{44}'$/.test(await subscribeStyleSource()), true);
    const refused = { onclick: 'alert(1)' };
    const work = () =>
      renderSubscribeElement({ subscription, attributes: /** @type {any} */ (refused) });
    equal(await codeOf(work), 'bad-input');
  },

  'stops when it is told to': async () => {
    const { config } = memoryService();
    const never = () => new Promise(() => undefined);
    const client = createFeedServiceClient({ ...config, fetch: /** @type {any} */ (never) });
    const controller = new AbortController();
    const work = codeOf(() => client.issueToken({ signal: controller.signal }));
    controller.abort();
    equal(await work, 'aborted');
  },
};

/** Runs every case and prints one line of JSON for each: its name, and the message if it failed. */
export async function runCases() {
  for (const [name, work] of Object.entries(cases)) {
    try {
      await work();
      console.log(JSON.stringify({ name }));
    } catch (error) {
      console.log(JSON.stringify({ name, message: String(error) }));
    }
  }
}
