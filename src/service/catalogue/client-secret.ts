/**
 * Client secrets in the catalogue: plain text, the name of an environment variable, or a scrypt
 * hash (RFC 7914) in the PHC string format, `$scrypt$ln=15,r=8,p=1$<salt>$<hash>`.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';
import { sameSecret } from '../crypto/secrets.js';

/** A secret as the service compares it: the text itself, or its hash. */
export type ClientSecret = string | { scrypt: string };

const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Cost parameters of new hashes (OWASP Password Storage): N = 2^15, which takes 32 MiB. */
const newCost = { ln: 15, r: 8, p: 1 };
/** Bounds what a hash in the catalogue may ask for: N = 2^20 with r = 8 takes 1 GiB. */
const MAX_MEMORY = 2 ** 30 + 2 ** 20;

const PHC =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{43})$/;

const compute = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt);

function scryptHash(secret: string, salt: Buffer, { ln, r, p }: typeof newCost): Promise<Buffer> {
  return compute(secret, salt, HASH_BYTES, { N: 2 ** ln, r, p, maxmem: MAX_MEMORY });
}

/** Base64 without padding, as PHC strings have it. */
const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The hash of a secret, for the catalogue. */
export async function hashClientSecret(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { ln, r, p } = newCost;
  const hash = await scryptHash(secret, salt, newCost);
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(hash)}`;
}

/** Whether a client sent the right secret. */
export async function verifyClientSecret(stored: ClientSecret, sent: string): Promise<boolean> {
  if (typeof stored === 'string') return sameSecret(stored, sent);
  const [, ln, r, p, salt = '', hash = ''] = PHC.exec(stored.scrypt) ?? [];
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const computed = await scryptHash(sent, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(computed, Buffer.from(hash, 'base64'));
}

/** The cost parameters of a hash. */
export function hashCost({ scrypt }: Exclude<ClientSecret, string>): string {
  return PHC.exec(scrypt)?.slice(1, 4).join() ?? '';
}

/** A text that changes when the secret does. */
export function secretText(stored: ClientSecret): string {
  return typeof stored === 'string' ? stored : stored.scrypt;
}

/** Whether node:crypto takes these parameters within the memory limit. */
function isUsable(phc: string): boolean {
  const [, ln, r, p] = PHC.exec(phc) ?? [];
  const memory = 128 * 2 ** Number(ln) * Number(r);
  return Number(ln) > 0 && Number(r) > 0 && Number(p) > 0 && memory <= 2 ** 30;
}

// `abort` makes one message for all forms of what would be one for each.
const nonEmpty = z.string().trim().min(1, { abort: true });
const writtenSchema = z.union(
  [
    nonEmpty,
    z.strictObject({ env: nonEmpty }),
    z.strictObject({ scrypt: z.string().refine(isUsable, { abort: true }) }),
  ],
  'must be a text that is not empty, { "env": "NAME" }, or { "scrypt": "…" } as hash-secret prints it',
);

/** A client secret as the catalogue has it, read as the service compares it. */
export const clientSecretSchema = writtenSchema.transform((written, context): ClientSecret => {
  if (typeof written === 'string' || 'scrypt' in written) return written;
  const value = process.env[written.env]?.trim();
  if (value) return value;
  const message = `needs the environment variable ${written.env}, which is not set`;
  context.issues.push({ code: 'custom', message, input: written.env });
  return z.NEVER;
});
