/**
 * Renders a show's RSS for members: adds the tags that keep it out of directories and removes what
 * names the show's own feed. Everything else stays byte for byte, even in a feed that is not
 * well-formed, because the text is read once, spliced, and never serialized again.
 */
import { isWebUrl } from '../../../urls/web-url.js';
import {
  noticeLanguage,
  noticeTexts,
  type NoticeKind,
  type NoticeLanguage,
} from '../../notices/notice-texts.js';
import type { Base } from '../stores/stored-files.js';
import type { OpenElement } from './feed-layout.js';
import { escapeXml, quoted, textEdits, tokensOutside } from './feed-tokens.js';
import { hideEnclosures, type Enclosures } from './hidden-enclosures.js';
import { removeOwnUrls } from './own-urls.js';
import { readFeed } from './read-feed.js';
import { addGuids, markGuids } from './guids.js';
import { splice, type Edit } from './splice.js';

/** A notice that takes the place of episodes. */
export type Instead = Exclude<NoticeKind, 'empty'>;

/** Where a notice belongs, and what it takes from the feed around it. */
export interface NoticePlace {
  kind: NoticeKind;
  /** Offset in the rendered feed. */
  at: number;
  /** The feed's language, or English if there are no texts in it. */
  language: NoticeLanguage;
  /** The show's website. */
  link?: string | undefined;
}

const namespaces = {
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  podcast: 'https://podcastindex.org/namespace/1.0',
} as const;
/** For the link to a payment. */
const atom = 'http://www.w3.org/2005/Atom';

const marks = `
<itunes:block>Yes</itunes:block>
<podcast:block>yes</podcast:block>
<podcast:locked>yes</podcast:locked>`;

/** Stands where the notice goes while the feed is spliced: no XML can hold this character. */
const NOTICE_MARK = '\0notice\0';

/** Adds attributes to a start tag and content after it. */
export function extendTag(
  xml: string,
  { tag, tagEnd }: OpenElement,
  attributes: string,
  content: string,
): Edit {
  const empty = xml.startsWith('/>', tagEnd - 2);
  const text = `${attributes}>${content}${empty ? `</${tag}>` : ''}`;
  return { start: tagEnd - (empty ? 2 : 1), end: tagEnd, text };
}

export interface RenderOptions {
  /** URL that the feed came from, after redirects: relative URLs resolve against it. */
  url?: string | undefined;
  /** URL of the feed in the catalogue. */
  source?: string | undefined;
  /** The URLs of the feeds that it was made of. */
  ownUrls?: readonly string[] | undefined;
  /** The notice in place of all episodes: for members without access, or with an old link. */
  instead?: Instead | undefined;
  /** Where they renew it, in place of the show's own links to support it. */
  renewUrl?: string | undefined;
  /** The show's title for members: with the public one, apps may take one show for the other. */
  feedTitle?: string | undefined;
  /** Whether placeholders take the place of the enclosures' URLs. */
  signed?: boolean | undefined;
  /** The bucket of a product whose recordings are signed: the same for the URLs of all of its files. */
  bases?: readonly Base[] | undefined;
}

export interface RenderedShow {
  xml: string;
  enclosures: Enclosures;
  /** The URLs of the show's own feed, which are not in it. */
  ownUrls: string[];
  /** For a feed without episodes: where the notice goes. Some apps reject a feed without any. */
  notice?: NoticePlace | undefined;
}

/** The channel's links to the page where a membership is renewed. */
function renewalLinks(url: string, language: NoticeLanguage): string {
  return `
<atom:link rel="payment" href=${quoted(url)}/>
<podcast:funding url=${quoted(url)}>${escapeXml(noticeTexts[language].renew)}</podcast:funding>`;
}

/** Takes the mark out of a feed. */
function placeOf(marked: string): { xml: string; at: number } {
  const at = marked.indexOf(NOTICE_MARK);
  return { xml: marked.slice(0, at) + marked.slice(at + NOTICE_MARK.length), at };
}

/**
 * Returns the feed as a member gets it: kept out of directories, without the show's own URLs and
 * what says that it is the public show, with absolute URLs only, and declared as UTF-8.
 * @throws {PrivatePodcastError} `bad-feed` if the text is not RSS.
 */
export function renderFeed(
  xml: string,
  { url, source, ownUrls, instead, renewUrl, feedTitle, signed = false, bases }: RenderOptions = {},
): RenderedShow {
  const read = readFeed({ xml, url, source, ownUrls });
  const { xml: feed, tokens, layout, urls } = read;
  const { declared, episodes } = layout;
  const container = layout.channel ?? read.root;
  const renewal = instead === 'ended' ? renewUrl : undefined;
  const removed = [
    ...layout.unwanted,
    ...(instead ? episodes : []),
    ...(instead === 'changed' ? layout.trailer : []),
    ...(renewal === undefined ? [] : layout.funding),
    ...(feedTitle === undefined ? [] : layout.title),
  ];
  const kept = tokensOutside(tokens, removed);
  removeOwnUrls(kept, urls);
  const added = addGuids(kept);
  // The channel's texts can name the recordings of episodes that are removed.
  const enclosures = signed ? hideEnclosures(tokensOutside(tokens, layout.unwanted), bases) : {};
  const needed = { ...namespaces, ...(renewal !== undefined && { atom }) };
  const declarations = Object.entries(needed)
    .filter(([prefix]) => !declared.has(prefix))
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const language = noticeLanguage(layout.language?.text.trim() ?? '');
  const title = feedTitle === undefined ? '' : `\n<title>${escapeXml(feedTitle)}</title>`;
  const links = renewal === undefined ? '' : renewalLinks(renewal, language);
  const isEmpty = instead !== undefined || !layout.hasItem;
  const mark = isEmpty ? NOTICE_MARK : '';
  const { end } = layout;
  const edits = [
    extendTag(feed, container, declarations.join(''), marks + title + links + (end ? '' : mark)),
    ...(end ? [{ start: end, end, text: mark }] : []),
    ...removed,
    ...added,
    ...markGuids(kept),
    ...textEdits(feed, kept),
  ];
  const marked = splice(feed, edits);
  if (!isEmpty) return { xml: marked, enclosures, ownUrls: urls };
  const { xml: rendered, at } = placeOf(marked);
  const link = layout.link?.text.trim();
  const kind = instead ?? 'empty';
  const notice = { kind, at, language, link: link && isWebUrl(link) ? link : undefined } as const;
  return { xml: rendered, enclosures, ownUrls: urls, notice };
}
