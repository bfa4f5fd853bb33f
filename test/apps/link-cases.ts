/** The apps and platforms that have a link, written from the facts, not from the app table. */
import type { Platform } from '../../src/apps.js';

const everywhere = ['ios', 'android', 'macos', 'windows', 'linux'] as const;

export const linkCases: readonly (readonly [appId: string, platforms: readonly Platform[]])[] = [
  ['apple-podcasts', ['ios', 'macos']],
  ['overcast', ['ios']],
  ['antennapod', ['android']],
  ['podcast-addict', ['android']],
  ['pocket-casts', ['ios', 'android']],
  ['castro', ['ios']],
  ['podcast-republic', ['android']],
  ['podkicker', ['android']],
  ['downcast', ['ios', 'macos']],
  ['icatcher', ['ios']],
  ['rssradio', ['ios']],
  ['castamatic', ['ios']],
  ['podcast-guru', ['ios', 'android']],
  ['player-fm', ['ios', 'android']],
  ['gpodder', ['macos', 'windows', 'linux']],
  ['youtube-music', everywhere],
];

export const pasteOnly: readonly string[] = [
  'kasts',
  'podverse',
  'fountain',
  'anytimeplayer',
  'truefans',
  'castbox',
];

/** Every app and platform of {@link linkCases}, one by one. */
export const linkPairs = linkCases.flatMap(([appId, platforms]) =>
  platforms.map((platform) => ({ appId, platform })),
);
