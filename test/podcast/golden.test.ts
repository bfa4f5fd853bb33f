/** One feed of our own for each dialect, and the podcast that is read from it. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePodcast, podcastSchema } from '../../src/podcast.js';

const folder = new URL('fixtures/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.xml'))
  .map((file) => file.slice(0, -4));

const xmlOf = (name: string) => readFileSync(new URL(`${name}.xml`, folder));
const jsonOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

/** The feed's own URL, which contains the member's secret. */
const baseUrl = 'https://harbour.example/feeds/3fd0b7-member-secret/show_private.rss';

describe('parsePodcast: one fixture for each dialect', () => {
  it.each(names)('reads %s', (name) => {
    const podcast: unknown = JSON.parse(JSON.stringify(parsePodcast(xmlOf(name), { baseUrl })));
    expect(podcast).toEqual(jsonOf(name));
  });

  it.each(names)('returns for %s what the schema keeps unchanged', (name) => {
    expect(podcastSchema.parse(jsonOf(name))).toEqual(jsonOf(name));
  });

  it.each(names)('keeps secrets and e-mail addresses out of %s', (name) => {
    expect(JSON.stringify(jsonOf(name))).not.toMatch(
      /member-secret\/show|k3q9|7hsk2-secret\/feed(?!\/archive)|@/,
    );
  });
});
