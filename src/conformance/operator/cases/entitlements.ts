/** 4.3 Check access and onboard. */
import { fieldOf } from '../../../api/answers/error-from-answer.js';
import { isId } from '../../../api/checks/input.js';
import { isSuccess } from '../../exchanges.js';
import { describe, outcome, type Outcome } from '../../outcome.js';
import { without } from '../../skipped.js';
import { another } from '../../unknown-values.js';
import { isObject, type Difference, type Fields, type Operator } from '../operator.js';
import { guardedCases } from './bearer.js';
import {
  answerCases,
  everyOne,
  givesNothing,
  holdsObjects,
  isText,
  lacking,
  refusal,
  underOtherType,
  type Case,
  type CasesOf,
} from './case.js';

/** Looks at the entitlements: every one of them must be right. */
const ofAll = (expected: string, look: (list: Fields[], operator: Operator) => Outcome): Case => ({
  expected,
  check: async (operator) => look(await operator.entitlements(), operator),
});

const texts = (name: string): Case => ofAll('a text', (list) => everyOne(list, name, isText));

/** A request that must be refused, once the right one has given an entitlement. */
function refusedRequest(differenceOf: (operator: Operator) => Difference, body?: string): Case {
  return {
    expected: 'HTTP 400, 415 or 422',
    check: async (operator) => {
      await operator.entitlements();
      const answer = await operator.onboard(differenceOf(operator), body);
      return refusal(answer, [400, 415, 422]);
    },
  };
}

/** A request that must give no entitlement. */
const noEntitlement = (
  expected: string,
  passes: readonly number[],
  differenceOf: (operator: Operator) => Promise<Difference> | Difference,
): Case => ({
  expected,
  check: async (operator) => {
    await operator.entitlements();
    const answer = await operator.onboard(await differenceOf(operator));
    return givesNothing(answer, 'entitlementId', passes);
  },
});

const offerTexts = ['title', 'description', 'purchaseType'] as const;

const offersOf = (list: Fields[]): Fields[] =>
  list.map(({ purchaseOptionData: offer }) => (offer ?? {}) as Fields);

const answered = answerCases(
  '4.3',
  (operator) => operator.onboard(),
  'a JSON array of objects, at least one',
  holdsObjects,
);

const bearer = guardedCases(
  '4.3',
  (operator, difference) => operator.onboard(difference),
  'vault:impersonate',
);

export const entitlementCases: CasesOf<'4.3'> = {
  '4.3-1': answered.is200,
  '4.3-2': answered.isJson,
  '4.3-3': answered.hasShape,
  '4.3-4': ofAll('a text without blanks', (list) => everyOne(list, 'entitlementId', isId)),
  '4.3-5': {
    expected: 'the `userId` that was sent',
    check: async (operator) => {
      const userId = await operator.userId();
      const list = await operator.entitlements();
      return everyOne(list, 'userId', (value) => value === userId);
    },
  },
  '4.3-6': texts('purchaseOptionId'),
  '4.3-7': ofAll('an object with three texts', (list) => {
    const data = everyOne(list, 'purchaseOptionData', isObject);
    if (data.verdict === 'fail') return data;
    const results = offerTexts.map((name) =>
      everyOne(offersOf(list), name, (value) =>
        name === 'purchaseType' ? isText(value) : typeof value === 'string',
      ),
    );
    return results.find(({ verdict }) => verdict === 'fail') ?? data;
  }),
  '4.3-8': ofAll('"OWN"', (list) => {
    const offers = offersOf(list);
    if (!offers.every(({ purchaseType }) => isText(purchaseType))) return without('4.3-7');
    const { verdict, seen } = everyOne(offers, 'purchaseType', (value) => value === 'OWN');
    return outcome(verdict === 'pass' || 'deviates', seen);
  }),
  '4.3-9': ofAll('the `sku` that was sent', (list, operator) => {
    const { sku } = operator.config;
    const all = everyOne(list, 'sku', (value) => value === sku);
    const isAmongThem = list.some((entitlement) => entitlement.sku === sku);
    return isAmongThem && all.verdict === 'fail' ? outcome('deviates', all.seen) : all;
  }),
  '4.3-10': texts('title'),
  '4.3-11': {
    expected: 'the same `entitlementId`',
    check: async (operator) => {
      const id = await operator.entitlementId();
      const answer = await operator.onboard({ as: 'again' });
      const { body } = answer;
      const isThere =
        Array.isArray(body) && body.some((item) => fieldOf(item, 'entitlementId') === id);
      const what = isThere ? 'the same' : 'not the same';
      return outcome(isThere, `${describe(answer)}, ${what} \`entitlementId\`.`);
    },
  },
  '4.3-12': {
    expected: 'HTTP 200 and an empty list',
    check: async (operator) => {
      // The call checks access or creates it (1.3): it is not for a run to create a stranger's.
      if (!operator.isDestructive) return outcome('skipped', 'Only with --destructive.');
      const members = await operator.entitlements();
      const userId = await operator.requireStranger();
      const answer = await operator.onboard({ as: 'for the stranger', fields: { userId } });
      const found = givesNothing(answer, 'entitlementId', [200]);
      const isMembers = (item: unknown) =>
        members.some(({ entitlementId }) => fieldOf(item, 'entitlementId') === entitlementId);
      const given = Array.isArray(answer.body) ? answer.body.filter(isObject) : [];
      if (given.length === 0) return found;
      return given.some(isMembers)
        ? outcome('fail', `${found.seen}: the member has it.`)
        : outcome('deviates', `${found.seen}: access was created.`);
    },
  },
  '4.3-13': refusedRequest(() => lacking('onboardingOriginId')),
  '4.3-14': refusedRequest(() => lacking('userId')),
  '4.3-15': refusedRequest(() => lacking('sku')),
  '4.3-16': refusedRequest(() => lacking('origin')),
  '4.3-17': {
    expected: 'HTTP 400, 403, 404 or 422',
    // The interface does not say that it is refused: whoever accepts it deviates.
    check: async (operator) => {
      await operator.entitlements();
      const onboardingOriginId = another(operator.config.onboardingOriginId);
      const as = 'with an unknown `onboardingOriginId`';
      const answer = await operator.onboard({ as, fields: { onboardingOriginId } });
      const found = givesNothing(answer, 'entitlementId', [400, 403, 404, 422]);
      return isSuccess(answer) ? outcome('deviates', found.seen) : found;
    },
  },
  '4.3-18': noEntitlement(
    'HTTP 400, 403, 404 or 422, or an empty list',
    [200, 400, 403, 404, 422],
    ({ config }) => ({
      as: 'with an unknown `sku`',
      fields: { sku: another(config.sku) },
    }),
  ),
  '4.3-19': refusedRequest(() => ({ as: 'with a body that is not JSON' }), '{"userId":'),
  '4.3-20': bearer.withoutToken,
  '4.3-21': bearer.withUnknownToken,
  '4.3-22': bearer.withoutScope,
  '4.3-23': ofAll('<prefix>:<opaque id>', (list) => {
    if (!list.every(({ sku }) => isText(sku))) return without('4.3-9');
    const { verdict, seen } = everyOne(list, 'sku', (value) => /^[^:]+:.+$/s.test(value as string));
    return outcome(verdict === 'pass' || 'deviates', seen);
  }),
  '4.3-24': underOtherType(async (operator, difference) => {
    await operator.entitlements();
    return operator.onboard(difference);
  }),
  '4.3-25': {
    expected: 'the podcast is there',
    check: () =>
      Promise.resolve(
        outcome('skipped', 'No answer shows it. Look into the app of a member who has linked it.'),
      ),
  },
};
