/**
 * The proof in browsers: by the rule of each app, what the browser's own `a.href` holds gives the
 * exact feed URL back. "Exact" is the URL as this browser itself would request it.
 *
 * @engines links
 */
import { expect } from '@open-wc/testing';
import { type App, appLink, apps } from '../../src/apps.js';
import { awkwardFeeds, plainHttpFeeds } from './awkward-feeds.js';
import { decoderOf, keepsHttp } from './decoders.js';
import { linkPairs } from './link-cases.js';

/** The target of a link in a page: set as an attribute, read as the browser understands it. */
function followed(link: string): string {
  const anchor = document.createElement('a');
  anchor.setAttribute('href', link);
  return anchor.href;
}

/** The URL that a browser would request. */
const exact = (feedUrl: string) => new URL(feedUrl).href;

describe('appLink: in this browser', () => {
  for (const { appId, platform } of linkPairs) {
    it(`hands every awkward feed to ${appId} on ${platform} unchanged`, () => {
      const { decode, rule } = decoderOf(appId, platform)!;
      for (const [what, feedUrl] of Object.entries(awkwardFeeds)) {
        const link = appLink(appId, feedUrl, platform);
        expect(link, `${what}: a link`).to.be.a('string');
        expect(decode(followed(link!)), what).to.equal(exact(feedUrl));
      }
      for (const feedUrl of plainHttpFeeds) {
        const link = appLink(appId, feedUrl, platform);
        if (keepsHttp.has(rule)) expect(decode(followed(link!))).to.equal(exact(feedUrl));
        else expect(link, 'a link that would change the scheme').to.equal(undefined);
      }
    });
  }

  it('returns a link for the tested apps and platforms only', () => {
    const offered = apps.flatMap(({ id, platforms }) =>
      platforms
        .filter((platform) => appLink(id, 'https://feeds.example/', platform))
        .map((platform) => ({ appId: id, platform })),
    );
    expect(offered).to.have.deep.members(linkPairs);
  });

  it('returns undefined for a template that this browser rewrites', () => {
    const spoiled: App = {
      id: 'spoiled',
      name: 'Spoiled',
      platforms: ['ios'],
      privateFeeds: 'link',
      links: 'spoiled://{url}',
    };
    expect(followed('spoiled://https://feeds.example/')).to.equal(
      'spoiled://https//feeds.example/',
    );
    expect(appLink('spoiled', 'https://feeds.example/', 'ios', { rows: [spoiled] })).to.equal(
      undefined,
    );
  });
});
