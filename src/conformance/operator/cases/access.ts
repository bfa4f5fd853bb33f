/** 4.4 Get the private feed link. */
import { isWebUrl } from '../../../urls/web-url.js';
import { fieldOf } from '../../../api/answers/error-from-answer.js';
import { isSuccess, type Answer } from '../../exchanges.js';
import { isFeed } from '../feed-item.js';
import { another } from '../../unknown-values.js';
import { FEED_LINK, type Fields, type Visit } from '../operator.js';
import { describe, outcome, type Outcome } from '../../outcome.js';
import { readingOf } from './flow.js';
import {
  answerCases,
  bearerCases,
  everyOne,
  givesNothing,
  groundedOn,
  holdsObjects,
  isText,
  lacking,
  notShared,
  refusal,
  type Case,
  type CasesOf,
} from './check.js';

/** Looks at the item that holds the feed. */
const ofItem = (expected: string, look: (item: Fields, visit: Visit) => Outcome): Case => ({
  expected,
  check: async (visit) => look(await visit.item(), visit),
});

/** The item that is taken, and those that say that they are a feed, too. */
async function feedsOf(visit: Visit): Promise<Fields[]> {
  const item = await visit.item();
  return [item, ...(await visit.items()).filter((other) => other !== item && isFeed(other))];
}

/** A field by its value. Clients take it in any case, and a media type with parameters. */
const exactly = (
  name: string,
  value: string,
  itemsOf: (visit: Visit) => Promise<Fields[]>,
): Case => ({
  expected: `"${value}"`,
  check: async (visit) => {
    const items = await itemsOf(visit);
    const exact = everyOne(visit, items, name, (found) => found === value);
    if (exact.verdict === 'pass') return exact;
    const isAlike = (found: unknown) =>
      isText(found) && found.split(';')[0]?.trim().toLowerCase() === value;
    const alike = everyOne(visit, items, name, isAlike);
    return alike.verdict === 'pass' ? outcome('deviates', exact.seen) : alike;
  },
});

const text = (name: string): Case => ({
  expected: 'a text',
  check: async (visit) => everyOne(visit, await visit.items(), name, isText),
});

const typeOfFeed = exactly('type', 'feed', async (visit) => [await visit.item()]);

const refusedRequest = (name: string): Case => ({
  expected: 'HTTP 400 or 422',
  check: async (visit) => {
    await visit.feedUrl();
    return refusal(visit, await visit.access(lacking(name)), [400, 422]);
  },
});

/** The member's entitlement, asked for by another user: the stranger, or a made-up one. */
async function forAnother(visit: Visit): Promise<Answer> {
  await visit.feedUrl();
  const userId = (await visit.strangerId()) ?? another(await visit.userId());
  return visit.access({ as: 'of another user', fields: { userId } });
}

async function unknown(visit: Visit): Promise<Answer> {
  await visit.feedUrl();
  const entitlementId = another(await visit.entitlementId());
  return visit.access({ as: 'of an unknown entitlement', fields: { entitlementId } });
}

const noLink = (ask: (visit: Visit) => Promise<Answer>): Case => ({
  expected: 'HTTP 404',
  check: async (visit) => givesNothing(visit, await ask(visit), 'url', [404]),
});

/** Whether an operator has no reset. Some gateways answer 400, 401 or 403 to what they do not know. */
async function isUnoffered(visit: Visit, { status }: Answer): Promise<boolean> {
  if ([404, 405, 501].includes(status)) return true;
  if (![400, 401, 403].includes(status)) return false;
  return (await visit.reset('conformance-unknown')).status === status;
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
  (visit) => visit.access(),
  'a JSON array of objects, at least one',
  holdsObjects,
);

const bearer = bearerCases(
  '4.4',
  (visit, difference) => visit.access(difference),
  'vault:impersonate',
);

export const accessCases: CasesOf<'4.4'> = {
  '4.4-1': answered.is200,
  '4.4-2': answered.isJson,
  '4.4-3': answered.hasShape,
  '4.4-4': {
    ...typeOfFeed,
    check: async (visit) => {
      const all = await text('type').check(visit);
      return all.verdict === 'pass' ? typeOfFeed.check(visit) : all;
    },
  },
  '4.4-5': exactly('mimeType', 'application/rss+xml', feedsOf),
  '4.4-6': text('title'),
  '4.4-7': ofItem('<sku>_private.rss', ({ filename }, visit) => {
    const isRight = filename === `${visit.config.sku}_private.rss`;
    const what = isRight ? 'of this form' : visit.redactor.show(filename);
    return outcome(isRight, `\`filename\` is ${what}.`);
  }),
  '4.4-8': text('id'),
  '4.4-9': {
    expected: 'an absolute https URL',
    check: async (visit) => {
      const urls = (await feedsOf(visit)).map(({ url }) => url);
      const isRight = (url: unknown) => isWebUrl(url) && visit.isSecure(url);
      const wrong = urls.findIndex((url) => !isRight(url));
      if (wrong < 0) return outcome(true, '`url` is one.');
      const [url, where] = [urls[wrong], urls.length > 1 ? ` (feed ${wrong + 1})` : ''];
      const what = isWebUrl(url) ? 'not https' : visit.redactor.show(url);
      return outcome(false, `\`url\` is ${what}${where}.`);
    },
  },
  '4.4-10': {
    expected: 'the same `url`',
    check: async (visit) => {
      const url = await visit.feedUrl();
      const answer = await visit.access({ as: 'again' });
      const { body } = answer;
      const isSame = Array.isArray(body) && body.some((item) => fieldOf(item, 'url') === url);
      return outcome(
        isSame,
        `${describe(answer, visit.redactor)}, ${isSame ? '' : 'not '}the same \`url\`.`,
      );
    },
  },
  '4.4-11': noLink(forAnother),
  '4.4-12': noLink(unknown),
  '4.4-13': {
    expected: 'the same status and reason',
    check: async (visit) => {
      const [one, two] = [await forAnother(visit), await unknown(visit)];
      // A link that is given out is a fault of 4.4-11 or 4.4-12, and not told again.
      if (!isNothing(one)) return visit.without('4.4-11');
      if (!isNothing(two)) return visit.without('4.4-12');
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
    check: async (visit) => notShared(await groundedOn('4.4-1', visit, () => visit.access())),
  },
  '4.4-20': {
    expected: 'another `url` that opens; the earlier one is not found',
    check: async (visit) => {
      if (!visit.isDestructive) return outcome('skipped', 'Only with --destructive.');
      const earlier = await visit.feedUrl();
      if (!readingOf(await visit.open(FEED_LINK, earlier))) return visit.without('1-1');
      const answer = await visit.reset();
      if (await isUnoffered(visit, answer)) {
        return outcome('skipped', 'The operator offers no reset (docs/service.md 5).');
      }
      const seen = describe(answer, visit.redactor);
      if (!isSuccess(answer)) return outcome('fail', seen);
      const later = await visit.feedUrl();
      if (later === earlier) return outcome('fail', `${seen}; 4.4 gives the same \`url\`.`);
      const old = await visit.open('the earlier link', earlier);
      const now = await visit.open('the new link', later);
      const isGone = old.status >= 400 && old.status <= 499;
      const isWrong = readingOf(old) !== undefined || readingOf(now) === undefined;
      return outcome(
        isWrong ? 'fail' : isGone ? 'pass' : 'deviates',
        `${seen}; the earlier link: HTTP ${old.status}, the new one: HTTP ${now.status}.`,
      );
    },
  },
};
