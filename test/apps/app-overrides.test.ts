import { describe, expect, it } from 'vitest';
import { appLink, apps, appsFor, readAppOverrides, PrivatePodcastError } from '../../src/apps.js';
import { namedApps } from '../../src/apps/app-link.js';

const feed = 'https://feeds.example/show.rss?token=a%26b';
const mine = {
  id: 'my-player',
  name: 'My Player',
  platforms: ['ios', 'android'],
  privateFeeds: 'link',
  links: 'myplayer://add?feed={encoded}',
};
const withLink = (links: unknown, more = {}) => [{ ...mine, links, ...more }];
const problem = (overrides: unknown): string => {
  try {
    readAppOverrides(overrides);
  } catch (error) {
    if (error instanceof PrivatePodcastError && error.code === 'bad-input') return error.message;
    throw error;
  }
  return '';
};

/** Overrides that are refused, and what the message contains. */
const invalid: [overrides: unknown, message: string][] = [
  [null, 'appOverrides must be an array'],
  [['overcast'], 'appOverrides[0]: must be an object'],
  [[mine, null], 'appOverrides[1]'],
  [[{}], 'appOverrides[0].id'],
  [[{ ...mine, id: 'My Player' }], 'appOverrides[0].id: must be kebab-case, like my-player.'],
  [[{ ...mine, id: '-my-player' }], 'appOverrides[0].id: must be kebab-case'],
  [[{ ...mine, id: 7 }], 'appOverrides[0].id: must be a string.'],
  [[{ id: ['overcast'], listed: false }], 'appOverrides[0].id: must be a string.'],
  [[{ id: 'new' }], 'appOverrides[0].name: must be a string.'],
  [[{ ...mine, name: 'x'.repeat(501) }], 'appOverrides[0].name: must have at most 500 characters.'],
  [[{ ...mine, platforms: 'ios' }], 'appOverrides[0].platforms: must be an array.'],
  [[{ ...mine, platforms: [] }], 'appOverrides[0].platforms: must name at least one platform.'],
  [
    [{ ...mine, platforms: ['ios', 'palmos'] }],
    'appOverrides[0].platforms.1: must be one of ios, android, macos, windows, linux.',
  ],
  [
    [{ ...mine, privateFeeds: 'sure' }],
    'appOverrides[0].privateFeeds: must be one of link, lookup, paste, account, public-search.',
  ],
  [[{ ...mine, listed: 'no' }], 'appOverrides[0].listed: must be true or false.'],
  [[{ ...mine, confidence: 'D' }], 'appOverrides[0].confidence: must be one of A, B, C.'],
  [[{ ...mine, link: 'x:{url}', app: 1 }], 'appOverrides[0].link: is not a field of an app.'],
  [[{ ...mine, links: { beos: 'x:{url}' } }], 'appOverrides[0].links.beos: is not a field'],
  [
    [{ ...mine, links: 7 }],
    'appOverrides[0].links: must be a string, or an object with a string for each platform.',
  ],
  [[{ ...mine, store: 'javascript:alert(1)' }], 'appOverrides[0].store'],
  [[{ ...mine, store: { ios: 'http://a.example/' } }], 'appOverrides[0].store.ios'],
  [
    [{ ...mine, store: 'https://a.example:99999/' }],
    'appOverrides[0].store: must be an https URL.',
  ],
];

