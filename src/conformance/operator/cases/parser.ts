/** 4.5 Parse a feed. The shape of the answer is not shown, so that another than parsers have deviates. */
import { holds } from '../../hidden-secrets.js';
import { outcome } from '../../outcome.js';
import { shown } from '../../shown-value.js';
import { without } from '../../skipped.js';
import { isObject, type Operator } from '../operator.js';
import {
  answerCases,
  everyOne,
  isText,
  lacking,
  refusal,
  type Case,
  type CasesOf,
} from './case.js';

/** Fields in which parsers name the member (docs/interface.md 12 has none of them). */
const MEMBERS_FIELDS = ['user', 'titleWithUsername', 'rssUrl'];

const refusedRequest = (as: string, fields: Record<string, string | undefined>): Case => ({
  expected: 'HTTP 400 or 422',
  check: async (operator) => {
    await operator.podcast();
    return refusal(await operator.parse({ as, fields }), [400, 422]);
  },
});

async function episodesOf(operator: Operator): Promise<unknown[]> {
  const { episodes } = await operator.podcast();
  return Array.isArray(episodes) ? (episodes as unknown[]) : without('4.5-3');
}

const answered = answerCases(
  '4.5',
  (operator) => operator.parse(),
  'an object with a text `title` and a list `episodes`',
  (body) => isObject(body) && typeof body.title === 'string' && Array.isArray(body.episodes),
  (body) =>
    isObject(body)
      ? `\`title\`: ${shown(body.title)}, \`episodes\`: ${shown(body.episodes)}`
      : `The body is ${shown(body)}.`,
);

export const parserCases: CasesOf<'4.5'> = {
  '4.5-1': answered.is200,
  '4.5-2': answered.isJson,
  '4.5-3': answered.hasShape,
  '4.5-4': {
    expected: 'two texts in each',
    check: async (operator) => {
      const episodes = await episodesOf(operator);
      const objects = episodes.filter(isObject);
      if (objects.length < episodes.length) return outcome('deviates', 'An episode is no object.');
      const isTitle = (value: unknown) => typeof value === 'string';
      const results = [everyOne(objects, 'title', isTitle), everyOne(objects, 'guid', isText)];
      const wrong = results.find(({ verdict }) => verdict === 'fail');
      if (wrong) return outcome('deviates', wrong.seen);
      return outcome('pass', `${episodes.length} episodes have both.`);
    },
  },
  '4.5-5': {
    expected: 'a number, or nothing',
    check: async (operator) => {
      const episodes = (await episodesOf(operator)).filter(isObject);
      const isNumber = (value: unknown) => typeof value === 'number' && value >= 0;
      const found = everyOne(
        episodes,
        'duration',
        (value) => value === undefined || isNumber(value),
      );
      return outcome(found.verdict === 'pass' || 'deviates', found.seen);
    },
  },
  '4.5-6': refusedRequest(lacking('url').as, { url: undefined }),
  '4.5-7': refusedRequest(lacking('format').as, { format: undefined }),
  '4.5-8': refusedRequest('with a file: URL', { url: 'file:///etc/hostname' }),
  '4.5-9': {
    expected: 'no address and no ID of the member, and no feed URL',
    check: async (operator) => {
      const podcast = await operator.podcast();
      const named = MEMBERS_FIELDS.filter(
        (name) => podcast[name] !== undefined && podcast[name] !== null,
      );
      if (named.length > 0)
        return outcome('deviates', `It has the field \`${named.join('`, `')}\`.`);
      const { text } = await operator.parse();
      const secrets = {
        'the address of the member': operator.config.member,
        'the ID of the member': await operator.userId(),
        'the feed URL': await operator.feedUrl(),
      };
      const found = Object.entries(secrets).find(([, secret]) => holds(text, secret));
      return outcome(
        found ? 'deviates' : 'pass',
        found ? `It holds ${found[0]}.` : 'It holds none.',
      );
    },
  },
};
