// @ts-check
/**
 * The guide at `/guide`. It is made when someone first asks for it, so that the demo starts without
 * waiting; until it is there, a page says so.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const folder = fileURLToPath(new URL('../.cache/guide', import.meta.url));
// It may not be there yet, which would look like a mistake.
mkdirSync(folder, { recursive: true });
const builder = fileURLToPath(new URL('../scripts/guide.mjs', import.meta.url));

const waiting = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2"><title>The guide</title>
<p>The guide is being made. This page shows it as soon as it is there.</p></html>`;

const failed = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>The guide</title>
<p>The guide could not be made: see the terminal.</p></html>`;

/** @returns {Promise<boolean>} whether the guide could be made */
function build() {
  const child = spawn(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });
}

/**
 * The guide's pages bring three small scripts of VitePress inside their HTML; the policy names them
 * by their hashes.
 * @param {string} page
 */
export function policyOf(page) {
  const scripts = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)];
  const hashes = scripts.map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    `default-src 'none'`,
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`,
    // Highlighted code has its colours in style attributes, and examples have rules of their own.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `media-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

const files = serveStatic({
  root: folder,
  rewriteRequestPath: (path) => path.replace(/^\/guide/, ''),
});

/** @param {{ make?: () => Promise<boolean> }} [options] how the guide is made */
export function createGuide({ make = build } = {}) {
  /** @type {'making' | 'made' | 'failed' | undefined} */
  let state;

  const guide = new Hono();
  guide.use(async (c, next) => {
    if (state === undefined) {
      state = 'making';
      void make().then((isMade) => (state = isMade ? 'made' : 'failed'));
    }
    if (state === 'failed') return c.html(failed, 500);
    if (state === 'making') return c.html(waiting, 503, { 'Retry-After': '2' });
    await next();
    if (!c.res.headers.get('Content-Type')?.startsWith('text/html')) return;
    c.header('Content-Security-Policy', policyOf(await c.res.clone().text()));
  });
  guide.get('*', (c, next) => files(c, next));
  return guide;
}
