/** The same real feeds in other encodings, cut off and damaged (`../shared/feeds/derived`). */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../src/podcast.js';
import { hasSharedFeeds, sharedBytes, sharedRows, withSharedFeeds } from './shared-feeds.js';

const rows = hasSharedFeeds ? sharedRows('derived/MANIFEST.tsv') : [];
const related = (...relations: string[]) =>
  rows
    .filter(({ relation = '' }) => relations.includes(relation))
    .map((row) => [row.file!, row] as const);

const read = (name: string, contentType?: string) =>
  parsePodcast(sharedBytes(name), { contentType });

function reference({ reference: name = '' }: Record<string, string>) {
  const derived = new URL(`../../../shared/feeds/derived/${name}`, import.meta.url);
  return read(existsSync(derived) ? `derived/${name}` : `open/${name}`);
}

describe.skipIf(!hasSharedFeeds)(withSharedFeeds('derived feeds'), () => {
  it('knows every relation', () => {
    const known = [
      'same',
      'http-charset',
      'prefix',
      'same-ignoring-control-chars',
      'note',
      'rejects',
    ];
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ relation = '' }) => !known.includes(relation))).toEqual([]);
  });

  it.each(related('same', 'same-ignoring-control-chars'))(
    '%s reads as its reference',
    (file, row) => {
      expect(read(`derived/${file}`)).toEqual(reference(row));
    },
  );

  it.each(related('http-charset'))('%s is decoded by its HTTP header', (file, row) => {
    const [, contentType] = /^content-type: (.+)$/.exec(row.extra ?? '')!;
    expect(read(`derived/${file}`, contentType)).toEqual(reference(row));
    expect(read(`derived/${file}`)).not.toEqual(reference(row));
  });

  it.each(related('prefix'))('%s gives what came before the cut', (file, row) => {
    const { episodes } = read(`derived/${file}`);
    expect(episodes).toHaveLength(Number(row.extra));
    expect(episodes).toEqual(reference(row).episodes.slice(0, episodes.length));
  });

  it.each(related('rejects'))('%s is no podcast', (file) => {
    expect(() => read(`derived/${file}`)).toThrow(expect.objectContaining({ code: 'bad-feed' }));
  });

  describe('left to us', () => {
    it('decodes HTML entities that no one declared', () => {
      const { title, episodes } = read('derived/apology-line.htmlentities.xml');
      expect(title).toBe('The Apology Line café\u00a0—’');
      expect(episodes[0]?.title).toMatch(/ café\u00a0—’$/);
    });

    it('reads tags in any case', () => {
      expect(read('derived/the-tip-off.upper.xml')).toEqual(read('open/the-tip-off.xml'));
    });

    it('says of an Atom feed that it is one', () => {
      expect(() => read('derived/atom-not-podcast.xml')).toThrow(
        expect.objectContaining({
          code: 'bad-feed',
          message: expect.stringContaining('Atom') as string,
        }),
      );
    });
  });
});
