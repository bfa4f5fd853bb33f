/** Feeds of our own writing, one for each dialect, and what is read from them. */
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

/** The feed's own address, which holds the member's secret. */
const baseUrl = 'https://harbour.example/feeds/3fd0b7-member-secret/show_private.rss';

describe('one fixture for each dialect', () => {
  it.each(names)('%s', (name) => {
    const podcast: unknown = JSON.parse(JSON.stringify(parsePodcast(xmlOf(name), { baseUrl })));
    expect(podcast).toEqual(jsonOf(name));
  });

  it.each(names)('%s is written by the schema', (name) => {
    expect(podcastSchema.parse(jsonOf(name))).toEqual(jsonOf(name));
  });

  it.each(names)('%s gives no secret and no e-mail address away', (name) => {
    expect(JSON.stringify(jsonOf(name))).not.toMatch(
      /member-secret\/show|k3q9|7hsk2-secret\/feed(?!\/archive)|@/,
    );
  });
});
