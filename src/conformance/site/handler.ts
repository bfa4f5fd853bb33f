/** The doctor's walk through the publisher's own handler: as the element on a page asks it. */
import * as z from 'zod/mini';
import { fetchAndRead, readJson } from '../../api/http.js';
import { readText } from '../../api/requests/limited-body.js';
import { readSubscription } from '../../api/subscription.js';
import { problemDetailsSchema } from '../../errors/problem-details.js';
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
import type { SubscribeSecrets } from '../../publisher/tokens/signing-key.js';
import { createSubscribeToken } from '../../publisher/tokens/subscribe-token.js';
import {
  clockFinding,
  failed,
  mayRead,
  PROBE_TIMEOUT_MS,
  probe,
  statusOf,
  type Advice,
  type Instruments,
  type NameOf,
  type Report,
} from './finding.js';

export interface HandlerVisit {
  /** The URL of the handler, as browsers see it. */
  url: string;
  /** The handler's `secret`. */
  secret: SubscribeSecrets | undefined;
  email: string;
  sku: string;
  /** The page's origin. */
  origin?: string | undefined;
  nameOf: NameOf;
}

const MAX_ANSWER_BYTES = 1024 * 1024;
const FORGERY_SECRET_BYTES = 32;

/** Meanings of the handler's refusals (docs/interface.md 11.2). */
const advice: Advice = {
  'token-invalid':
    'Give the doctor and the handler the same secret. Behind a proxy that changes the host, set `publicUrl`.',
  'token-expired': "Synchronize this clock and the handler's with NTP.",
  'no-access':
    'The handler works. If this member should have access, ask the operator about `sku` and the membership.',
  forbidden: "Add the page's origin to the handler's `allowedOrigins`.",
  'rate-limited':
    "Wait a minute. If it happens again, compare the handler's `limits` and the operator's.",
  'bad-input': 'Mount the handler for GET, POST and OPTIONS.',
  config: "The handler's log names the option that is wrong.",
  'bad-response': "The handler got no usable answer from the operator. The handler's log says why.",
  unavailable: 'The handler cannot reach the operator. Check `service`, DNS and its firewall.',
  timeout: 'If the handler waits for the operator, its log says for which call.',
  network: 'Check the URL, DNS and the firewall between this machine and the handler.',
};

/** The meaning of an answer that came from something in front of the handler. */
function strayMessage({ status }: Response): string {
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

/** The error that an answer other than a Subscription stands for. */
function refusalOf(response: Response, body: unknown): PrivatePodcastError {
  const { status, headers } = response;
  const { code } = z.safeParse(problemDetailsSchema, body).data ?? {};
  const error = (as: ErrorCode, message: string) =>
    new PrivatePodcastError(as, message, { status });
  if (!code || response.ok) {
    return error('bad-response', `${strayMessage(response)}${statusOf(response)}`);
  }
  // RFC 6750 §3.1: the challenge has no `error` if the request had no token.
  if (code === 'token-invalid' && headers.get('www-authenticate') === 'Bearer') {
    return error(
      'config',
      'The request reached the handler without its `Authorization` header. Let the server in front pass that header on.',
    );
  }
  return error(code, `The handler refused with \`${code}\`${statusOf(response)}.`);
}

/** Headers as a browser sends them. A page of the handler's own origin sends no `Origin` with GET. */
function pageHeaders({ url, origin }: HandlerVisit): Record<string, string> {
  if (!origin) return {};
  return new URL(url).origin === origin
    ? { 'sec-fetch-site': 'same-origin' }
    : { origin, 'sec-fetch-site': 'cross-site' };
}

/** Walks the handler. @returns the feed URL it gives; undefined if it gives none. */
export async function walkHandler(
  visit: HandlerVisit,
  { fetch, now }: Instruments,
  report: Report,
): Promise<string | undefined> {
  const { url, secret, email, sku, origin, nameOf } = visit;
  const headers = (token: string) => ({ ...pageHeaders(visit), authorization: `Bearer ${token}` });
  const mint = (by: SubscribeSecrets) => createSubscribeToken({ email, sku, origin }, by, { now });
  const isCrossOrigin = origin !== undefined && new URL(url).origin !== origin;

  let feedUrl: string;
  try {
    if (!secret) {
      throw new PrivatePodcastError(
        'config',
        `Set ${nameOf('subscribeSecret')}, to make a token as pages do.`,
      );
    }
    const token = await mint(secret);
    const { response, content } = await fetchAndRead(
      { serverName: 'The handler', url, fetch, timeout: PROBE_TIMEOUT_MS },
      { headers: headers(token), redirect: 'manual' },
      (answer) => readText(answer, MAX_ANSWER_BYTES),
    );
    const clock = clockFinding('handler clock', "the handler's", response, now());
    if (clock) report(clock);
    const body = readJson(content ?? '');
    const isAnswer = response.ok && typeof body === 'object' && body !== null && 'feedUrl' in body;
    if (!isAnswer) throw refusalOf(response, body);
    feedUrl = readSubscription(body).feedUrl;
    report({ step: 'handler', result: 'ok', message: 'It gives the member a feed link.' });
    if (!/\bno-store\b/.test(response.headers.get('cache-control') ?? '')) {
      report({
        step: 'handler caching',
        result: 'warning',
        message:
          'The answer lacks `Cache-Control: no-store`, so a cache may keep a member’s link. Let the server in front pass that header on.',
      });
    }
    if (isCrossOrigin) report(await corsFinding(url, origin, response, fetch));
  } catch (error) {
    report(failed('handler', error, advice));
    return undefined;
  }

  const forged = await mint(crypto.getRandomValues(new Uint8Array(FORGERY_SECRET_BYTES)));
  const answer = await probe(fetch, url, { headers: headers(forged), redirect: 'manual' });
  report(
    answer?.status === 401
      ? { step: 'handler tokens', result: 'ok', message: 'It refuses a forged token.' }
      : {
          step: 'handler tokens',
          result: 'failed',
          message: answer?.ok
            ? 'It accepts a forged token: anyone can get the feed of any member. Take it off the web and check `verifyToken`.'
            : `It should refuse a forged token with HTTP 401${statusOf(answer)}.`,
        },
  );
  return feedUrl;
}

/** Whether a page of another origin may send its token and read the answer. */
async function corsFinding(
  url: string,
  origin: string,
  answer: Response,
  fetch: Instruments['fetch'],
) {
  const step = 'handler CORS';
  const preflight = await probe(fetch, url, {
    method: 'OPTIONS',
    redirect: 'manual',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  // A `*` does not cover `Authorization` (Fetch standard, CORS-preflight fetch).
  const allowed = preflight?.headers.get('access-control-allow-headers') ?? '';
  const mayAsk = preflight?.ok && mayRead(origin, preflight) && /\bauthorization\b/i.test(allowed);
  if (mayAsk && mayRead(origin, answer)) {
    return { step, result: 'ok', message: 'Pages of the origin may ask it.' } as const;
  }
  const message = mayAsk
    ? 'Browsers keep the answer from the page. Let the server in front pass on `Access-Control-Allow-Origin`.'
    : `The preflight request fails${statusOf(preflight)}. Mount the handler for OPTIONS too, and let no server in front answer it.`;
  return { step, result: 'failed', message } as const;
}
