/** 4.6 Subscription page. */
import { decodeEntities } from '../../../podcast/xml/entities.js';
import { holds } from '../../hidden-secrets.js';
import { notKept } from '../../caching.js';
import type { Answer } from '../../exchanges.js';
import { describe, outcome } from '../../outcome.js';
import { shown } from '../../shown-value.js';
import { ifAnswered, without, withoutAnswer } from '../../skipped.js';
import type { Operator } from '../operator.js';
import { groundedOn, type Case, type CasesOf } from './case.js';

const HTML = ['text/html', 'application/xhtml+xml'];

const isPage = ({ status, mediaType }: Answer) => status === 200 && HTML.includes(mediaType);

const opens = (locale: string): Case => ({
  expected: 'HTTP 200 and text/html, also after a redirect within the same origin',
  check: async (operator) => {
    const answer = await operator.page(locale);
    return outcome(isPage(answer), describe(answer));
  },
});

/** The page in Swedish, which the interface shows; a case is skipped without. */
const pageOf = (operator: Operator): Promise<Answer> =>
  groundedOn('4.6-1', async () => {
    const page = await operator.page('sv');
    return isPage(page) ? page : without('4.6-1');
  });

/** The value of a <meta> with this name. */
function metaOf(text: string, name: string): string | undefined {
  const tags = text.match(/<meta\b[^<>]{0,500}>/gi) ?? [];
  const tag = tags.find((tag) => new RegExp(`name\\s*=\\s*["']?${name}\\b`, 'i').test(tag));
  return tag && /content\s*=\s*["']?([\w-]+)/i.exec(tag)?.[1]?.toLowerCase();
}

/** Policies that send the whole address to another site (Referrer Policy §3) … */
const LEAKING = ['unsafe-url', 'no-referrer-when-downgrade'];
/** … and all that there are. A browser takes the last that it knows. */
const POLICIES = [
  ...LEAKING,
  ...['no-referrer', 'same-origin', 'origin', 'strict-origin', 'origin-when-cross-origin'],
  'strict-origin-when-cross-origin',
];

/** The values of the attributes that lead somewhere, as browsers read them. */
const targetsIn = (html: string): string[] =>
  [
    ...html.matchAll(
      /[\s"'/](?:href|src|action|formaction|data)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi,
    ),
  ].map(([, double, single, bare]) =>
    decodeEntities(double ?? single ?? bare ?? '').replace(/[\0-\x20]/g, ''),
  );

/** A scheme that an app has for itself. */
const isOfApp = (target: string) =>
  /^(?!(?:https?|mailto|tel|sms|javascript|data|blob|about):)[a-z][a-z\d+.-]*:/i.test(target);

const INJECTED = {
  markup: 'https://feed.invalid/"><conformance-probe>',
  script: 'javascript:conformanceProbe()',
};

export const pageCases: CasesOf<'4.6'> = {
  '4.6-1': opens('sv'),
  '4.6-2': {
    ...opens('en'),
    check: async (operator) => {
      const swedish = await operator.page('sv').catch(ifAnswered);
      const english = await operator.page('en').catch((error: unknown) => {
        throw swedish ? error : withoutAnswer('4.6-1', error);
      });
      const isAlike = swedish?.status === english.status && swedish.mediaType === english.mediaType;
      if (isAlike && !isPage(english)) return without('4.6-1');
      // The interface has one page for sure, the Swedish one.
      return outcome(isPage(english) || 'deviates', describe(english));
    },
  },
  '4.6-3': {
    expected: '`lang` of <html> is sv',
    check: async (operator) => {
      const { text } = await pageOf(operator);
      const language = /<html\b[^<>]{0,500}?\blang\s{0,9}=\s{0,9}["']?([a-z]{2,3})\b/i.exec(
        text,
      )?.[1];
      const isRight = language?.toLowerCase() === 'sv';
      return outcome(isRight || 'deviates', `\`lang\`: ${shown(language)}`);
    },
  },
  '4.6-4': {
    expected: 'a `Referrer-Policy` that keeps the address',
    check: async (operator) => {
      const { headers, text } = await pageOf(operator);
      const policies = headers
        .get('referrer-policy')
        ?.toLowerCase()
        .split(',')
        .map((policy) => policy.trim());
      const policy = [...(policies ?? []), metaOf(text, 'referrer')].findLast(
        (word) => word !== undefined && POLICIES.includes(word),
      );
      const leaks = policy !== undefined && LEAKING.includes(policy);
      const seen = `Referrer policy: ${shown(policy)}`;
      return outcome(leaks ? 'fail' : policy === undefined ? 'deviates' : 'pass', seen);
    },
  },
  '4.6-5': {
    expected: '`frame-ancestors` in `Content-Security-Policy`, or `X-Frame-Options`',
    check: async (operator) => {
      const { headers } = await pageOf(operator);
      const options = /^(?:deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '');
      const ancestors = /(?:^|[;,])\s*frame-ancestors\s+'(?:none|self)'/i;
      const isSafe = options || ancestors.test(headers.get('content-security-policy') ?? '');
      return outcome(isSafe || 'deviates', `The page ${isSafe ? 'cannot' : 'can'} be framed.`);
    },
  },
  '4.6-6': {
    expected: '`Cache-Control: no-store`',
    check: async (operator) => notKept(await pageOf(operator)),
  },
  '4.6-7': {
    expected: 'HTTP below 500',
    check: async (operator) => {
      await pageOf(operator);
      const answer = await operator.page('sv', { as: 'without `rss`', fields: { rss: undefined } });
      return outcome(answer.status < 500, describe(answer));
    },
  },
  '4.6-8': {
    expected: 'the value escaped, left out or refused',
    check: async (operator) => {
      await pageOf(operator);
      const markup = await operator.page('sv', {
        as: 'with markup in `rss`',
        fields: { rss: INJECTED.markup },
      });
      if (markup.text.includes('<conformance-probe>')) {
        return outcome('fail', `${describe(markup)}: the markup is in it.`);
      }
      const script = await operator.page('sv', {
        as: 'with a script in `rss`',
        fields: { rss: INJECTED.script },
      });
      const isLinked = targetsIn(script.text).some((target) =>
        target.toLowerCase().startsWith(INJECTED.script.toLowerCase()),
      );
      return outcome(!isLinked, `${describe(script)}${isLinked ? ': the script is linked' : ''}.`);
    },
  },
  '4.6-9': {
    expected: 'a link of an app, or the address of the feed',
    check: async (operator) => {
      const { text } = await pageOf(operator);
      const { host, pathname } = new URL(await operator.feedUrl());
      const isOffered = targetsIn(text).some(isOfApp) || holds(text, host + pathname);
      return outcome(isOffered || 'deviates', `There is ${isOffered ? 'one' : 'none'}.`);
    },
  },
};
