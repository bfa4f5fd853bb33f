/** A feed without episodes, with the notice that says why: the membership has ended, the link has changed, or nothing was published yet. */
import type { Product } from '../catalogue/catalogue.js';
import { noticeItem, type Notice } from './notice-item.js';
import { noticeTexts } from '../notices/notice-texts.js';
import { soundOf, type Sound } from '../notices/sounds.js';
import { hash } from '../crypto/secrets.js';
import type { SharedFeed } from './rendered-feeds.js';
import type { NoticePlace } from './rewrite/render-feed.js';

/** An episode is known by its GUID, so these stay. */
const guids = { ended: 'membership-ended', changed: 'link-changed', empty: 'no-episodes-yet' };

export const soundUrl = (baseUrl: string, { file }: Sound): string => `${baseUrl}/notices/${file}`;

async function noticeOf(
  { kind, language, link }: NoticePlace,
  { sku, notices, renewUrl }: Product,
  date: Date,
  baseUrl: string,
): Promise<Notice> {
  const own = notices?.[kind];
  const { renew, [kind]: ours } = noticeTexts[language];
  const sound = own?.sound ?? (await soundOf(kind, language));
  const renewal = kind === 'ended' ? renewUrl : undefined;
  const url = renewal ?? link;
  return {
    guid: `${sku}/${guids[kind]}`,
    title: own?.title ?? ours.title,
    text: own?.text ?? ours.text,
    link: url === undefined ? undefined : { url, renewal: renewal && renew },
    audio: { url: soundUrl(baseUrl, sound), length: sound.bytes.length, seconds: sound.seconds },
    date,
  };
}

/**
 * Puts the notice into a feed that has a place for it. Members share the feed but not the date, and
 * requests may come by several names of the service, so this is done for each request.
 * @param date when the membership ended, or the show was first loaded
 */
export async function withNotice(
  feed: SharedFeed,
  place: NoticePlace,
  product: Product,
  date: Date,
  baseUrl: string,
): Promise<Pick<SharedFeed, 'body' | 'parsed'>> {
  const item = noticeItem(await noticeOf(place, product, date, baseUrl));
  const fill = () => {
    const { identity } = feed.body;
    const parts = [identity.subarray(0, place.at), Buffer.from(item), identity.subarray(place.at)];
    return Uint8Array.from(Buffer.concat(parts));
  };
  const body = {
    hash: hash(`${feed.body.hash} ${item}`),
    // Most requests are answered with 304 and need no body.
    get identity() {
      return fill();
    },
  };
  return { body, parsed: () => feed.parse(fill()) };
}
