/** Bodies of failed answers, and the code in them: the schema and the hand-written reader agree on all of these. */
import type { ErrorCode } from '../../src/errors/private-podcast-error.js';

export interface ProblemCase {
  name: string;
  body: unknown;
  code: ErrorCode | undefined;
}

const problem = { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Ask the owner.' };

export const problemCases: ProblemCase[] = [
  { name: 'all members', body: { ...problem, code: 'no-access' }, code: 'no-access' },
  { name: 'the code alone', body: { code: 'timeout' }, code: 'timeout' },
  {
    name: 'members nobody knows',
    body: { ...problem, code: 'config', trace: { id: 1 } },
    code: 'config',
  },
  {
    name: 'standard members of the wrong type',
    body: { type: 1, title: [], status: '403', detail: null, code: 'bad-feed' },
    code: 'bad-feed',
  },
  { name: 'no code', body: problem, code: undefined },
  { name: 'a code nobody knows', body: { code: 'FORBIDDEN' }, code: undefined },
  { name: 'a code in capitals', body: { code: 'NO-ACCESS' }, code: undefined },
  { name: 'a code in a list', body: { code: ['no-access'] }, code: undefined },
  { name: 'a name of Object', body: { code: 'constructor' }, code: undefined },
  {
    name: "an operator's error",
    body: { error: { code: 'no-access', message: 'no' } },
    code: undefined,
  },
  ...[undefined, null, 'no-access', 7, true, [], ['no-access'], {}].map((body) => ({
    name: `${JSON.stringify(body)} for a body`,
    body,
    code: undefined,
  })),
  ...[null, 7, '', {}, true].map((code) => ({
    name: `the code ${JSON.stringify(code)}`,
    body: { ...problem, code },
    code: undefined,
  })),
];
