/** 5 Authentication: what 4.2 to 4.4 have in common. Section 5 itself is tried on 4.2 and 4.4, which change nothing. */
import { defaultScope } from '../../../api/client.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { describe, outcome } from '../../outcome.js';
import { ifAnswered, without } from '../../skipped.js';
import { another, withOneChange } from '../../unknown-values.js';
import type { Difference, Operator } from '../operator.js';
import { groundedOn, refusal, type Case, type CasesOf } from './case.js';

export const withoutToken: Difference = { as: 'without a token', authorization: null };

const withUnknownToken = async (operator: Operator): Promise<Difference> => ({
  as: 'with an unknown token',
  authorization: `Bearer ${another(await operator.accessToken())}`,
});

const isRedirect = ({ status }: Answer) => status >= 300 && status <= 399;
const isRefusal = ({ status }: Answer) => status >= 400 && status <= 499;

/** Whether the calls 4.2 to 4.4 are all open to tokens of one scope alone, whichever it is. */
async function ignoresScopes(operator: Operator): Promise<boolean> {
  for (const scope of defaultScope.split(' ')) {
    const token = await operator.tokenOf(scope).catch(ifAnswered);
    if (token === undefined) return false;
    const difference = { as: `with ${scope} alone`, authorization: `Bearer ${token}` };
    for (const call of ['profile', 'onboard', 'access'] as const) {
      const answer = await operator[call](difference).catch(ifAnswered);
      if (!answer || !isSuccess(answer)) return false;
    }
  }
  return true;
}

/** The three cases of each call that needs a token. */
export function guardedCases(
  section: '4.2' | '4.3' | '4.4',
  ask: (operator: Operator, difference: Difference) => Promise<Answer>,
  scope: string,
): Record<'withoutToken' | 'withUnknownToken' | 'withoutScope', Case> {
  const askRight = (operator: Operator) =>
    groundedOn(`${section}-1`, () => ask(operator, { as: '' }));
  const refused = (
    differenceOf: (operator: Operator) => Promise<Difference> | Difference,
  ): Case => ({
    expected: 'HTTP 401',
    check: async (operator) => {
      await askRight(operator);
      const difference = await differenceOf(operator);
      const answer = await ask(operator, difference);
      // An operator that leads all of them to a log-in does so by one fault.
      const isFirst = section === '4.2' && difference === withoutToken;
      if (isRedirect(answer) && !isFirst && isRedirect(await operator.profile(withoutToken))) {
        return without('4.2-9');
      }
      return refusal(answer, [401]);
    },
  });
  return {
    withoutToken: refused(() => withoutToken),
    withUnknownToken: refused(withUnknownToken),
    withoutScope: {
      expected: 'HTTP 403',
      check: async (operator) => {
        await askRight(operator);
        const [other = ''] = operator.scope.split(' ').filter((name) => name !== scope);
        const authorization = `Bearer ${await operator.tokenOf(other)}`;
        const answer = await ask(operator, { as: `without the scope ${scope}`, authorization });
        const found = refusal(answer, [403]);
        if (!isSuccess(answer)) return found;
        // Which scope a call needs is not shown (5.6); that scopes must cover the calls is (5.5).
        if (!(await ignoresScopes(operator))) return outcome('deviates', found.seen);
        if (section !== '4.2') return without('4.2-11');
        return outcome('fail', `${found.seen}; no call looks at scopes.`);
      },
    },
  };
}

/** The refusal of a call without a token, which the cases here differ from. */
async function withoutAny(operator: Operator): Promise<Answer> {
  await groundedOn('4.2-1', () => operator.profile());
  const answer = await operator.profile(withoutToken);
  return isRefusal(answer) ? answer : without('4.2-9');
}

/** Whether 4.4 can be asked, and refuses what must be refused: else cases of 4.4 say so. */
async function guardsLinks(operator: Operator): Promise<boolean> {
  const right = await operator.access().catch(ifAnswered);
  for (const difference of [withoutToken, await withUnknownToken(operator)]) {
    const wrong = await operator.access(difference).catch(ifAnswered);
    if (!wrong || !isRefusal(wrong)) return false;
  }
  return right !== undefined && isSuccess(right);
}

/** A difference that must not be let through, whatever the refusal. */
const shutOut = (differenceOf: (token: string) => Difference): Case => ({
  expected: 'HTTP 401',
  check: async (operator) => {
    await withoutAny(operator);
    const difference = differenceOf(await operator.accessToken());
    const statuses = [400, 401, 403];
    const first = refusal(await operator.profile(difference), statuses);
    if (first.verdict === 'fail' || !(await guardsLinks(operator))) return first;
    const second = refusal(await operator.access(difference), statuses);
    return second.verdict === 'pass' ? first : second;
  },
});

const withChange = shutOut((token) => ({
  as: 'with a changed token',
  authorization: `Bearer ${withOneChange(token)}`,
}));

export const bearerCases: CasesOf<'5'> = {
  '5-1': shutOut((token) => ({
    as: 'with the token in the query',
    authorization: null,
    fields: { access_token: token },
  })),
  '5-2': {
    expected: '`WWW-Authenticate: Bearer` (RFC 6750 §3)',
    check: async (operator) => {
      const answer = await withoutAny(operator);
      const isTold = /\bbearer\b/i.test(answer.headers.get('www-authenticate') ?? '');
      const seen = `${describe(answer)}, ${isTold ? 'with' : 'without'} it.`;
      return outcome(isTold || 'deviates', seen);
    },
  },
  '5-3': shutOut((token) => ({
    as: 'with the token as `Token`',
    authorization: `Token ${token}`,
  })),
  '5-4': {
    ...withChange,
    check: async (operator) => {
      await withoutAny(operator);
      if (!isRefusal(await operator.profile(await withUnknownToken(operator)))) without('4.2-10');
      return withChange.check(operator);
    },
  },
};
