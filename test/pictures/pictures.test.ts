/** Every story of the gallery looks as it is kept in `kept`: on a phone and a computer, light and dark. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { difference } from './compare.mjs';
import { subjects, takePictures } from './take.mjs';

const kept = 'test/pictures/kept';
const cache = '.cache/pictures';
const renew = 'If that is intended, run `npm run shots -- --accept` and commit the pictures.';

const schemes = ['light', 'dark'];
const names = subjects().flatMap(({ story, view }) =>
  schemes.map((scheme) => `${view}-${scheme}/${story}`),
);

const taken = new Map<string, Buffer>();
let version = '';

const keptFile = (name: string) => `${kept}/${name}.png`;

/** What was found about a picture: it is asked as soon as it is taken, and again at the end. */
const found = new WeakMap<Buffer, ReturnType<typeof difference>>();

function differenceOf(name: string, png: Buffer): ReturnType<typeof difference> {
  if (!found.has(png)) found.set(png, difference(readFileSync(keptFile(name)), png));
  return found.get(png);
}

beforeAll(async () => {
  version = await takePictures(
    subjects(),
    schemes,
    (name, png) => void taken.set(name, png),
    (name, png) => existsSync(keptFile(name)) && !differenceOf(name, png),
  );
}, 900_000);

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
        `(${drawnBy} drew what is kept, Chromium ${version} this.)`,
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
