/** 5 Authentication: what 4.2 to 4.4 have in common, tried on 4.2 and 4.4, which change nothing. */
import { describe, outcome } from '../../outcome.js';
import {
  groundedOn,
  refusal,
  withoutToken,
  withUnknownToken,
  type Case,
  type CasesOf,
} from './check.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { withOneChange } from '../../unknown-values.js';
import type { Difference, Visit } from '../operator.js';

const isRefusal = ({ status }: Answer) => status >= 400 && status <= 499;

/** The refusal of a call without a token, which the cases here differ from. */
async function withoutAny(visit: Visit): Promise<Answer> {
  await groundedOn('4.2-1', visit, () => visit.profile());
  const answer = await visit.profile(withoutToken);
  return isRefusal(answer) ? answer : visit.without('4.2-9');
}

/** Whether 4.4 can be asked, and refuses what must be refused: else cases of 4.4 say so. */
async function guardsLinks(visit: Visit): Promise<boolean> {
  const answers = [
    await visit.access().catch((error: unknown) => visit.pass(error)),
    await visit.access(withoutToken).catch((error: unknown) => visit.pass(error)),
    await visit.access(await withUnknownToken(visit)).catch((error: unknown) => visit.pass(error)),
  ];
  const [right, ...wrong] = answers;
  return (
    right !== undefined && isSuccess(right) && wrong.every((answer) => answer && isRefusal(answer))
  );
}

/** A difference that must not be let through, whatever the refusal. */
const shutOut = (differenceOf: (token: string) => Difference): Case => ({
  expected: 'HTTP 401',
  check: async (visit) => {
    await withoutAny(visit);
    const difference = differenceOf(await visit.accessToken());
    const statuses = [400, 401, 403];
    const first = refusal(visit, await visit.profile(difference), statuses);
    if (first.verdict === 'fail' || !(await guardsLinks(visit))) return first;
    const second = refusal(visit, await visit.access(difference), statuses);
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
    check: async (visit) => {
      const answer = await withoutAny(visit);
      const isTold = /\bbearer\b/i.test(answer.headers.get('www-authenticate') ?? '');
      const seen = `${describe(answer, visit.redactor)}, ${isTold ? 'with' : 'without'} it.`;
      return outcome(isTold || 'deviates', seen);
    },
  },
  '5-3': shutOut((token) => ({
    as: 'with the token as `Token`',
    authorization: `Token ${token}`,
  })),
  '5-4': {
    ...withChange,
    check: async (visit) => {
      await withoutAny(visit);
      if (!isRefusal(await visit.profile(await withUnknownToken(visit)))) visit.without('4.2-10');
      return withChange.check(visit);
    },
  },
};
