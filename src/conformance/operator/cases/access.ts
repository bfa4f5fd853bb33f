/** 4.4 Get the private feed link. */
import { isWebUrl } from '../../../urls/web-url.js';
import { fieldOf } from '../../../api/answers/error-from-answer.js';
import { notShared } from '../../caching.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { describe, outcome, type Outcome } from '../../outcome.js';
import { shown } from '../../shown-value.js';
import { without } from '../../skipped.js';
import { another } from '../../unknown-values.js';
import { isFeed } from '../feed-item.js';
import { FEED_LINK, type Fields, type Operator } from '../operator.js';
import { readingOf } from './flow.js';
import { guardedCases } from './bearer.js';
import {
  answerCases,
  everyOne,
  givesNothing,
  groundedOn,
  holdsObjects,
  isText,
  lacking,
  refusal,
  type Case,
  type CasesOf,
} from './case.js';

/** Looks at the item that holds the feed. */
const ofItem = (expected: string, look: (item: Fields, operator: Operator) => Outcome): Case => ({
  expected,
  check: async (operator) => look(await operator.item(), operator),
});

/** The item that is taken, and those that say that they are a feed, too. */
async function feedsOf(operator: Operator): Promise<Fields[]> {
  const item = await operator.item();
  return [item, ...(await operator.items()).filter((other) => other !== item && isFeed(other))];
}

/** A field by its value. Clients take it in any case, and a media type with parameters. */
const exactly = (
  name: string,
  value: string,
  itemsOf: (operator: Operator) => Promise<Fields[]>,
): Case => ({
  expected: `"${value}"`,
  check: async (operator) => {
    const items = await itemsOf(operator);
    const exact = everyOne(items, name, (found) => found === value);
    if (exact.verdict === 'pass') return exact;
    const isAlike = (found: unknown) =>
      isText(found) && found.split(';')[0]?.trim().toLowerCase() === value;
    const alike = everyOne(items, name, isAlike);
    return alike.verdict === 'pass' ? outcome('deviates', exact.seen) : alike;
  },
});

const text = (name: string): Case => ({
  expected: 'a text',
  check: async (operator) => everyOne(await operator.items(), name, isText),
});

const typeOfFeed = exactly('type', 'feed', async (operator) => [await operator.item()]);

const refusedRequest = (name: string): Case => ({
  expected: 'HTTP 400 or 422',
  check: async (operator) => {
    await operator.feedUrl();
    return refusal(await operator.access(lacking(name)), [400, 422]);
  },
});

/** The member's entitlement, asked for by another user: the stranger, or a made-up one. */
async function forAnother(operator: Operator): Promise<Answer> {
  await operator.feedUrl();
  const userId = (await operator.strangerId()) ?? another(await operator.userId());
  return operator.access({ as: 'of another user', fields: { userId } });
}

async function unknown(operator: Operator): Promise<Answer> {
  await operator.feedUrl();
  const entitlementId = another(await operator.entitlementId());
  return operator.access({ as: 'of an unknown entitlement', fields: { entitlementId } });
}

const noLink = (ask: (operator: Operator) => Promise<Answer>): Case => ({
  expected: 'HTTP 404',
  check: async (operator) => givesNothing(await ask(operator), 'url', [404]),
});

/** Whether an operator has no reset. Some gateways answer 400, 401 or 403 to what they do not know. */
async function isUnoffered(operator: Operator, { status }: Answer): Promise<boolean> {
  if ([404, 405, 501].includes(status)) return true;
  if (![400, 401, 403].includes(status)) return false;
  return (await operator.reset('conformance-unknown')).status === status;
}

/** Whether nothing is given out. An empty list is one way to refuse. */
const isNothing = (answer: Answer): boolean =>
  !isSuccess(answer) || (Array.isArray(answer.body) && answer.body.length === 0);

/** The parts of a refusal that tell it from others, without those that repeat the request. */
function reasonOf({ status, mediaType, body }: Answer): string {
  const names = ['title', 'detail', 'code', 'message', 'error', 'error_description'];
  const reasons = names.map((name) => {
    const value = fieldOf(body, name);
    const reason = typeof value === 'object' ? fieldOf(value, 'code') : value;
    // Lists in lists, a hundred thousand deep, are too much for JSON.stringify.
    return typeof reason === 'string' || typeof reason === 'number' ? reason : typeof reason;
  });
  return JSON.stringify([status, mediaType, Array.isArray(body), reasons]);
}

