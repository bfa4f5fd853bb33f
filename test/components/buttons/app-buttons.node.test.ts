/** The app buttons of each platform: their order, and the URL of each. */
import { describe, expect, it } from 'vitest';
import { appTable, type App } from '../../../src/apps/app-table.js';
import { readAppOverrides } from '../../../src/apps/app-overrides.js';
import type { Platform } from '../../../src/apps/platform.js';
import {
  appButtons,
  type AppButton,
  type AppButtons,
  type AppButtonsInput,
} from '../../../src/components/buttons/app-buttons.js';

const feedUrl = 'https://feeds.example/s3cret/show.rss?token=a%2Fb';
const consumeUrl = 'https://operator.example/consume';
const platforms: readonly Platform[] = ['ios', 'android', 'macos', 'windows', 'linux'];

const arrange = (given: Partial<AppButtonsInput> = {}) =>
  appButtons({ feedUrl, language: 'sv', apps: [], platform: 'ios', ...given });
const ids = (buttons: readonly AppButton[]) => buttons.map(({ app }) => app.id);
const laidOut = ({ layout, primary, tiles, starter, more }: AppButtons) => ({
  layout,
  primary: primary?.app.id,
  tiles: ids(tiles),
  starter: starter?.id,
  more: ids(more),
});
const every = ({ primary, tiles, more, elsewhere }: AppButtons) => [
  ...(primary ? [primary] : []),
  ...tiles,
  ...more,
  ...elsewhere,
];
const find = (buttons: AppButtons, id: string) => every(buttons).find(({ app }) => app.id === id);

describe('appButtons: order', () => {
  const desktop = {
    layout: 'computer',
    primary: undefined,
    tiles: ['gpodder', 'podcast-guru', 'kasts'],
    starter: undefined,
    more: ['truefans'],
  };
  const quiet = { ...desktop, tiles: [], more: [...desktop.tiles, ...desktop.more] };
  const expected = {
    ios: {
      layout: 'primary',
      primary: 'apple-podcasts',
      tiles: ['overcast', 'pocket-casts', 'castro'],
      starter: undefined,
      more: [
        'downcast',
        'icatcher',
        'rssradio',
        'castamatic',
        'podcast-guru',
        'player-fm',
        'podverse',
        'fountain',
        'anytimeplayer',
        'truefans',
      ],
    },
    android: {
      layout: 'equals',
      primary: undefined,
      tiles: [
        'antennapod',
        'podcast-addict',
        'pocket-casts',
        'podcast-republic',
        'podkicker',
        'podcast-guru',
        'player-fm',
      ],
      starter: 'antennapod',
      more: ['podverse', 'fountain', 'anytimeplayer', 'truefans'],
    },
    macos: {
      ...desktop,
      tiles: ['apple-podcasts', 'downcast', 'gpodder'],
      more: ['podcast-guru', 'truefans'],
    },
    windows: quiet,
    linux: desktop,
  };
  for (const platform of platforms) {
    it(`has the order of ${platform}`, () => {
      expect(laidOut(arrange({ platform }))).to.deep.equal(expected[platform]);
    });

    it(`has every listed app that takes feeds just once on ${platform}`, () => {
      const takers = appTable.filter((app) => app.listed !== false && app.id !== 'spotify');
      expect(ids(every(arrange({ platform })))).to.have.members(takers.map(({ id }) => id));
    });

    it(`opens no app that does not run on ${platform}: its button leads to the phone`, () => {
      for (const given of [{}, { consumeUrl }, { apps: ['overcast', 'antennapod', 'gpodder'] }]) {
        for (const { app, href, via } of every(arrange({ platform, ...given }))) {
          const isHere = app.platforms.includes(platform);
          expect(via === 'phone', app.id).to.equal(!isHere);
          if (!isHere) expect(href).to.equal(undefined);
        }
      }
    });

    it(`puts no app first on ${platform} that does not run there`, () => {
      const preferred = platform === 'ios' ? 'antennapod' : 'overcast';
      expect(arrange({ platform, preferred })).to.deep.equal(arrange({ platform }));
      expect(arrange({ platform, oneApp: preferred })).to.deep.equal(arrange({ platform }));
    });
  }

  it('shows one app alone if the page is for it, and has the others in the sheet', () => {
    const { layout, primary, tiles, more } = arrange({ oneApp: 'castro' });
    expect([layout, primary?.app.id, tiles]).to.deep.equal(['one', 'castro', []]);
    expect(ids(more)).to.include.members(['apple-podcasts', 'overcast']);
  });

  it('leaves out an app that takes only an account', () => {
    expect(appTable.map(({ id }) => id)).to.include('spotify');
    for (const platform of platforms) {
      expect(ids(every(arrange({ platform })))).not.to.include('spotify');
      expect(ids(every(arrange({ platform, preferred: 'spotify' })))).not.to.include('spotify');
    }
    const rows = readAppOverrides([{ id: 'overcast', privateFeeds: 'account' }]);
    expect(ids(every(arrange({ platform: 'macos', rows })))).not.to.include('overcast');
  });
});

