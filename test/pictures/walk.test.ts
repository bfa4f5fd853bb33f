/**
 * One walk of the gallery. Every story is opened on a phone and a computer, and on each page all is asked:
 * it looks as it is kept in `kept`, light and dark, it adds no sideways scroll, and it keeps to the strict
 * policy of docs/content-security-policy.md without a word in the console that the story does not explain.
 * Scripts that break the policy, in every file of the build, show that a breach would be heard.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src/languages/languages.js';
import { listenTo, taken as heardSoFar, type Heard } from '../browser/heard.js';
import { stories } from '../gallery/stories.js';
import { difference } from './compare.mjs';
import { startWalk, subjects, type Subject } from './take.mjs';

const kept = 'test/pictures/kept';
const cache = '.cache/pictures';
const renew = 'If that is intended, run `npm run shots -- --accept` and commit the pictures.';

const schemes = ['light', 'dark'];
const pictured = subjects();
const names = pictured.flatMap(({ story, view }) =>
  schemes.map((scheme) => `${view}-${scheme}/${story}`),
);

/** Every story is visited, and what has texts in each language; these have no pictures. */
const visits: Subject[] = [
  ...pictured,
  ...Object.keys(stories)
    .filter((story) => stories[story]!.isAlike)
    .map((story) => ({ story, view: 'phone', query: '' })),
  { story: 'ready', view: 'android', query: '' },
  ...languageCodes.map((lang) => ({ story: 'player-open', view: 'phone', query: `lang=${lang}` })),
];

const taken = new Map<string, Buffer>();
const keptFile = (name: string) => `${kept}/${name}.png`;

/** What was found about a picture: it is asked as soon as it is taken, and again at the end. */
const found = new WeakMap<Buffer, ReturnType<typeof difference>>();

function differenceOf(name: string, png: Buffer): ReturnType<typeof difference> {
  if (!found.has(png)) found.set(png, difference(readFileSync(keptFile(name)), png));
  return found.get(png);
}

let walk: Awaited<ReturnType<typeof startWalk>>;
const clean = new Map<Subject, Heard>();
const planted = new Map<Subject, Heard>();
/** By how many pixels a page is wider than its window. */
const overflows = new Map<Subject, number>();

/** Hears each page of a walk. */
const into = (found: Map<Subject, Heard>) => async (page: Page) => {
  const heard = await listenTo(page);
  return {
    stands: async (subject: Subject) =>
      void overflows.set(
        subject,
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ),
    left: (subject: Subject) => {
      const before = found.get(subject);
      const { said, breaches, chunks } = heardSoFar(heard);
      found.set(subject, {
        said: [...(before?.said ?? []), ...said],
        breaches: [...(before?.breaches ?? []), ...breaches],
        chunks: [...(before?.chunks ?? []), ...chunks],
      });
    },
  };
};

/** As few visits as together load every chunk. */
function coveringVisits(): Subject[] {
  const seen = new Set<string>();
  return [...clean].flatMap(([{ story, view, query }, { chunks }]) => {
    const isOther = stories[story]!.loses !== undefined;
    if (isOther || chunks.every((chunk) => seen.has(nameOf(chunk)))) return [];
    for (const chunk of chunks) seen.add(nameOf(chunk));
    return [{ story, view, query: `planted&${query ?? ''}` }];
  });
}

beforeAll(async () => {
  walk = await startWalk();
  await walk.through(visits, {
    schemeNames: schemes,
    keep: (name, png) => void taken.set(name, png),
    isRight: (name, png) => existsSync(keptFile(name)) && !differenceOf(name, png),
    follow: into(clean),
  });
  await walk.through(coveringVisits(), { follow: into(planted) });
}, 900_000);
afterAll(() => walk.end());

const nameOf = (chunk: string) => chunk.replace(/^.*\//, '').replace(/-.{8}\.js$/, '');

/** Whether a browser or the element says this about an answer that the story is about. */
function isExplained(story: string, line: string): boolean {
  const { handler, parser, loses } = stories[story]!;
  const isFailing = [handler, parser].some(
    (answer) =>
      typeof answer === 'function' || answer?.isCut === true || (answer?.status ?? 200) >= 400,
  );
  const isAboutAnswer = /^(?:Failed to load resource|<private-podcast-subscribe>):/.test(line);
  return (isFailing || loses !== undefined) && isAboutAnswer;
}

/** Writes what was expected, what came and what differs, for someone to look at. */
function write(name: string, pictures: Record<string, Buffer>): void {
  mkdirSync(dirname(`${cache}/${name}`), { recursive: true });
  for (const [what, png] of Object.entries(pictures)) {
    writeFileSync(`${cache}/${name}-${what}.png`, png);
  }
}

describe('stories: pictures', () => {
  it.each(names)('look as they are kept: %s', (name) => {
    const actual = taken.get(name)!;
    expect(existsSync(keptFile(name)), `${keptFile(name)} is not there. ${renew}`).toBe(true);
    const differs = differenceOf(name, actual);
    if (!differs) return;
    write(name, { expected: readFileSync(keptFile(name)), actual, diff: differs.picture });
    const drawnBy = readFileSync(`${kept}/browser.txt`, 'utf8').trim();
    expect.fail(
      `${name}: ${differs.what}. Look at ${cache}/${name}-{expected,actual,diff}.png. ${renew} ` +
        `(${drawnBy} drew what is kept, Chromium ${walk.version} this.)`,
    );
  });

  it('are kept of nothing else', () => {
    const files = readdirSync(kept, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.png'));
    const wanted = names.map((name) => `${name}.png`);
    expect(
      files.filter((file) => !wanted.includes(file)),
      renew,
    ).toEqual([]);
  });
});

describe('PrivatePodcastSubscribe: the policy of a strict page', () => {
  const title = ({ story, view, query }: Subject) =>
    [story, view, query].filter(Boolean).join(', ');

  it.each(visits.map((visit) => [title(visit), visit] as const))(
    'is kept without a word, and without a sideways scroll: %s',
    (_, visit) => {
      const { said, breaches } = clean.get(visit)!;
      expect(breaches).toEqual([]);
      expect(said.filter((line) => !isExplained(visit.story, line))).toEqual([]);
      expect(overflows.get(visit)).toBe(0);
    },
  );

  it('is kept by the reports of the browser', () => {
    expect(walk.reports.filter(({ page }) => !page.includes('planted'))).toEqual([]);
  });

  const built = readdirSync('dist/embed/chunks').map(nameOf);

  it('covers every chunk of the build', () => {
    const loaded = new Set([...clean.values()].flatMap(({ chunks }) => chunks.map(nameOf)));
    expect(built.filter((name) => !loaded.has(name))).toEqual([]);
  });

  it.each(['the page’s listener', 'the reports of the browser'])(
    'is broken by a style attribute in any file of the build, and %s says so',
    (listener) => {
      const files = listener.startsWith('the page')
        ? [...planted.values()].flatMap(({ breaches }) => breaches.map(({ file }) => file))
        : walk.reports.map(({ file }) => file);
      const told = new Set(files.map(nameOf));
      expect([...built, 'private-podcast-subscribe.js'].filter((name) => !told.has(name))).toEqual(
        [],
      );
    },
  );
});