const answered = answerCases(
  '4.4',
  (operator) => operator.access(),
  'a JSON array of objects, at least one',
  holdsObjects,
);

const bearer = guardedCases(
  '4.4',
  (operator, difference) => operator.access(difference),
  'vault:impersonate',
);

export const accessCases: CasesOf<'4.4'> = {
  '4.4-1': answered.is200,
  '4.4-2': answered.isJson,
  '4.4-3': answered.hasShape,
  '4.4-4': {
    ...typeOfFeed,
    check: async (operator) => {
      const all = await text('type').check(operator);
      return all.verdict === 'pass' ? typeOfFeed.check(operator) : all;
    },
  },
  '4.4-5': exactly('mimeType', 'application/rss+xml', feedsOf),
  '4.4-6': text('title'),
  '4.4-7': ofItem('<sku>_private.rss', ({ filename }, operator) => {
    const isRight = filename === `${operator.config.sku}_private.rss`;
    const what = isRight ? 'of this form' : shown(filename);
    return outcome(isRight, `\`filename\` is ${what}.`);
  }),
  '4.4-8': text('id'),
  '4.4-9': {
    expected: 'an absolute https URL',
    check: async (operator) => {
      const urls = (await feedsOf(operator)).map(({ url }) => url);
      const isRight = (url: unknown) => isWebUrl(url) && operator.isSecure(url);
      const wrong = urls.findIndex((url) => !isRight(url));
      if (wrong < 0) return outcome(true, '`url` is one.');
      const [url, where] = [urls[wrong], urls.length > 1 ? ` (feed ${wrong + 1})` : ''];
      const what = isWebUrl(url) ? 'not https' : shown(url);
      return outcome(false, `\`url\` is ${what}${where}.`);
    },
  },
  '4.4-10': {
    expected: 'the same `url`',
    check: async (operator) => {
      const url = await operator.feedUrl();
      const answer = await operator.access({ as: 'again' });
      const { body } = answer;
      const isSame = Array.isArray(body) && body.some((item) => fieldOf(item, 'url') === url);
      return outcome(isSame, `${describe(answer)}, ${isSame ? '' : 'not '}the same \`url\`.`);
    },
  },
  '4.4-11': noLink(forAnother),
  '4.4-12': noLink(unknown),
  '4.4-13': {
    expected: 'the same status and reason',
    check: async (operator) => {
      const [one, two] = [await forAnother(operator), await unknown(operator)];
      // A link that is given out is a fault of 4.4-11 or 4.4-12, and not told again.
      if (!isNothing(one)) return without('4.4-11');
      if (!isNothing(two)) return without('4.4-12');
      const isSame = reasonOf(one) === reasonOf(two);
      const seen = `HTTP ${one.status} and HTTP ${two.status}, ${isSame ? 'the same' : 'another'} reason.`;
      return outcome(isSame || 'deviates', seen);
    },
  },
  '4.4-14': refusedRequest('userId'),
  '4.4-15': refusedRequest('format'),
  '4.4-16': bearer.withoutToken,
  '4.4-17': bearer.withUnknownToken,
  '4.4-18': bearer.withoutScope,
  '4.4-19': {
    expected: 'no `public` and no `s-maxage` in `Cache-Control` (RFC 9111 §3.5)',
    check: async (operator) => notShared(await groundedOn('4.4-1', () => operator.access())),
  },
  '4.4-20': {
    expected: 'another `url` that opens; the earlier one is not found',
    check: async (operator) => {
      if (!operator.isDestructive) return outcome('skipped', 'Only with --destructive.');
      const earlier = await operator.feedUrl();
      if (!readingOf(await operator.open(FEED_LINK, earlier))) return without('1-1');
      const answer = await operator.reset();
      if (await isUnoffered(operator, answer)) {
        return outcome('skipped', 'The operator offers no reset (docs/service.md 5).');
      }
      const seen = describe(answer);
      if (!isSuccess(answer)) return outcome('fail', seen);
      const later = await operator.feedUrl();
      if (later === earlier) return outcome('fail', `${seen}; 4.4 gives the same \`url\`.`);
      const old = await operator.open('the earlier link', earlier);
      const now = await operator.open('the new link', later);
      const isGone = old.status >= 400 && old.status <= 499;
      const isWrong = readingOf(old) !== undefined || readingOf(now) === undefined;
      return outcome(
        isWrong ? 'fail' : isGone ? 'pass' : 'deviates',
        `${seen}; the earlier link: HTTP ${old.status}, the new one: HTTP ${now.status}.`,
      );
    },
  },
};
