/** Operators that are wrong in 4.3, the check of access. */
import {
  body,
  fields,
  good,
  onboardBody,
  replacing,
  spelled,
  together,
  tokenFor,
  type Alteration,
} from '../../../support/operator/alterations.js';
import { client, member, product, userIdOf } from '../../../support/operator/honest-operator.js';
import type { Seen } from '../../../support/operator/operator.js';
import { hasToken, isUnknownToken } from './tokens.js';
import type { Wrong } from './wrong.js';

/** Puts what is right in the place of a field that is missing. */
const filled = (name: string, value: string) =>
  onboardBody((sent) => (name in sent ? {} : { [name]: value }));
/** Puts what is right in the place of anything else. */
export const replaced = (name: string, value: string) =>
  onboardBody((sent) => (name in sent ? { [name]: value } : {}));

const offer = { title: 'Club', description: 'All of it', purchaseType: 'OWN' };
const isBroken = ({ body: sent }: Seen) => !sent.endsWith('}');
let calls = 0;

/** Answers every user with what the member was answered. */
function givingTheMembers(): Alteration {
  let last: unknown;
  return body('4.3', (list) => {
    if ((list as unknown[]).length > 0) last = list;
    return last;
  });
}

export const wrongEntitlements: readonly Wrong[] = [
  ['has a fault at each check', '4.3-1', good('4.3', () => ({ status: 500, body: {} }))],
  [
    'answers a page in place of entitlements',
    '4.3-2',
    good('4.3', () => ({ headers: { 'content-type': 'text/html' }, body: '<h1>Log in</h1>' })),
  ],
  [
    'answers the entitlement without a list',
    '4.3-3',
    body('4.3', (list) => (list as unknown[])[0]),
  ],
  ['answers an object that holds the list', '4.3-3', body('4.3', (list) => ({ items: list }))],
  ['gives a member no entitlement', '4.3-3', body('4.3', () => [])],
  ['has no entitlementId', '4.3-4', fields('4.3', { entitlementId: undefined })],
  ['gives a number as the entitlementId', '4.3-4', fields('4.3', { entitlementId: 51 })],
  ['gives the entitlement of another user', '4.3-5', fields('4.3', { userId: userIdOf('other') })],
  ['has no userId in the entitlement', '4.3-5', fields('4.3', { userId: undefined })],
  ['has no purchaseOptionId', '4.3-6', fields('4.3', { purchaseOptionId: undefined })],
  ['has no purchaseOptionData', '4.3-7', fields('4.3', { purchaseOptionData: undefined })],
  [
    'gives purchaseOptionData as a text',
    '4.3-7',
    fields('4.3', { purchaseOptionData: JSON.stringify(offer) }),
  ],
  [
    'has no description in purchaseOptionData',
    '4.3-7',
    fields('4.3', { purchaseOptionData: { ...offer, description: undefined } }),
  ],
  ['gives another product', '4.3-9', fields('4.3', { sku: 'sid:two' })],
  ['writes the sku in capitals', '4.3-9', fields('4.3', { sku: product.sku.toUpperCase() })],
  ['has no title in the entitlement', '4.3-10', fields('4.3', { title: undefined })],
  ['gives null for the title', '4.3-10', fields('4.3', { title: null })],
  [
    'makes a new entitlement at each call',
    '4.3-11',
    together([
      spelled(
        (text) => text,
        (text) => text.replace(/-call\d+/, ''),
      ),
      fields('4.3', ({ entitlementId: id }) => ({
        entitlementId: `${id as string}-call${calls++}`,
      })),
    ]),
  ],
  ['gives a stranger the entitlement of the member', '4.3-12', givingTheMembers()],
  [
    'does without onboardingOriginId',
    '4.3-13',
    filled('onboardingOriginId', client.onboardingOriginId),
  ],
  ['does without userId', '4.3-14', filled('userId', userIdOf(member))],
  ['does without sku', '4.3-15', filled('sku', product.sku)],
  ['does without origin', '4.3-16', filled('origin', 'EXTERNAL')],
  ['gives any product', '4.3-18', replaced('sku', product.sku)],
  [
    'takes a body that is no JSON for an empty one',
    '4.3-19',
    replacing('4.3', 400, { body: [] }, isBroken),
  ],
  [
    'breaks at a body that is no JSON',
    '4.3-19',
    replacing('4.3', 400, { status: 500, body: { message: 'Internal error' } }, isBroken),
  ],
  [
    'breaks at JSON under another media type',
    '4.3-24',
    good('4.3', (answer, { headers }) =>
      headers['content-type'] === 'text/plain' ? { status: 500, body: {} } : answer,
    ),
  ],
  ['gives access without a token', '4.3-20', tokenFor('4.3', 401, (seen) => !hasToken(seen))],
  ['gives access with any token', '4.3-21', tokenFor('4.3', 401, isUnknownToken)],
];
