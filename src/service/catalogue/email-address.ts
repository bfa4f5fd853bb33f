/** E-mail addresses, in the form by which people are told apart: they type them either way. */
import * as z from 'zod';
import { canonicalEmail, isEmailAddress } from '../../api/checks/email-address.js';

export const emailAddressSchema = z
  .string()
  .trim()
  // Checked before it is lower-cased: that turns some letters into those of another address.
  .refine(isEmailAddress, 'must be an e-mail address')
  .transform(canonicalEmail);
