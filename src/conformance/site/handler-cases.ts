/** The publisher's subscribe handler, and the servers in front of it. */
import * as z from 'zod/mini';
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import { problemDetailsSchema } from '../../errors/problem-details.js';
import { isSuccess, type Answer } from '../exchanges.js';
import { advised, describe, outcome, type Outcome } from '../outcome.js';
import { ifAnswered, Skipped, without } from '../skipped.js';
import { handlerAdvice } from './advice.js';
import { feedUrlIn, type Handler } from './handler.js';
import type { SiteCaseId } from './site-statements.js';
import { clockOutcome, mayRead, type Site, type SiteCase } from './site.js';

/** The meaning of an answer that came from something in front of the handler. */
function strayAdvice({ status }: Answer): string {
  if (status < 300) return 'This is not the subscribe handler. Check the path it is mounted at.';
  if (status < 400) return 'The URL redirects. Use the URL that it leads to.';
  if (status === 401 || status === 403) {
    return 'Something in front of the handler refuses the request: a login, a proxy or a firewall.';
  }
  if (status === 404) return 'There is no handler. Check the path it is mounted at.';
  if (status === 405) return 'Mount the handler for GET, POST and OPTIONS.';
  if (status < 500) return 'Something in front of the handler refuses the request.';
  return 'The server of the handler fails. Read its log.';
}

/** What an answer other than a Subscription means. */
function refusalOf(answer: Answer): Outcome {
  const { status, headers, body } = answer;
  const fail = (what: string, code: ErrorCode, advice = handlerAdvice[code]) =>
    advised(outcome('fail', describe(answer) + what, code), advice);
  const { code } = z.safeParse(problemDetailsSchema, body).data ?? {};
  if (status === 200 && typeof body === 'object' && body !== null && 'feedUrl' in body) {
    return fail(', and no usable feed link.', 'bad-response');
  }
  if (!code || status < 400) return fail('', 'bad-response', strayAdvice(answer));
  // RFC 6750 §3.1: the challenge has no `error` if the request had no token.
  if (code === 'token-invalid' && headers.get('www-authenticate') === 'Bearer') {
    const advice = 'Let the server in front of the handler pass that header on.';
    return fail(': the `Authorization` header did not reach it.', 'config', advice);
  }
  return fail(`: it refused with \`${code}\`.`, code);
}

function handlerOf({ handler }: Site): Handler {
  if (handler) return handler;
  throw new Skipped('There is no handler.');
}

/** The answer to the member's own token. */
async function answerOf(site: Site): Promise<Answer> {
  const { tokens } = handlerOf(site);
  const answer = tokens.own && (await handlerOf(site).ask('', tokens.own).catch(ifAnswered));
  return answer || without('handler-1');
}

/** The member's feed link in that answer. */
export const feedUrlOf = async (site: Site): Promise<string> =>
  feedUrlIn(await answerOf(site)) ?? without('handler-1');

export const handlerCases = {
  'handler-1': {
    expected: 'HTTP 200 and a Subscription (docs/interface.md 11.1)',
    check: async (site) => {
      const handler = handlerOf(site);
      if (!handler.tokens.own) {
        const advice = `Set ${site.nameOf('subscribeSecret')}, to make a token as pages do.`;
        return advised(outcome('fail', 'There is no secret.', 'config'), advice);
      }
      const answer = await handler.ask('', handler.tokens.own);
      return feedUrlIn(answer) ? outcome('pass', describe(answer)) : refusalOf(answer);
    },
  },
  'handler-2': {
    expected: 'at most 5 s apart',
    check: async (site) => clockOutcome(await answerOf(site), site.exchanges.now()),
  },
  'handler-3': {
    expected: '`Cache-Control: no-store`',
    check: async (site) => {
      await feedUrlOf(site);
      const { headers } = await answerOf(site);
      const isKeptOff = /\bno-store\b/.test(headers.get('cache-control') ?? '');
      return advised(
        outcome(isKeptOff || 'deviates', `The answer ${isKeptOff ? 'has' : 'lacks'} it.`),
        'A cache may keep the link. Let the server in front of the handler pass the header on.',
      );
    },
  },
  'handler-4': {
    expected: 'a preflight and an answer that let the page send its token, and read',
    check: async (site) => {
      await feedUrlOf(site);
      const { origin, isCrossOrigin } = handlerOf(site);
      if (origin === undefined) return outcome('skipped', '--origin is not given.');
      if (!isCrossOrigin) return outcome('pass', 'The handler is of the same origin.');
      const preflight = await handlerOf(site).preflight(origin);
      // An asterisk does not cover `Authorization` (Fetch standard, CORS-preflight fetch).
      const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
      const mayAsk =
        isSuccess(preflight) && mayRead(origin, preflight) && /\bauthorization\b/i.test(allowed);
      if (!mayAsk) {
        return advised(
          outcome('fail', describe(preflight)),
          'Mount the handler for OPTIONS too, and let no server in front of it answer that.',
        );
      }
      const answer = await answerOf(site);
      return advised(
        outcome(mayRead(origin, answer), describe(answer)),
        'Let the server in front of the handler pass on `Access-Control-Allow-Origin`.',
      );
    },
  },
  'handler-5': {
    expected: 'HTTP 401',
    check: async (site) => {
      await feedUrlOf(site);
      const { tokens } = handlerOf(site);
      const answer = await handlerOf(site).ask(' with a forged token', tokens.forged);
      return advised(
        outcome(answer.status === 401, describe(answer)),
        isSuccess(answer)
          ? 'Anyone can get the feed of any member. Take the handler off the web, and check `verifyToken`.'
          : 'Something in front of the handler refuses the request, or it fails. Read its log.',
      );
    },
  },
  'handler-6': {
    expected: 'the same host',
    check: async (site) => {
      const feedUrl = await feedUrlOf(site);
      const given = await site.operator?.feedUrl();
      if (given === undefined) return outcome('skipped', 'There is no operator.');
      const isSame = new URL(given).host === new URL(feedUrl).host;
      return advised(
        outcome(isSame || 'deviates', `It is ${isSame ? 'the same' : 'another'}.`),
        "Compare the handler's `service` with this configuration.",
      );
    },
  },
} satisfies Partial<Record<SiteCaseId, SiteCase>>;
