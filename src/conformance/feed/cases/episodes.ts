/** The episodes, their recordings, and whether they stay what they are: feed-23 to feed-37. */
import { readDate } from '../../../podcast/values/dates.js';
import { isWebUrl, parseUrl } from '../../../urls/web-url.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { describe, outcome, type Outcome } from '../../outcome.js';
import { without } from '../../skipped.js';
import { each, type FeedCase, type FeedCases } from './case.js';
import type { Episode, Feed, Item, Played } from '../feed.js';

/** RFC 822 §5.1 with the years of RFC 1123, as RSS 2.0 wants it. */
const RFC_822 =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UTC?|Z|[ECMP][SD]T)$/;

/** Names of the times in signed URLs: those of AWS, CloudFront, Google, Azure and Akamai, and plain ones. */
const EXPIRY =
  /^(?:(?:x-(?:amz|goog)-)?(?:expires?|expires?_?(?:at|in))|exp|expiry|se|hdn(?:ts|ea))$/i;

const ofItems = (
  expected: string,
  what: string,
  look: Parameters<typeof each<Item>>[2],
): FeedCase => ({
  expected,
  check: async (feed) => each(await feed.items(), what, look),
});

/** Cases of the enclosures that have a URL. */
const ofEpisodes = (
  expected: string,
  what: string,
  look: Parameters<typeof each<Episode>>[2],
): FeedCase => ({
  expected,
  check: async (feed) => each(await feed.episodes(), what, look),
});

/** Apps play these. Hosts that do not know better send `application/octet-stream`. */
const PLAYABLE = /^(?:audio|video)\/|octet-stream$/;

const passIf = (isRight: boolean) => (isRight ? 'pass' : 'fail');

/** Tells the first recording that is not right. */
function firstOf<Of extends Played>(
  answers: readonly Of[],
  isRight: (answer: Of) => boolean,
): Outcome {
  if (answers.every(isRight)) return outcome(true, `${answers.length} of ${answers.length} did.`);
  const wrong = answers.find((answer) => !isRight(answer));
  const seen = wrong ? describe(wrong) : 'GET a recording, its first byte: no answer';
  return outcome(false, `${seen}.`);
}

const ofPlayed = (expected: string, isRight: (answer: Answer) => boolean): FeedCase => ({
  expected,
  check: async (feed) => firstOf(await feed.played(), isRight),
});

/** Both reads, of which the second is a feed. */
async function twice(feed: Feed): Promise<[Item[], Item[]]> {
  const [first, second] = await feed.twice();
  return [first, second ?? without('feed-35')];
}

export const episodeCases = {
  'feed-23': {
    expected:
      'one or more, and if there is nothing to hear, one that says so: apps refuse an empty feed',
    check: async (feed) => {
      const count = await feed.itemCount();
      return outcome(count > 0, `The feed has ${count} episodes.`);
    },
  },
  'feed-24': ofItems('a <title>', 'Titles', ({ title }) => passIf(title !== '')),
  'feed-25': ofItems('a <guid>: apps tell by it which episodes they know', 'GUIDs', ({ guid }) =>
    passIf(guid !== ''),
  ),
  'feed-26': {
    expected: 'each its own: apps show one of two alike',
    check: async (feed) => {
      const guids = (await feed.items()).map(({ guid }) => guid).filter(Boolean);
      const doubles = guids.length - new Set(guids).size;
      return outcome(doubles === 0, `${doubles} of ${guids.length} GUIDs stand there twice.`);
    },
  },
  'feed-27': ofItems(
    'such as "Mon, 23 Nov 2026 06:00:00 GMT": apps put an episode without a date last',
    'Dates',
    ({ date }) => {
      if (RFC_822.test(date)) return 'pass';
      return readDate(date) === undefined ? 'fail' : 'deviates';
    },
  ),
  'feed-28': ofItems(
    'an <enclosure> with a `url`: many apps drop an episode without one',
    'Enclosures',
    ({ url }) => passIf(Boolean(url)),
  ),
  'feed-29': ofEpisodes('audio or video, such as audio/mpeg', 'Media types', ({ type }) =>
    passIf(/^(?:audio|video)\/[\w.+-]+$/i.test(type)),
  ),
  'feed-30': ofEpisodes(
    'a number of bytes: apps show it before a download. Zero is allowed, for one that is not known',
    'Lengths',
    ({ length }) => {
      if (!/^\d+$/.test(length)) return 'fail';
      return Number(length) > 0 ? 'pass' : 'deviates';
    },
  ),
  'feed-31': {
    expected:
      'https: apps do not complete a relative URL, and everyone on the way could hear what comes by http',
    check: async (feed) =>
      each(await feed.episodes(), 'URLs', ({ url }) =>
        passIf(isWebUrl(url) && feed.mayLeadTo(new URL(url))),
      ),
  },
  'feed-32': {
    expected: 'HTTP 200 or 206, without a log-in',
    check: async (feed) => {
      const answers = await feed.recordings();
      return firstOf(answers, (answer) => !!answer && isSuccess(answer));
    },
  },
  'feed-33': ofPlayed('audio, video, or application/octet-stream', ({ mediaType }) =>
    PLAYABLE.test(mediaType),
  ),
  'feed-34': ofPlayed(
    'HTTP 206 (RFC 9110 §14): apps cannot skip in a recording otherwise',
    ({ status }) => status === 206,
  ),
  'feed-35': {
    expected: 'the same: apps take another GUID for another episode, and load it again',
    check: async (feed) => {
      const [first, second] = await feed.twice();
      if (!second) return outcome(false, 'GET the feed again: no feed came.');
      const there = new Set(second.map(({ guid }) => guid));
      const missing = first.filter(({ guid }) => guid !== '' && !there.has(guid)).length;
      return outcome(missing === 0, `${missing} of ${first.length} GUIDs were not there again.`);
    },
  },
  'feed-36': {
    expected: 'the same: some apps keep the first for ever, others show an episode twice',
    check: async (feed) => {
      await feed.episodes();
      const [first, second] = await twice(feed);
      const isSame = first.map(({ guid, url }, index) => {
        // By its place, where the GUID does not tell.
        const again = second.find((item) => item.guid === guid) ?? second[index];
        return again?.url === url;
      });
      const changed = isSame.filter((same) => !same).length;
      return outcome(changed === 0, `${changed} of ${first.length} URLs had changed.`);
    },
  },
  'feed-37': ofEpisodes(
    'none: some apps keep the first URL for ever. Access is checked when it is asked for',
    'URLs',
    ({ url }) => {
      const names = [...(parseUrl(url)?.searchParams.keys() ?? [])];
      return passIf(!names.some((name) => EXPIRY.test(name)));
    },
  ),
} satisfies FeedCases;
