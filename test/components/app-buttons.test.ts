/** Which app buttons stand where on each platform, and where each of them leads. */
import { expect } from '@open-wc/testing';
import { appTable, type App } from '../../src/apps/app-table.js';
import { readAppOverrides } from '../../src/apps/app-overrides.js';
import type { Platform } from '../../src/apps/platform.js';
import {
  appButtons,
  type AppButton,
  type AppButtons,
  type AppButtonsInput,
} from '../../src/components/app-buttons.js';

const feedUrl = 'https://feeds.example/s3cret/show.rss?token=a%2Fb';
const consumeUrl = 'https://operator.example/consume';
const platforms: readonly Platform[] = ['ios', 'android', 'macos', 'windows', 'linux'];

const arrange = (given: Partial<AppButtonsInput> = {}) =>
  appButtons({ feedUrl, language: 'sv', apps: [], platform: 'ios', ...given });
const ids = (buttons: readonly AppButton[]) => buttons.map(({ app }) => app.id);
const laidOut = ({ primary, quiet, more }: AppButtons) => ({
  primary: primary?.app.id,
  quiet: ids(quiet),
  more: ids(more),
});
const every = ({ primary, quiet, more, otherDevices }: AppButtons) => [
  ...(primary ? [primary] : []),
  ...quiet,
  ...more,
  ...otherDevices,
];
const find = (buttons: AppButtons, id: string) => every(buttons).find(({ app }) => app.id === id);