describe('appButtons: picked by the publisher', () => {
  it.each([
    ['in the order of the pick', ['castro', 'apple-podcasts', 'overcast'], 'as picked'],
    [
      'unlisted ones, and those of other devices',
      ['castbox', 'youtube-music', 'antennapod'],
      'as picked',
    ],
    ['without an id that no row has', ['no-such-app', 'castro'], ['castro']],
    ['once, though named twice', ['castro', 'castro', 'overcast'], ['castro', 'overcast']],
    ['without one that takes only an account', ['spotify', 'overcast'], ['overcast']],
    ['the usual ones if there is none of the picked', ['overcst'], ids(every(arrange()))],
    ['the usual ones if the picked takes only an account', ['spotify'], ids(every(arrange()))],
  ])('are %s', (_, picked, expected) => {
    const shown = arrange({ apps: picked });
    expect(ids(every(shown))).to.deep.equal(expected === 'as picked' ? picked : expected);
    expect(shown.primary?.app.id).to.equal(ids(every(shown))[0]);
  });

  it('has picked apps beyond four in the sheet', () => {
    const picked = ['truefans', 'fountain', 'podverse', 'player-fm', 'castro', 'overcast'];
    const { primary, tiles, more } = arrange({ apps: picked });
    expect([primary?.app.id, ...ids(tiles)]).to.deep.equal(picked.slice(0, 4));
    expect(ids(more)).to.deep.equal(['castro', 'overcast']);
  });

  it('puts the phone first on a computer, whatever is picked', () => {
    const buttons = arrange({ platform: 'windows', apps: ['overcast', 'gpodder'] });
    expect(laidOut(buttons)).to.include({ layout: 'computer', primary: undefined });
    expect([ids(buttons.tiles), ids(buttons.elsewhere)]).to.deep.equal([['gpodder'], ['overcast']]);
  });
});

describe('appButtons: the preferred app', () => {
  for (const platform of platforms) {
    it(`comes first on ${platform}, and only once`, () => {
      for (const app of appTable.filter(({ platforms: its }) => its.includes(platform))) {
        if (app.privateFeeds === 'account' || app.listed === false) continue;
        const buttons = arrange({ platform, preferred: app.id });
        expect(buttons.primary?.app.id).to.equal(app.id);
        const others = ids(every(arrange({ platform }))).filter((id) => id !== app.id);
        expect(ids(every(buttons)).slice(1)).to.have.members(others);
      }
    });
  }

  it('comes first among the picked apps', () => {
    const picked = ['overcast', 'antennapod', 'castro'];
    expect(ids(every(arrange({ apps: picked, preferred: 'castro' })))).to.deep.equal([
      'castro',
      'overcast',
      'antennapod',
    ]);
  });

  it('changes nothing if the publisher did not pick it, or no row has it', () => {
    const picked = ['overcast', 'castro'];
    expect(ids(every(arrange({ apps: picked, preferred: 'apple-podcasts' })))).to.deep.equal(
      picked,
    );
    const platform = 'linux';
    expect(arrange({ platform, preferred: 'no-such-app' })).to.deep.equal(arrange({ platform }));
  });
});

