/** GET /notices/{file}: the sounds of notices, ours and the publisher's own. */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { soundUrl } from '../../feeds/notice-feed.js';
import { noticeKinds } from '../../notices/notice-texts.js';
import { findSound } from '../../notices/sounds.js';
import { namesTag } from '../answers/entity-tags.js';
import { rangeOf } from '../answers/range.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { BaseUrl } from '../requests/base-url.js';

/** The name of a sound contains a hash of its content. */
const oneYear = 'public, max-age=31536000, immutable';

export function serveNotice(catalogue: LiveCatalogue, baseUrl: BaseUrl): Handler {
  const ownSounds = () =>
    catalogue.current.products.flatMap(({ notices }) =>
      noticeKinds.flatMap((kind) => notices?.[kind]?.sound ?? []),
    );

  return async (c) => {
    const file = c.req.param('file') ?? '';
    const sound = await findSound(file, ownSounds());
    if (!sound) throw new PrivatePodcastError('not-found', 'There is no such sound.');
    if (sound.file !== file) {
      const headers = { Location: soundUrl(baseUrl(c), sound), 'Cache-Control': 'no-cache' };
      return new Response(null, { status: 302, headers });
    }
    const { bytes } = sound;
    const headers = {
      'Content-Type': 'audio/mpeg',
      'Cache-Control': oneYear,
      'Accept-Ranges': 'bytes',
      ETag: `"${file}"`,
    };
    if (namesTag(c.req.header('If-None-Match'), [headers.ETag])) {
      return new Response(null, { status: 304, headers });
    }
    const condition = c.req.header('If-Range') ?? headers.ETag;
    // A range means nothing for HEAD (RFC 9110 §14.2).
    const isAsked = c.req.method === 'GET' && condition === headers.ETag;
    const range = isAsked ? rangeOf(c.req.header('Range'), bytes.length) : 'all';
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
