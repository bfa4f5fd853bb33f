/** Bodies of failed answers and the code in each, for the schema and for the hand-written reader. */
import type { ErrorCode } from '../../src/errors/private-podcast-error.js';

export interface ProblemCase {
  name: string;
  body: unknown;
  code: ErrorCode | undefined;
}

const problem = { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Ask the owner.' };

export const problemCases: ProblemCase[] = [
  { name: 'a body with all members', body: { ...problem, code: 'no-access' }, code: 'no-access' },
  { name: 'a body with the code alone', body: { code: 'timeout' }, code: 'timeout' },
  {
    name: 'a body with unknown members',
    body: { ...problem, code: 'config', trace: { id: 1 } },
    code: 'config',
  },
  {
    name: 'a body with standard members of the wrong type',
    body: { type: 1, title: [], status: '403', detail: null, code: 'bad-feed' },
    code: 'bad-feed',
  },
  { name: 'a body without a code', body: problem, code: undefined },
  { name: 'a body with an unknown code', body: { code: 'FORBIDDEN' }, code: undefined },
  { name: 'a code in capitals', body: { code: 'NO-ACCESS' }, code: undefined },
  { name: 'a code in a list', body: { code: ['no-access'] }, code: undefined },
  { name: 'a code that is a property of Object', body: { code: 'constructor' }, code: undefined },
  {
    name: "an operator's error object",
    body: { error: { code: 'no-access', message: 'no' } },
    code: undefined,
  },
  ...[undefined, null, 'no-access', 7, true, [], ['no-access'], {}].map((body) => ({
    name: `the body ${JSON.stringify(body)}`,
    body,
    code: undefined,
  })),
  ...[null, 7, '', {}, true].map((code) => ({
    name: `a body with the code ${JSON.stringify(code)}`,
    body: { ...problem, code },
    code: undefined,
  })),
];