describe('readAppOverrides', () => {
  it('returns the table unchanged if there are no overrides', () => {
    expect(readAppOverrides([]).map(({ id }) => id)).toEqual(apps.map(({ id }) => id));
  });

  it('changes the scheme of an app, and keeps its other fields and its place', () => {
    const rows = readAppOverrides([{ id: 'overcast', links: 'overcast2://add/{base64url}' }]);
    expect(appLink('overcast', 'https://feeds.example/', 'ios', { rows })).toBe(
      'overcast2://add/aHR0cHM6Ly9mZWVkcy5leGFtcGxlLw',
    );
    expect(rows[1]).toMatchObject({ id: 'overcast', name: 'Overcast', platforms: ['ios'] });
    expect(appsFor('ios', { rows })[1]?.id).toBe('overcast');
    expect(appLink('overcast', feed, 'ios')).toMatch(/^overcast:\/\//);
  });

  it('adds an app of the publisher’s own, with its store page and paste instructions', () => {
    const rows = readAppOverrides([{ ...mine, store: 'https://my.example/', paste: 'More › Add' }]);
    expect(appLink('my-player', feed, 'android', { rows })).toBe(
      `myplayer://add?feed=${encodeURIComponent(feed)}`,
    );
    expect(appsFor('android', { rows }).map(({ id }) => id)).toContain('my-player');
    expect(rows.at(-1)).toMatchObject({ paste: 'More › Add' });
  });

  it('merges into the rows it is given, with their facts', () => {
    const rows = readAppOverrides([{ id: 'overcast', name: 'Mine' }, mine], apps.slice(1, 3));
    expect(rows).toEqual([{ ...apps[1], name: 'Mine' }, apps[2], mine]);
  });

  it('shows an app whose link goes to a website only if the publisher names it', () => {
    const rows = readAppOverrides(
      withLink('https://bridge.example/add?url={encoded}', { web: true, listed: true }),
    );
    expect(appsFor('ios', { rows }).map(({ id }) => id)).not.toContain('my-player');
    expect(namedApps(['my-player'], { rows })).toHaveLength(1);
    expect(appLink('my-player', feed, 'ios', { rows })).toBe(
      `https://bridge.example/add?url=${encodeURIComponent(feed)}`,
    );
    expect(appLink('my-player', "https://feeds.example/member's.rss", 'ios', { rows })).toBe(
      'https://bridge.example/add?url=https%3A%2F%2Ffeeds.example%2Fmember%27s.rss',
    );
  });

  it.each([
    'javascript:alert({url})',
    ' javascript:{url}',
    'java\tscript:{url}',
    '{url}',
    '//{bare}',
    '/add?url={encoded}',
  ])('refuses the link template %j', (template) => {
    expect(problem(withLink(template))).toMatch(/^appOverrides\[0\]\.links: .*scheme/);
    expect(problem(withLink({ ios: template }))).toMatch(/^appOverrides\[0\]\.links\.ios: /);
    expect(problem([{ id: 'overcast', links: template }])).toMatch(/^appOverrides\[0\]\.links: /);
  });

  it.each([
    ['myplayer://{url}', /rewritten/],
    ['myplayer://add?url={url}', /\{encoded\}/],
    ['myplayer://add#{bare}', /\{encoded\}/],
    ['myplayer://{bare}/add', /must end with/],
    ['myplayer://add', /must contain exactly one of/],
    ['myplayer://{feed}', /must contain exactly one of/],
    ['myplayer://{{url}', /must contain exactly one of/],
    ['myplayer://{bare}{url}', /must contain exactly one of/],
    ['myplayer://ädd/{bare}', /ASCII/],
    ['https://bridge.example/?url={encoded}', /web: true/],
  ])('refuses %j, which would spoil or leak the feed', (template, expected) => {
    expect(problem(withLink(template))).toMatch(expected);
  });

  it('refuses a website without a host of its own', () => {
    const template = 'https:{encoded}?from=https://bridge.example/';
    expect(problem(withLink(template, { web: true }))).toMatch(/must name a host of its own/);
  });

  it('refuses a website whose host is the feed’s', () => {
    expect(problem(withLink('https://{bare}', { web: true }))).toMatch(/host/);
    expect(problem(withLink('https://x@{bare}', { web: true }))).toMatch(/host/);
  });

  it.each(invalid.map(([overrides, message]) => [message, overrides] as const))(
    'says "%s"',
    (message, overrides) => {
      expect(problem(overrides)).toContain(message);
    },
  );
});
