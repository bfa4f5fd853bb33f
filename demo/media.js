// @ts-check
/**
 * The show's files: audio, cover, transcripts and chapters. Any origin may fetch them, because
 * web players do, and range requests work, because players seek.
 */
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';

export const media = new Hono();

media.use(cors({ origin: '*', exposeHeaders: ['Accept-Ranges', 'Content-Range'] }));
media.use(async (c, next) => {
  await next();
  if (!c.res.ok) return;
  c.header('Accept-Ranges', 'bytes');
  if (c.req.path.endsWith('.vtt')) c.header('Content-Type', 'text/vtt; charset=utf-8');
});
media.get('*', serveStatic({ root: fileURLToPath(new URL('show', import.meta.url)) }));
