/** How cases are written: what a case is, and the questions that many of them ask. */
import { fieldOf } from '../../../api/answers/error-from-answer.js';
import { defaultScope } from '../../../api/client.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { another } from '../../unknown-values.js';
import { cacheWords, describe, outcome, type Outcome } from '../../outcome.js';
import type { Redactor } from '../../redact.js';
import type { CaseOf } from '../../run-cases.js';
import type { CaseId } from '../statements.js';
import { isObject, type Difference, type Fields, type Visit } from '../operator.js';

/** A case of the interface. */
export type Case = CaseOf<Visit>;

/** All cases of a section: none can be forgotten. */
export type CasesOf<Section extends string> = Record<Extract<CaseId, `${Section}-${number}`>, Case>;

/** The calls that are answered with JSON, by their sections. */
type JsonSection = '4.1' | '4.2' | '4.3' | '4.4' | '4.5';

/**
 * The first three cases of each call: HTTP 200, JSON by its media type, and the shape of the JSON. A
 * body that is not JSON by its media type fails the second, and not the third. The interface states the
 * status and the media type of 4.1 alone, so that another 2xx, and JSON under another type, deviate.
 * @param expected the shape, in words
 * @param tell what a report says of a body
 */
export function answerCases(
  section: JsonSection,
  ask: (visit: Visit) => Promise<Answer>,
  expected: string,
  isRight: (body: unknown) => boolean,
  tell = (body: unknown, { show }: Redactor) => `The body is ${show(body)}.`,
): Record<'is200' | 'isJson' | 'hasShape', Case> {
  const isStated = section === '4.1';
  // The interface says of 4.5 neither the shape nor that it is JSON; a page is no data.
  const isOpen = section === '4.5';
  const answered = (visit: Visit) => groundedOn(`${section}-1`, visit, () => ask(visit));
  const isJson = ({ mediaType }: Answer) => mediaType === 'application/json';
  return {
    is200: {
      expected: 'HTTP 200',
      check: async (visit) => {
        const answer = await ask(visit);
        const isOther = !isStated && isSuccess(answer) && answer.status !== 200;
        const verdict = isOther ? 'deviates' : answer.status === 200;
        return outcome(verdict, describe(answer, visit.redactor));
      },
    },
    isJson: {
      expected: 'application/json',
      check: async (visit) => {
        const answer = await answered(visit);
        const isData = isOpen && answer.mediaType !== 'text/html';
        const isReadable = !isStated && (answer.body !== undefined || isData);
        const verdict = isJson(answer) || (isReadable ? 'deviates' : 'fail');
        return outcome(verdict, describe(answer, visit.redactor));
      },
    },
    hasShape: {
      expected,
      check: async (visit) => {
        const answer = await answered(visit);
        const { body } = answer;
        if (body !== undefined) {
          if (isRight(body) && hasMark(answer)) {
            return outcome('deviates', 'A byte-order mark comes before the JSON.');
          }
          const verdict = isRight(body) || (isOpen ? 'deviates' : 'fail');
          return outcome(verdict, tell(body, visit.redactor));
        }
        if (!isJson(answer)) return visit.without(`${section}-2`);
        return outcome(false, 'The body is no JSON in UTF-8.');
      },
    },
  };
}

/** Clients take no notice of a byte-order mark, which JSON must not have (RFC 8259 §8.1). */
const hasMark = ({ bytes: [one, two, three] }: Answer) =>
  one === 0xef && two === 0xbb && three === 0xbf;

/** Whether a body is a list of objects, at least one. */
export const holdsObjects = (body: unknown): boolean =>
  Array.isArray(body) && body.length > 0 && body.every(isObject);

/** An answer that counts only if it is a 2xx. */
export async function groundedOn(
  first: CaseId,
  visit: Visit,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask().catch((error: unknown) => visit.skipWithout(first, error));
  return isSuccess(answer) ? answer : visit.without(first);
}

