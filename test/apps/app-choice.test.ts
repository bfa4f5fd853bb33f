import { describe, expect, it } from 'vitest';
import { type App, apps, type Platform, readAppOverrides } from '../../src/apps.js';
import { appChoice, type AppChoice, runsOn } from '../../src/apps/app-choice.js';

const ids = (rows: readonly App[]) => rows.map(({ id }) => id);
const platforms: readonly Platform[] = ['ios', 'android', 'macos', 'windows', 'linux'];

/** Every app that a choice offers, in the order of its lists. */
const offered = ({ first, here, elsewhere }: AppChoice) =>
  [first, ...here, ...elsewhere].filter((app) => !!app);

describe('appChoice', () => {
  it('puts Apple Podcasts first on an iPhone, because it is installed', () => {
    const { first, here, starter, elsewhere } = appChoice('ios');
    expect(first?.id).toBe('apple-podcasts');
    expect(ids(here).slice(0, 3)).toEqual(['overcast', 'pocket-casts', 'castro']);
    expect(starter).toBeUndefined();
    expect(ids(elsewhere)).toContain('antennapod');
  });

  it('offers equals on Android, a free one among them for who has none', () => {
    const { first, here, starter } = appChoice('android');
    expect(first).toBeUndefined();
    expect(ids(here).slice(0, 3)).toEqual(['antennapod', 'podcast-addict', 'pocket-casts']);
    expect(starter?.id).toBe('antennapod');
  });

  it('puts no app first on a computer, where the phone comes first, not even an installed one', () => {
    const { first, here, starter, elsewhere } = appChoice('macos');
    expect(first).toBeUndefined();
    expect(ids(here).slice(0, 3)).toEqual(['apple-podcasts', 'downcast', 'gpodder']);
    expect(starter).toBeUndefined();
    expect(ids(elsewhere).slice(0, 3)).toEqual(['overcast', 'antennapod', 'podcast-addict']);
  });

  it.each(['windows', 'linux'] as const)('offers the computer’s apps on %s', (platform) => {
    const { first, here, starter, elsewhere } = appChoice(platform);
    expect(first).toBeUndefined();
    expect(ids(here)).toEqual(['gpodder', 'podcast-guru', 'kasts', 'truefans']);
    expect(starter).toBeUndefined();
    expect(ids(elsewhere).slice(0, 3)).toEqual(['apple-podcasts', 'overcast', 'antennapod']);
    // An app that a link opens goes before those that need the feed URL pasted.
    expect(ids(elsewhere).at(-1)).toBe('anytimeplayer');
  });

  describe.each(platforms)('on %s', (platform) => {
    it.each([undefined, 'overcast', 'antennapod', 'gpodder'])(
      'offers every listed app once, with %s preferred',
      (preferred) => {
        const feedApps = apps.filter(
          (app) => app.listed !== false && app.privateFeeds !== 'account',
        );
        const all = offered(appChoice(platform, { preferred }));
        expect(ids(all).sort()).toEqual(ids(feedApps).sort());
      },
    );

    it('puts a preferred app first if it runs there, and has no other suggestion then', () => {
      for (const app of apps.filter(({ listed }) => listed !== false)) {
        const { first, starter } = appChoice(platform, { preferred: app.id });
        if (app.privateFeeds === 'account' || !runsOn(app, platform)) {
          expect(first, app.id).toBe(appChoice(platform).first);
        } else {
          expect(first?.id).toBe(app.id);
          expect(starter).toBeUndefined();
        }
      }
    });

    it('never puts an app first that does not run there', () => {
      for (const named of [[], ['overcast', 'antennapod'], ['antennapod', 'gpodder', 'overcast']]) {
        for (const preferred of [undefined, 'overcast', 'antennapod', 'gpodder']) {
          const { first } = appChoice(platform, { named, preferred });
          expect(first === undefined || runsOn(first, platform)).toBe(true);
        }
      }
    });
  });

  it('offers the apps that the publisher names in that order, unlisted ones too', () => {
    const named = ['castbox', 'overcast', 'castbox', 'nobody', 'castro', 'antennapod'];
    const ios = appChoice('ios', { named });
    expect(ios.first?.id).toBe('castbox');
    expect(ids(offered(ios))).toEqual(['castbox', 'overcast', 'castro', 'antennapod']);
    const windows = appChoice('windows', { named });
    expect(windows.first).toBeUndefined();
    expect(windows.here).toEqual([]);
    expect(ids(windows.elsewhere)).toEqual(['castbox', 'overcast', 'castro', 'antennapod']);
  });

  it('puts the first named app that runs here first, or the preferred one of the named', () => {
    const named = ['overcast', 'podcast-addict', 'antennapod'];
    expect(appChoice('android', { named }).first?.id).toBe('podcast-addict');
    const { first, here, elsewhere } = appChoice('android', { named, preferred: 'antennapod' });
    expect(first?.id).toBe('antennapod');
    expect(ids(here)).toEqual(['podcast-addict']);
    expect(ids(elsewhere)).toEqual(['overcast']);
    expect(appChoice('android', { named, preferred: 'podkicker' }).first?.id).toBe(
      'podcast-addict',
    );
    expect(appChoice('android', { named, preferred: 'overcast' }).first?.id).toBe('podcast-addict');
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
