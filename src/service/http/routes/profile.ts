/** 4.2 Get the user ID for an e-mail address. */
import type { Handler } from 'hono';
import * as z from 'zod/mini';
import { userProfileSchema } from '../../../api/profile.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { readEmail } from '../../ledger/email-address.js';
import type { Store } from '../../store/store.js';

/** Whether to create an unknown user: only if the caller says `true`. */
function readForceCreation(value: string | undefined): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new PrivatePodcastError('bad-input', '`forceCreation` must be `true` or `false`.');
}

export function findUser(store: Store): Handler {
  return async (c) => {
    const email = readEmail(c.req.param('email'), 'The path must end in an e-mail address.');
    const user = readForceCreation(c.req.query('forceCreation'))
      ? await store.requireUser(email)
      : await store.userByEmail(email);
    if (!user) {
      throw new PrivatePodcastError(
        'not-found',
        'No user has this e-mail address. Send `forceCreation=true` to create one.',
      );
    }
    c.header('Cache-Control', 'no-store');
    // This service keeps no postal addresses, so nobody has a primary one.
    const profile = { id: user.id, userId: user.id, hasPrimaryAddress: false };
    return c.json(z.parse(userProfileSchema, profile));
  };
}
