import { describe, expect, it } from 'vitest';
import { consumePageUrl } from '../../src/api/consume.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import { secrets } from '../support/operator/operator.js';

const base = 'https://consume.example/page';

describe('consumePageUrl', () => {
  it.each([
    secrets.feedUrl,
    'https://user:pass@feeds.example:8443/a%20b/c+d?x=%26&y=%2F|#end',
    'https://exämple.example/ö/日本?q="\'()',
  ])('keeps a feed URL exactly (%#)', (feedUrl) => {
    const url = new URL(consumePageUrl(base, feedUrl, 'sv'));
    expect(url.origin + url.pathname).toBe(`${base}/sv`);
    expect([...url.searchParams]).toEqual([['rss', feedUrl]]);
  });

  it('tolerates a trailing slash', () => {
    expect(consumePageUrl(`${base}/`, 'https://f.example/', 'sv')).toMatch(`${base}/sv?rss=`);
  });

  it('puts the app into the fragment, which no server sees', () => {
    expect(consumePageUrl(base, 'https://f.example/', 'sv', 'a b#c')).toMatch(/[^#]#a%20b%23c$/);
  });

  it('keeps a query that the base URL has', () => {
    expect(consumePageUrl(`${base}/?site=one`, 'https://f.example/', 'sv', 'castro')).toBe(
      `${base}/sv?site=one&rss=https%3A%2F%2Ff.example%2F#castro`,
    );
  });
});

describe('consumePageUrl: bad input', () => {
  it.each([
    ['config', '/consume', 'https://f.example/', 'sv'],
    ['config', 'javascript:alert(1)', 'https://f.example/', 'sv'],
    ['config', 'http://consume.example', 'https://f.example/', 'sv'],
    ['bad-input', base, 'feed://f.example/', 'sv'],
    ['bad-input', base, 'https://f.example/\ud800', 'sv'],
    ['bad-input', base, 'https://f.example/', '../..'],
    ['bad-input', base, 'https://f.example/', ''],
    ['bad-input', base, 'https://f.example/', 'sv?x'],
    ['bad-input', base, 'https://f.example/', 's'],
    ['bad-input', base, 'https://f.example/', 'abcd'],
    ['bad-input', base, 'https://f.example/', 'sv-'],
    ['bad-input', base, 'https://f.example/', '-sv'],
    ['bad-input', base, 'https://f.example/', 'sv--FI'],
  ])('throws %s for base %j, feed URL %j and locale %j', (code, ...given) => {
    const call = () => consumePageUrl(...given);
    expect(call).toThrow(PrivatePodcastError);
    expect(call).toThrow(expect.objectContaining({ code }));
    expect(call).toThrow(/^The (consume URL|feed URL|locale) is not a valid /);
  });
});
