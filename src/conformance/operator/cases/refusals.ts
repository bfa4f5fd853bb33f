/** 7 Errors: what every refusal has in common. One of each call is provoked, and those of other cases count, too. */
import type { Verdict } from '../../report/result.js';
import { holds } from '../../hidden-secrets.js';
import type { Answer } from '../../exchanges.js';
import { describe, outcome, type Outcome } from '../../outcome.js';
import { ifAnswered, Skipped } from '../../skipped.js';
import { another } from '../../unknown-values.js';
import type { Operator } from '../operator.js';
import { withoutToken } from './bearer.js';
import { lacking, type Case, type CasesOf } from './case.js';

/** Characters of a refusal that are looked at. */
const MAX_LOOKED_AT = 64 * 1024;

/** Traces of a stack, paths of source files, and the words of databases. */
const INSIDES =
  /\n[ \t]{1,20}at [^\n]{1,200}:\d+|Traceback \(most recent|node_modules\/|\.(?:js|ts|py|rb|php|go|java|kt|scala|cs|vb|fs):(?:line )?\d+|\.php(?: on line |\()\d+|Exception in thread|SQLSTATE|\bSELECT [^;]{1,200} FROM |[A-Z]:\\\\[\w/\\.-]+/;
/** A path of a server; in an address, or as a whole value, it is one of the interface. */
const PATH = /(?<![\w.:"=/-]|=')(?:\/home\/[\w.-]+|\/var\/www|\/usr\/lib)\/[\w.-]+/;

/** A refusal of each call whose usual request passes. */
async function refusalsOf(operator: Operator): Promise<Answer[]> {
  const { config } = operator;
  const wrongSecret = {
    as: 'with a wrong client secret',
    fields: { client_secret: another(config.clientSecret) },
  };
  const calls = [
    () => operator.token(wrongSecret),
    () => operator.profile(withoutToken),
    () => operator.onboard(withoutToken),
    () => operator.onboard(lacking('sku')),
    () => operator.access(withoutToken),
    () => operator.access(lacking('userId')),
    () => operator.parse(lacking('url')),
  ];
  await operator.tokenFields();
  for (const call of calls) await call().catch(ifAnswered);
  const isPage = ({ asked }: Answer) => asked.startsWith('GET {consumeUrl}');
  const refusals = operator.exchanges.answers.filter(
    (answer) => answer.status >= 400 && !isPage(answer),
  );
  if (refusals.length === 0) throw new Skipped('Nothing was refused.');
  return refusals;
}

/** Looks at every refusal. The worst verdict counts, and the first refusal of it is told. */
const ofEach = (
  expected: string,
  judge: (answer: Answer, operator: Operator) => Promise<boolean | Verdict> | boolean | Verdict,
): Case => ({
  expected,
  check: async (operator) => {
    const refusals = await refusalsOf(operator);
    const found: Outcome[] = [];
    for (const answer of refusals) {
      found.push(outcome(await judge(answer, operator), describe(answer)));
    }
    return (
      found.find(({ verdict }) => verdict === 'fail') ??
      found.find(({ verdict }) => verdict === 'deviates') ??
      outcome('pass', `${refusals.length} refusals were looked at.`)
    );
  },
});

/** A secret that sentences hold by chance, such as "secret" in "client_secret is required". */
const isWord = (secret: string) => secret.length < 16 && /^[a-z]+(?:[_-][a-z]+)*$/i.test(secret);

/** The secrets that no refusal may repeat. The feed URL counts if the run has come as far as that. */
async function secretsOf(operator: Operator): Promise<string[]> {
  const feedUrl = await operator.feedUrl().catch(ifAnswered);
  const token = await operator.accessToken();
  const { clientSecret } = operator.config;
  return [
    ...(isWord(clientSecret) ? [] : [clientSecret]),
    token,
    ...(feedUrl === undefined ? [] : [feedUrl]),
  ];
}

export const refusalCases: CasesOf<'7'> = {
  // A gateway in between answers as it likes, but what says that it is JSON must be.
  '7-1': ofEach('a JSON object', ({ body, mediaType }) => {
    if (typeof body === 'object' && body !== null) return 'pass';
    return /[/+]json$/.test(mediaType) ? 'fail' : 'deviates';
  }),
  '7-2': ofEach('no client secret, no token, no feed URL', async ({ text, headers }, operator) => {
    const secrets = await secretsOf(operator);
    const said = [text.slice(0, MAX_LOOKED_AT), ...headers.values()].join('\n');
    return !secrets.some((secret) => holds(said, secret));
  }),
  '7-3': ofEach('no stack, no path, no words of a database', ({ text }) => {
    const start = text.slice(0, MAX_LOOKED_AT);
    return !INSIDES.test(start) && !PATH.test(start);
  }),
};
