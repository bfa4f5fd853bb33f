/** The demo's own show: its feed agrees with its files. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../src/podcast.js';

const site = 'http://127.0.0.1:8080';
const folder = new URL('../../demo/show/', import.meta.url);
const media = new URL('media/', folder);
const template = readFileSync(new URL('feed.xml', folder), 'utf8');
const podcast = parsePodcast(template.replaceAll('{{site}}', site));
const { episodes } = podcast;

/** The file behind a URL of the site. */
function fileOf(url: string | undefined): URL {
  expect(url).toMatch(`${site}/media/`);
  return new URL(url!.slice(`${site}/media/`.length), media);
}

/** Seconds of an MPEG-2 Layer III file of one bit rate, from its frames (ISO/IEC 13818-3). */
function secondsOf(mp3: Buffer): number {
  const bitRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
  const [sync, version, rates] = mp3;
  expect([sync, version! & 0b1111_1110]).toEqual([0xff, 0b1111_0010]);
  return (mp3.length * 8) / (bitRates[rates! >> 4]! * 1000);
}

describe("the demo's show", () => {
  it('has two seasons of six, a trailer and a bonus', () => {
    const kinds = episodes.map(({ season, episode, episodeType }) =>
      episodeType === 'full' ? `${season}.${episode}` : `${season} ${episodeType}`,
    );
    expect(kinds).toEqual([
      ...['2 bonus', '2.6', '2.5', '2.4', '2.3', '2.2', '2.1'],
      ...['1.6', '1.5', '1.4', '1.3', '1.2', '1.1', '1 trailer'],
    ]);
    expect(new Set(episodes.map(({ guid }) => guid)).size).toBe(14);
    expect(podcast.totalSeasons).toBe(2);
  });

  it.each(episodes.map((episode) => [episode.title, episode] as const))(
    'gives the length and the duration of the file: %s',
    (_, { url, contentLength, contentType, duration }) => {
      const mp3 = readFileSync(fileOf(url));
      expect(contentType).toBe('audio/mpeg');
      expect(contentLength).toBe(mp3.length);
      expect(duration).toBe(Math.round(secondsOf(mp3)));
    },
  );

  it('has at most 500 kB of audio and 80 kB of cover', () => {
    const bytes = (name: string) => statSync(new URL(name, media)).size;
    const audio = readdirSync(media).filter((name) => name.endsWith('.mp3'));
    expect(audio).toHaveLength(episodes.length);
    expect(audio.map(bytes).reduce((a, b) => a + b)).toBeLessThanOrEqual(500_000);
    expect(bytes('cover.png')).toBeLessThanOrEqual(80_000);
  });

  it('has chapters that lie within their episode, and transcripts that are WebVTT', () => {
    const { chaptersUrl, duration } = episodes.find((episode) => episode.chaptersUrl)!;
    const { chapters } = JSON.parse(readFileSync(fileOf(chaptersUrl), 'utf8')) as {
      chapters: { startTime: number }[];
    };
    expect(chapters).toHaveLength(6);
    for (const { startTime } of chapters) expect(startTime).toBeLessThan(duration!);
    for (const { url } of episodes.flatMap(({ transcripts }) => transcripts)) {
      expect(readFileSync(fileOf(url), 'utf8')).toMatch(/^WEBVTT\n/);
    }
  });
});
