/**
 * Serves the stories on loopback: the page on one origin, the element's built file on
 * another, as on a publisher's site. Handler and parser answer what the story says.
 */
// @ts-check
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { renderSubscribeElement } from '../../dist/server.js';
import { connectionsOf, podcast, stories } from './stories.js';

const embedFolder = new URL('../../dist/embed/', import.meta.url);
const transcript = new URL('../../demo/show/media/s2e6.vtt', import.meta.url);

const cover = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<rect width="100" height="100" fill="#12394a"/><circle cx="70" cy="28" r="11" fill="#f3d9a4"/>
<path d="M0 66c16-7 33 7 50 0s34 7 50 0v34H0z" fill="#1d5c6e"/><path d="M0 80c16-7 33 7 50 0s34 7 50 0v20H0z" fill="#2b7f8c"/></svg>`;

const episodeImage = cover.replace('#12394a', '#7a3b1e').replace('#f3d9a4', '#f7efe2');

/** The policy of a strict page: only what the element is documented to need. */
const policy = (/** @type {string} */ cdn, /** @type {import('./stories.js').Story} */ story) =>
  [
    "default-src 'none'",
    `script-src 'self' ${cdn}`,
    `connect-src 'self' ${cdn}`,
    "img-src 'self'",
    "media-src 'self'",
    "style-src 'nonce-story'",
    "require-trusted-types-for 'script'",
    // Lit makes its policy once a copy: a page with two copies of it must say so.
    `trusted-types lit-html dompurify${story.twice ? " 'allow-duplicates'" : ''}`,
  ].join('; ');

/**
 * The element, as the page gives it or as its server renders it.
 * @param {string} name @param {string} origin @param {string | undefined} userAgent
 */
async function element(name, origin, userAgent) {
  const { attributes = {}, children = '', lang, withoutSource, isServed } = stories[name] ?? {};
  const source = withoutSource ? {} : { token: `token-${name}`, endpoint: `/handler/${name}` };
  const all = Object.fromEntries(
    Object.entries({ ...source, ...attributes }).map(([key, value]) => [
      key,
      value.replaceAll('{origin}', origin),
    ]),
  );
  if (isServed) {
    const { body } = subscription(name, origin);
    const given = { subscription: body, attributes: all, userAgent, locale: lang };
    return renderSubscribeElement({ ...given, nonce: 'story', children });
  }
  const written = Object.entries(all).map(([key, value]) => `${key}="${value}"`);
  return `<private-podcast-subscribe ${written.join(' ')}>${children}</private-podcast-subscribe>`;
}

/**
 * @param {string} name @param {string} cdn @param {string} origin
 * @param {string | undefined} userAgent
 */
async function page(name, cdn, origin, userAgent) {
  const story = stories[name];
  if (!story) return undefined;
  const { css = '', lang = 'en', loses, prepare, twice } = story;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${name}</title>
<style nonce="story">
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0 auto; padding: 1.25rem; max-width: 60rem; }
${css}
</style>
${prepare ? `<script type="module" src="/script/${name}"></script>` : ''}
<script type="module" src="${cdn}${loses ? `/without/${loses}` : ''}/private-podcast-subscribe.js"></script>
${twice ? `<script type="module" src="${cdn}/copy/private-podcast-subscribe.js"></script>` : ''}
</head>
<body><main>${await element(name, origin, userAgent)}</main></body>
</html>`;
}

/** @param {import('./stories.js').Story} story */
const scriptOf = ({ prepare = [] }) =>
  `for (const prepare of [${[prepare].flat().map(String).join()}]) prepare((target, name, value) =>
  Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true }));`;

/** A page that leads to all of them. */
const index = () => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Every state of the element</title>
<h1>Every state of the element</h1>
<ul>
${Object.keys(stories)
  .map((name) => `<li><a href="/story/${name}">${name}</a></li>`)
  .join('\n')}
