// @ts-check
/**
 * Runs on the other machine in `from-a-phone.test.ts`. `certificate URL` prints the certificate
 * that is offered, as PEM; `walk URL [CA FILE]` follows the member's way and prints what it met.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';

const [what, url = '', caFile] = process.argv.slice(2);
const ca = caFile ? readFileSync(caFile) : undefined;
/** @type {Set<string>} */
const origins = new Set();

/**
 * @param {string} target
 * @param {import('node:https').RequestOptions & { body?: string }} [options]
 * @returns {Promise<{ status?: number | undefined, headers: import('node:http').IncomingHttpHeaders, body: Buffer }>}
 */
function get(target, { body, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(target, { ca, agent: false, ...options }, (response) => {
      /** @type {Buffer[]} */
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

async function walk() {
  const logIn = await get(`${url}/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'account=mira',
  });
  const cookie = String(logIn.headers['set-cookie']).split(';')[0] ?? '';
  const member = await get(`${url}/member`, { headers: { cookie } });
  const page = member.body.toString();
  const found = (/** @type {RegExp} */ pattern) => pattern.exec(page)?.[1] ?? '';
  const script = await get(found(/src="(https:[^"]*\/embed\/[^"]+)"/));
  const authorization = `Bearer ${found(/token="([^"]+)"/)}`;
  const answer = await get(`${url}${found(/endpoint="([^"]+)"/)}`, { headers: { authorization } });
  const subscription = JSON.parse(answer.body.toString());
  const { feedUrl, parserUrl, consumeUrl, parserFormat } = subscription;
  for (const each of [feedUrl, parserUrl, consumeUrl]) origins.add(new URL(each).protocol);
  const feed = await get(feedUrl);
  const query = new URLSearchParams({ url: feedUrl, format: parserFormat });
  const podcast = JSON.parse((await get(`${parserUrl}/rss?${query}`)).body.toString());
  const consumeWithFeed = `${consumeUrl}/en?${new URLSearchParams({ rss: feedUrl })}`;
  const { headers } = await get(consumeWithFeed);
  const consumePage = new URL(headers.location ?? '', consumeWithFeed);
  origins.add(consumePage.protocol);
  const consume = await get(consumePage.href);
  return {
    member: member.status,
    script: script.headers['content-type'],
    subscription: subscription.title,
    feed: feed.body.toString().match(/<item>/g)?.length,
    podcast: podcast.episodes.length,
    consume: consume.status,
    origins: [...origins],
  };
}

if (what === 'certificate') {
  // As on a phone that goes on past the warning: nothing is trusted yet.
  const { body } = await get(url, { rejectUnauthorized: false });
  console.log(new X509Certificate(body).toString());
} else {
  console.log(JSON.stringify(await walk()));
}
