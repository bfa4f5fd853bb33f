/** Static files: the element's script-tag build. */
import { readFile } from 'node:fs/promises';
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';

/** This path is the same from `src/service/http/routes` and from `dist/service/routes`. */
const embedPath = '../../../../dist/embed/';
const embedFolder = new URL(embedPath, import.meta.url);

const fiveMinutes = 'public, max-age=300';
/** For chunks, whose names contain a hash of their content, and URLs that name the release. */
const oneYear = 'public, max-age=31536000, immutable';

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

/**
 * GET /embed/…: the element's script-tag build, for any site to load. Its URL may name the release,
 * as /embed/1.2.3/…: what is there never changes, so it is kept for a year.
 */
export function serveEmbed(version: string): Handler {
  const release = `${version}/`;
  return async (c) => {
    const path = c.req.path.slice('/embed/'.length);
    const named = path.startsWith(release);
    const file = named ? path.slice(release.length) : path;
    const body = await readEmbed(file);
    return new Response(body, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': named || file.startsWith('chunks/') ? oneYear : fiveMinutes,
      },
    });
  };
}
