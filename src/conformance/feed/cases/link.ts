/** The link itself, and how its server answers: feed-1 to feed-13. */
import { isSecureUrl } from '../../../urls/web-url.js';
import { cacheWords } from '../../caching.js';
import type { Answer } from '../../exchanges.js';
import { describe, outcome } from '../../outcome.js';
import { without } from '../../skipped.js';
import { withOtherSecret } from '../secret-part.js';
import type { FeedCases } from './case.js';

/** A random UUID has 122 bits; fewer than the second number can be tried out. */
const SAFE_BITS = 120;
const WEAK_BITS = 64;
/** Bytes that every app is known to read: many stop at some size, and none says at which. */
const MAX_USUAL_BYTES = 10 * 1024 * 1024;

const mayBeShared = (word: string) => /^(?:public$|(?:s-maxage|max-age)=0*[1-9])/.test(word);

/** The conditions of an app that has the feed, as far as the server gave it some. */
function conditionsOf({ headers }: Answer): Record<string, string> {
  const etag = headers.get('etag');
  const modified = headers.get('last-modified');
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(modified !== null && { 'if-modified-since': modified }),
  };
}

export const linkCases = {
  'feed-1': {
    expected: 'https: everyone on the way could read the secret in the link',
    check: ({ url }) => {
      const { protocol } = new URL(url);
      const isSecure = isSecureUrl(url);
      const where = protocol === 'http:' && isSecure ? ' on this machine' : '';
      return Promise.resolve(outcome(isSecure, `The link is ${protocol.slice(0, -1)}${where}.`));
    },
  },
  'feed-2': {
    expected: 'HTTP 200 without cookies and `Authorization`: servers of apps have neither',
    check: async (feed) => {
      const answer = await feed.last();
      return outcome(answer.status === 200, describe(answer));
    },
  },
  'feed-3': {
    expected:
      'no redirect: apps keep where a permanent one leads, so that an old link hands the new one over',
    check: async (feed) => {
      await feed.answer();
      const answer = await feed.first();
      if (answer.status < 300) return outcome(true, describe(answer));
      const isPermanent = answer.status === 301 || answer.status === 308;
      return outcome(isPermanent ? 'fail' : 'deviates', describe(answer));
    },
  },
  'feed-4': {
    expected: 'HTTP 200: some apps ask so whether there is a feed',
    check: async (feed) => {
      await feed.answer();
      const answer = await feed.ask('the feed', {}, { method: 'HEAD' });
      const { status } = answer;
      const isUnknown = status === 405 || status === 501;
      return outcome(isUnknown ? 'deviates' : status === 200, describe(answer));
    },
  },
  'feed-5': {
    expected: 'a random part of at least 128 bits, such as 22 letters and digits, or a random UUID',
    check: ({ secret }) => {
      if (!secret) return Promise.resolve(outcome(false, 'No part of the link looks random.'));
      const { bits } = secret;
      const verdict = bits >= SAFE_BITS ? 'pass' : bits >= WEAK_BITS ? 'deviates' : 'fail';
      const seen = `The longest random part has room for ${bits} bits.`;
      return Promise.resolve(outcome(verdict, seen));
    },
  },
  'feed-6': {
    expected: 'HTTP 404 or 410',
    check: async (feed) => {
      await feed.answer();
      const { secret, url } = feed;
      if (!secret) return without('feed-5');
      const other = withOtherSecret(url, secret);
      const answer = await feed.ask('the link with another secret', {}, { url: other });
      const { status } = answer;
      const isRefused = status >= 400 && status < 500;
      const isUsual = status === 404 || status === 410;
      return outcome(isUsual ? 'pass' : isRefused ? 'deviates' : 'fail', describe(answer));
    },
  },
  'feed-7': {
    expected: 'application/rss+xml: some apps refuse others',
    check: async (feed) => {
      const answer = await feed.answer();
      const { mediaType } = answer;
      const isXml = mediaType === 'application/xml' || mediaType === 'text/xml';
      const isRss = mediaType === 'application/rss+xml';
      return outcome(isXml ? 'deviates' : isRss, describe(answer));
    },
  },
  'feed-8': {
    expected: '`Cache-Control` with private or no-store: a shared cache would answer after the end',
    check: async (feed) => {
      const words = cacheWords(await feed.answer());
      const isPrivate = words.includes('private') || words.includes('no-store');
      if (isPrivate) return outcome(true, 'The header keeps shared caches off.');
      return words.some(mayBeShared)
        ? outcome('fail', 'The header lets shared caches keep the feed.')
        : outcome('deviates', 'The header says nothing of shared caches.');
    },
  },
  'feed-9': {
    expected: '`X-Robots-Tag: noindex`: a link that leaks is listed otherwise',
    check: async (feed) => {
      const { headers } = await feed.answer();
      const isHidden = /\b(?:noindex|none)\b/i.test(headers.get('x-robots-tag') ?? '');
      return outcome(isHidden ? 'pass' : 'deviates', `noindex is ${isHidden ? '' : 'not '}there.`);
    },
  },
  'feed-10': {
    expected:
      '`ETag` or `Last-Modified`: apps ask every 15 to 60 minutes, and load all without them',
    check: async (feed) => {
      const names = Object.keys(conditionsOf(await feed.answer()));
      const isThere = names.length > 0;
      return outcome(isThere ? 'pass' : 'deviates', `${names.length} of the two are there.`);
    },
  },
  'feed-11': {
    expected: 'HTTP 304 to a request with the `ETag` or the date of the last answer',
    check: async (feed) => {
      const conditions = conditionsOf(await feed.answer());
      if (Object.keys(conditions).length === 0) return without('feed-10');
      const answer = await feed.ask('the feed if it has changed', conditions);
      const isWhole = answer.status === 200;
      return outcome(isWhole ? 'deviates' : answer.status === 304, describe(answer));
    },
  },
  'feed-12': {
    expected: 'HTTP 200 to a request with another `ETag`: an app would never see a new episode',
    check: async (feed) => {
      await feed.answer();
      const condition = { 'if-none-match': '"private-podcast-conformance"' };
      const answer = await feed.ask('the feed with another ETag', condition);
      return outcome(answer.status === 200, describe(answer));
    },
  },
  'feed-13': {
    expected: 'at most 10 MiB',
    check: async (feed) => {
      const { bytes } = await feed.answer();
      const isUsual = bytes.length <= MAX_USUAL_BYTES;
      const seen = `The feed has ${Math.ceil(bytes.length / 1024)} KiB.`;
      return outcome(isUsual ? 'pass' : 'deviates', seen);
    },
  },
} satisfies FeedCases;
