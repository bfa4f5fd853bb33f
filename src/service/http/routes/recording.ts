/** Signed recordings: GET /recordings/{code}/{filename} leads to an enclosure while the member has access. */
import type { Handler } from 'hono';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import type { MemberFeeds } from '../../feeds/member-feed.js';

export function openRecording(memberFeeds: MemberFeeds): Handler {
  return async (c) => {
    const url = await memberFeeds.enclosureUrl(
      c.req.param('code') ?? '',
      // A presigned URL opens to the one method that it was signed for.
      c.req.method === 'HEAD' ? 'HEAD' : 'GET',
    );
    if (url === undefined) {
      throw new PrivatePodcastError(
        'not-found',
        'This link to a recording no longer works, or the membership has ended. Refresh the podcast in the app.',
      );
    }
    return new Response(null, {
      status: 302,
      headers: {
        // As a header must be: without blanks, and in ASCII.
        Location: new URL(url).href,
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      },
    });
  };
}
