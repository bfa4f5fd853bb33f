/** E-mail addresses, in the form by which people are told apart: they type them either way. */
import * as z from 'zod';
import { canonicalEmail, isEmailAddress } from '../../api/checks/email-address.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

/** More than any address with the spaces around it: in a longer text, looking for those takes seconds. */
const MAX_LENGTH = 1000;

export const emailAddressSchema = z
  .string()
  .max(MAX_LENGTH, { abort: true, error: 'must be an e-mail address' })
  // Spaces alone: `trim` would also take off letters that nobody sees, and so make another's address.
  .overwrite((text) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''))
  // Checked before it is lower-cased: that turns some letters into those of another address.
  .refine(isEmailAddress, 'must be an e-mail address')
  .transform(canonicalEmail);

/** @throws {PrivatePodcastError} `bad-input` if it is not an e-mail address. */
export function readEmail(
  value: string | undefined,
  message = 'Send a valid e-mail address.',
): string {
  const email = emailAddressSchema.safeParse(value);
  if (email.success) return email.data;
  throw new PrivatePodcastError('bad-input', message);
}
