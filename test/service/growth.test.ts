/**
 * Functions outside `src/podcast` that read foreign text take linear time, too: texts and headers of
 * a request, and the data that the element gets. (For `src/podcast`: `test/podcast/growth.test.ts`.)
 */
import { describe, it } from 'vitest';
import { canonicalEmail, isEmailAddress } from '../../src/api/checks/email-address.js';
import { isId } from '../../src/api/checks/input.js';
import { detectInAppBrowser } from '../../src/apps/in-app-browser.js';
import { monogramOf } from '../../src/apps/monogram.js';
import { detectPlatform } from '../../src/apps/platform.js';
import { searchEpisodes } from '../../src/components/episodes/list/search-episodes.js';
import { fill } from '../../src/components/language/texts.js';
import { languageOf } from '../../src/languages/languages.js';
import { readShownPodcast } from '../../src/podcast/shown-podcast.js';
import { isPreview } from '../../src/publisher/handoff/link-preview.js';
import { makeUrlsAbsolute } from '../../src/service/feeds/rewrite/absolute-urls.js';
import { readTokens } from '../../src/service/feeds/rewrite/feed-tokens.js';
import type { Encoded } from '../../src/service/feeds/feed-tasks.js';
import { createLookup } from '../../src/service/feeds/resolver.js';
import { encodedAnswer } from '../../src/service/http/answers/encoded-answer.js';
import { findOwnFeed, type FeedLinks } from '../../src/service/store/links/feed-links.js';
import { createSignedCodes } from '../../src/service/store/links/signed-code.js';
import { isSecureUrl, isWebUrl, withoutTrailingSlash } from '../../src/urls/web-url.js';
import { expectLinear, processorTime } from '../support/foreign-text/growth.js';

const bytes = new Uint8Array(1);
const body: Encoded = { hash: 'h', identity: bytes, gzip: bytes, br: bytes };
const feedLinks: FeedLinks = {
  find: () => Promise.resolve(undefined),
  ofHash: () => Promise.resolve([]),
  isCurrent: () => false,
  secretOf: () => '',
};
const codes = createSignedCodes('key', 'enclosure', feedLinks);
const answerTo = (text: string) => encodedAnswer(() => text, body, {});
const episode = { guid: 'g', title: '', isExplicit: false, transcripts: [], chapters: [] };
const lookup = createLookup(['127.0.0.1:9']);

const readers: Record<string, (text: string) => unknown> = {
  'makeUrlsAbsolute, an attribute': (text) =>
    makeUrlsAbsolute(readTokens(`<a href="${text.replaceAll('"', '')}">`), 'https://a.example/'),
  'makeUrlsAbsolute, a text': (text) =>
    makeUrlsAbsolute(readTokens(`<link>${text.replaceAll('<', '')}</link>`), 'https://a.example/'),
  canonicalEmail,
  detectPlatform: (text) => detectPlatform({ userAgent: text }),
  'encodedAnswer, both headers': answerTo,
  fill: (text) => fill(text, { a: 'b' }),
  findOwnFeed: (text) => findOwnFeed(feedLinks, `https://a.example/${text}`, []),
  detectInAppBrowser,
  isEmailAddress,
  isId,
  isPreview: (text) => isPreview({ get: () => text } as unknown as Headers),
  isSecureUrl: (text) => isWebUrl(text) && isSecureUrl(text),
  languageOf,
  'lookup of localhost': (text) => lookup(`${text}.localhost`, { all: true }, () => undefined),
  monogramOf,
  readShownPodcast: (text) => readShownPodcast({ title: text, episodes: [{ url: text }] }),
  'signed codes': (text) => codes.open(text),
  searchEpisodes: (text) => searchEpisodes([{ ...episode, title: text }], text.slice(0, 50)),
  withoutTrailingSlash,
};

/** Repeated beginnings of the patterns that some expression looks for; none is ever completed. */
const repeated = [
  ' ',
  'a',
  'A ',
  '9',
  '/',
  '.',
  'a.',
  '?',
  '#',
  '@',
  'a@',
  '&',
  '&amp;',
  ',',
  'gzip,',
  ';q=0.0',
  'W/',
  '"h",',
  '-',
  'en-',
  '{',
  '{a',
  '\u212a',
  'e\u0301',
  'http://',
  '/feeds/',
  `/feeds/${'x'.repeat(32)}/a`,
  '(iPhone',
  '(Linux; Android',
  'Mozilla/5.0 (',
  '; wv',
  '.localhost',
  '127.',
];

describe('readers of foreign text', () => {
  it.each(Object.entries(readers))('%s takes linear time', (_, read) => {
    for (const prefix of ['', 'https://a.example/', 'a@']) {
      for (const text of repeated) {
        for (const suffix of ['', '!\n', ' Safari/']) {
          const make = (size: number) => prefix + text.repeat(size) + suffix;
          // Most of these are done at once: look at the growth only of those that are not.
          const input = make(5_000);
          if (processorTime(() => read(input)) > 10) expectLinear(make, read);
        }
      }
    }
  });
});
