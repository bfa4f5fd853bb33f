/** How cases of the interface are written: what one is, and the questions that many of them ask. */
import { errorFromAnswer, fieldOf } from '../../../api/answers/error-from-answer.js';
import {
  explainAccess,
  explainClientRefusal,
  explainLookup,
} from '../../../api/answers/refusal-reasons.js';
import type { Explain } from '../../../errors/failed-answer.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { describe, outcome, type Outcome } from '../../outcome.js';
import type { CaseOf } from '../../run-cases.js';
import { shown } from '../../shown-value.js';
import { without, withoutAnswer } from '../../skipped.js';
import {
  isObject,
  type Difference,
  type Fields,
  type JsonSection,
  type Operator,
} from '../operator.js';
import type { CaseId } from '../interface-statements.js';

/** A case of the interface. */
export type Case = CaseOf<Operator>;

/** All cases of a section: none can be forgotten. */
export type CasesOf<Section extends string> = Record<Extract<CaseId, `${Section}-${number}`>, Case>;

/** How the client reads a refusal of each call. */
const explanations: Record<JsonSection, Explain> = {
  '4.1': explainClientRefusal,
  '4.2': explainLookup,
  '4.3': explainAccess,
  '4.4': explainAccess,
  '4.5': ({ status }) => (status === 422 ? 'bad-feed' : undefined),
};

/** An answer that counts only if it is a 2xx. */
export async function groundedOn(first: CaseId, ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask().catch((error: unknown) => withoutAnswer(first, error));
  return isSuccess(answer) ? answer : without(first);
}

/** Clients take no notice of a byte-order mark, which JSON must not have (RFC 8259 §8.1). */
const hasMark = ({ bytes: [one, two, three] }: Answer) =>
  one === 0xef && two === 0xbb && three === 0xbf;

/**
 * The first three cases of each call: HTTP 200, JSON by its media type, and the shape of the JSON. A
 * body that is not JSON by its media type fails the second, and not the third. The interface states the
 * status and the media type of 4.1 alone, so that another 2xx, and JSON under another type, deviate.
 * @param expected the shape, in words
 * @param tell what a report says of a body
 */
export function answerCases(
  section: JsonSection,
  ask: (operator: Operator) => Promise<Answer>,
  expected: string,
  isRight: (body: unknown) => boolean,
  tell = (body: unknown) => `The body is ${shown(body)}.`,
): Record<'is200' | 'isJson' | 'hasShape', Case> {
  const isStated = section === '4.1';
  // The interface says of 4.5 neither the shape nor that it is JSON; a page is no data.
  const isOpen = section === '4.5';
  const answered = (operator: Operator) => groundedOn(`${section}-1`, () => ask(operator));
  const isJson = ({ mediaType }: Answer) => mediaType === 'application/json';
  return {
    is200: {
      expected: 'HTTP 200',
      check: async (operator) => {
        const answer = await ask(operator);
        if (isSuccess(answer)) {
          const isUsual = answer.status === 200;
          return outcome(isUsual || (isStated ? 'fail' : 'deviates'), describe(answer));
        }
        const explain = explanations[section];
        return outcome('fail', describe(answer), errorFromAnswer('', answer, 0, { explain }).code);
      },
    },
    isJson: {
      expected: 'application/json',
      check: async (operator) => {
        const answer = await answered(operator);
        const isData = isOpen && answer.mediaType !== 'text/html';
        const isReadable = !isStated && (answer.body !== undefined || isData);
        return outcome(isJson(answer) || (isReadable ? 'deviates' : 'fail'), describe(answer));
      },
    },
    hasShape: {
      expected,
      check: async (operator) => {
        const answer = await answered(operator);
        const { body } = answer;
        if (body === undefined) {
          if (!isJson(answer)) return without(`${section}-2`);
          return outcome('fail', 'The body is no JSON in UTF-8.');
        }
        if (isRight(body) && hasMark(answer)) {
          return outcome('deviates', 'A byte-order mark comes before the JSON.');
        }
        return outcome(isRight(body) || (isOpen ? 'deviates' : 'fail'), tell(body));
      },
    },
  };
}

/** Whether a body is a list of objects, at least one. */
export const holdsObjects = (body: unknown): boolean =>
  Array.isArray(body) && body.length > 0 && body.every(isObject);

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/** Seconds that a token can be good for. */
export const isLifetime = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;

/** A field in the words of a report: "`sku`: a text of 8 characters". */
export const field = (fields: Fields, name: string): string =>
  `\`${name}\`: ${shown(fields[name])}`;

/** Fields that must each pass in every object of a list. Only the first fault is told. */
export function everyOne(
  list: readonly Fields[],
  name: string,
  isRight: (value: unknown) => boolean,
): Outcome {
  const wrong = list.findIndex((fields) => !isRight(fields[name]));
  if (wrong < 0) return outcome(true, `\`${name}\` is right in ${list.length} of ${list.length}.`);
  const where = list.length > 1 ? ` (number ${wrong + 1} of ${list.length})` : '';
  return outcome(false, field(list[wrong] ?? {}, name) + where);
}

/** A refusal: other statuses of 4xx deviate, anything else is no refusal. */
export function refusal(
  answer: Answer,
  statuses: readonly number[],
  deviates: (answer: Answer) => boolean = () => false,
): Outcome {
  const { status } = answer;
  if (status < 400 || status > 499) return outcome('fail', describe(answer));
  const isUsual = statuses.includes(status) && !deviates(answer);
  return outcome(isUsual || 'deviates', describe(answer));
}

/**
 * The case of a call under another media type than the interface has for it, which an operator may
 * refuse or take: only a fault of the server fails.
 */
export const underOtherType = (
  ask: (operator: Operator, difference: Difference) => Promise<Answer>,
): Case => ({
  expected: 'HTTP 400 or 415, or the usual answer',
  check: async (operator) => {
    const answer = await ask(operator, { as: 'as text/plain', mediaType: 'text/plain' });
    return isSuccess(answer) ? outcome('pass', describe(answer)) : refusal(answer, [400, 415]);
  },
});

/**
 * The case of a call that must give nothing.
 * @param name the field that would give it.
 * @param passes the statuses that pass. With 200 an empty list passes, else it deviates.
 */
export function givesNothing(answer: Answer, name: string, passes: readonly number[]): Outcome {
  const { status, body } = answer;
  const list = Array.isArray(body) ? (body as unknown[]) : undefined;
  const seen = describe(answer) + (list ? `, a list of ${list.length}` : '');
  const isGiven = list?.some((item) => isText(fieldOf(item, name)));
  const isEmpty = list?.length === 0 || status === 204 || body === null;
  const isRefused = isSuccess(answer) ? isEmpty : status >= 400 && status <= 499;
  if (isGiven || !isRefused) return outcome('fail', seen);
  const isUsual = isSuccess(answer)
    ? passes.includes(200) && list?.length === 0
    : passes.includes(status);
  return outcome(isUsual || 'deviates', seen);
}

/** The difference of a call that lacks one field. */
export const lacking = (name: string): Difference => ({
  as: `without \`${name}\``,
  fields: { [name]: undefined },
});
