/** The files of a bucket that a feed names: pictures, transcripts, chapters, and what its notes link to. */
import { decodeEntities } from '../../../podcast/xml/entities.js';
import { storedPath, type Base } from '../stores/stored-files.js';
import type { Text } from './feed-tokens.js';

/** A signed URL has two thousand characters; an expression without a limit has no room for millions. */
const URL_IN_TEXT = /(?:https?:)?\/\/[^\s"'<>`{}|\\]{1,8192}/gi;
/** Characters after a URL that are the sentence's, or those of a `srcset`. */
const AFTER_URL = new Set('.,;:!?)]*_');
/** A host may have pages, too, which notes link to. */
const FILE = /\.(?!x?html?$)[a-z\d]{2,5}$/i;

/** Links lead to pages, a GUID must stay, and what begins with `xml` is no URL that anyone opens. */
const isOther = ({ kind, tag, attribute }: Text): boolean =>
  kind === 'markup' || /(?:^|:)(?:link|guid)$/.test(tag) || attribute.startsWith('xml');

function withoutEnd(url: string): string {
  let end = url.length;
  while (AFTER_URL.has(url.charAt(end - 1))) end -= 1;
  return url.slice(0, end);
}

/** @param bases of the bucket; without any, nothing is found. */
export function storedUrls(token: Text, bases: readonly Base[]): string[] {
  if (bases.length === 0 || isOther(token)) return [];
  const urls = (token.text.match(URL_IN_TEXT) ?? []).map((written) =>
    withoutEnd(decodeEntities(written)).replace(/^\/\//, 'https://'),
  );
  return urls.filter((url) => {
    const path = storedPath(url, bases);
    return path !== undefined && (token.kind === 'attribute' || FILE.test(path));
  });
}
