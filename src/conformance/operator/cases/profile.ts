/** 4.2 Get the user ID for an e-mail address. */
import { fieldOf } from '../../../api/answers/error-from-answer.js';
import { isId } from '../../../api/checks/input.js';
import { notShared } from '../../caching.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { describe, outcome, type Outcome } from '../../outcome.js';
import { shown } from '../../shown-value.js';
import { without } from '../../skipped.js';
import {} from '../../unknown-values.js';
import { isObject, type Fields, type Operator } from '../operator.js';
import { guardedCases } from './bearer.js';
import { answerCases, field, groundedOn, isText, type Case, type CasesOf } from './case.js';

/** Is the same in each run: an operator whose look-up creates users has one more, and not one for each. */
const NOBODYS_ADDRESS = 'nobody@conformance.invalid';

/** The user that 4.2-14 creates: the same in each run, too. */
const CREATED_ADDRESS = 'created@conformance.invalid';

/** Looks at a field of the user profile. */
const ofProfile = (
  expected: string,
  look: (fields: Fields, operator: Operator) => Outcome,
): Case => ({
  expected,
  check: async (operator) => look(await operator.profileFields(), operator),
});

/**
 * An address with its first letter as `%xx`, which means the same (RFC 3986 §6.2.2.2). The dots stay:
 * firewalls refuse encoded ones.
 */
const percentEncoded = (address: string): string =>
  encodeURIComponent(address).replace(
    /(?<!%[0-9A-F]?)[a-z]/i,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Whether the stranger's address leads to the member's ID. */
async function isOneUser(operator: Operator): Promise<boolean> {
  const { stranger } = operator.config;
  if (stranger === undefined) return false;
  return isOf(await operator.otherProfile('stranger', stranger), await operator.userId());
}

/** Whether an answer names the user; one of the two IDs is enough for the client. */
const isOf = ({ body }: Answer, userId: string) =>
  [fieldOf(body, 'id'), fieldOf(body, 'userId')].includes(userId);

const answered = answerCases('4.2', (operator) => operator.profile(), 'a JSON object', isObject);

const bearer = guardedCases(
  '4.2',
  (operator, difference) => operator.profile(difference),
  'profile:user:read',
);

export const profileCases: CasesOf<'4.2'> = {
  '4.2-1': answered.is200,
  '4.2-2': answered.isJson,
  '4.2-3': answered.hasShape,
  '4.2-4': ofProfile('<provider>|<opaque id>', ({ id }) => {
    const isRight = isId(id) && /^[^|\s]+\|[^\s]+$/.test(id);
    const what = isRight
      ? 'of this form'
      : typeof id === 'string'
        ? 'a text of another form'
        : shown(id);
    return outcome(isRight, `\`id\` is ${what}.`);
  }),
  '4.2-5': ofProfile('the value of `id`', ({ id, userId }) => {
    if (!isText(id)) return without('4.2-4');
    const what = typeof userId === 'string' ? 'another text' : shown(userId);
    return outcome(userId === id, `\`userId\` is ${userId === id ? 'the same' : what}.`);
  }),
  '4.2-6': ofProfile('true or false', (fields) =>
    outcome(typeof fields.hasPrimaryAddress === 'boolean', field(fields, 'hasPrimaryAddress')),
  ),
  '4.2-7': {
    expected: 'the same `id` three times',
    check: async (operator) => {
      const userId = await operator.userId();
      const differences = [
        { as: 'again' },
        { as: 'without `forceCreation`', fields: { forceCreation: undefined } },
        { as: 'with `forceCreation=false`', fields: { forceCreation: 'false' } },
      ];
      for (const difference of differences) {
        const answer = await operator.profile(difference);
        if (isOf(answer, userId)) continue;
        return outcome('fail', `${describe(answer)}, not the same \`id\`.`);
      }
      return outcome('pass', 'The `id` was the same each time.');
    },
  },
  '4.2-8': {
    expected: 'the same `id`',
    check: async (operator) => {
      const userId = await operator.userId();
      if (!isOf(await operator.profile({ as: 'again' }), userId)) return without('4.2-7');
      const address = percentEncoded(operator.config.member);
      const answer = await operator.profile({ as: 'with a letter percent-encoded' }, address);
      const seen = describe(answer);
      if (isOf(answer, userId)) return outcome('pass', `${seen}, the same \`id\`.`);
      const isAnother = isText(fieldOf(answer.body, 'id'));
      return outcome(
        isAnother ? 'fail' : 'deviates',
        `${seen}, ${isAnother ? 'another' : 'no'} \`id\`.`,
      );
    },
  },
  '4.2-9': bearer.withoutToken,
  '4.2-10': bearer.withUnknownToken,
  '4.2-11': bearer.withoutScope,
  '4.2-12': {
    expected: 'HTTP 404',
    check: async (operator) => {
      const userId = await operator.userId();
      if (await isOneUser(operator))
        return outcome('fail', 'The stranger has the ID of the member.');
      const answer = await operator.otherProfile('nobody', NOBODYS_ADDRESS);
      const { status, body } = answer;
      const ids = [fieldOf(body, 'id'), fieldOf(body, 'userId')].filter(isText);
      const known = [userId, await operator.strangerId()];
      const isAnothers = ids.some((id) => known.includes(id));
      const what = isAnothers ? ', the ID of another user' : ids.length > 0 ? ', an ID' : '';
      const seen = describe(answer) + what;
      if (isAnothers || !(isSuccess(answer) || (status >= 400 && status <= 499))) {
        return outcome('fail', seen);
      }
      return outcome(status === 404 || 'deviates', seen);
    },
  },
  '4.2-13': {
    expected: 'no `public` and no `s-maxage` in `Cache-Control` (RFC 9111 §3.5)',
    check: async (operator) => notShared(await groundedOn('4.2-1', () => operator.profile())),
  },
  '4.2-14': {
    expected: 'HTTP 200 and an ID that nobody else has',
    check: async (operator) => {
      if (!operator.isDestructive) return outcome('skipped', 'Only with --destructive.');
      const known = [await operator.userId(), await operator.strangerId()];
      const answer = await operator.otherProfile('created', CREATED_ADDRESS, '?forceCreation=true');
      const id = [fieldOf(answer.body, 'id'), fieldOf(answer.body, 'userId')].find(isText);
      const seen = describe(answer);
      if (id !== undefined && known.includes(id)) {
        return outcome('fail', `${seen}, the ID of another user`);
      }
      // The interface does not show what forceCreation does exactly.
      const isNew = isSuccess(answer) && id !== undefined;
      return outcome(isNew || 'deviates', `${seen}, ${isNew ? 'an ID of its own' : 'no ID'}`);
    },
  },
};
