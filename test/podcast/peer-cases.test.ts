/** The test cases of other parsers (`../shared/feeds/cases`), mapped to our fields. */
import { expect, it } from 'vitest';
import { parsePodcast, type Podcast } from '../../src/podcast.js';
import { better, decisions, withoutCounterpart, type Decision } from './policy-decisions.js';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedText,
} from '../support/foreign-text/shared-feeds.js';

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

const named = (level: PeerCase['level']) =>
  cases.filter((each) => each.level === level).map((each) => [each.id, each] as const);

describeSharedFeeds('parsePodcast: cases that every parser must pass', 121, () => {
  it('is tried with more than 110 cases', () => {
    expect(named('must').length).toBeGreaterThan(110);
  });

  it.each(named('must'))('passes %s', (id, peer) => {
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
    const [, peer] = named('must').find(([id]) => id.includes('description_mixed_cdata'))!;
    expect(read(peer).episodes[0]).toMatchObject({
      description: 'Breaking: Big News today',
      descriptionWithHtml: 'Breaking: <b>Big News</b> today',
    });
  });
});

/** The first decision about an assertion. */
const decisionOn = (id: string, { path }: Assertion): Decision | undefined =>
  decisions.find((row) => row.cases.test(id) && (row.path?.test(path) ?? true));

describeSharedFeeds('parsePodcast: cases in which parsers differ', 147, () => {
  it.each(named('policy'))('follows our decisions on %s', (id, peer) => {
    let podcast: Podcast | undefined;
    try {
      podcast = read(peer);
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad-feed' });
    }
    for (const assertion of peer.expect) {
      const choice = decisionOn(id, assertion)?.choice;
      const outcome = podcast ? (holds(podcast, assertion) ? 'as-peer' : 'ours') : 'rejected';
      expect(`${assertion.path}: ${outcome}`).toBe(`${assertion.path}: ${choice}`);
    }
  });

  it('needs every decision', () => {
    const used = new Set(
      named('policy').flatMap(([id, peer]) => peer.expect.map((each) => decisionOn(id, each))),
    );
    const unused = decisions.filter((decision) => !used.has(decision));
    expect(unused.map((decision) => String(decision.cases))).toEqual([]);
  });
});
