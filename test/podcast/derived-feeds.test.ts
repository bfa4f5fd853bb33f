/** Real feeds in other encodings, truncated and damaged (`../shared/feeds/derived`). */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../src/podcast.js';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedBytes,
  sharedFeeds,
  sharedRows,
} from '../support/foreign-text/shared-feeds.js';

const rows = hasSharedFeeds ? sharedRows('derived/MANIFEST.tsv') : [];
const related = (...relations: string[]) =>
  rows
    .filter(({ relation = '' }) => relations.includes(relation))
    .map((row) => [row.file!, row] as const);

const read = (name: string, contentType?: string) =>
  parsePodcast(sharedBytes(name), { contentType });

function reference({ reference: name = '' }: Record<string, string>) {
  const derived = new URL(`derived/${name}`, sharedFeeds);
  return read(existsSync(derived) ? `derived/${name}` : `open/${name}`);
}

describeSharedFeeds('parsePodcast: derived feeds', 22, () => {
  it('is tried with known relations only', () => {
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
    'reads %s like its reference',
    (file, row) => {
      expect(read(`derived/${file}`)).toEqual(reference(row));
    },
  );

  it.each(related('http-charset'))('decodes %s by its HTTP header', (file, row) => {
    const [, contentType] = /^content-type: (.+)$/.exec(row.extra ?? '')!;
    expect(read(`derived/${file}`, contentType)).toEqual(reference(row));
    expect(read(`derived/${file}`)).not.toEqual(reference(row));
  });

  it.each(related('prefix'))('reads the episodes before the cut in %s', (file, row) => {
    const { episodes } = read(`derived/${file}`);
    expect(episodes).toHaveLength(Number(row.extra));
    expect(episodes).toEqual(reference(row).episodes.slice(0, episodes.length));
  });

  it.each(related('rejects'))('refuses %s', (file) => {
    expect(() => read(`derived/${file}`)).toThrow(expect.objectContaining({ code: 'bad-feed' }));
  });

  describe('without a reference', () => {
    it('decodes undeclared HTML entities', () => {
      const { title, episodes } = read('derived/apology-line.htmlentities.xml');
      expect(title).toBe('The Apology Line café\u00a0—’');
      expect(episodes[0]?.title).toMatch(/ café\u00a0—’$/);
    });

    it('reads tags in any case', () => {
      expect(read('derived/the-tip-off.upper.xml')).toEqual(read('open/the-tip-off.xml'));
    });

    it('says in the error that a feed is Atom', () => {
      expect(() => read('derived/atom-not-podcast.xml')).toThrow(
        expect.objectContaining({
          code: 'bad-feed',
          message: expect.stringContaining('Atom') as string,
        }),
      );
    });
  });
});
