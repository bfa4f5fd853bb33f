/** Feed URLs that a link can spoil, each under the name of what is awkward about it, for the browsers. */

export const awkwardFeeds: Readonly<Record<string, string>> = {
  plain: 'https://feeds.example/show.rss',
  'default port': 'https://feeds.example:443/show.rss',
  'userinfo and port': 'https://member:secret@feeds.example:8443/show.rss',
  'encoded userinfo': 'https://me%40mail.example:se%3Acr%2Fet@feeds.example/show.rss',
  'non-ASCII userinfo': 'https://müller:gehëim@feeds.example/show.rss',
  'IPv6 host': 'https://[2001:db8::1]/show.rss',
  'capital host': 'https://FEEDS.Example/Show.RSS',
  'host with a closing dot': 'https://feeds.example./show.rss',
  'Japanese host': 'https://例え.テスト/フィード.rss',
  'punycode host': 'https://xn--bcher-kva.example/show.rss',
  'non-ASCII path': 'https://feeds.example/föreställning/åäö.rss',
  'emoji path': 'https://feeds.example/🎙️/👩‍👩‍👧.rss',
  'encoded path delimiters': 'https://feeds.example/a%3Fb%23c%25d.rss',
  'colon and at sign in the path': 'https://feeds.example/sid:1:2/@member/show.rss',
  'pipe in the path': 'https://feeds.example/sid:1|2/show|private.rss',
  'a URL in the path': 'https://proxy.example/https://feeds.example:8443/show.rss?a=b',
  'encoded dot segments': 'https://feeds.example/a/%2e%2E/show.rss',
  backslashes: 'https:\\\\feeds.example\\a\\show.rss',
  spaces: ' https://feeds.example/my show.rss?q=my show ',
  'encoded ampersand': 'https://feeds.example/show.rss?token=a%26b%3Dc&d=e',
  'equals signs': 'https://feeds.example/show.rss?token=YWJjZA==&sig==',
  'pipe and colon in the query': 'https://feeds.example/show.rss?token=sid:1|user:2|x%7Cy',
  'a URL in the query': 'https://feeds.example/?url=https://other.example/a?b=c&url=d',
  'encoded twice': 'https://feeds.example/show.rss?token=%2525%252F%2526',
  'encoded zero, line break and non-UTF-8': 'https://feeds.example/%00%0D%0A%FF%E4.rss?a=%FF%00',
  'percent without digits': 'https://feeds.example/100%/show.rss?off=5%&x=%zz',
  'non-ASCII query': 'https://feeds.example/show.rss?namn=Åsa&näst=ö&絵=文字',
  'quotes and brackets': `https://feeds.example/it's"<b>[1]{2}^\`.rss?q='"<>[]{}^\``,
  'sub-delimiters': "https://feeds.example/a!$&'()*+,;=~b.rss?a!$'()*,;~",
  'template and replacement signs': 'https://feeds.example/{url}{bare}/$&$1$$.rss?{encoded}=$`',
  'tildes and question marks': 'https://feeds.example/~~~/show.rss????a=~~~',
  'empty query': 'https://feeds.example/show.rss?',
  'fragment with delimiters': 'https://feeds.example/show.rss?a=b#c?d=e&f#g%20h|i',
  'very long': `https://feeds.example/${'long/'.repeat(400)}show.rss?token=${'a%26b+c|'.repeat(900)}`,
};

/** Feeds without TLS: an app that assumes https would fetch another URL. */
export const plainHttpFeeds: readonly string[] = [
  'http://feeds.example/show.rss?token=a%26b',
  'http://member:secret@localhost:8787/feeds/abc/show.rss',
];

/** Not feed URLs: none of these may become a link. */
export const notFeeds: readonly string[] = [
  '',
  'feeds.example/show.rss',
  '//feeds.example/show.rss',
  '/feeds/show.rss',
  'https://',
  'https://feeds.example:99999/',
  'javascript:alert(1)',
  'data:text/xml,<rss/>',
  'file:///etc/passwd',
  'feed://feeds.example/show.rss',
  'blob:https://feeds.example/1',
];
