/** 5 Authentication: what 4.2 to 4.4 have in common, tried on 4.2, which changes nothing. */
import { describe, outcome } from '../outcome.js';
import {
  groundedOn,
  refusal,
  withoutToken,
  withUnknownToken,
  type Case,
  type CasesOf,
} from './check.js';
import type { Answer } from '../exchange.js';
import { withOneChange } from '../made-up.js';
import type { Visit } from '../visit.js';

const isRefusal = ({ status }: Answer) => status >= 400 && status <= 499;

/** The refusal of a call without a token, which the cases here differ from. */
async function withoutAny(visit: Visit): Promise<Answer> {
  await groundedOn('4.2-1', visit, () => visit.profile());
  const answer = await visit.profile(withoutToken);
  return isRefusal(answer) ? answer : visit.without('4.2-9');
}

/** A call that must not be let through, whatever the refusal. */
const shutOut = (ask: (visit: Visit, token: string) => Promise<Answer>): Case => ({
  expected: 'HTTP 401',
  check: async (visit) => {
    await withoutAny(visit);
    return refusal(visit, await ask(visit, await visit.accessToken()), [400, 401, 403]);
  },
});

export const bearerCases: CasesOf<'5'> = {
  '5-1': shutOut((visit, token) =>
    visit.profile({
      as: 'with the token in the query',
      authorization: null,
      fields: { access_token: token },
    }),
  ),
  '5-2': {
    expected: '`WWW-Authenticate: Bearer` (RFC 6750 §3)',
    check: async (visit) => {
      const answer = await withoutAny(visit);
      const isTold = /\bbearer\b/i.test(answer.headers.get('www-authenticate') ?? '');
      const seen = `${describe(answer, visit.redactor)}, ${isTold ? 'with' : 'without'} it.`;
      return outcome(isTold || 'deviates', seen);
    },
  },
  '5-3': shutOut((visit, token) =>
    visit.profile({ as: 'with the token as `Token`', authorization: `Token ${token}` }),
  ),
  '5-4': shutOut(async (visit, token) => {
    if (!isRefusal(await visit.profile(await withUnknownToken(visit)))) visit.without('4.2-10');
    const authorization = `Bearer ${withOneChange(token)}`;
    return visit.profile({ as: 'with a changed token', authorization });
  }),
};
