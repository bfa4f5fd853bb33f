/** The test cases of other parsers (`../shared/feeds/cases`), mapped to our fields. */
import { expect, it } from 'vitest';
import { parsePodcast, type Podcast } from '../../src/podcast.js';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedText,
} from '../support/foreign-text/shared-feeds.js';

/** Assertions about fields that we leave out. */
const withoutCounterpart: { path: RegExp; because: string }[] = [
  { path: /^generator$/, because: 'no member and no app needs it' },
  { path: /^owner\.email$/, because: 'the result contains no e-mail addresses' },
  { path: /^locked\.owner$/, because: 'the result contains no e-mail addresses' },
  {
    path: /^(newFeedUrl|feedUrl)$/,
    because: "the feed's own URL is a secret, and is removed",
  },
  {
    path: /guidIsPermaLink$/,
    because: 'a permalink becomes the link if there is no other',
  },
  {
    path: /^episodes\[\d+\]\.block$/,
    because: 'it asks directories to leave an episode out; a member may hear it',
  },
  { path: /chapters\.type$/, because: 'chapters files have one format, JSON' },
];

/** Assertions that do not hold here, because our result is better. */
const better: { cases: RegExp; path: RegExp; because: string }[] = [
  {
    cases: /rss_channel_item_description_mixed_cdata/,
    path: /description$/,
    because: '`description` is plain text; the markup is in `descriptionWithHtml`',
  },
  {
    cases: /itunes_categories/,
    path: /^categories$/,
    because: 'apps filter by a flat list',
  },
];

interface Assertion {
  path: string;
  op: 'eq' | 'length' | 'absent' | 'ok' | 'instant' | 'approx' | 'approx1' | 'rejects';
  value: unknown;
}

interface PeerCase {
  id: string;
  level: 'must' | 'policy';
  base_url?: string;
  headers?: Record<string, string>;
  xml?: string;
  xml_b64?: string;
  expect: Assertion[];
}

const suites = ['feedparser', 'feedsmith', 'gofeed', 'gpodder'];
const cases = !hasSharedFeeds
  ? []
  : suites.flatMap((suite) =>
      sharedText(`cases/${suite}.jsonl`)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as PeerCase),
    );

/** Our names for their fields: of the podcast, and of everything in it. */
const fields: Record<string, string> = {
  explicit: 'isExplicit',
  block: 'isHidden',
  complete: 'isComplete',
  type: 'podcastType',
  guid: 'podcastGuid',
  keywords: 'tags',
  locked: 'isLocked',
};
const innerFields: Record<string, string> = {
  descriptionHtml: 'descriptionWithHtml',
  publishedAt: 'publishDate',
  explicit: 'isExplicit',
  chaptersInline: 'chapters',
  chapters: 'chaptersUrl',
  href: 'link',
  img: 'image',
  startTime: 'start',
  uri: 'url',
};

function fieldOf(podcast: Podcast, path: string): unknown {
  const steps = path.replace(/\.(locked|url)$/, (end) => (/locked|chapters/.test(path) ? '' : end));
  let value: unknown = podcast;
  steps
    .split(/[.[\]]+/)
    .filter(Boolean)
    .forEach((step, depth) => {
      const name = (depth === 0 ? fields : innerFields)[step] ?? step;
      value = (value as Record<string, unknown> | undefined)?.[name];
    });
  return path === 'type' ? (value as string).toLowerCase() : value;
}

function read({ xml, xml_b64, base_url, headers = {} }: PeerCase): Podcast {
  const contentType = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1];
  const bytes = xml_b64 === undefined ? undefined : Uint8Array.from(Buffer.from(xml_b64, 'base64'));
  // We never resolve to a file: use a web server instead.
  const baseUrl = base_url?.replace('file://', 'http://');
  return parsePodcast(bytes ?? xml ?? '', { baseUrl, contentType });
}

function check(podcast: Podcast, { path, op, value }: Assertion): void {
  const ours = fieldOf(podcast, path);
  const wanted = typeof value === 'string' ? value.replace('file://', 'http://') : value;
  if (op === 'eq') expect(ours, path).toEqual(wanted);
  else if (op === 'length') expect(ours, path).toHaveLength(Number(wanted));
  else if (op === 'absent') expect(ours, path).toBeUndefined();
  else if (op === 'instant')
    expect(Date.parse(ours as string), path).toBe(Date.parse(wanted as string));
  else if (op === 'approx') expect(ours, path).toBeCloseTo(Number(wanted), 3);
  else if (op === 'approx1') expect(Math.abs(Number(ours) - Number(wanted)), path).toBeLessThan(1);
  else expect(podcast, path).toBeTypeOf('object');
}

const holds = (podcast: Podcast, assertion: Assertion): boolean => {
  try {
    check(podcast, assertion);
    return true;
  } catch {
    return false;
  }
};

/** The suites mark as policy what each parser decides for itself. */
const must = cases.filter(({ level }) => level === 'must').map((each) => [each.id, each] as const);

describeSharedFeeds('parsePodcast: cases that every parser must pass', 120, () => {
  it.each(must)('passes %s', (id, peer) => {
    if (peer.expect.some(({ op }) => op === 'rejects')) {
      expect(() => read(peer)).toThrow(expect.objectContaining({ code: 'bad-feed' }));
      return;
    }
    const podcast = read(peer);
    for (const assertion of peer.expect) {
      if (withoutCounterpart.some(({ path }) => path.test(assertion.path))) continue;
      const isBetter = better.some((row) => row.cases.test(id) && row.path.test(assertion.path));
      if (isBetter) expect(holds(podcast, assertion), 'no longer different').toBe(false);
      else check(podcast, assertion);
    }
  });

  it('returns both text and markup of mixed notes', () => {
    const [, peer] = must.find(([id]) => id.includes('description_mixed_cdata'))!;
    expect(read(peer).episodes[0]).toMatchObject({
      description: 'Breaking: Big News today',
      descriptionWithHtml: 'Breaking: <b>Big News</b> today',
    });
  });
});