</ul>
</html>`;

/** @param {import('node:http').RequestListener} listener */
async function listen(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve(undefined));
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

async function serveEmbed() {
  return listen(async (request, response) => {
    // Another address is another copy to the browser, as with two pages' worth of plug-ins.
    const { pathname } = new URL(request.url ?? '/', 'http://cdn');
    const [, lost, path = ''] = /^\/(?:copy\/|without\/([^/]+)\/)?(.*)/.exec(pathname) ?? [];
    try {
      if (path.includes('..')) throw new Error('outside');
      if (lost && path.startsWith(`chunks/${lost}-`)) throw new Error('lost');
      const body = await readFile(new URL(path, embedFolder));
      response.writeHead(200, {
        'content-type': 'text/javascript',
        'access-control-allow-origin': '*',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}

/** @param {string} name @param {string} origin */
const subscription = (name, origin) => ({
  body: {
    feedUrl: `${origin}/feeds/secret-of-${name}/show_private.rss?token=a%2Fb+c`,
    title: 'Quiet Harbours',
    sku: 'sid:harbours',
    consumeUrl: `${origin}/consume`,
    parserUrl: `${origin}/parser/${name}`,
    parserFormat: 'service',
    ...stories[name]?.subscription,
    ...(stories[name]?.handoff && { handoff: /** @type {const} */ (true) }),
  },
});

/**
 * The site's answer: JSON, or text with its type; undefined if it has none.
 * @param {string} folder @param {string} name @param {string} origin @param {string} cdn
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<import('./stories.js').Answer & { type?: string } | undefined>}
 */
async function answerTo(folder, name, origin, cdn, request) {
  const story = stories[name];
  if (folder === '') return { type: 'text/html; charset=utf-8', body: index() };
  if (folder === 'cover.svg') return { type: 'image/svg+xml', body: cover };
  if (folder === 'transcript.vtt') {
    return { type: 'text/vtt', body: await readFile(transcript, 'utf8') };
  }
  if (folder === 'episode.svg') return { type: 'image/svg+xml', body: episodeImage };
  // A 404 would say that the feed is dead.
  if (folder === 'feeds') return { isCut: true };
  if (!story) return undefined;
  switch (folder) {
    case 'story':
      return {
        type: 'text/html; charset=utf-8',
        body: await page(name, cdn, origin, request.headers['user-agent']),
      };
    case 'script':
      return { type: 'text/javascript', body: scriptOf(story) };
    case 'handler': {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      const { searchParams: asked } = new URL(request.url ?? '', origin);
      if (asked.has('connections'))
        return { body: { connections: connectionsOf(story.connected) } };
      if (asked.has('handoff')) {
        const code = { url: '?h=AbCdEfGhIjKlMnOpQrStUv', expiresIn: 600 };
        return { body: request.method === 'POST' ? code : { opened: story.handoff === 'opened' } };
      }
      const given = typeof story.handler === 'function' ? story.handler(token) : story.handler;
      return given ?? subscription(name, origin);
    }
    case 'parser':
      return story.parser ?? { body: podcast(12) };
    default:
      return undefined;
  }
}

/** Starts both origins. `requests` holds what the site was asked for, and from where. */
export async function startGallery() {
  const cdn = await serveEmbed();
  /** @type {{ url: string, referrer: string }[]} */
  const requests = [];
  const site = await listen(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname, search } = new URL(request.url ?? '/', origin);
    requests.push({ url: pathname + search, referrer: request.headers.referer ?? '' });
    const [, folder = '', name = ''] = pathname.split('/');
    const answer = await answerTo(folder, name, origin, cdn.url, request);
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    const { type = 'application/json', status = 200, body, isCut } = answer;
    if (isCut) request.socket.destroy();
    if (body === undefined) return; // the state that lasts: the answer never comes
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, {
      'content-type': type,
      'content-security-policy': policy(cdn.url, stories[name] ?? { state: 'idle' }),
    });
    response.end(
      text.replace(/"(\/(?:cover\.svg|episode\.svg|transcript\.vtt))"/g, `"${origin}$1"`),
    );
  });
  return {
    url: site.url,
    cdn: cdn.url,
    requests,
    close: async () => void (await Promise.all([site.close(), cdn.close()])),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(`Every state of the element: ${(await startGallery()).url}`);
}
