/** Subscriptions as the handler may write them, for the schema and for the hand-written reader. */
export interface SubscriptionCase {
  name: string;
  body: unknown;
  /** The result of reading; undefined if there is no usable subscription. */
  read: Record<string, string | boolean> | undefined;
}

const least = { feedUrl: 'https://feeds.example/s3cr3t', title: 'The Show', sku: 'sid:one' };

const all = {
  ...least,
  consumeUrl: 'https://service.example/consume',
  parserUrl: 'http://127.0.0.1:8787',
  parserFormat: 'service',
  handoff: true,
  streamingUrl: 'https://music.example/show/1',
  streamingLinkUrl: 'https://publisher.example/account',
  canReset: true,
  hasConnections: true,
};

/** Optional fields whose values are not usable are left out. */
const unusable = [null, 7, '', {}, [], '/relative', 'javascript:alert(1)', 'https://'];

export const subscriptionCases: SubscriptionCase[] = [
  { name: 'the least', body: least, read: least },
  { name: 'all fields', body: all, read: all },
  { name: 'fields that no one knows', body: { ...all, later: { x: 1 } }, read: all },
  { name: 'an empty title', body: { ...least, title: '' }, read: { ...least, title: '' } },
  {
    name: 'a scheme in capitals',
    body: { ...least, feedUrl: 'HTTPS://f.example' },
    read: { ...least, feedUrl: 'HTTPS://f.example' },
  },
  {
    name: 'a feed URL of non-ASCII',
    body: { ...least, feedUrl: 'https://ö.example/日本' },
    read: { ...least, feedUrl: 'https://ö.example/日本' },
  },
  ...unusable.map((value) => ({
    name: `optional URLs that are ${JSON.stringify(value)}`,
    body: {
      ...least,
      consumeUrl: value,
      parserUrl: value,
      streamingUrl: value,
      streamingLinkUrl: value,
    },
    read: least,
  })),
  ...['handoff', 'canReset', 'hasConnections'].flatMap((field) =>
    [null, false, 1, 'true', {}].map((value) => ({
      name: `a ${field} that is ${JSON.stringify(value)}`,
      body: { ...least, [field]: value },
      read: least,
    })),
  ),
  ...[null, 7, '', {}].map((parserFormat) => ({
    name: `a parser format that is ${JSON.stringify(parserFormat)}`,
    body: { ...least, parserFormat },
    read: least,
  })),
  ...[
    ...unusable,
    'feed:https://f.example',
    'ftp://f.example',
    'https://f.example/\ud800',
    undefined,
  ].map((feedUrl) => ({
    name: `a feed URL that is ${JSON.stringify(feedUrl)}`,
    body: { ...least, feedUrl },
    read: undefined,
  })),
  ...[null, 7, undefined].flatMap((value) => [
    { name: `a title that is ${value}`, body: { ...least, title: value }, read: undefined },
    { name: `a sku that is ${value}`, body: { ...least, sku: value }, read: undefined },
  ]),
  ...[undefined, null, 'text', 7, [], [least], {}].map((body) => ({
    name: `no object of ours but ${JSON.stringify(body)}`,
    body,
    read: undefined,
  })),
];
