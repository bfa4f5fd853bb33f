/**
 * `stores` of the catalogue (docs/service.md 2): buckets of an object store that speaks S3, with the
 * keys by which their files are opened for a few minutes.
 */
import * as z from 'zod';
import { isOnOwnMachine } from '../../urls/own-machine.js';
import { isSecureUrl, isWebUrl, parseUrl, withoutTrailingSlash } from '../../urls/web-url.js';
import { plainSecretSchema } from './plain-secret.js';
import { namesPublicHost } from './public-host.js';

/** Seconds. An episode that is loaded in one piece needs its URL only to begin. */
const EXPIRES_IN = 15 * 60;
/** Seconds. Less would be lost to clocks that differ. */
const MIN_EXPIRES_IN = 60;
/** Seconds. No store takes more (SigV4, query parameters). */
const MAX_EXPIRES_IN = 7 * 24 * 60 * 60;

/** Whether nothing of a URL would get lost when a key is put after its path. */
function isBase(url: string): boolean {
  const { username, password, search, hash } = parseUrl(url) ?? {};
  return !username && !password && !search && !hash;
}

const baseUrl = z
  .string()
  .trim()
  .refine((url) => isWebUrl(url) && isSecureUrl(url), {
    error: 'must be an https URL (plain http on loopback only)',
    abort: true,
  })
  .refine(isBase, 'must have no user name, password, query or fragment')
  .refine((url) => isOnOwnMachine(url) || namesPublicHost(url), {
    error:
      "must name a host that members' apps reach: give its public name, not that of a container or a private network",
  })
  .transform(withoutTrailingSlash);

const secret = plainSecretSchema('nothing can be signed with a hash');

const fileStoreSchema = z.strictObject({
  /** Where the store answers: members' apps are sent there. */
  endpoint: baseUrl,
  /** Where the feed says that the bucket's files are; default: what the endpoint and the bucket give. */
  url: baseUrl.optional(),
  bucket: z
    .string()
    .regex(/^[a-z\d][\w.-]{2,254}$/i, 'must be the name of a bucket, such as podcast-files'),
  region: z
    .string()
    .regex(/^[a-z\d-]{1,64}$/i, "must be the bucket's region, such as eu-central-1 or auto"),
  accessKeyId: secret,
  secretAccessKey: secret,
  /** Seconds that a URL of a file works for. */
  expiresIn: z
    .int('must be whole seconds')
    .min(MIN_EXPIRES_IN, `must be ${MIN_EXPIRES_IN} or more`)
    .max(MAX_EXPIRES_IN, `must be ${MAX_EXPIRES_IN} or less`)
    .default(EXPIRES_IN),
});

/** The stores by their names. */
export const fileStoresSchema = z.record(
  z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -'),
  fileStoreSchema,
);

export type FileStore = z.output<typeof fileStoreSchema>;
