/** Which apps a choice begins with on each device. `app-link.laws.test.ts` has its laws. */
import { describe, expect, it } from 'vitest';
import { type App, type Platform, readAppOverrides } from '../../src/apps.js';
import { appChoice } from '../../src/apps/app-choice.js';

const ids = (rows: readonly App[]) => rows.map(({ id }) => id);

describe('appChoice', () => {
  // Apple Podcasts is installed on an iPhone. On a computer the phone comes before any app.
  it.each<[Platform, first: string | undefined, here: string[], starter?: string]>([
    ['ios', 'apple-podcasts', ['overcast', 'pocket-casts', 'castro']],
    ['android', undefined, ['antennapod', 'podcast-addict', 'pocket-casts'], 'antennapod'],
    ['macos', undefined, ['apple-podcasts', 'downcast', 'gpodder']],
    ['windows', undefined, ['gpodder', 'podcast-guru', 'kasts', 'truefans']],
    ['linux', undefined, ['gpodder', 'podcast-guru', 'kasts', 'truefans']],
  ])('on %s puts %s first, then %j', (platform, firstId, next, starterId) => {
    const { first, here, starter } = appChoice(platform);
    expect(first?.id).toBe(firstId);
    expect(ids(here).slice(0, next.length)).toEqual(next);
    expect(starter?.id).toBe(starterId);
  });

  it('puts apps of other devices last, those that a link opens before those that need a paste', () => {
    const { elsewhere } = appChoice('windows');
    expect(ids(elsewhere).slice(0, 3)).toEqual(['apple-podcasts', 'overcast', 'antennapod']);
    expect(ids(elsewhere).at(-1)).toBe('anytimeplayer');
    const common = { name: 'A', platforms: ['ios'], privateFeeds: 'paste' } as const;
    const rows = [
      { ...common, id: 'pasted' },
      { ...common, id: 'linked', links: 'a://{bare}' },
    ];
    expect(ids(appChoice('windows', { rows }).elsewhere)).toEqual(['linked', 'pasted']);
  });

  it.each([[['mistyped']], [['spotify']], [[]]])('shows all apps if %j names none', (named) => {
    expect(appChoice('ios', { named })).toEqual(appChoice('ios'));
  });

  it('follows the publisher’s app overrides', () => {
    const rows = readAppOverrides([
      { id: 'apple-podcasts', listed: false },
      { id: 'antennapod', starter: false },
      {
        id: 'mine',
        name: 'Mine',
        platforms: ['android'],
        privateFeeds: 'link',
        links: { android: 'mine://{bare}' },
        starter: true,
        store: 'https://apps.example/mine',
      },
      { id: 'podverse', starter: true },
    ]);
    expect(appChoice('ios', { rows }).first).toBeUndefined();
    expect(appChoice('android', { rows }).starter?.id).toBe('mine');
    expect(ids(appChoice('windows', { rows }).elsewhere)).toContain('mine');
  });
});
