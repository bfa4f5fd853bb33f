/** 1 The flow: its calls have sections of their own; this is what they are for. */
import { FEED_LINK } from '../visit.js';
import { describe, outcome } from '../outcome.js';
import { type CasesOf } from './check.js';

export const flowCases: CasesOf<'1'> = {
  '1-1': {
    expected: 'HTTP 200 at the end of the link',
    check: async (visit) => {
      const answer = await visit.open(FEED_LINK, await visit.feedUrl());
      return outcome(answer.status === 200, describe(answer, visit.redactor));
    },
  },
};