describe('app buttons: the order', () => {
  const desktop = {
    primary: undefined,
    quiet: ['gpodder', 'podcast-guru', 'kasts', 'truefans'],
    more: [],
  };
  const expected = {
    ios: {
      primary: 'apple-podcasts',
      quiet: ['overcast', 'pocket-casts', 'castro', 'downcast'],
      more: [
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
      primary: 'antennapod',
      quiet: ['podcast-addict', 'pocket-casts', 'podcast-republic', 'podkicker'],
      more: ['podcast-guru', 'player-fm', 'podverse', 'fountain', 'anytimeplayer', 'truefans'],
    },
    macos: {
      primary: 'apple-podcasts',
      quiet: ['downcast', 'gpodder', 'podcast-guru', 'truefans'],
      more: [],
    },
    windows: desktop,
    linux: desktop,
  };
  for (const platform of platforms) {
    it(`is that of ${platform}`, () => {
      expect(laidOut(arrange({ platform }))).to.deep.equal(expected[platform]);
    });

    it(`has every listed app that takes feeds just once on ${platform}`, () => {
      const takers = appTable.filter((app) => app.listed !== false && app.id !== 'spotify');
      expect(ids(every(arrange({ platform })))).to.have.members(takers.map(({ id }) => id));
    });

    it(`keeps what does not run on ${platform} under other devices`, () => {
      const { otherDevices } = arrange({ platform });
      expect(otherDevices.length).to.be.greaterThan(0);
      for (const { app } of otherDevices) expect(app.platforms).not.to.include(platform);
    });
  }

  it('has no primary app on a desktop of phone listeners, though more than four run there', () => {
    const added = [1, 2].map((number) => ({
      id: `desk-${number}`,
      name: `Desk ${number}`,
      platforms: ['windows'],
      privateFeeds: 'paste',
    }));
    const buttons = arrange({ platform: 'windows', rows: readAppOverrides(added) });
    expect(laidOut(buttons)).to.deep.equal({ ...desktop, more: ['desk-1', 'desk-2'] });
  });

  it('leaves out an app that takes an account only', () => {
    expect(appTable.map(({ id }) => id)).to.include('spotify');
    for (const platform of platforms) {
      expect(ids(every(arrange({ platform })))).not.to.include('spotify');
      expect(ids(every(arrange({ platform, preferred: 'spotify' })))).not.to.include('spotify');
    }
    const rows = readAppOverrides([{ id: 'overcast', privateFeeds: 'account' }]);
    expect(ids(arrange({ platform: 'macos', rows }).otherDevices)).not.to.include('overcast');
  });
});

describe('app buttons: picked by the publisher', () => {
  it('stand in the order of the pick, without any other', () => {
    const picked = ['castro', 'apple-podcasts', 'overcast'];
    const buttons = arrange({ apps: picked });
    expect(laidOut(buttons)).to.deep.equal({
      primary: 'castro',
      quiet: ['apple-podcasts', 'overcast'],
      more: [],
    });
    expect(buttons.otherDevices).to.deep.equal([]);
  });

  it('may be unlisted ones, and ones of other devices', () => {
    const picked = ['castbox', 'youtube-music', 'antennapod'];
    expect(ids(every(arrange({ apps: picked })))).to.deep.equal(picked);
  });

  it('are passed over where no row has the id', () => {
    expect(ids(every(arrange({ apps: ['no-such-app', 'castro'] })))).to.deep.equal(['castro']);
  });

  it('stand once, though named twice', () => {
    const picked = ['castro', 'castro', 'overcast'];
    expect(ids(every(arrange({ apps: picked })))).to.deep.equal(['castro', 'overcast']);
  });

  it('leave out an app that takes an account only', () => {
    expect(ids(every(arrange({ apps: ['spotify', 'overcast'] })))).to.deep.equal(['overcast']);
  });

  it('give way to the usual ones where none of them can be shown', () => {
    const usual = laidOut(arrange());
    expect(laidOut(arrange({ apps: ['overcst'] }))).to.deep.equal(usual);
    expect(laidOut(arrange({ apps: ['spotify'] }))).to.deep.equal(usual);
  });

  it('go beyond four under more apps', () => {
    const picked = ['truefans', 'fountain', 'podverse', 'player-fm', 'castro', 'overcast'];
    const { quiet, more } = arrange({ apps: picked });
    expect(ids(quiet)).to.deep.equal(picked.slice(1, 5));
    expect(ids(more)).to.deep.equal(['overcast']);
  });

  for (const platform of ['windows', 'linux'] as const) {
    it(`have a primary one on ${platform} too`, () => {
      const { primary } = arrange({ platform, apps: ['overcast', 'gpodder'] });
      expect(primary?.app.id).to.equal('overcast');
    });
  }
});

describe('app buttons: the preferred app', () => {
  for (const platform of platforms) {
    for (const preferred of ['truefans', 'castro', 'podcast-addict']) {
      it(`${preferred} goes first on ${platform}, and stands nowhere else`, () => {
        const plain = arrange({ platform });
        const buttons = arrange({ platform, preferred });
        expect(buttons.primary?.app.id).to.equal(preferred);
        const others = every(plain).filter(({ app }) => app.id !== preferred);
        expect(ids(every(buttons)).slice(1)).to.deep.equal(ids(others));
      });
    }
  }

  it('goes first among the picked ones', () => {
    const picked = ['overcast', 'antennapod', 'castro'];
    expect(ids(every(arrange({ apps: picked, preferred: 'castro' })))).to.deep.equal([
      'castro',
      'overcast',
      'antennapod',
    ]);
  });

  it('changes nothing where the publisher did not pick it, or no row has it', () => {
    const picked = ['overcast', 'castro'];
    expect(ids(every(arrange({ apps: picked, preferred: 'apple-podcasts' })))).to.deep.equal(
      picked,
    );
    const platform = 'linux';
    expect(arrange({ platform, preferred: 'no-such-app' })).to.deep.equal(arrange({ platform }));
  });
});

describe('app buttons: where they lead', () => {
  it('to the consume page with feed, language and app, where there is one', () => {
    const button = find(arrange({ consumeUrl }), 'overcast');
    expect(button?.via).to.equal('consume');
    expect(button?.href).to.equal(`${consumeUrl}/sv?rss=${encodeURIComponent(feedUrl)}#overcast`);
    for (const { via, app, href } of every(arrange({ consumeUrl }))) {
      expect([via, href?.endsWith(`#${app.id}`)]).to.deep.equal(['consume', true]);
    }
  });

  it('to the app itself without a consume page, or with links="direct"', () => {
    for (const given of [{}, { consumeUrl, links: 'direct' }]) {
      const button = find(arrange(given), 'overcast');
      expect(button?.via).to.equal('direct');
      expect(button?.href).to.equal(
        `overcast://x-callback-url/add?url=${encodeURIComponent(feedUrl)}`,
      );
    }
  });

  it('to the consume page with any other value of links', () => {
    expect(arrange({ consumeUrl, links: 'consume' }).primary?.via).to.equal('consume');
  });

  it('as this platform writes the link, else as one that the app runs on does', () => {
    const bare = feedUrl.replace('https://', '');
    const hrefOn = (platform: Platform) => find(arrange({ platform }), 'pocket-casts')?.href;
    expect(hrefOn('ios')).to.equal(`pktc://subscribe/${feedUrl}`);
    expect(hrefOn('android')).to.equal(`pktc://subscribehttps/${bare}`);
    expect(hrefOn('linux')).to.equal(`pktc://subscribe/${feedUrl}`);
  });

  it('nowhere for an app that takes a pasted link only', () => {
    for (const id of ['truefans', 'fountain', 'podverse', 'anytimeplayer']) {
      const button = find(arrange(), id);
      expect(button?.via, id).to.equal('direct');
      expect(button?.href, id).to.equal(undefined);
    }
    expect(find(arrange({ platform: 'macos' }), 'podcast-guru')?.href).to.equal(undefined);
  });

  it('to the consume page for those too, which says how to paste', () => {
    expect(find(arrange({ consumeUrl }), 'truefans')?.href).to.match(/#truefans$/);
  });
});

describe('app buttons: app overrides', () => {
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

  it('changes a row, adds one and takes one from the list', () => {
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
    expect(ids(arrange({ rows, platform: 'linux' }).more)).to.deep.equal(['harbour-player']);
  });

  it('may be picked from and preferred', () => {
    const picked = ['harbour-player', 'castro'];
    expect(ids(every(arrange({ rows, apps: picked })))).to.deep.equal(picked);
    expect(arrange({ rows, preferred: 'harbour-player' }).primary?.app.id).to.equal(
      'harbour-player',
    );
    expect(ids(every(arrange({ apps: picked })))).to.deep.equal(['castro']);
  });
});
