/**
 * Serves the stories on loopback: the page on one origin, the element's built file on
 * another, as on a publisher's site. Handler and parser answer what the story says.
 */
// @ts-check
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { renderSubscribeElement } from '../../dist/server.js';
import { fontFiles, fontRules, pictureFont } from '../pictures/fonts.mjs';
import { connectionsOf, podcast, stories } from './stories.js';

const embedFolder = new URL('../../dist/embed/', import.meta.url);
/** @param {string} name of a file of the demo's show */
const ofShow = (name) =>
  readFile(new URL(`../../demo/show/media/${name}`, import.meta.url), 'utf8');

const cover = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<rect width="100" height="100" fill="#12394a"/><circle cx="70" cy="28" r="11" fill="#f3d9a4"/>
<path d="M0 66c16-7 33 7 50 0s34 7 50 0v34H0z" fill="#1d5c6e"/><path d="M0 80c16-7 33 7 50 0s34 7 50 0v20H0z" fill="#2b7f8c"/></svg>`;

const said = 'The ferry leaves at four in the morning, and nobody on the quay says a word.';

/**
 * The files that the podcast of a story refers to, beside its recordings.
 * @type {Record<string, () => { type: string, body: string | Promise<string> }>}
 */
const files = {
  'favicon.ico': () => ({ type: 'image/x-icon', body: '' }),
  'cover.svg': () => ({ type: 'image/svg+xml', body: cover }),
  'episode.svg': () => ({
    type: 'image/svg+xml',
    body: cover.replace('#12394a', '#7a3b1e').replace('#f3d9a4', '#f7efe2'),
  }),
  'chapters.json': () => ({ type: 'application/json', body: ofShow('bonus.chapters.json') }),
  'transcript.vtt': () => ({ type: 'text/vtt', body: ofShow('s2e6.vtt') }),
  'transcript.html': () => ({ type: 'text/html', body: `<time>0:00</time><p>${said}</p>` }),
  'transcript.json': () => ({
    type: 'application/json',
    body: JSON.stringify({ segments: [{ startTime: 0, endTime: 9, body: said }] }),
  }),
};

/**
 * The policy of a strict page: only what the element is documented to need, and the fonts of pictures.
 * Each breach is reported.
 */
const policy = (
  /** @type {string} */ cdn,
  /** @type {import('./stories.js').Story | undefined} */ story,
  isPictured = false,
) =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `script-src 'self' ${cdn}`,
    `connect-src 'self' ${cdn}`,
    "img-src 'self'",
    "media-src 'self'",
    ...(isPictured ? ["font-src 'self'"] : []),
    "style-src 'nonce-story'",
    "require-trusted-types-for 'script'",
    // Lit makes its policy once a copy: a page with two copies of it must say so.
    `trusted-types lit-html dompurify${story?.twice ? " 'allow-duplicates'" : ''}`,
    'report-uri /reports',
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
 * @param {string} name @param {string} cdn @param {URL} url of the page: `lang` in its query is another
 * language, `planted` takes the script whose every file breaks the policy, and `pictured` brings the fonts
 * of pictures
 * @param {string | undefined} userAgent
 */
async function page(name, cdn, url, userAgent) {
  const story = stories[name];
  if (!story) return undefined;
  const { css = '', loses, prepare, twice } = story;
  const lang = url.searchParams.get('lang') ?? story.lang ?? 'en';
  const isPictured = url.searchParams.has('pictured');
  const script = loses ? `/without/${loses}` : url.searchParams.has('planted') ? '/planted' : '';
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${name}</title>
<style nonce="story">
${isPictured ? fontRules((file) => `/fonts/${file}`, [pictureFont, 'Georgia']) + notOurs : ''}
:root { color-scheme: light dark; font-family: ${isPictured ? pictureFont : 'system-ui'}, sans-serif; }
body { margin: 0 auto; padding: 1.25rem; max-width: 60rem; }
${css}
</style>
${prepare ? `<script type="module" src="/script/${name}"></script>` : ''}
<script type="module" src="${cdn}${script}/private-podcast-subscribe.js"></script>
${twice ? `<script type="module" src="${cdn}/copy/private-podcast-subscribe.js"></script>` : ''}
</head>
<body><main>${await element(name, url.origin, userAgent)}</main></body>
</html>`;
}

