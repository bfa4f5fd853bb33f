/** Spares the cryptography for a token that this handler has just verified. */
import { BoundedMap } from '../../api/cache/bounded-map.js';
import type { SigningKey } from './signing-key.js';
import { verifySubscribeToken, type Clock, type VerifiedToken } from './subscribe-token.js';

/** Tokens that one handler remembers; the oldest are forgotten first. */
const MAX_TOKENS = 10_000;
/** A longer token is verified each time, so that what is remembered stays small. */
const MAX_TOKEN_LENGTH = 2_048;

interface Remembered {
  verified: VerifiedToken;
  /** Milliseconds since 1970, as are all times here. */
  since: number;
  until: number;
}

/**
 * Makes the function that verifies a handler's tokens. It remembers valid tokens until they expire,
 * and no others. The keys are the handler's own: a handler made with other keys knows none of them.
 * Whether a request may use the token (its origin) is checked each time, by the handler.
 */
export function createRememberingVerifier(
  keys: readonly SigningKey[],
  { now = Date.now }: Clock,
): (token: string) => Promise<VerifiedToken> {
  const tokens = new BoundedMap<Remembered>(MAX_TOKENS);
  return async (token) => {
    const time = Number(now());
    const known = tokens.get(token);
    // A clock that was set back may make the token one from the future.
    if (known && known.since <= time && time < known.until) return known.verified;
    const { verified, exp } = await verifySubscribeToken(token, keys, { now: () => time });
    if (token.length <= MAX_TOKEN_LENGTH) {
      tokens.set(token, { verified, since: time, until: exp * 1000 });
    }
    return verified;
  };
}
