import { describe, expect, it } from 'vitest';
import { renderFeed } from '../../../../src/service/feeds/rewrite/render-feed.js';

const url = 'https://media.example/1.mp3';
const feed = (guid: string) =>
  `<rss version="2.0"><channel><item>${guid}<enclosure url="${url}"/></item></channel></rss>`;
const guidsOf = (xml: string) => xml.match(/<guid[^]*?<\/guid>/g);

describe('markGuids', () => {
  it.each([
    ['has no mark', `<guid>${url}</guid>`],
    ['is a permanent link', `<guid isPermaLink="true">${url}</guid>`],
    ['is marked in other letters', `<guid ispermalink='TRUE'>${url}</guid>`],
    ['is none already', `<guid isPermaLink="false">${url}</guid>`],
    ['is in CDATA', `<guid\n><![CDATA[${url}]]></guid>`],
  ])('says that what replaces a GUID is no URL, if that %s', (_what, guid) => {
    const [replaced = ''] = guidsOf(renderFeed(feed(guid), { signed: true }).xml) ?? [];
    expect(replaced).not.toContain('media.example');
    expect(replaced).toMatch(/^<guid\s+isPermaLink="false"\s*>/i);
  });

  it('marks a GUID that named the show’s own feed', () => {
    const own = 'https://show.example/feed';
    const { xml } = renderFeed(feed(`<guid>${own}#1</guid>`), { source: own });
    expect(guidsOf(xml)).toEqual([expect.stringMatching(/^<guid isPermaLink="false">[\da-f]+</)]);
  });

  it.each([
    ['<guid>one</guid>', '<guid isPermaLink="false">one</guid>'],
    ['<guid isPermaLink="true">one</guid>', '<guid isPermaLink="false">one</guid>'],
    ['<guid>urn:uuid:1</guid>', '<guid isPermaLink="false">urn:uuid:1</guid>'],
  ])('says of %s that it is no URL', (guid, marked) => {
    expect(guidsOf(renderFeed(feed(guid)).xml)).toEqual([marked]);
  });

  it.each(['<guid>https://show.example/1</guid>', '<guid isPermaLink="false">one</guid>'])(
    'leaves another GUID as it is: %s',
    (guid) => {
      expect(guidsOf(renderFeed(feed(guid), { signed: true }).xml)).toEqual([guid]);
    },
  );
});

describe('addGuids', () => {
  it('gives an episode without a GUID one that stays, signed or not', () => {
    const [open] = guidsOf(renderFeed(feed('')).xml) ?? [];
    expect(open).toMatch(/^<guid isPermaLink="false">[\w-]{43}<\/guid>$/);
    expect(guidsOf(renderFeed(feed(''), { signed: true }).xml)).toEqual([open]);
  });

  it('gives one to an episode whose GUID is empty', () => {
    const { xml } = renderFeed(feed('<guid isPermaLink="false"> </guid>'));
    expect(guidsOf(xml)?.at(-1)).toMatch(/^<guid isPermaLink="false">[\w-]{43}<\/guid>$/);
  });

  it('takes the recording that the parser takes, and not what else is enclosed', () => {
    const other =
      '<enclosure url="https://media.example/1.torrent" type="application/x-bittorrent"/>';
    const [alone] = guidsOf(renderFeed(feed('')).xml) ?? [];
    expect(guidsOf(renderFeed(feed(other)).xml)).toEqual([alone]);
    const source = '<podcast:source uri="https://media.example/1.opus"/>';
    expect(guidsOf(renderFeed(feed(source)).xml)).toEqual([alone]);
  });

  it('leaves an episode without a recording as it is', () => {
    const xml = '<rss version="2.0"><channel><item><title>Text</title></item></channel></rss>';
    expect(guidsOf(renderFeed(xml).xml)).toBeNull();
  });
});
