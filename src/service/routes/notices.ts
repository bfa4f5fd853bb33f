/** GET /notices/{file}: the sounds of notices, ours and the publisher's own. */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { noticeKinds } from '../notices/notice-texts.js';
import { findSound, type Sound } from '../notices/sounds.js';
import { rangeOf } from './range.js';
import type { RouteContext } from './route-context.js';

/** The name of a sound contains a hash of its content. */
const oneYear = 'public, max-age=31536000, immutable';

export function serveNotice({ catalogue }: Pick<RouteContext, 'catalogue'>): Handler {
  function findOwn(file: string): Sound | undefined {
    const all = catalogue.current.products.flatMap(({ notices }) =>
      noticeKinds.map((kind) => notices?.[kind]?.sound),
    );
    return all.find((sound) => sound?.file === file);
  }

  return async (c) => {
    const file = c.req.param('file') ?? '';
    const sound = findOwn(file) ?? (await findSound(file));
    if (!sound) throw new PrivatePodcastError('not-found', 'There is no such sound.');
    const { bytes } = sound;
    const headers = {
      'Content-Type': 'audio/mpeg',
      'Cache-Control': oneYear,
      'Accept-Ranges': 'bytes',
      ETag: `"${file}"`,
    };
    const tags = c.req.header('If-None-Match')?.split(',') ?? [];
    if (tags.some((tag) => [headers.ETag, '*'].includes(tag.trim().replace(/^W\//, '')))) {
      return new Response(null, { status: 304, headers });
    }
    const condition = c.req.header('If-Range') ?? headers.ETag;
    const range = condition === headers.ETag ? rangeOf(c.req.header('Range'), bytes.length) : 'all';
    if (range === 'unsatisfiable') {
      const where = { 'Content-Range': `bytes */${bytes.length}`, 'Content-Length': '0' };
      return new Response(null, { status: 416, headers: { ...headers, ...where } });
    }
    if (range === 'all') {
      return new Response(bytes, { headers: { ...headers, 'Content-Length': `${bytes.length}` } });
    }
    const { start, end } = range;
    return new Response(bytes.subarray(start, end + 1), {
      status: 206,
      headers: {
        ...headers,
        'Content-Length': `${end + 1 - start}`,
        'Content-Range': `bytes ${start}-${end}/${bytes.length}`,
      },
    });
  };
}
