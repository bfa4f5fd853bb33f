/** Requests to a subscribe handler over HTTP, with an operator behind it; each test gets both anew. */
import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Subscription } from '../../src/api/subscription.js';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import { expectNoSecret } from '../support/operator/failures.js';
import { member, page, secret } from '../support/publisher/member.js';
import { configFor, secrets, startOperator, type Operator } from '../support/operator/operator.js';

/** The configuration of a handler. */
export interface HandlerSetup {
  service: ReturnType<typeof configFor> & { createUsers?: boolean; extensions?: boolean };
  /** Signs and verifies subscribe tokens. */
  secret: string;
  allowedOrigins: string[];
}

/** A handler that answers. */
export interface RunningHandler {
  /** The answer to a member with access. Default: the operator's feed. */
  subscription?: Subscription;
  /** The URL at which it is mounted. */
  url: string;
  /** Headers that every request needs to reach it as it was set up. */
  headers: Record<string, string>;
  /** Everything that it logged. */
  log: () => string;
  close: () => Promise<void>;
}

export type StartHandler = (setup: HandlerSetup) => Promise<RunningHandler>;

/** A token as the publisher makes it. */
export const tokenOf = (claims: object = {}, by = secret, at = Date.now()) =>
  createSubscribeToken({ ...member, ...claims }, by, { now: () => at });

function claimsFor(lifetime = 300, begins = 0) {
  const iat = Math.floor(Date.now() / 1000) + begins;
  return {
    aud: 'private-podcast-subscribe',
    sub: secrets.email,
    sub_format: 'email',
    sku: 'sid:one',
    jti: 'x',
    iat,
    exp: iat + lifetime,
  };
}

/** A token as nobody's library would make it. */
export function forged({
  typ = 'pps-subscribe+jwt',
  lifetime,
  begins,
  ...claims
}: Record<string, unknown> & { typ?: string; lifetime?: number; begins?: number }) {
  return new SignJWT({ ...claimsFor(lifetime, begins), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ })
    .sign(new TextEncoder().encode(secret));
}

/** A token without a signature. */
export function unsigned(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'pps-subscribe+jwt' })}.${encode(claimsFor())}.`;
}

type Init = RequestInit & { url?: string };

/** The show in a streaming-music app, and the page that connects a member's account there. */
const streaming = {
  streamingUrl: 'https://music.example/show/1',
  streamingLinkUrl: 'https://club.example.com/connect',
};

/** The member's feed as 4.4 lists it, with every field that it can have. */
export const accessItem = {
  title: 'The Member Show',
  filename: 'sid:one_private.rss',
  id: 'item1',
  url: secrets.feedUrl,
  mimeType: 'application/rss+xml',
  type: 'feed',
  ...streaming,
};

/** The Subscription that a handler makes of the operator's answers. */
const subscriptionFrom = ({ url }: Operator): Subscription => ({
  feedUrl: secrets.feedUrl,
  title: accessItem.title,
  sku: 'sid:one',
  ...streaming,
  consumeUrl: `${url}/consume`,
  parserUrl: url,
  parserFormat: 'service',
  handoff: true,
});

/** A handler for each test of a suite, and its operator. */
export function useHandler(start: StartHandler) {
  let operator: Operator;
  let handler: RunningHandler;
  beforeEach(async () => {
    operator = await startOperator();
    operator.answer('GET /vault/entitlements/', { body: [accessItem] });
    await startWith();
  });
  afterEach(async () => {
    expectNoSecret(handler.log(), [secret]);
    await handler.close();
    await operator.close();
  });

  async function startWith(extras: object = {}): Promise<void> {
    const service = { ...configFor(operator.url), ...extras };
    handler = await start({ service, secret, allowedOrigins: [page] });
  }
  const send = (headers: Record<string, string> = {}, { url = handler.url, ...init }: Init = {}) =>
    fetch(url, { redirect: 'manual', ...init, headers: { ...handler.headers, ...headers } });

  return {
    operator: () => operator,
    handler: () => handler,
    /** The Subscription that a member with access gets. */
    expected: (): Subscription => handler.subscription ?? subscriptionFrom(operator),
    /** Starts the handler again, set up with more. */
    restartWith: async (extras: object) => {
      await handler.close();
      await startWith(extras);
    },
    /** The handler's URL with more in its query. */
    urlWith: (query: string) => `${handler.url}${handler.url.includes('?') ? '&' : '?'}${query}`,
    send,
    /** Sends a request with a subscribe token. */
    ask: (token: string, headers: Record<string, string> = {}, init: Init = {}) =>
      send({ authorization: `Bearer ${token}`, ...headers }, init),
  };
}

/** Reads a problem, and holds it to RFC 9457 and to silence. @returns its code. */
export async function problemOf(response: Response): Promise<string> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expectNoSecret(text + JSON.stringify([...response.headers]), [secret]);
  const problem = JSON.parse(text) as { code: string };
  expect(problem).toEqual({
    type: 'about:blank',
    title: expect.stringMatching(/^[A-Z][A-Za-z ]+$/) as string,
    detail: expect.stringMatching(/^[A-Z].+\.$/) as string,
    status: response.status,
    code: problem.code,
  });
  return problem.code;
}
