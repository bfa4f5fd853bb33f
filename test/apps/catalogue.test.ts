import { describe, expect, it } from 'vitest';
import {
  type App,
  appLink,
  apps,
  appsFor,
  namedApps,
  otherApps,
  readCatalogue,
} from '../../src/apps.js';

const feed = 'https://feeds.example/show.rss?token=a%26b';
const mine = {
  id: 'my-player',
  name: 'My Player',
  platforms: ['ios', 'android'],
  privateFeeds: 'link',
  links: 'myplayer://add?feed={encoded}',
};
const withLink = (links: unknown, more = {}) => [{ ...mine, links, ...more }];
const problem = (catalogue: unknown): string => {
  try {
    readCatalogue(catalogue);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  return '';
};

describe('readCatalogue', () => {
  it('leaves the table alone where the catalogue is empty', () => {
    expect(readCatalogue([]).map(({ id }) => id)).toEqual(apps.map(({ id }) => id));
  });

  it('puts a changed scheme right, and keeps the rest of the row and its place', () => {
    const rows = readCatalogue([{ id: 'overcast', links: 'overcast2://add/{base64url}' }]);
    expect(appLink('overcast', 'https://feeds.example/', 'ios', { rows })).toBe(
      'overcast2://add/aHR0cHM6Ly9mZWVkcy5leGFtcGxlLw',
    );
    expect(rows[1]).toMatchObject({ id: 'overcast', name: 'Overcast', platforms: ['ios'] });
    expect(appsFor('ios', rows)[1]?.id).toBe('overcast');
    expect(appLink('overcast', feed, 'ios')).toMatch(/^overcast:\/\//);
  });

  it('adds an app of the publisher’s own, with its help', () => {
    const rows = readCatalogue([{ ...mine, store: 'https://my.example/', paste: 'More › Add' }]);
    expect(appLink('my-player', feed, 'android', { rows })).toBe(
      `myplayer://add?feed=${encodeURIComponent(feed)}`,
    );
    expect(appsFor('android', rows).map(({ id }) => id)).toContain('my-player');
    expect(rows.at(-1)).toMatchObject({ paste: 'More › Add' });
  });

  it('takes the later of two rows of one app', () => {
    const rows = readCatalogue([mine, { id: 'my-player', name: 'Renamed' }]);
    expect(rows.filter(({ id }) => id === 'my-player')).toMatchObject([
      { name: 'Renamed', links: mine.links },
    ]);
  });

  it('takes an app off the list', () => {
    const rows = readCatalogue([{ id: 'castro', listed: false }]);
    expect(appsFor('ios', rows).map(({ id }) => id)).not.toContain('castro');
  });

  it('shows an app whose link goes to a website only where it is named', () => {
    const rows = readCatalogue(
      withLink('https://bridge.example/add?url={encoded}', { web: true, listed: true }),
    );
    const shown: App[] = [...appsFor('ios', rows), ...otherApps('ios', rows)];
    expect(shown.map(({ id }) => id)).not.toContain('my-player');
    expect(namedApps(['my-player'], rows)).toHaveLength(1);
    expect(appLink('my-player', feed, 'ios', { rows })).toBe(
      `https://bridge.example/add?url=${encodeURIComponent(feed)}`,
    );
    expect(appLink('my-player', "https://feeds.example/member's.rss", 'ios', { rows })).toBe(
      'https://bridge.example/add?url=https%3A%2F%2Ffeeds.example%2Fmember%27s.rss',
    );
  });

  it.each([
    'javascript:alert({url})',
    'JavaScript:{url}',
    ' javascript:{url}',
    'java\tscript:{url}',
    'data:text/html,{encoded}',
    'blob:{url}',
    'vbscript:{url}',
    'file:///{bare}',
    'filesystem:{url}',
    'intent://{bare}',
    'http://{bare}',
    'about:{url}',
    'view-source:{url}',
    'mailto:?body={encoded}',
    '{url}',
    '//{bare}',
    '/add?url={encoded}',
  ])('refuses %j', (template) => {
    expect(problem(withLink(template))).toMatch(/^catalogue\[0\]\.links: .*(scheme|not allowed)/);
    expect(problem(withLink({ ios: template }))).toMatch(/^catalogue\[0\]\.links\.ios: /);
    expect(problem([{ id: 'overcast', links: template }])).toMatch(/^catalogue\[0\]\.links: /);
  });

  it.each([
    ['myplayer://{url}', /rewrite/],
    ['myplayer://add?url={url}', /\{encoded\}/],
    ['myplayer://add#{bare}', /\{encoded\}/],
    ['myplayer://{bare}/add', /last/],
    ['myplayer://add', /must hold one of/],
    ['myplayer://{feed}', /must hold one of/],
    ['myplayer://{bare}{url}', /must hold one of/],
    ['myplayer://ädd/{bare}', /ASCII/],
    ['https://bridge.example/?url={encoded}', /web: true/],
  ])('refuses %j, which would spoil or leak the feed', (template, expected) => {
    expect(problem(withLink(template))).toMatch(expected);
  });

  it('refuses a website whose host is the feed’s', () => {
    expect(problem(withLink('https://{bare}', { web: true }))).toMatch(/host/);
    expect(problem(withLink('https://x@{bare}', { web: true }))).toMatch(/host/);
  });

  it.each([
    [null, 'catalogue must be an array'],
    [{ overcast: {} }, 'catalogue must be an array'],
    [['overcast'], 'catalogue[0]: must be an object'],
    [[mine, null], 'catalogue[1]'],
    [[{}], 'catalogue[0].id'],
    [[{ ...mine, id: 'My Player' }], 'catalogue[0].id'],
    [[{ id: 'new' }], 'catalogue[0].name: must be a text.'],
    [[{ ...mine, name: '' }], 'catalogue[0].name: must not be empty.'],
    [[{ ...mine, name: 'x'.repeat(501) }], 'catalogue[0].name: must be 500 characters at most.'],
    [[{ ...mine, platforms: 'ios' }], 'catalogue[0].platforms: must be an array.'],
    [[{ ...mine, platforms: [] }], 'catalogue[0].platforms: must name a platform.'],
    [
      [{ ...mine, platforms: ['ios', 'palmos'] }],
      'catalogue[0].platforms.1: must be one of ios, android, macos, windows, linux.',
    ],
    [
      [{ ...mine, privateFeeds: 'sure' }],
      'catalogue[0].privateFeeds: must be one of link, lookup, paste, account, public-search.',
    ],
    [[{ ...mine, listed: 'no' }], 'catalogue[0].listed: must be true or false.'],
    [[{ ...mine, confidence: 'D' }], 'catalogue[0].confidence: must be one of A, B, C.'],
    [[{ ...mine, link: 'x:{url}' }], 'catalogue[0].link: is not a field'],
    [[{ ...mine, links: { beos: 'x:{url}' } }], 'catalogue[0].links'],
    [[{ ...mine, store: 'javascript:alert(1)' }], 'catalogue[0].store'],
    [[{ ...mine, store: { ios: 'http://a.example/' } }], 'catalogue[0].store.ios'],
  ])('names the field that is wrong (%#)', (catalogue, where) => {
    expect(problem(catalogue)).toContain(where);
  });
});
