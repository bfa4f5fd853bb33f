/** 8 Limits. */
import { retryAfterOf } from '../../../api/answers/error-from-answer.js';
import { describe, outcome } from '../../outcome.js';
import { without } from '../../skipped.js';
import { field, isLifetime, type CasesOf } from './case.js';

/** Seconds of a day: the lifetime of every token that is known. */
const LIFETIME = 86_400;

export const limitCases: CasesOf<'8'> = {
  '8-1': {
    expected: String(LIFETIME),
    check: async (operator) => {
      const fields = await operator.tokenFields();
      if (!isLifetime(fields.expires_in)) return without('4.1-6');
      return outcome(fields.expires_in === LIFETIME || 'deviates', field(fields, 'expires_in'));
    },
  },
  '8-2': {
    expected: '`Retry-After`, `retry_after` or `X-RateLimit-Reset`',
    check: (operator) => {
      const limited = operator.exchanges.limited.filter(({ status }) => status === 429);
      const silent = limited.find((answer) => retryAfterOf(answer, 0) === undefined);
      if (limited.length === 0) return Promise.resolve(outcome('skipped', 'No limit was met.'));
      const seen = describe(silent ?? limited[0] ?? without('4.1-1'));
      return Promise.resolve(outcome(silent ? 'deviates' : 'pass', seen));
    },
  },
};
