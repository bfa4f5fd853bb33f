/** 8 Limits. */
import { retryAfterOf } from '../../../api/answers/error-from-answer.js';
import { describe, outcome } from '../../outcome.js';
import { field, isLifetime, type CasesOf } from './check.js';

/** Seconds of a day: the lifetime of every token that is known. */
const LIFETIME = 86_400;

export const limitCases: CasesOf<'8'> = {
  '8-1': {
    expected: String(LIFETIME),
    check: async (visit) => {
      const fields = await visit.tokenFields();
      if (!isLifetime(fields.expires_in)) return visit.without('4.1-6');
      return outcome(
        fields.expires_in === LIFETIME || 'deviates',
        field(visit, fields, 'expires_in'),
      );
    },
  },
  '8-2': {
    expected: '`Retry-After`, `retry_after` or `X-RateLimit-Reset`',
    check: (visit) => {
      const limited = visit.exchanges.limited().filter(({ status }) => status === 429);
      const silent = limited.find((answer) => retryAfterOf(answer, 0) === undefined);
      if (limited.length === 0) return Promise.resolve(outcome('skipped', 'No limit was met.'));
      const seen = describe(silent ?? limited[0] ?? visit.without('4.1-1'), visit.redactor);
      return Promise.resolve(outcome(silent ? 'deviates' : 'pass', seen));
    },
  },
};
