import { describe, expect, it } from 'vitest';
import { apps } from '../../src/apps.js';
import { templateProblem } from '../../src/apps/app-overrides.js';

/** Apps that no longer exist, and must not come back with a copied list. */
const gone = ['google-podcasts', 'stitcher', 'instacast', 'beyondpod', 'radiopublic'];

/** Websites that take a feed URL on behalf of an app: the secret would end up in their log. */
const bridges =
  /antennapod\.org|player\.fm\/|pca\.st|pcasts\.in|podcastaddict\.com|gpodder\.net|subscribeonandroid/;

/** The pattern of a page in the store of a platform. */
function storePage(platform: string): RegExp {
  if (platform === 'ios') return /^https:\/\/apps\.apple\.com\/app\/id\d{9,10}$/;
  if (platform === 'android') {
    return /^https:\/\/play\.google\.com\/store\/apps\/details\?id=\w+(\.\w+)+$/;
  }
  return /^https:\/\/[\w.-]+\/\S*$/;
}

const texts = (value: string | object | undefined): string[] =>
  typeof value === 'object' ? Object.values(value).map(String) : value === undefined ? [] : [value];

describe('apps', () => {
  it('has one row for each id, and none for an app that no longer exists', () => {
    const ids = apps.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => gone.includes(id))).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });

  it.each(apps)(
    'gives the sources of the facts about $id, the day we read them, and how reliable they are',
    (app) => {
      for (const source of app.source!.split('; ')) expect(source).toMatch(/^\S+ ?\S/);
      expect(app.nameSource).toMatch(/https:\/\//);
      expect(app.checked).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(['A', 'B', 'C']).toContain(app.confidence);
      if (app.note !== undefined) expect(app.note).toMatch(/^[A-Z]?.{20,}\.$/);
    },
  );

  it.each(apps)('links $id to its page in a store, if it has one', ({ store, platforms }) => {
    if (store === undefined) return;
    const byPlatform = Object.entries(
      typeof store === 'object' ? store : Object.fromEntries(platforms.map((p) => [p, store])),
    );
    expect(byPlatform.length).toBeGreaterThan(0);
    for (const [platform, url] of byPlatform) expect(url).toMatch(storePage(platform));
  });

  it.each(apps)('describes where to paste in $id by labels of the app', ({ paste }) => {
    if (paste === undefined) return;
    expect(texts(paste).length).toBeGreaterThan(0);
    for (const path of texts(paste)) {
      for (const label of path.split(' › ')) expect(label).toMatch(/^\S.*$/);
    }
  });

  it.each(apps)('names the icon of $id by a slug, if it has one', ({ icon }) => {
    if (icon !== undefined) expect(icon).toMatch(/^[a-z]+$/);
  });

  it.each(apps)(
    'keeps $id to the rules of a publisher’s row',
    ({ links, web, store, platforms }) => {
      for (const template of texts(links)) expect(templateProblem(template, web)).toBeUndefined();
      for (const url of texts(store)) expect(new URL(url).protocol).toBe('https:');
      for (const value of [links, store]) {
        if (typeof value === 'object')
          expect(Object.keys(value).filter((key) => !platforms.some((p) => p === key))).toEqual([]);
      }
    },
  );

  it.each(apps)('has links for $id only if it takes a private feed by link or look-up', (app) => {
    const linked = texts(app.links).some((template) => !template.includes('{spotifyId}'));
    expect(linked).toBe(app.privateFeeds === 'link' || app.privateFeeds === 'lookup');
  });

  it('sends no feed to a website on behalf of an app', () => {
    const templates = apps.flatMap(({ links }) => texts(links));
    expect(templates.length).toBeGreaterThan(15);
    expect(templates.filter((template) => bridges.test(template))).toEqual([]);
  });
});
