/** Files that operators fetch: a list in full, in place of its pages. */
import type { Readable } from 'node:stream';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { begunStream } from '../answers/web-stream.js';

/**
 * Answers with a whole list in the media type that the request prefers.
 * @param writers make the file, by its media type
 * @returns `undefined` for a request that prefers JSON: it gets a page
 */
export async function sendFile(
  c: Context,
  writers: Readonly<Record<string, () => Readable>>,
): Promise<Response | undefined> {
  c.header('Cache-Control', 'no-store');
  c.header('Vary', 'Accept');
  const supports = ['application/json', ...Object.keys(writers)];
  const type = accepts(c, { header: 'Accept', supports, default: 'application/json' });
  const write = writers[type];
  if (!write) return undefined;
  const headers = { 'Content-Type': `${type}; charset=utf-8` };
  return c.body(await begunStream(write()), 200, headers);
}
