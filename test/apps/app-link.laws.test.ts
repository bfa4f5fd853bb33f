/** Laws of links: a link holds the feed URL, and each app is offered once, in its place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appLink, appsFor, type App, type Platform } from '../../src/apps.js';
import { appChoice } from '../../src/apps/app-choice.js';
import { fillTemplate } from '../../src/apps/app-link.js';
import { roundTrip } from '../support/laws/round-trip.js';
import { same, spelt } from '../support/laws/same.js';
import { urlSpelling, webUrls } from '../support/laws/spellings/url.js';
import { decoderOf, keepsHttp } from './decoders.js';
import { linkPairs } from './link-cases.js';

const platforms: readonly Platform[] = ['ios', 'android', 'macos', 'windows', 'linux'];
const hrefOf = (text: string) => new URL(text).href;

/** Feed URLs as members have them: any part may hold what URLs and links write with signs. */
const feeds = fc
  .tuple(
    webUrls,
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.stringMatching(/^[a-z&=%+?#:@/|~$'()*]{0,8}$/),
  )
  .map(([url, path, query]) => hrefOf(`${url.split('?')[0]}${encodeURIComponent(path)}?${query}`));

describe('appLink', () => {
  it.each(linkPairs)(
    'hands a feed to $appId on $platform unchanged',
    async ({ appId, platform }) => {
      const { decode, rule } = decoderOf(appId, platform)!;
      const taken = feeds.filter((feed) => keepsHttp.has(rule) || feed.startsWith('https:'));
      await roundTrip(taken, (feed) => appLink(appId, feed, platform) ?? '', decode);
      await same((feed) => appLink(appId, feed, platform) ?? 'none', spelt(webUrls, urlSpelling));
    },
  );
});

describe('fillTemplate', () => {
  it('holds the feed URL in each form (RFC 3986, RFC 4648 §5)', async () => {
    const fill = (form: string) => (feed: string) =>
      (fillTemplate(`x:y?${form}`, feed) ?? '').slice('x:y?'.length);
    await roundTrip(feeds, fill('{encoded}'), decodeURIComponent);
    await roundTrip(feeds, fill('{base64url}'), (text) =>
      Buffer.from(text, 'base64url').toString(),
    );
    await roundTrip(feeds, fill('{url}'), (text) => text);
    await roundTrip(
      feeds.filter((feed) => feed.startsWith('https:')),
      fill('{bare}'),
      (text) => `https://${text}`,
    );
    fc.assert(
      fc.property(
        feeds,
        (feed) =>
          /^[\w%.~!()*-]*$/.test(fill('{encoded}')(feed)) &&
          /^[\w-]*$/.test(fill('{base64url}')(feed)),
      ),
    );
  });
});

/** Tables of apps of every kind. */
const rows: fc.Arbitrary<App[]> = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    name: fc.constant('A'),
    platforms: fc.subarray([...platforms], { minLength: 1 }),
    privateFeeds: fc.constantFrom('link', 'paste', 'account'),
    links: fc.constantFrom(undefined, 'x://{url}', { ios: 'x://{url}' }),
    listed: fc.constantFrom(undefined, true, false),
    preinstalled: fc.constantFrom(undefined, true),
    starter: fc.constantFrom(undefined, true),
    store: fc.constantFrom(undefined, 'https://a.example/'),
  }),
  { selector: ({ id }) => id },
);

describe('appChoice', () => {
  const named: fc.Arbitrary<string[]> = fc.array(fc.constantFrom('a', 'b', 'c', 'x'), {
    maxLength: 4,
  });
  const cases = fc.record({
    rows,
    named,
    preferred: fc.constantFrom(undefined, 'a', 'd'),
    platform: fc.constantFrom(...platforms),
  });

  it('offers each app that takes feeds once, here or elsewhere', () => {
    fc.assert(
      fc.property(cases, ({ rows, named, preferred, platform }) => {
        const { first, here, elsewhere, starter } = appChoice(platform, { rows, named, preferred });
        const shown = [...(first ? [first] : []), ...here, ...elsewhere];
        const feeds = rows.filter(({ privateFeeds }) => privateFeeds !== 'account');
        const picked = feeds.filter(({ id }) => named.includes(id));
        const expected =
          picked.length > 0 ? picked : feeds.filter(({ listed }) => listed !== false);
        expect(new Set(shown)).toEqual(new Set(expected));
        expect(shown).toHaveLength(expected.length);
        const runsHere = (app: App) => app.platforms.includes(platform);
        expect([...(first ? [first] : []), ...here].every(runsHere)).toBe(true);
        expect(elsewhere.some(runsHere)).toBe(false);
        const isPhone = platform === 'ios' || platform === 'android';
        const fitting = shown.filter(runsHere);
        const wanted = fitting.find(({ id }) => id === preferred);
        expect(first?.id).toBe(
          wanted?.id ??
            (isPhone
              ? (picked.length > 0
                  ? picked
                      .filter(runsHere)
                      .sort((a, b) => named.indexOf(a.id) - named.indexOf(b.id))[0]
                  : fitting.find((app) => app.preinstalled)
                )?.id
              : undefined),
        );
        expect(
          starter === undefined ||
            (here.includes(starter) && Boolean(starter.starter && starter.store)),
        ).toBe(true);
        expect(starter !== undefined).toBe(
          !first && picked.length === 0 && here.some((app) => app.starter && app.store),
        );
        if (picked.length > 0) {
          const order = (list: readonly App[]) => list.map(({ id }) => named.indexOf(id));
          for (const list of [here, elsewhere])
            expect(order(list)).toEqual(order(list).sort((a, b) => a - b));
        }
      }),
    );
  });
});

describe('appsFor', () => {
  it('puts apps that a link opens first and accounts last, and else keeps the order', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...platforms), (table, platform) => {
        const before = [...table];
        const kind = (app: App) =>
          app.privateFeeds === 'account'
            ? 2
            : (typeof app.links === 'object' ? app.links[platform] : app.links)
              ? 0
              : 1;
        const listed = table.filter(
          (app) => app.listed !== false && app.platforms.includes(platform),
        );
        const expected = [0, 1, 2].flatMap((rank) => listed.filter((app) => kind(app) === rank));
        expect(appsFor(platform, { rows: table })).toEqual(expected);
        expect(table).toEqual(before);
      }),
    );
  });
});
