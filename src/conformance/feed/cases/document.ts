/** The document and what it says of the podcast: feed-14 to feed-22. */
import { resolveWebUrl } from '../../../urls/web-url.js';
import { childrenOf, textOf } from '../../../podcast/xml/strict-xml.js';
import { holds } from '../../hidden-secrets.js';
import { outcome } from '../../outcome.js';
import type { FeedCases } from './case.js';

const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w-]{2,63}/;

/** Tags with the URLs of files, which the key of a feed may open. */
const FILES =
  /<(?:enclosure|media:\w+|itunes:image|podcast:(?:source|transcript|chapters|images?))\b[^<>]*>/g;

export const documentCases = {
  'feed-14': {
    expected: 'no fault: a strict reader takes nothing of a feed with one',
    check: async (feed) => {
      const fault = await feed.fault();
      return outcome(!fault, fault ? `It is not: ${fault}.` : 'A strict reader finds no fault.');
    },
  },
  'feed-15': {
    expected: 'no <!DOCTYPE>: careful readers refuse a feed that may declare entities',
    check: async (feed) => {
      const { hasDoctype } = await feed.document();
      return outcome(!hasDoctype, `There is ${hasDoctype ? 'one' : 'none'}.`);
    },
  },
  'feed-16': {
    expected: '<rss version="2.0"> with one <channel>',
    check: async (feed) => {
      const { root } = await feed.document();
      const channels = childrenOf(root, 'channel').length;
      const isRss = root.name === 'rss' && root.attributes.get('version') === '2.0';
      const seen = `The root is ${isRss ? '' : 'not '}RSS 2.0, with ${channels} channels.`;
      if (root.name === 'rss' && channels === 1 && !isRss) return outcome('deviates', seen);
      return outcome(isRss && channels === 1, seen);
    },
  },
  'feed-17': {
    expected: 'a <title> in the channel: apps refuse a podcast without one, or show its link',
    check: async (feed) => {
      const title = textOf(await feed.channel(), 'title');
      return outcome(title !== '', `The title has ${title.length} characters.`);
    },
  },
  'feed-18': {
    expected: 'Yes: Apple lists a feed without it if anyone submits the link',
    check: async (feed) => {
      const block = textOf(await feed.channel(), 'itunes:block');
      const seen = block === '' ? 'There is no such tag.' : 'There is such a tag.';
      if (block === 'Yes') return outcome(true, seen);
      // Apple's word is "Yes", and its reader is said to take no other.
      return outcome(/^(?:yes|true)$/i.test(block) ? 'deviates' : 'fail', seen);
    },
  },
  'feed-19': {
    expected: 'yes',
    check: async (feed) => {
      const locked = textOf(await feed.channel(), 'podcast:locked');
      const isLocked = locked.toLowerCase() === 'yes';
      const seen = locked === '' ? 'There is no such tag.' : 'There is such a tag.';
      return outcome(isLocked ? 'pass' : 'deviates', seen);
    },
  },
  'feed-20': {
    expected:
      'no link to itself, such as `atom:link` with rel="self": apps share what they find there',
    check: async (feed) => {
      const { text } = await feed.answer();
      const { url, finalUrl, secret } = feed;
      const parts = [secret?.text ?? url, finalUrl];
      const isIn = (text: string) => parts.some((part) => holds(text, part));
      if (!isIn(text)) return outcome(true, 'It is not there.');
      if (isIn(text.replace(FILES, ''))) return outcome(false, 'It is there.');
      return outcome('deviates', 'It is in the URLs of recordings or of other files alone.');
    },
  },
  'feed-21': {
    expected: 'no such tag: apps move to its link, so that an old link hands the new one over',
    check: async (feed) => {
      const url = textOf(await feed.channel(), 'itunes:new-feed-url');
      const resolved = resolveWebUrl(url, feed.finalUrl);
      const isElsewhere = url !== '' && resolved !== feed.url && resolved !== feed.finalUrl;
      const seen = url === '' ? 'There is no such tag.' : 'There is such a tag';
      if (url === '') return outcome(true, seen);
      return outcome(!isElsewhere, `${seen}, with ${isElsewhere ? 'another' : 'the same'} link.`);
    },
  },
  'feed-22': {
    expected: 'no address in a title, and that of the member nowhere: people share what they hear',
    check: async (feed) => {
      const channel = await feed.channel();
      const titles = [channel, ...childrenOf(channel, 'item')].map((element) =>
        textOf(element, 'title').slice(0, 1000),
      );
      const { member } = feed;
      if (member !== undefined && holds((await feed.answer()).text, member)) {
        return outcome(false, 'The address of the member is in the feed.');
      }
      // It may be the show's own, for mail to it.
      if (titles.some((title) => ADDRESS.test(title))) {
        return outcome('deviates', 'A title holds an e-mail address.');
      }
      if (member !== undefined)
        return outcome(true, 'The address of the member is not in the feed.');
      return outcome(true, 'No title holds an e-mail address. Nothing else was looked through.');
    },
  },
} satisfies FeedCases;