/** A field in the words of a report: "`sku`: a text of 8 characters". */
export const field = (visit: Visit, fields: Fields, name: string): string =>
  `\`${name}\`: ${visit.redactor.show(fields[name])}`;

/** Fields that must each pass in every object of a list. Only the first fault is told. */
export function everyOne(
  visit: Visit,
  list: readonly Fields[],
  name: string,
  isRight: (value: unknown) => boolean,
): Outcome {
  const wrong = list.findIndex((fields) => !isRight(fields[name]));
  if (wrong < 0) return outcome(true, `\`${name}\` is right in ${list.length} of ${list.length}.`);
  const where = list.length > 1 ? ` (number ${wrong + 1} of ${list.length})` : '';
  return outcome(false, field(visit, list[wrong] ?? {}, name) + where);
}

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/** Seconds that a token can be good for. */
export const isLifetime = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;

/** A refusal: other statuses of 4xx deviate, anything else is no refusal. */
export function refusal(
  visit: Visit,
  answer: Answer,
  statuses: readonly number[],
  deviates: (answer: Answer) => boolean = () => false,
): Outcome {
  const { status } = answer;
  const seen = describe(answer, visit.redactor);
  if (status < 400 || status > 499) return outcome('fail', seen);
  return outcome(statuses.includes(status) && !deviates(answer) ? 'pass' : 'deviates', seen);
}

/**
 * The case of a call under another media type than the interface has for it, which an operator may
 * refuse or take: only a fault of the server fails.
 */
export const underOtherType = (
  ask: (visit: Visit, difference: Difference) => Promise<Answer>,
): Case => ({
  expected: 'HTTP 400 or 415, or the usual answer',
  check: async (visit) => {
    const answer = await ask(visit, { as: 'as text/plain', mediaType: 'text/plain' });
    return isSuccess(answer)
      ? outcome('pass', describe(answer, visit.redactor))
      : refusal(visit, answer, [400, 415]);
  },
});

/** Whether a body gives something: a list that holds an object with the field. */
const gives = (body: unknown, name: string): boolean =>
  Array.isArray(body) && body.some((item) => isText(fieldOf(item, name)));

/**
 * The case of a call that must give nothing.
 * @param name the field that would give it.
 * @param passes the statuses that pass. With 200 an empty list passes, else it deviates.
 */
export function givesNothing(
  visit: Visit,
  answer: Answer,
  name: string,
  passes: readonly number[],
): Outcome {
  const { status, body } = answer;
  const size = Array.isArray(body) ? `, a list of ${body.length}` : '';
  const seen = describe(answer, visit.redactor) + size;
  if (gives(body, name)) return outcome('fail', seen);
  if (isSuccess(answer)) {
    const isEmptyList = Array.isArray(body) && body.length === 0;
    if (isEmptyList) return outcome(passes.includes(200) ? 'pass' : 'deviates', seen);
    return outcome(status === 204 || body === null ? 'deviates' : 'fail', seen);
  }
  if (status < 400 || status > 499) return outcome('fail', seen);
  return outcome(passes.includes(status) ? 'pass' : 'deviates', seen);
}

/** Whether caches must ask before they answer with what they keep. */
const isRevalidated = (words: readonly string[]) =>
  words.includes('no-cache') ||
  (words.some((word) => /^max-age=0+$/.test(word)) &&
    !words.some((word) => /^s-maxage=0*[1-9]/.test(word)));

/** Whether caches are kept off: `no-store` passes, no word of it deviates, leave to keep fails. */
export function notKept(answer: Answer): Outcome {
  const words = cacheWords(answer);
  const isKept = words.some((word) =>
    /^(?:public$|immutable$|(?:s-maxage|max-age)=0*[1-9])/.test(word),
  );
  const isAskedFor = isRevalidated(words);
  const verdict = words.includes('no-store') ? 'pass' : isKept && !isAskedFor ? 'fail' : 'deviates';
  const what = { pass: 'with no-store', fail: 'and may be kept', deviates: 'without no-store' };
  return outcome(
    verdict,
    `${answer.asked}: \`Cache-Control\` ${answer.headers.has('cache-control') ? 'is there' : 'is absent'}, ${what[verdict]}.`,
  );
}

