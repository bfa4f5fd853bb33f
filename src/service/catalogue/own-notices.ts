/** A publisher's own notices, in place of the service's: a product's `notices`, with the sounds read. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { noticeKinds, type NoticeKind } from '../notices/notice-texts.js';
import { readSound, type Sound } from '../notices/sounds.js';

/** The service's own words and sound take the place of any part that is missing. */
export interface OwnNotice {
  sound?: Sound | undefined;
  title?: string | undefined;
  text?: string | undefined;
}
export type OwnNotices = Partial<Record<NoticeKind, OwnNotice>>;

type Written = Partial<
  Record<
    NoticeKind,
    Omit<OwnNotice, 'sound'> & { audio?: string | undefined; duration?: number | undefined }
  >
>;

/**
 * Reads the sounds of a product's notices.
 * @param locate makes the path of a file out of what the catalogue has
 * @returns the problems as lines that begin with the path of the field inside `notices`
 */
export async function readOwnNotices(
  sku: string,
  written: Written | undefined,
  locate: (audio: string) => string,
): Promise<{ notices: OwnNotices | undefined; problems: string[] }> {
  const notices: OwnNotices = {};
  const problems: string[] = [];
  for (const kind of noticeKinds) {
    if (!written?.[kind]) continue;
    const { audio, duration, ...texts } = written[kind];
    notices[kind] = texts;
    if (audio === undefined) continue;
    try {
      const sound = await readSound(locate(audio), `${sku.replace(':', '.')}-${kind}`);
      notices[kind].sound = { ...sound, seconds: duration };
    } catch (error) {
      if (!(error instanceof PrivatePodcastError)) throw error;
      problems.push(`${kind}.audio: ${error.message}`);
    }
  }
  return { notices: written && notices, problems };
}
