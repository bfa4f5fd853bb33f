/** Files that pages load: the element's script-tag build, and what the consume page needs beside it. */
import { readFile } from 'node:fs/promises';
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
/** This path is the same from `src/service/routes` and from `dist/service/routes`. */
const embedPath = '../../../dist/embed/';
const embedFolder = new URL(embedPath, import.meta.url);

const minutes = 'public, max-age=300';
/** Chunks have a hash of their content in their names. */
const forever = 'public, max-age=31536000, immutable';

async function readEmbed(path: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^(chunks\/)?[\w-][\w.-]*\.js$/.test(path)) {
    throw new PrivatePodcastError('not-found', 'There is no such file in the embed build.');
  }
  try {
    return await readFile(new URL(path, embedFolder));
  } catch (cause) {
    throw new PrivatePodcastError(
      'not-found',
      'There is no such file in the embed build. In a checkout, run: npm run build',
      { cause },
    );
  }
}

/** GET /embed/…: the element for a script tag, for any site to load. */
export function serveEmbed(): Handler {
  return async (c) => {
    const path = c.req.path.slice('/embed/'.length);
    const body = await readEmbed(path);
    return new Response(body, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': path.startsWith('chunks/') ? forever : minutes,
      },
    });
  };
}

/** A file that is part of the code. */
export function serveText(text: string, mediaType: string): Handler {
  return (c) =>
    c.body(text, 200, { 'Content-Type': `${mediaType}; charset=utf-8`, 'Cache-Control': minutes });
}
