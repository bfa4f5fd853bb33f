/** Tells the recording of an episode from what else its item encloses. */
import { parseUrl } from '../../urls/web-url.js';

/** Something that an item encloses. */
export interface Enclosed {
  url: string;
  /** Media type, as the feed gives it. */
  type?: string | undefined;
}

const MEDIA_TYPE =
  /^\s*(?:(?:audio|video)\b|application\/(?:x-|vnd\.apple\.)?(?:ogg|mp[34]|mpeg(?:url)?|m4a|dash\+xml)\b)/i;
const OTHER_TYPE =
  /^\s*(?:(?:image|text|font|model|message)\b|application\/(?:x-)?(?:bittorrent|zip|gzip|bzip|rar|7z|tar|compress|pdf|epub|mobi|msword|vnd\.|rtf|json|xml|x?html|rss|atom|javascript))/i;
const MEDIA_FILE =
  /\.(?:mp[23a]|mpga|m4[abrv]|aac|og[agvx]|opus|flac|wav|wma|aiff?|amr|mp4|mpe?g|mov|qt|webm|mkv|avi|wmv|3gpp?|m3u8|mpd)$/i;
const OTHER_FILE =
  /\.(?:torrent|zip|rar|7z|t?gz|bz2|xz|tar|iso|dmg|exe|apk|jpe?g|png|gif|webp|avif|svg|bmp|tiff?|ico|heic|pdf|epub|mobi|azw3?|docx?|odt|rtf|pptx?|xlsx?|csv|txt|md|html?|json|xml|srt|vtt)$/i;

const fileOf = (url: string): string => parseUrl(url, 'https://a.invalid')?.pathname ?? url;

/**
 * The first that is audio or video by its type, else by its file's name, else the first that is not
 * known to be something else: never a torrent, an archive, a picture or a document.
 */
export function recordingOf<One extends Enclosed>(enclosed: readonly One[]): One | undefined {
  return (
    enclosed.find(({ type = '' }) => MEDIA_TYPE.test(type)) ??
    enclosed.find(({ url }) => MEDIA_FILE.test(fileOf(url))) ??
    enclosed.find(({ url, type = '' }) => !OTHER_TYPE.test(type) && !OTHER_FILE.test(fileOf(url)))
  );
}
