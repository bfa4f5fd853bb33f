/** Tags by which apps take a member's feed for the public show: feed-38 to feed-40. */
import { childrenOf, textOf } from '../../../podcast/xml/strict-xml.js';
import { outcome } from '../../outcome.js';
import type { FeedCases } from './case.js';

export const mistakenCases = {
  'feed-38': {
    expected: 'yes, for all: a directory without this tag may list what anyone submits',
    check: async (feed) => {
      const blocks = childrenOf(await feed.channel(), 'podcast:block');
      const ofAll = blocks.filter(({ attributes }) => !attributes.has('id'));
      const seen = `There ${ofAll.length === 0 ? 'is no such tag' : 'is such a tag'} for all.`;
      const isBlocked = ofAll.some(({ text }) => text.trim().toLowerCase() === 'yes');
      return outcome(isBlocked ? 'pass' : 'deviates', seen);
    },
  },
  'feed-39': {
    expected: 'no such tag: apps take feeds with one GUID for one show, and show one for the other',
    check: async (feed) => {
      // One of its own does no harm, and nothing here tells whose it is.
      const guid = textOf(await feed.channel(), 'podcast:guid');
      const seen = `There is ${guid === '' ? 'no' : 'one'}.`;
      return outcome(guid === '' ? 'pass' : 'deviates', seen);
    },
  },
  'feed-40': {
    expected:
      'none (`podcast:txt` with "verify" or "applepodcastsverify", `itunes:applepodcastsverify`): they vouch for the public show',
    check: async (feed) => {
      const channel = await feed.channel();
      const texts = childrenOf(channel, 'podcast:txt').filter(({ attributes }) =>
        /^(?:verify|applepodcastsverify)$/i.test(attributes.get('purpose')?.trim() ?? ''),
      );
      const all = [...texts, ...childrenOf(channel, 'itunes:applepodcastsverify')];
      const isFree = all.length === 0;
      return outcome(isFree ? 'pass' : 'deviates', `There are ${isFree ? 'none' : all.length}.`);
    },
  },
} satisfies FeedCases;
