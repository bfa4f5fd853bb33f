/** A notice as an episode of a feed: what a member must learn in the app has audio and a date. */
import { escapeXml, quoted } from './rewrite/feed-tokens.js';

/** An episode that carries a message for the member. */
export interface Notice {
  guid: string;
  title: string;
  /** Plain text. */
  text: string;
  /** The show's website, or where the member renews the membership: then with a name for that link. */
  link?: { url: string; renewal?: string | undefined } | undefined;
  audio: { url: string; length: number; seconds?: number | undefined };
  date: Date;
}

/** Apps read descriptions as HTML. */
function descriptionOf({ text, link }: Notice): string {
  const html = `<p>${escapeXml(text)}</p>`;
  if (link?.renewal === undefined) return html;
  return `${html}<p><a href=${quoted(link.url)}>${escapeXml(link.renewal)}</a></p>`;
}

function linksOf({ link }: Notice): string[] {
  if (!link) return [];
  const website = `<link>${escapeXml(link.url)}</link>`;
  if (link.renewal === undefined) return [website];
  return [website, `<atom:link rel="payment" href=${quoted(link.url)}/>`];
}

function durationOf({ audio: { seconds } }: Notice): string[] {
  return seconds === undefined ? [] : [`<itunes:duration>${Math.round(seconds)}</itunes:duration>`];
}

/**
 * The episode as an RSS item, for a feed that declares the prefix `itunes`, and `atom` if there is
 * a link to renew the membership.
 */
export function noticeItem(notice: Notice): string {
  const { guid, title, audio, date } = notice;
  const lines = [
    '<item>',
    `<title>${escapeXml(title)}</title>`,
    `<description>${escapeXml(descriptionOf(notice))}</description>`,
    `<guid isPermaLink="false">${escapeXml(guid)}</guid>`,
    `<pubDate>${date.toUTCString()}</pubDate>`,
    ...linksOf(notice),
    `<enclosure url=${quoted(audio.url)} length="${audio.length}" type="audio/mpeg"/>`,
    ...durationOf(notice),
    '</item>',
  ];
  return `\n${lines.join('\n')}\n`;
}
