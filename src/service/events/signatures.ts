/**
 * Whether an event comes from who knows the secret: the signatures of Stripe, of Standard Webhooks and of Ghost.
 * Each is an HMAC-SHA-256 of the body as it was sent and of a time near this machine's clock.
 */
import { createHmac } from 'node:crypto';
import { sameSecret } from '../crypto/secrets.js';
import { TOLERANCE, type IsSigned, type SignedRequest } from './member-event.js';

/** Whether a time in milliseconds lies near the clock, before or after it. */
const isNear = (at: number, now: Date): boolean => Math.abs(now.getTime() - at) <= TOLERANCE * 1000;

/** A sender whose secret is being replaced signs with both, and one of them must be right. */
const isAmong = (computed: string, sent: readonly string[]): boolean =>
  sent.some((each) => sameSecret(computed, each));

const SECONDS = /^\d{1,12}$/;
const STRIPE_HASH = /^v1=([\da-f]{64})$/;

/**
 * `Stripe-Signature: t=<seconds>,v1=<hex>,…` over `<t>.<body>`
 * (https://docs.stripe.com/webhooks/signature). Of two times one could be signed and the other be read, so two are
 * refused.
 */
export const isSignedByStripe: IsSigned = ({ header, body }, secret, now) => {
  const fields = (header('stripe-signature') ?? '').split(',').map((field) => field.trim());
  const [time = '', ...others] = fields.flatMap((field) =>
    field.startsWith('t=') ? field.slice(2) : [],
  );
  if (others.length > 0 || !SECONDS.test(time) || !isNear(Number(time) * 1000, now)) return false;
  const computed = createHmac('sha256', secret).update(`${time}.`).update(body);
  const sent = fields.flatMap((field) => STRIPE_HASH.exec(field)?.[1] ?? []);
  return isAmong(computed.digest('hex'), sent);
};

const STANDARD_HASH = /^v1,([A-Za-z\d+/]{43}=)$/;

/**
 * `webhook-signature: v1,<Base64> …` over `<webhook-id>.<webhook-timestamp>.<body>`, the time in seconds
 * (https://www.standardwebhooks.com). The key is the Base64 after `whsec_`.
 */
export const isSignedByStandard: IsSigned = ({ header, body }, secret, now) => {
  const id = header('webhook-id') ?? '';
  const time = header('webhook-timestamp') ?? '';
  if (id === '' || !SECONDS.test(time) || !isNear(Number(time) * 1000, now)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const computed = createHmac('sha256', key).update(`${id}.${time}.`).update(body);
  const signatures = (header('webhook-signature') ?? '').split(' ');
  const sent = signatures.flatMap((each) => STANDARD_HASH.exec(each)?.[1] ?? []);
  return isAmong(computed.digest('base64'), sent);
};

const GHOST_SIGNATURE = /^sha256=([\da-f]{64}), *t=(\d{1,16})$/;

/** The signature of Ghost, whose time is in milliseconds, unlike that of others. */
export function ghostSignature({
  header,
}: SignedRequest): { hash: string; at: number } | undefined {
  const [, hash, at] = GHOST_SIGNATURE.exec(header('x-ghost-signature') ?? '') ?? [];
  return hash === undefined ? undefined : { hash, at: Number(at) };
}

/** `X-Ghost-Signature: sha256=<hex>, t=<milliseconds>` over `<body><t>`. */
export const isSignedByGhost: IsSigned = (request, secret, now) => {
  const sent = ghostSignature(request);
  if (!sent || !isNear(sent.at, now)) return false;
  const computed = createHmac('sha256', secret).update(request.body).update(String(sent.at));
  return sameSecret(computed.digest('hex'), sent.hash);
};
