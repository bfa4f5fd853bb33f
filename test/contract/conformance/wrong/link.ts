/** Operators that are wrong in 4.4, the feed link. */
import {
  body,
  fields,
  good,
  header,
  query,
  replacing,
  status,
  tokenFor,
  type Alteration,
  type Fields,
} from '../../../support/operator/alterations.js';
import { member, product, userIdOf } from '../../../support/operator/honest-operator.js';
import type { Answer, Seen } from '../../../support/operator/operator.js';
import { hasToken, isUnknownToken } from './tokens.js';
import type { Wrong } from './wrong.js';

const filename = `${product.sku}_private.rss`;
const memberId = userIdOf(member);
const linkOf = (key: string) => `https://feeds.example.com/${key}/${filename}`;
const item = (key: string): Answer => ({
  headers: { 'cache-control': 'no-store' },
  body: [
    {
      title: product.title,
      filename,
      id: 'item1',
      url: linkOf(key),
      mimeType: 'application/rss+xml',
      type: 'feed',
    },
  ],
});
/** Lists a second item, which differs from the first. */
const second = (change: Fields) =>
  body('4.4', (items) => {
    const [first] = items as Fields[];
    return [first, { ...first, ...change }];
  });
const userOf = ({ path }: Seen) => new URLSearchParams(path.split('?')[1]).get('userId');
let calls = 0;

/** Goes on opening links that a reset has replaced. */
const keepingOldLinks: Alteration = (seen, honest) => {
  const answer = honest(seen);
  const isReplaced = seen.path.startsWith('/feeds/') && answer.status === 404;
  return isReplaced
    ? { headers: { 'content-type': 'application/rss+xml' }, body: '<rss><channel/></rss>' }
    : answer;
};

/** Opens no link any more once one was replaced. */
function losingLinks(): Alteration {
  let isReplaced = false;
  return (seen, honest) => {
    isReplaced ||= seen.path.includes('/reset');
    return isReplaced && seen.path.startsWith('/feeds/') ? { status: 404, body: {} } : honest(seen);
  };
}

export const wrongLinks: readonly Wrong[] = [
  ['has a fault at each link', '4.4-1', status('4.4', 500)],
  [
    'sends links as XML',
    '4.4-2',
    good('4.4', () => ({ headers: { 'content-type': 'text/xml' }, body: '<links/>' })),
  ],
  ['answers the link without a list', '4.4-3', body('4.4', (list) => (list as unknown[])[0])],
  ['gives a member no link', '4.4-3', body('4.4', () => [])],
  ['has the type podcast', '4.4-4', fields('4.4', { type: 'podcast' })],
  ['has a second feed with a number for a url', '4.4-9', second({ url: 5 })],
  ['has a second feed with text/xml', '4.4-5', second({ mimeType: 'text/xml' })],
  ['has a second item without a type', '4.4-4', second({ type: undefined })],
  ['has the mimeType text/xml', '4.4-5', fields('4.4', { mimeType: 'text/xml' })],
  ['has no title in the item', '4.4-6', fields('4.4', { title: undefined })],
  ['has another filename', '4.4-7', fields('4.4', { filename: 'feed.xml' })],
  ['has no id in the item', '4.4-8', fields('4.4', { id: undefined })],
  ['gives a relative link', '4.4-9', fields('4.4', { url: `/feeds/one/${filename}` })],
  [
    'gives another link at each call',
    '4.4-10',
    fields('4.4', ({ url }: Fields) => ({ url: `${url as string}?call=${calls++}` })),
  ],
  [
    'gives a member’s link to another user',
    '4.4-11',
    replacing('4.4', 404, item('a-key-of-the-member'), (seen) => userOf(seen) !== memberId),
  ],
  [
    'gives a link for an unknown entitlement',
    '4.4-12',
    replacing('4.4', 404, item('a-key-of-nobody'), (seen) => userOf(seen) === memberId),
  ],
  [
    'gives a link without userId',
    '4.4-14',
    query('4.4', (sent) => (sent.get('userId') ? {} : { userId: memberId })),
  ],
  [
    'gives a link without format',
    '4.4-15',
    query('4.4', (sent) => (sent.get('format') ? {} : { format: 'RSS' })),
  ],
  ['gives a link without a token', '4.4-16', tokenFor('4.4', 401, (seen) => !hasToken(seen))],
  ['gives a link with any token', '4.4-17', tokenFor('4.4', 401, isUnknownToken)],
  ['lets caches keep the link', '4.4-19', header('4.4', { 'cache-control': 'public, max-age=60' })],
  ['opens the earlier link after a reset', '4.4-20', keepingOldLinks],
  ['opens no link after a reset', '4.4-20', losingLinks()],
  [
    'answers a reset with the earlier link',
    '4.4-20',
    (seen, honest) =>
      honest({ ...seen, method: seen.path.includes('/reset') ? 'GET' : seen.method }),
  ],
];
