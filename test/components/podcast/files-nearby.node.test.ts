/** A feed of the web leads no browser to ports of its own machine. */
import { describe, expect, it } from 'vitest';
import { leaveNearbyFiles } from '../../../src/components/podcast/files-nearby.js';
import type { ShownEpisode } from '../../../src/podcast/shown-podcast.js';

const elsewhere = [
  ...['https://media.example/c', 'https://localhost.example/c', 'http://127.0.0.1.example/c'],
  ...['https://192.0.2.1/c', 'https://xn--bcher-kva.example:8443', 'https://[2001:db8::1]/c'],
];

/** The file, as chapters and as transcript beside another, after the rule. */
function kept(url: string, feedUrl: string, page: string): (string | undefined)[] {
  const transcripts = ['https://media.example/t', url].map((url) => ({ url }));
  const episode = { chaptersUrl: url, transcripts } as ShownEpisode;
  leaveNearbyFiles(episode, feedUrl, page);
  return [episode.chaptersUrl, ...episode.transcripts.map(({ url }) => url).slice(1)];
}

describe('leaveNearbyFiles', () => {
  it.each([
    ...['http://localhost:9/c', 'https://localhost./c', 'http://a.LOCALHOST/c', 'http://127.1/c'],
    ...['https://2130706433/c', 'https://0x7f.1:8443/c', 'https://[::1]/c', 'https://0/c'],
    ...['https://[::ffff:127.0.0.1]/c', 'https://127.0.0.1./c', 'https://[::]/c'],
    ...['https://①②⑦.0.0.1/c', 'https://127%2e0.0.1/c', 'HTTPS:\\\\127.0.0.1/c'],
  ])('takes %s out, unless the feed or the page is there too', (url) => {
    for (const feed of elsewhere)
      for (const page of elsewhere) expect(kept(url, feed, page)).toEqual([undefined]);
    const [there] = elsewhere as [string];
    expect(kept(url, 'http://127.0.0.1:9/feed', there)).toEqual([url, url]);
    expect(kept(url, there, 'http://demo.localhost:8080/')).toEqual([url, url]);
  });

  it.each(elsewhere)('leaves %s', (url) => {
    expect(kept(url, 'https://feeds.example/f', 'https://publisher.example/')).toEqual([url, url]);
  });
});
