/** The state of a running service at a glance, for GET /admin/status and the status command. */
import * as z from 'zod';
import { skuSchema, sourceSchema } from '../../ledger/grant.js';

const count = z.int().min(0);

/** A failure in the words of the log: what happened, its code, and what to do. */
const failureSchema = z.strictObject({
  error: z.string(),
  message: z.string().optional(),
  code: z.string().optional(),
  do: z.string(),
});

export const statusSchema = z.strictObject({
  ready: z.boolean(),
  /** Why it is not ready. */
  detail: z.string().optional(),
  versions: z.strictObject({
    service: z.string(),
    schema: z.int(),
    node: z.string(),
    database: z.string(),
  }),
  /** In the order of the catalogue. Without an age, there is no copy to give to members. */
  shows: z.array(
    z.strictObject({
      sku: skuSchema,
      ageSeconds: z.int().min(0).optional(),
      failure: failureSchema.optional(),
    }),
  ),
  /** Everybody who was ever onboarded. */
  members: count,
  grants: z.array(
    z.strictObject({ sku: z.string(), source: sourceSchema, inForce: count, ended: count }),
  ),
  /** Feed links that each app fetches, the most first. */
  apps: z.array(z.strictObject({ app: z.string().optional(), name: z.string(), links: count })),
  /** Links that lead to one of this service, have moved to another host, or were replaced within 90 days. */
  oldLinks: z.strictObject({
    'moved-in': count,
    'moved-out': count,
    rotated: count,
    reset: count,
  }),
  lastBackup: z.iso.datetime().optional(),
});

export type Status = z.output<typeof statusSchema>;
export type StatusFailure = z.output<typeof failureSchema>;