/** @param {import('./stories.js').Story} story */
const scriptOf = ({ prepare = [] }) =>
  `for (const prepare of [${[prepare].flat().map(String).join()}]) prepare((target, name, value) =>
  Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true }));`;

/** Hides what each machine draws in its own way: the letters of a link to copy, and the controls of a video. */
const notOurs = `
private-podcast-subscribe::part(link) { font-family: ${pictureFont} }
private-podcast-subscribe::part(media) { visibility: hidden }`;

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

/**
 * Whatever the policy forbids: the browser names the file that tried it. It would not look at a value that
 * it knows already.
 * @param {string} path
 */
const breach = (path) => `\ndocument.documentElement.setAttribute('style', '/* ${path} */');`;

async function serveEmbed() {
  return listen(async (request, response) => {
    // Another address is another copy to the browser, as with two pages' worth of plug-ins.
    const { pathname } = new URL(request.url ?? '/', 'http://cdn');
    const [, prefix, lost, path = ''] =
      /^\/(?:(copy|planted|without\/([^/]+))\/)?(.*)/.exec(pathname) ?? [];
    try {
      if (path.includes('..')) throw new Error('outside');
      if (lost && path.startsWith(`chunks/${lost}-`)) throw new Error('lost');
      const body = await readFile(new URL(path, embedFolder), 'utf8');
      response.writeHead(200, {
        'content-type': 'text/javascript',
        'access-control-allow-origin': '*',
      });
      response.end(prefix === 'planted' ? body + breach(path) : body);
    } catch {
      response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
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
  const file = files[folder]?.();
  if (file) return { type: file.type, body: await file.body };
  // A 404 would say that the feed is dead.
  if (folder === 'feeds') return { isCut: true };
  if (!story) return undefined;
  switch (folder) {
    case 'story':
      return {
        type: 'text/html; charset=utf-8',
        body: await page(
          name,
          cdn,
          new URL(request.url ?? '/', origin),
          request.headers['user-agent'],
        ),
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

/** @param {import('node:http').IncomingMessage} request @returns {Promise<Report>} */
async function readReport(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  const {
    'document-uri': page,
    'violated-directive': directive,
    'blocked-uri': blocked,
    'source-file': file = '',
  } = JSON.parse(text)['csp-report'];
  return { page, directive, blocked, file };
}

/**
 * @typedef {object} Report of a breach of the policy
 * @property {string} page URL
 * @property {string} directive
 * @property {string} blocked URL, or `inline`
 * @property {string} file URL of the script that tried it
 */

/**
 * Starts both origins. `requests` holds what the site was asked for, and from where; `reports` what
 * browsers reported about the policy.
 */
export async function startGallery() {
  const cdn = await serveEmbed();
  /** @type {{ url: string, referrer: string }[]} */
  const requests = [];
  /** @type {Report[]} */
  const reports = [];
  const site = await listen(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname, search, searchParams } = new URL(request.url ?? '/', origin);
    requests.push({ url: pathname + search, referrer: request.headers.referer ?? '' });
    const [, folder = '', name = ''] = pathname.split('/');
    if (folder === 'reports') {
      reports.push(await readReport(request));
      response.writeHead(204).end();
      return;
    }
    const font = folder === 'fonts' && fontFiles.get(name);
    if (font) {
      response.writeHead(200, { 'content-type': 'font/woff2' }).end(await readFile(font));
      return;
    }
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
      'content-security-policy': policy(cdn.url, stories[name], searchParams.has('pictured')),
    });
    response.end(
      text.replace(/"\/([a-z]+\.[a-z]+)"/g, (path, name) =>
        name in files ? `"${origin}/${name}"` : path,
      ),
    );
  });
  return {
    url: site.url,
    cdn: cdn.url,
    requests,
    reports,
    close: async () => void (await Promise.all([site.close(), cdn.close()])),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(`Every state of the element: ${(await startGallery()).url}`);
}
