/** 1 The flow: its calls have sections of their own; this is what they are for. */
import {
  childrenOf,
  decodeStrictly,
  NotWellFormed,
  readStrictly,
} from '../../../podcast/xml/strict-xml.js';
import type { Answer } from '../../exchanges.js';
import { describe, outcome } from '../../outcome.js';
import { FEED_LINK } from '../operator.js';
import type { CasesOf } from './case.js';

/**
 * How a feed can be read: by everyone, or by readers that forgive what is not well-formed. Undefined
 * for anything else, such as a page that asks for a log-in.
 */
export function readingOf({ status, bytes, headers, text }: Answer): 'strict' | 'lax' | undefined {
  if (status !== 200) return undefined;
  try {
    const { root } = readStrictly(decodeStrictly(bytes, headers.get('content-type') ?? ''));
    const isFeed = root.name === 'rss' && childrenOf(root, 'channel').length > 0;
    return isFeed ? 'strict' : undefined;
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    return /<rss[\s>]/.test(text) && /<channel[\s>]/.test(text) ? 'lax' : undefined;
  }
}

export const flowCases: CasesOf<'1'> = {
  '1-1': {
    expected: 'HTTP 200 and RSS at the end of the link, also after redirects',
    check: async (operator) => {
      const answer = await operator.open(FEED_LINK, await operator.feedUrl());
      const reading = readingOf(answer);
      const what = { strict: 'RSS', lax: 'RSS that is not well-formed' };
      return outcome(
        reading === 'lax' ? 'deviates' : reading === 'strict',
        `${describe(answer)}, ${reading ? what[reading] : 'no RSS'}.`,
      );
    },
  },
};
