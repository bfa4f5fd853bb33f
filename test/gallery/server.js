/**
 * Serves the stories on loopback: the page on one origin, the element's built file on
 * another, as on a publisher's site. Handler and parser answer what the story says.
 */
// @ts-check
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { podcast, stories } from './stories.js';

const embedFolder = new URL('../../dist/embed/', import.meta.url);

const cover = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<rect width="100" height="100" fill="#12394a"/><circle cx="70" cy="28" r="11" fill="#f3d9a4"/>
<path d="M0 66c16-7 33 7 50 0s34 7 50 0v34H0z" fill="#1d5c6e"/><path d="M0 80c16-7 33 7 50 0s34 7 50 0v20H0z" fill="#2b7f8c"/></svg>`;

/** The policy of a strict page: only what the element is documented to need. */
export const policy = (/** @type {string} */ cdn) =>
  [
    "default-src 'none'",
    `script-src ${cdn}`,
    `connect-src 'self' ${cdn}`,
    "img-src 'self'",
    "media-src 'self'",
    "style-src 'nonce-story'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html dompurify',
  ].join('; ');

/**
 * @param {string} name @param {string} cdn @param {string} origin
 */
function page(name, cdn, origin) {
  const story = stories[name];
  if (!story) return undefined;
  const { attributes = {}, children = '', css = '', lang = 'en', withoutSource } = story;
  const source = withoutSource ? {} : { token: `token-${name}`, endpoint: `/handler/${name}` };
  const written = Object.entries({ ...source, ...attributes })
    .map(([key, value]) => `${key}="${value.replaceAll('{origin}', origin)}"`)
    .join(' ');
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
<script type="module" src="${cdn}/private-podcast-subscribe.js"></script>
</head>
<body><main><private-podcast-subscribe ${written}>${children}</private-podcast-subscribe></main></body>
</html>`;
}

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
    const path = new URL(request.url ?? '/', 'http://cdn').pathname.slice(1);
    try {
      if (path.includes('..')) throw new Error('outside');
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

/** Starts both origins. */
export async function startGallery() {
  const cdn = await serveEmbed();
  /** @type {{ method: string, url: string }[]} */
  const requests = [];
  const site = await listen((request, response) => {
    const { host } = request.headers;
    const origin = `http://${host}`;
    const url = new URL(request.url ?? '/', origin);
    requests.push({ method: request.method ?? '', url: url.pathname + url.search });
    const [, folder, name = ''] = url.pathname.split('/');
    const story = stories[name];
    /** @param {import('./stories.js').Answer} answer */
    const answer = ({ status = 200, body }) => {
      if (body === undefined) return; // the state that lasts: the answer never comes
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(body)
          .replaceAll('"/cover.svg"', `"${origin}/cover.svg"`)
          .replaceAll('"/audio.mp3"', `"${origin}/audio.mp3"`),
      );
    };
    if (folder === 'story') {
      const body = page(name, cdn.url, origin);
      response.writeHead(body ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(cdn.url),
      });
      response.end(body);
    } else if (folder === 'handler' && story) {
      answer(
        story.handler ?? {
          body: {
            feedUrl: `${origin}/feeds/secret-of-${name}/show_private.rss?token=a%2Fb+c`,
            title: 'Quiet Harbours',
            sku: 'sid:harbours',
            consumeUrl: `${origin}/consume`,
            parserUrl: `${origin}/parser/${name}`,
            parserFormat: 'service',
          },
        },
      );
    } else if (folder === 'parser' && story) {
      answer(story.parser ?? { body: podcast(12) });
    } else if (folder === 'cover.svg') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(cover);
    } else {
      response.writeHead(404).end();
    }
  });
  return {
    url: site.url,
    cdn: cdn.url,
    requests,
    close: async () => void (await Promise.all([site.close(), cdn.close()])),
  };
}