/** Whether shared caches are kept off an answer to a request with `Authorization` (RFC 9111 §3.5). */
export function notShared(answer: Answer): Outcome {
  const words = cacheWords(answer);
  const mayKeep = words.some((word) => /^(?:public$|s-maxage=0*[1-9])/.test(word));
  const isKept = mayKeep && !words.includes('no-store');
  const verdict = !isKept ? 'pass' : isRevalidated(words) ? 'deviates' : 'fail';
  const what = {
    pass: 'may not keep it',
    fail: 'may keep it',
    deviates: 'may keep it, and must ask',
  };
  return outcome(verdict, `${answer.asked}: shared caches ${what[verdict]}.`);
}

/** The difference of a call that lacks one field. */
export const lacking = (name: string): Difference => ({
  as: `without \`${name}\``,
  fields: { [name]: undefined },
});

export const withoutToken: Difference = { as: 'without a token', authorization: null };

export const withUnknownToken = async (visit: Visit): Promise<Difference> => ({
  as: 'with an unknown token',
  authorization: `Bearer ${another(await visit.accessToken())}`,
});

const withoutTokenOf = () => withoutToken;

const isRedirect = ({ status }: Answer) => status >= 300 && status <= 399;

/** Whether the calls 4.2 to 4.4 are all open to tokens of one scope alone, whichever it is. */
async function ignoresScopes(visit: Visit): Promise<boolean> {
  for (const scope of defaultScope.split(' ')) {
    const token = await visit.tokenOf(scope).catch((error: unknown) => visit.pass(error));
    if (token === undefined) return false;
    const difference = { as: `with ${scope} alone`, authorization: `Bearer ${token}` };
    for (const call of ['profile', 'onboard', 'access'] as const) {
      const answer = await visit[call](difference).catch((error: unknown) => visit.pass(error));
      if (!answer || !isSuccess(answer)) return false;
    }
  }
  return true;
}

/** The three cases of each call that needs a token. */
export function bearerCases(
  section: JsonSection,
  ask: (visit: Visit, difference: Difference) => Promise<Answer>,
  scope: string,
): Record<'withoutToken' | 'withUnknownToken' | 'withoutScope', Case> {
  const refused = (
    status: number,
    differenceOf: (visit: Visit) => Promise<Difference> | Difference,
  ): Case => ({
    expected: `HTTP ${status}`,
    check: async (visit) => {
      await groundedOn(`${section}-1`, visit, () => ask(visit, { as: '' }));
      const answer = await ask(visit, await differenceOf(visit));
      // An operator that leads all of them to a log-in does so by one fault.
      const isFirst = section === '4.2' && differenceOf === withoutTokenOf;
      if (isRedirect(answer) && !isFirst && isRedirect(await visit.profile(withoutToken))) {
        return visit.without('4.2-9');
      }
      return refusal(visit, answer, [status]);
    },
  });
  return {
    withoutToken: refused(401, withoutTokenOf),
    withUnknownToken: refused(401, withUnknownToken),
    withoutScope: {
      expected: 'HTTP 403',
      check: async (visit) => {
        await groundedOn(`${section}-1`, visit, () => ask(visit, { as: '' }));
        const [other = ''] = visit.scope.split(' ').filter((name) => name !== scope);
        const authorization = `Bearer ${await visit.tokenOf(other)}`;
        const answer = await ask(visit, { as: `without the scope ${scope}`, authorization });
        const found = refusal(visit, answer, [403]);
        if (!isSuccess(answer)) return found;
        // Which scope a call needs is not shown (5.6); that scopes must cover the calls is (5.5).
        if (!(await ignoresScopes(visit))) return outcome('deviates', found.seen);
        if (section !== '4.2') return visit.without('4.2-11');
        return outcome('fail', `${found.seen}; no call looks at scopes.`);
      },
    },
  };
}
