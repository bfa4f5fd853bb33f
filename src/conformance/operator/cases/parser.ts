/** 4.5 Parse a feed. The shape of the answer is not shown, so that another than parsers have deviates. */
import { holds } from '../../redact.js';
import { isObject, type Visit } from '../operator.js';
import { outcome } from '../../outcome.js';
import {
  answerCases,
  everyOne,
  isText,
  lacking,
  refusal,
  type Case,
  type CasesOf,
} from './check.js';

/** Fields in which parsers name the member (docs/interface.md 12 has none of them). */
const MEMBERS_FIELDS = ['user', 'titleWithUsername', 'rssUrl'];

const refusedRequest = (as: string, fields: Record<string, string | undefined>): Case => ({
  expected: 'HTTP 400 or 422',
  check: async (visit) => {
    await visit.podcast();
    return refusal(visit, await visit.parse({ as, fields }), [400, 422]);
  },
});

async function episodesOf(visit: Visit): Promise<unknown[]> {
  const { episodes } = await visit.podcast();
  return Array.isArray(episodes) ? (episodes as unknown[]) : visit.without('4.5-3');
}

const answered = answerCases(
  '4.5',
  (visit) => visit.parse(),
  'an object with a text `title` and a list `episodes`',
  (body) => isObject(body) && typeof body.title === 'string' && Array.isArray(body.episodes),
  (body, { show }) =>
    isObject(body)
      ? `\`title\`: ${show(body.title)}, \`episodes\`: ${show(body.episodes)}`
      : `The body is ${show(body)}.`,
);

export const parserCases: CasesOf<'4.5'> = {
  '4.5-1': answered.is200,
  '4.5-2': answered.isJson,
  '4.5-3': answered.hasShape,
  '4.5-4': {
    expected: 'two texts in each',
    check: async (visit) => {
      const episodes = await episodesOf(visit);
      const objects = episodes.filter(isObject);
      if (objects.length < episodes.length) return outcome('deviates', 'An episode is no object.');
      const isTitle = (value: unknown) => typeof value === 'string';
      const results = [
        everyOne(visit, objects, 'title', isTitle),
        everyOne(visit, objects, 'guid', isText),
      ];
      const wrong = results.find(({ verdict }) => verdict === 'fail');
      if (wrong) return outcome('deviates', wrong.seen);
      return outcome('pass', `${episodes.length} episodes have both.`);
    },
  },
  '4.5-5': {
    expected: 'a number, or nothing',
    check: async (visit) => {
      const episodes = (await episodesOf(visit)).filter(isObject);
      const isNumber = (value: unknown) => typeof value === 'number' && value >= 0;
      const found = everyOne(
        visit,
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
    check: async (visit) => {
      const podcast = await visit.podcast();
      const named = MEMBERS_FIELDS.filter(
        (name) => podcast[name] !== undefined && podcast[name] !== null,
      );
      if (named.length > 0)
        return outcome('deviates', `It has the field \`${named.join('`, `')}\`.`);
      const { text } = await visit.parse();
      const secrets = {
        'the address of the member': visit.config.member,
        'the ID of the member': await visit.userId(),
        'the feed URL': await visit.feedUrl(),
      };
      const found = Object.entries(secrets).find(([, secret]) => holds(text, secret));
      return outcome(
        found ? 'deviates' : 'pass',
        found ? `It holds ${found[0]}.` : 'It holds none.',
      );
    },
  },
};
