/** What the button says that plays here. */
import { describe, expect, it } from 'vitest';
import type { ShownEpisode } from '../../../src/podcast/shown-podcast.js';
import { listenWords } from '../../../src/components/episodes/listen-words.js';
import { en } from '../../../src/components/language/texts/en.js';
import type { UpNext } from '../../../src/components/player/up-next.js';

const episode = { title: 'Six harbours', duration: 2580 } as ShownEpisode;
const words = (next: UpNext, isConnected = true) =>
  listenWords(next, { texts: en, locale: 'en', isConnected });

describe('listenWords', () => {
  it.each<[UpNext['kind'], number | undefined, string, string]>([
    ['continue', 721, 'Continue', '12 min left'],
    ['continue', 22, 'Continue', '22 sec left'],
    ['continue', undefined, 'Continue', '43 min'],
    ['new', undefined, 'Listen to the new episode', '43 min'],
    ['next', undefined, 'Listen to the next episode', '43 min'],
    ['listen', undefined, 'Listen now', '43 min'],
  ])('says %s with %s seconds left', (kind, left, label, length) => {
    const detail = { title: 'Six harbours', length };
    expect(words({ kind, episode, left })).toEqual({ label, detail, episode });
  });

  it('has one line where the app comes first, and other words only to continue', () => {
    expect(words({ kind: 'continue', episode, left: 721 }, false)).toEqual({
      label: 'Continue · 12 min left',
      episode,
    });
    expect(words({ kind: 'continue', episode }, false)).toEqual({ label: 'Continue', episode });
    expect(words({ kind: 'new', episode }, false)).toEqual({ episode });
  });
});
