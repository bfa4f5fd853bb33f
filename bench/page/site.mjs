/** The publisher's site for `bench/page.mjs`: a page for each contestant, and what the pages ask for. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, loadConfigFromFile } from 'vite';
import { parsePodcast } from '../../dist/podcast.js';
import { generateFeed } from '../generate-feed.mjs';
import { listen } from '../listen.mjs';
import { phone } from './phone.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = '/embed/private-podcast-subscribe.js';
/** A feed as a member has it. Nothing fetches it: the pages have a parser. */
const feedUrl = 'https://feeds.example.com/9f86d081884c7d65/show.rss';
const subscription = { feedUrl, title: 'The Show', sku: 'sid:one' };
/** As the README gives it, so that what follows stays in place while the element loads. */
const space = 'private-podcast-subscribe:not(:defined){display:block;min-height:70rem}';
const serverBuild = new URL('../../dist/server.js', import.meta.url);

/**
 * @typedef {object} Contestant
 * @property {string} html the page
 * @property {string} link selector of a link that can be pressed, in the page or in the element's shadow root
 * @property {string} [script] path of the script it waits for
 */

/** @param {string} head @param {string} body */
const page = (head, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Your membership</title>
<link rel="icon" href="data:,">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:1rem}${space}</style>
${head}
</head>
<body>
<h1>Your membership</h1>
${body}
<p>Questions? Write to us.</p>
</body>
</html>`;

/** @param {string} path */
const scriptTag = (path) => `<script type="module" src="${path}"></script>`;

/** @param {string} attributes */
const element = (attributes) =>
  `<private-podcast-subscribe ${attributes}></private-podcast-subscribe>`;

const staticLinks = [
  'pcast:https://',
  'podcastaddict://',
  'pktc://subscribehttps/',
  'podcastrepublic://subscribe/',
  'podkicker://subscribe/',
  'playerfm://',
]
  .map((link) => `<li><a href="${link}${feedUrl.slice(8)}">${link.split(':')[0]}</a></li>`)
  .join('');

/** The element as a server renders it; absent from a build that cannot. @returns {Promise<Record<string, Contestant>>} */
async function serverRendered() {
  if (!existsSync(serverBuild)) return {};
  const { renderSubscribeElement } = await import(serverBuild.href);
  const html = await renderSubscribeElement({
    subscription: { ...subscription, parserUrl: 'http://127.0.0.1:0' },
    attributes: { 'parser-url': '/parser/10' },
    userAgent: phone.userAgent,
    locale: 'en',
  });
  // Links count as pressable before the script comes, so it is not waited for.
  return { 'server-rendered': { html: page(scriptTag(script), html), link: 'a[href]' } };
}

/** @param {number} episodes @returns {Contestant} ours by feed URL */
export const withEpisodes = (episodes) => ({
  html: page(scriptTag(script), element(`feed-url="${feedUrl}" parser-url="/parser/${episodes}"`)),
  link: '.buttons:not([inert]) a[href]',
  script,
});

/** @returns {Promise<Record<string, Contestant>>} by name */
export async function contestants() {
  return {
    'static links': { html: page('', `<ul>${staticLinks}</ul>`), link: 'a[href]' },
    'bare element': {
      html: page(scriptTag('/bare.js'), `<bare-element feed-url="${feedUrl}"></bare-element>`),
      link: 'a[href]',
      script: '/bare.js',
    },
    'by feed URL': withEpisodes(10),
    'by token': {
      ...withEpisodes(10),
      html: page(
        scriptTag(script),
        element('token="a-token" endpoint="/subscribe" parser-url="/parser/10"'),
      ),
    },
    ...(await serverRendered()),
  };
}

/** A host compresses its files at leisure, and a long answer in a hurry. @param {string | Buffer} body */
const compress = (body) =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: body.length > 1_000_000 ? 5 : 11 },
  });

/** The bare element, built as ours is. */
async function buildBare() {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'embed' }, undefined, root);
  const config = loaded?.config;
  const outDir = mkdtempSync(join(tmpdir(), 'bench-page-'));
  try {
    await build({
      ...config,
      root,
      configFile: false,
      logLevel: 'warn',
      build: {
        ...config?.build,
        outDir,
        lib: {
          entry: { bare: fileURLToPath(new URL('bare-element.ts', import.meta.url)) },
          formats: ['es'],
        },
      },
    });
    return readFileSync(join(outDir, 'bare.js'));
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/**
 * Serves the pages, compressed as a good host would.
 * @param {Record<string, Contestant>} pages by name
 */
export async function serve(pages) {
  const bare = await buildBare();
  /** @type {Map<string, { type: string, body: Buffer }>} */
  const kept = new Map();

  /** @param {string} path @returns {[type: string, body: string | Buffer] | undefined} */
  function contentOf(path) {
    const name = decodeURIComponent(path.slice(1));
    if (pages[name]) return ['text/html; charset=utf-8', pages[name].html];
    if (path === '/bare.js') return ['text/javascript', bare];
    if (path === '/subscribe') return ['application/json', JSON.stringify(subscription)];
    const episodes = /^\/parser\/(\d+)\/rss$/.exec(path)?.[1];
    if (episodes) {
      return ['application/json', JSON.stringify(parsePodcast(generateFeed(Number(episodes))))];
    }
    const file = join(root, 'dist', path);
    return path.startsWith('/embed/') && existsSync(file)
      ? ['text/javascript', readFileSync(file)]
      : undefined;
  }

  const { server, url } = await listen((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    if (!kept.has(pathname)) {
      const [type, body] = contentOf(pathname) ?? [];
      if (type) kept.set(pathname, { type, body: compress(body ?? '') });
    }
    const { type, body } = kept.get(pathname) ?? {};
    outgoing.writeHead(type ? 200 : 404, {
      'content-type': type ?? 'text/plain',
      ...(type && { 'content-encoding': 'br' }),
    });
    outgoing.end(body);
  });
  return {
    url,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
