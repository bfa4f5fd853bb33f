/** `events` of the catalogue (docs/service.md 7): who may tell the service of memberships. */
import * as z from 'zod';
import { skuSchema } from '../ledger/grant.js';
import { plainSecretSchema } from './plain-secret.js';

/** The last part of `/events/{name}`. */
export const eventNameSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -');

/** A text that somebody chose must be one that nobody can guess. */
const MIN_CHOSEN = 16;

/** A webhook secret, which must be known in plain. */
const secretSchema = plainSecretSchema('a signature cannot be checked with a hash');

/** The bytes of a Standard Webhooks secret; none if it is not Base64. */
function bytesOf(secret: string): number {
  const text = secret.replace(/^whsec_/, '');
  return /^[A-Za-z\d+/]+={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64').length
    : 0;
}

const isUsable = {
  // Stripe makes its secrets itself.
  stripe: () => true,
  ghost: (secret: string) => secret.length >= MIN_CHOSEN,
  standard: (secret: string) => bytesOf(secret) >= MIN_CHOSEN,
};
const expected = {
  stripe: '',
  ghost: `must have at least ${MIN_CHOSEN} characters`,
  standard: `must be whsec_ and the Base64 of at least ${MIN_CHOSEN} bytes`,
};

const eventSourceSchema = z
  .strictObject({
    kind: z.enum(['stripe', 'ghost', 'standard'], 'must be stripe, ghost or standard'),
    secret: secretSchema,
    /** Which of our products each of theirs is. */
    products: z
      .record(z.string().min(1), skuSchema)
      .refine((products) => Object.keys(products).length > 0, 'must name at least one product'),
  })
  .check(({ value: { kind, secret }, issues }) => {
    if (isUsable[kind](secret)) return;
    issues.push({ code: 'custom', path: ['secret'], message: expected[kind], input: undefined });
  });

/** The sources of events by their names. */
export const eventSourcesSchema = z.record(eventNameSchema, eventSourceSchema);

export type EventSource = z.output<typeof eventSourceSchema>;
