/** 4.1 Issue a token. */
import { fieldOf } from '../../../api/answers/error-from-answer.js';
import { notKept } from '../../caching.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { describe, outcome, type Outcome } from '../../outcome.js';
import { shown } from '../../shown-value.js';
import { without } from '../../skipped.js';
import { another } from '../../unknown-values.js';
import { isObject, isSendable, type Difference, type Fields, type Operator } from '../operator.js';
import {
  answerCases,
  field,
  groundedOn,
  isLifetime,
  isText,
  lacking,
  refusal,
  underOtherType,
  type Case,
  type CasesOf,
} from './case.js';

/** A scope that no client has. */
const NOBODYS_SCOPE = 'conformance:nobody';

/** RFC 6750 §2.1. Clients send other visible letters too (RFC 6749 A.12). */
const BEARER_TOKEN = /^[\w.~+/-]+=*$/;

/** RFC 6749 §5.2: 400 or 401, and a JSON object with the text `error`. */
const isOAuthError = ({ body }: Answer) => isText(fieldOf(body, 'error'));

/** A request that the token endpoint must refuse, once it has granted the right one. */
function refusedRequest(difference: (operator: Operator) => Difference): Case {
  return {
    expected: 'HTTP 400 or 401 with `error` (RFC 6749 §5.2)',
    check: async (operator) => {
      await operator.accessToken();
      const answer = await operator.token(difference(operator));
      return refusal(answer, [400, 401], (answer) => !isOAuthError(answer));
    },
  };
}

/** Looks at a field of the access token. */
const ofToken = (
  expected: string,
  look: (fields: Fields, operator: Operator) => Outcome,
): Case => ({
  expected,
  check: async (operator) => look(await operator.tokenFields(), operator),
});

const answered = answerCases('4.1', (operator) => operator.token(), 'a JSON object', isObject);

export const tokenCases: CasesOf<'4.1'> = {
  '4.1-1': answered.is200,
  '4.1-2': answered.isJson,
  '4.1-3': answered.hasShape,
  '4.1-4': ofToken('a text of the characters of RFC 6750 §2.1', ({ access_token: token }) => {
    if (token === undefined || token === null) return outcome('fail', '`access_token` is missing.');
    if (!isSendable(token)) return outcome('fail', '`access_token` is there, but cannot be sent.');
    if (BEARER_TOKEN.test(token)) return outcome('pass', '`access_token` is there.');
    return outcome('deviates', '`access_token` is there, with characters that few tokens have.');
  }),
  '4.1-5': ofToken('"Bearer"', (fields) => {
    const { token_type: type } = fields;
    const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer';
    const verdict = type === 'Bearer' || (isBearer ? 'deviates' : 'fail');
    return outcome(verdict, field(fields, 'token_type'));
  }),
  '4.1-6': ofToken('an integer above 0', (fields) => {
    const { expires_in: seconds } = fields;
    return outcome(isLifetime(seconds), field(fields, 'expires_in'));
  }),
  '4.1-7': ofToken('absent, or all that was asked for', ({ scope }, operator) => {
    if (scope === undefined) return outcome('pass', '`scope` is absent.');
    if (typeof scope !== 'string') return outcome('fail', `\`scope\`: ${shown(scope)}`);
    if (scope === '') return outcome('fail', '`scope` is an empty text.');
    const granted = scope.split(' ');
    const missing = operator.scope.split(' ').filter((asked) => !granted.includes(asked));
    const isWhole = missing.length === 0;
    return outcome(
      isWhole,
      `\`scope\` ${isWhole ? 'has them all' : `lacks ${missing.join(' ')}`}.`,
    );
  }),
  '4.1-8': {
    expected: '`Cache-Control: no-store` (RFC 6749 §5.1)',
    check: async (operator) => notKept(await groundedOn('4.1-1', () => operator.token())),
  },
  '4.1-9': refusedRequest(({ config }) => ({
    as: 'with a wrong client secret',
    fields: { client_secret: another(config.clientSecret) },
  })),
  '4.1-10': refusedRequest(({ config }) => ({
    as: 'of an unknown client',
    fields: { client_id: another(config.clientId) },
  })),
  '4.1-11': refusedRequest(() => lacking('client_id')),
  '4.1-12': refusedRequest(() => lacking('client_secret')),
  '4.1-13': refusedRequest(() => lacking('grant_type')),
  '4.1-14': refusedRequest(() => lacking('scope')),
  '4.1-15': refusedRequest(() => ({
    as: 'with another `grant_type`',
    fields: { grant_type: 'password' },
  })),
  '4.1-16': {
    expected: 'HTTP 400 with `error`, or a token whose `scope` lacks it',
    check: async (operator) => {
      await operator.accessToken();
      const answer = await operator.token({
        as: 'with a scope that nobody has',
        fields: { scope: `${operator.scope} ${NOBODYS_SCOPE}` },
      });
      if (!isSuccess(answer)) {
        return refusal(answer, [400, 401], (answer) => !isOAuthError(answer));
      }
      const scope = fieldOf(answer.body, 'scope');
      const isLeftOut = typeof scope === 'string' && !scope.split(' ').includes(NOBODYS_SCOPE);
      const what = isLeftOut ? 'lacks it' : 'does not say that it is left out';
      return outcome(isLeftOut, `${describe(answer)}; \`scope\` ${what}.`);
    },
  },
  '4.1-17': {
    expected: '`scope` is absent, or the one that was asked for',
    check: async (operator) => {
      await operator.accessToken();
      const scopes = operator.scope.split(' ');
      const [scope = ''] = scopes;
      if (scopes.length < 2)
        return outcome('skipped', '`scope` of the configuration has only one.');
      const answer = await operator.token({ as: `with ${scope} alone`, fields: { scope } });
      const seen = describe(answer);
      if (!isSuccess(answer)) return outcome('deviates', seen);
      if (!isObject(answer.body)) return outcome('fail', `${seen}, and no token.`);
      const { scope: granted } = answer.body;
      if (granted !== undefined && !isText(granted)) {
        const { scope: usual } = await operator.tokenFields();
        // Where every token has such a scope, 4.1-7 tells it.
        if (usual !== undefined && !isText(usual)) return without('4.1-7');
        return outcome('fail', `${seen}; \`scope\`: ${shown(granted)}`);
      }
      const isNarrow = granted === undefined || granted === scope;
      const what = isNarrow ? 'has that one alone' : 'says something else';
      return outcome(isNarrow || 'deviates', `${seen}; \`scope\` ${what}.`);
    },
  },
  '4.1-18': underOtherType(async (operator, difference) => {
    await operator.accessToken();
    return operator.token(difference);
  }),
};