describe('appButtons: links', () => {
  it('lead to the consume page with feed, language and app, if there is one', () => {
    const button = find(arrange({ consumeUrl }), 'overcast');
    expect(button?.via).to.equal('consume');
    expect(button?.href).to.equal(`${consumeUrl}/sv?rss=${encodeURIComponent(feedUrl)}#overcast~`);
    for (const { via, app, href } of every(arrange({ consumeUrl }))) {
      if (via !== 'phone') {
        expect([via, href?.endsWith(`#${app.id}~`)]).to.deep.equal(['consume', true]);
      }
    }
  });

  it('lead to the app itself without a consume page, or with links="direct"', () => {
    for (const given of [{}, { consumeUrl, links: 'direct' }]) {
      const button = find(arrange(given), 'overcast');
      expect(button?.via).to.equal('direct');
      expect(button?.href).to.equal(
        `overcast://x-callback-url/add?url=${encodeURIComponent(feedUrl)}`,
      );
    }
  });

  it('lead to the consume page with any other value of links', () => {
    expect(arrange({ consumeUrl, links: 'consume' }).primary?.via).to.equal('consume');
  });

  it('have the form of this platform', () => {
    const bare = feedUrl.replace('https://', '');
    const hrefOn = (platform: Platform) => find(arrange({ platform }), 'pocket-casts')?.href;
    expect(hrefOn('ios')).to.equal(`pktc://subscribe/${feedUrl}`);
    expect(hrefOn('android')).to.equal(`pktc://subscribehttps/${bare}`);
    expect(hrefOn('linux')).to.equal(undefined);
  });

  it('are absent for an app that takes only a pasted link', () => {
    for (const id of ['truefans', 'fountain', 'podverse', 'anytimeplayer']) {
      const button = find(arrange(), id);
      expect(button?.via, id).to.equal('copy');
      expect(button?.href, id).to.equal(undefined);
    }
    expect(find(arrange({ platform: 'macos' }), 'podcast-guru')?.href).to.equal(undefined);
  });

  it('lead to the consume page for those too, which says how to paste', () => {
    expect(find(arrange({ consumeUrl }), 'truefans')?.href).to.match(/#truefans~$/);
  });
});

describe('appButtons: app overrides', () => {
  const rows: readonly App[] = readAppOverrides([
    { id: 'overcast', name: 'Overcast II', links: 'overcast2://{bare}' },
    { id: 'castro', listed: false },
    {
      id: 'harbour-player',
      name: 'Harbour Player',
      platforms: ['ios', 'linux'],
      privateFeeds: 'link',
      links: { ios: 'harbour:{url}' },
    },
  ]);

  it('changes a row, adds one and removes one from the list', () => {
    const buttons = arrange({ rows });
    const overcast = find(buttons, 'overcast');
    expect(overcast?.app.name).to.equal('Overcast II');
    expect(overcast?.href).to.equal(feedUrl.replace('https:', 'overcast2:'));
    expect(find(buttons, 'harbour-player')?.href).to.equal(`harbour:${feedUrl}`);
    expect(find(buttons, 'castro')).to.equal(undefined);
    expect(find(arrange(), 'castro')).not.to.equal(undefined);
  });

  it('puts a new app with a link before those that are pasted, and after them without', () => {
    const onPhone = ids(every(arrange({ rows })));
    expect(onPhone.indexOf('harbour-player')).to.equal(onPhone.indexOf('podverse') - 1);
    const { tiles, more } = arrange({ rows, platform: 'linux' });
    expect(ids([...tiles, ...more]).at(-1)).to.equal('harbour-player');
  });

  it('accepts an added app as picked or preferred', () => {
    const picked = ['harbour-player', 'castro'];
    expect(ids(every(arrange({ rows, apps: picked })))).to.deep.equal(picked);
    expect(arrange({ rows, preferred: 'harbour-player' }).primary?.app.id).to.equal(
      'harbour-player',
    );
    expect(ids(every(arrange({ apps: picked })))).to.deep.equal(['castro']);
  });
});

describe('appButtons: who is connected', () => {
  const fetched = (app: string | undefined, daysAgo = 0) => ({
    app,
    name: 'Any',
    lastFetchedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
  });
  const overcast = fetched('overcast');
  const castro = fetched('castro');
  const first = (given: Partial<AppButtonsInput>) => {
    const { isConnected, primary, tiles } = arrange(given);
    return [isConnected, primary?.app.id, tiles.length];
  };

  it.each<[what: string, given: Partial<AppButtonsInput>, expected: unknown[]]>([
    ['the app that is connected', { connected: [overcast] }, [true, 'overcast', 0]],
    ['the one that fetched last', { connected: [castro, overcast] }, [true, 'castro', 0]],
    [
      'of two, the one that was chosen here',
      { connected: [castro, overcast], chosen: 'overcast' },
      [true, 'overcast', 0],
    ],
    [
      'the connected one before one that was only chosen here',
      { connected: [overcast], chosen: 'castro' },
      [true, 'overcast', 0],
    ],
    [
      'the one that the page prefers before all',
      { connected: [overcast], preferred: 'castro' },
      [true, 'castro', 0],
    ],
    [
      'the chosen one where none is connected',
      { connected: [], chosen: 'castro' },
      [false, 'castro', 3],
    ],
    ['the chosen one where nothing is known', { chosen: 'castro' }, [false, 'castro', 3]],
    [
      'the chosen one beside an app of another device',
      { connected: [fetched('antennapod')], chosen: 'castro' },
      [false, 'castro', 3],
    ],
    [
      'no app that the publisher does not offer',
      { connected: [overcast], apps: ['castro', 'apple-podcasts'] },
      [false, 'castro', 1],
    ],
    [
      'the device’s own after a month',
      { connected: [fetched('overcast', 31)] },
      [false, 'apple-podcasts', 3],
    ],
    ['the app up to a month', { connected: [fetched('overcast', 29)] }, [true, 'overcast', 0]],
    [
      'the device’s own beside an app that has no row',
      { connected: [fetched(undefined)] },
      [false, 'apple-podcasts', 3],
    ],
    [
      'one app alone on the page for it',
      { connected: [overcast], oneApp: 'castro' },
      [false, 'castro', 0],
    ],
  ])('meets %s first on a phone', (_, given, expected) => {
    expect(first(given)).to.deep.equal(expected);
  });

  it('meets no question on Android', () => {
    const { layout, starter, more } = arrange({
      platform: 'android',
      connected: [fetched('pocket-casts')],
    });
    expect([layout, starter]).to.deep.equal(['primary', undefined]);
    expect(ids(more)[0]).to.equal('antennapod');
  });

  it('goes on listening on a computer, wherever the app is', () => {
    for (const app of ['overcast', undefined]) {
      const { layout, isConnected, primary } = arrange({
        platform: 'windows',
        connected: [fetched(app)],
      });
      expect([layout, isConnected, primary]).to.deep.equal(['computer', true, undefined]);
    }
  });
});
