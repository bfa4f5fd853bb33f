/** `events` of the catalogue (docs/service.md 7): who may tell the service of memberships. */
import * as z from 'zod';
import { skuSchema } from '../ledger/grant.js';

/** The last part of `/events/{name}`. */
export const eventNameSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -');

/** A text that somebody chose must be one that nobody can guess. */
const MIN_CHOSEN = 16;

const nonEmpty = z.string().trim().min(1, { abort: true });
const writtenSchema = z.union(
  [nonEmpty, z.strictObject({ env: nonEmpty })],
  'must be a text that is not empty, or { "env": "NAME" }: a signature cannot be checked with a hash',
);

/** A webhook secret, which must be known in plain. */
const secretSchema = writtenSchema.transform((written, context): string => {
  if (typeof written === 'string') return written;
  const value = process.env[written.env]?.trim();
  if (value) return value;
  const message = `needs the environment variable ${written.env}, which is not set`;
  context.issues.push({ code: 'custom', message, input: written.env });
  return z.NEVER;
});

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
