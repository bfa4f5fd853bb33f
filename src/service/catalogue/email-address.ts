/** E-mail addresses, in lower case: people type them either way. */
import * as z from 'zod';

export const emailAddressSchema = z.pipe(
  z.string().transform((address) => address.trim().toLowerCase()),
  z.email('must be an e-mail address').max(254, 'must be an e-mail address'),
);
