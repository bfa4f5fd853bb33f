/** The names of episodes on the page hold no secret, and last. */
import { describe, expect, it } from 'vitest';
import { publicGuid } from '../../../src/components/podcast/public-guid.js';

const episode = {
  url: 'https://media.example/12.mp3?token=s3cret',
  title: 'Harbour 12',
  publishDate: '2025-01-13T12:00:00.000Z',
};

describe('publicGuid', () => {
  it('is the GUID of the feed, a URL too', () => {
    for (const guid of ['12', 'https://show.example/?p=12', 'https://media.example/12']) {
      expect(publicGuid({ ...episode, guid })).toBe(guid);
    }
  });

  it('is a hash if the GUID is the URL of the recording', () => {
    const { url } = episode;
    for (const guid of [url, url.replace('https', 'http'), `${url}#2`, `${url}&a=1`]) {
      expect(publicGuid({ ...episode, guid })).toMatch(/^[\da-f]{16}$/);
    }
  });

  it('is the same hash for every member and every link', () => {
    const named = (url: string) => publicGuid({ ...episode, url, guid: url });
    expect(named('https://media.example/renewed/12.mp3?token=other')).toBe(named(episode.url));
  });

  it('is another hash for an episode of another title or day', () => {
    const named = (more: object) => publicGuid({ ...episode, guid: episode.url, ...more });
    const names = [{}, { title: 'Harbour 13' }, { publishDate: undefined }].map(named);
    expect(new Set(names).size).toBe(3);
  });
});
