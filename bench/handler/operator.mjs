/**
 * The operator of a soak and the cache that handlers share, in a process of its own. Its parent says
 * which fault is in force.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../listen.mjs';
import { faults } from './faults.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** A call takes up to so many milliseconds if nothing goes wrong. */
const MAX_USUAL_MS = 20;

/** The cache has little memory: it forgets everything early, so members are cold again and again. */
const MAX_KEPT_MS = 30_000;

/** Of a short-lived token; longer than the handler's deadline, as a flow uses one token for all its calls. */
const SHORT_LIFE_SECONDS = 10;

let faultName = '';
/** When each token stops working, in milliseconds since 1970. @type {Map<string, number>} */
let tokens = new Map();
/** How often each member's feed link was replaced. @type {Map<string, number>} */
const resets = new Map();
/** @type {Map<string, { value: string, until: number }>} */
const cache = new Map();
let open = 0;

/** @param {ServerResponse} response @param {number} status @param {unknown} body @param {Record<string, string>} [headers] */
function json(response, status, body, headers) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** @param {IncomingMessage} request */
async function bodyOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function newToken() {
  const seconds = faults[faultName]?.tokens === 'short-lived' ? SHORT_LIFE_SECONDS : 86_400;
  const token = randomUUID();
  tokens.set(token, Date.now() + seconds * 1000);
  return { access_token: token, token_type: 'Bearer', expires_in: seconds };
}

/** @param {IncomingMessage} request */
function hasToken({ headers }) {
  const until = tokens.get(String(headers.authorization).slice('Bearer '.length)) ?? 0;
  return faults[faultName]?.tokens !== 'refused' && Date.now() < until;
}

/** The feed of a member, by their address. @param {string} member */
const itemOf = (member) => ({
  url: `https://feeds.example.com/${member}/${resets.get(member) ?? 0}/show.rss`,
  mimeType: 'application/rss+xml',
  type: 'feed',
  title: 'The Member Show',
});

const now = () => new Date().toISOString();

/** What each call answers if nothing goes wrong. @param {string} line @param {string} body */
function goodAnswer(line, body) {
  const member = decodeURIComponent(/profile\/email\/([^?]+)|userId=([^&]+)/.exec(line)?.[1] ?? '');
  const userId = decodeURIComponent(/userId=([^&]+)/.exec(line)?.[1] ?? '');
  if (line.startsWith('GET /profile/')) return { id: member };
  if (line.startsWith('POST /vault/entitlements/auto-onboard')) {
    const asked = JSON.parse(body);
    const isLapsed = asked.userId.startsWith('lapsed');
    return isLapsed ? [] : [{ entitlementId: `of-${asked.userId}`, sku: asked.sku }];
  }
  if (line.includes('/connections?')) {
    return { connections: [{ name: 'Overcast', firstFetchedAt: now(), lastFetchedAt: now() }] };
  }
  if (line.includes('/reset?')) resets.set(userId, (resets.get(userId) ?? 0) + 1);
  return [itemOf(userId)];
}

/** @param {IncomingMessage} request @param {ServerResponse} response */
async function answerOperator(request, response) {
  const line = `${request.method} ${request.url}`;
  const body = await bodyOf(request);
  const good = () => {
    if (line.startsWith('POST /oauth/token')) json(response, 200, newToken());
    else if (hasToken(request)) json(response, 200, goodAnswer(line, body));
    else json(response, 401, { error: 'invalid_token' });
  };
  const answer = faults[faultName]?.answer;
  if (answer) return answer(response, { good, json: json.bind(undefined, response) });
  await setTimeout(Math.random() * MAX_USUAL_MS);
  return good();
}

/** GET reads an item, PUT writes it, DELETE takes it out. @param {IncomingMessage} request @param {ServerResponse} response */
async function answerCache(request, response) {
  const body = await bodyOf(request);
  if (faultName === 'cache down') return response.writeHead(500).end();
  if (faultName === 'cache slow') await setTimeout(800);
  const { pathname, searchParams } = new URL(`http://cache${request.url}`);
  const item = cache.get(pathname);
  const value = item && Date.now() < item.until ? item.value : undefined;
  if (request.method === 'PUT') {
    const ttl = Math.min(Number(searchParams.get('ttl')) * 1000, MAX_KEPT_MS);
    cache.set(pathname, { value: body, until: Date.now() + ttl });
  }
  if (request.method === 'DELETE') cache.delete(pathname);
  return response.writeHead(value === undefined ? 204 : 200).end(value);
}

const { url } = await listen((request, response) => {
  open++;
  response.once('close', () => open--);
  const answer = request.url?.startsWith('/cache/') ? answerCache : answerOperator;
  // A client that leaves in the middle of its request is none of the operator's business.
  answer(request, response).catch(() => response.destroy());
});
process.send?.({ url });

process.on('message', (/** @type {{ fault?: string }} */ { fault }) => {
  if (fault !== undefined) {
    faultName = fault;
    if (faults[fault]?.tokens) tokens = new Map();
  }
  process.send?.({ open });
});
process.on('disconnect', () => process.exit());
