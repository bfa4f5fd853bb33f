/** The test cases of other readers (`../shared/feeds/cases`), in our fields. */
import { describe, expect, it } from 'vitest';
import { parsePodcast, type Podcast } from '../../src/podcast.js';
import { better, decisions, withoutCounterpart } from './policy-decisions.js';
import { hasSharedFeeds, sharedText, withSharedFeeds } from './shared-feeds.js';

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

/** Their names for fields in ours. */
const FIELDS: Record<string, string> = {
  explicit: 'isExplicit',
  block: 'isHidden',
  complete: 'isComplete',
  type: 'podcastType',
  guid: 'podcastGuid',
  keywords: 'tags',
  locked: 'isLocked',
};
const INNER_FIELDS: Record<string, string> = {
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
      const name = (depth === 0 ? FIELDS : INNER_FIELDS)[step] ?? step;
      value = (value as Record<string, unknown> | undefined)?.[name];
    });
  return path === 'type' ? (value as string).toLowerCase() : value;
}

function read({ xml, xml_b64, base_url, headers = {} }: PeerCase): Podcast {
  const contentType = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1];
  const bytes = xml_b64 === undefined ? undefined : Uint8Array.from(Buffer.from(xml_b64, 'base64'));
  // Ours never resolves to a file: the same case on a web server.
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

describe.skipIf(!hasSharedFeeds)(withSharedFeeds("what every reader's tests demand"), () => {
  it('has all cases', () => {
    expect(named('must').length).toBeGreaterThan(110);
  });

  it.each(named('must'))('%s', (id, peer) => {
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

  it('has the markup of mixed notes beside their text', () => {
    const [, peer] = named('must').find(([id]) => id.includes('description_mixed_cdata'))!;
    expect(read(peer).episodes[0]).toMatchObject({
      description: 'Breaking: Big News today',
      descriptionWithHtml: 'Breaking: <b>Big News</b> today',
    });
  });
});

describe.skipIf(!hasSharedFeeds)(withSharedFeeds('where other readers leave a choice'), () => {
  const used = new Set<number>();

  it.each(named('policy'))('%s', (id, peer) => {
    let podcast: Podcast | undefined;
    try {
      podcast = read(peer);
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad-feed' });
    }
    for (const assertion of peer.expect) {
      const at = decisions.findIndex(
        ({ cases: ids, path }) => ids.test(id) && (path?.test(assertion.path) ?? true),
      );
      used.add(at);
      const choice = decisions[at]?.choice;
      const outcome = podcast ? (holds(podcast, assertion) ? 'as-peer' : 'ours') : 'rejected';
      expect(`${assertion.path}: ${outcome}`).toBe(`${assertion.path}: ${choice}`);
    }
  });

  it('decides nothing that no case asks', () => {
    const idle = decisions.filter((_, at) => !used.has(at));
    expect(idle.map(({ cases: ids }) => String(ids))).toEqual([]);
  });
});
