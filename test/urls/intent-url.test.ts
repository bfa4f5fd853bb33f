import { describe, expect, it } from 'vitest';
import { intentUrl } from '../../src/urls/intent-url.js';

const intent = (scheme: string) =>
  `#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;

describe('intentUrl', () => {
  it('opens this page in the browser, with path, port and query, without its fragment', () => {
    expect(intentUrl('https://news.example:8443/a%20b/podcast?show=2&q=a;b#top')).toBe(
      `intent://news.example:8443/a%20b/podcast?show=2&q=a;b${intent('https')}`,
    );
  });

  it.each([
    [
      'a feed URL',
      'https://news.example/consume/en?rss=https%3A%2F%2Ffeeds.example%2Fx.rss#overcast',
    ],
    ['a feed URL under any name', 'https://news.example/podcast?play=https://feeds.example/x.rss'],
    ['a code', 'https://news.example/podcast?x=dGhpcyBpcyBhIGNvZGUgb2Yg5IGEg'],
    ['a hexadecimal key', 'https://news.example/podcast?x=9f86d081884c7d659a2feaa0'],
    ['a key in capitals', 'https://news.example/podcast?x=01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['a key in small letters', 'https://news.example/m/k3jx5h6k7jq8h9d0s1f2/podcast'],
    ['a code in the path', 'https://news.example/p/zR3kYw7Lq0-TfB2_xN8vUe5aH1cD4gJ6mS9pQoIiKlMn/'],
  ])('leaves out an address with %s', (_, address) => {
    expect(intentUrl(address)).toBeUndefined();
  });

  it.each([
    'https://news.example/2026/11/six-harbours-end-to-end-the-whole-story/',
    'https://news.example/podcast?fbclid=IwAR0zR3kYw7Lq0TfB2xN8vUe5aH1cD4gJ6mS9pQ&utm_source=Instagram_Story_2026',
    'https://news.example/podcast?id=2026112300',
    'https://news.example/2026/24h-in-the-harbour-3-boats-1st-prize/breakwaterpodcast2026',
  ])('takes words, numbers and what analytics add for no secret: %s', (address) => {
    expect(intentUrl(address)).toContain('intent://');
  });

  it.each(['about:blank', 'file:///a/b.html', 'no address'])('has none for %s', (address) => {
    expect(intentUrl(address)).toBeUndefined();
  });
});
