/** Verifies the tokens with which a Ghost site says what a member has paid for (Ghost 6, since February 2026). */
import { isEmailAddress } from '../../api/checks/email-address.js';
import { isId } from '../../api/checks/input.js';
import { requireKnownOptions, type OptionNames } from '../../api/checks/known-options.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isSecureUrl, isWebUrl, withoutTrailingSlash } from '../../urls/web-url.js';
import { createJwksVerifier } from './jwks-verifier.js';
import { tokenInvalid, type Clock, type VerifiedToken } from './subscribe-token.js';
import type { VerifyToken } from './verify-token.js';

/** A Ghost site, and what its tiers give. */
export interface GhostVerifierOptions extends Clock {
  /** The URL of the site, as Ghost's `url` setting has it: https, or http on loopback. */
  site: string;
  /**
   * Product ID of the podcast by the ID of a tier, or by `paid` for every member who pays. If a member
   * has several, the one that stands first counts. A handler with `paid` alone answers for one podcast.
   */
  products: Readonly<Record<string, string>>;
  /** Milliseconds for a request for the keys; default 3,000. */
  timeout?: number | undefined;
}

const optionNames: OptionNames<GhostVerifierOptions> = {
  site: true,
  products: true,
  timeout: true,
  now: true,
};

/** The tokens of `/members/api/session` have the same keys, `iss` and `aud`, and say nothing about payment. */
const scopeOfEntitlements = 'members:entitlements:read';
/** For everyone who pays or is given a tier. Ghost's own claim is late: it may be false of one with a new tier. */
const anyTier = 'paid';

type Claims = Record<string, unknown>;

function config(message: string): PrivatePodcastError {
  return new PrivatePodcastError('config', message);
}

/** Without a slash at its end, and otherwise as given: tokens have what Ghost's setting has. */
function siteOf(site: string): string {
  const isSite = isWebUrl(site) && isSecureUrl(site) && !/[?#@\\]/.test(site);
  if (isSite) return withoutTrailingSlash(site);
  throw config(
    '`site` must be the https URL of your Ghost site, such as "https://www.example.com" (plain http on loopback only).',
  );
}

/** The map's rows in their order. A copy: what the caller changes later must not decide about access. */
function rowsOf(products: unknown): [tier: string, sku: string][] {
  const rows = Object.entries((products ?? {}) as Record<string, string>);
  if (rows.length === 0) {
    throw config(
      '`products` is empty. Map the ID of each tier that has the podcast, or `paid`, to its product ID.',
    );
  }
  for (const [tier, sku] of rows) {
    if (tier !== anyTier && !/^[\da-f]{24}$/.test(tier)) {
      throw config(
        '`products` has a key that is no tier. Use the ID of a tier (24 characters, not its name), or `paid`.',
      );
    }
    if (!isId(sku)) throw config('`products` has a value that is no product ID.');
  }
  return rows;
}

/** Whom the token names. Nothing else may have been asked for: these keys sign other tokens too. */
function memberOf({ scope, sub }: Claims): VerifiedToken['member'] {
  if (scope !== scopeOfEntitlements) {
    throw tokenInvalid(
      'The token is not one about tiers. Let `getToken` ask `/members/api/entitlements`, not `/members/api/session`.',
    );
  }
  if (isEmailAddress(sub)) return { email: sub };
  throw tokenInvalid('The token names no e-mail address.');
}

/** Finds the product of a member; undefined for one who has none of the tiers. */
function skuFor(rows: readonly [string, string][], { paid, active_tier_ids }: Claims) {
  if (typeof paid !== 'boolean' || !Array.isArray(active_tier_ids)) {
    throw tokenInvalid('The token does not name tiers as those of Ghost 6 do.');
  }
  const has = (tier: string) =>
    tier === anyTier ? paid || active_tier_ids.length > 0 : active_tier_ids.includes(tier);
  return rows.find(([tier]) => has(tier))?.[1];
}

/**
 * Makes a `verifyToken` for the subscribe handler that accepts the tokens of a Ghost site. A member with
 * none of the tiers in `products` gets `no-access`, so the page shows your offer.
 * @throws {PrivatePodcastError} `config` if an option is missing or not valid.
 * @example
 * const handler = createSubscribeHandler({
 *   service,
 *   verifyToken: createGhostVerifier({
 *     site: 'https://www.your-site.example',
 *     products: { paid: 'sid:your-product' },
 *   }),
 *   allowedOrigins: ['https://www.your-site.example'],
 * });
 */
export function createGhostVerifier(options: GhostVerifierOptions): VerifyToken {
  requireKnownOptions(options, optionNames, { of: '`createGhostVerifier`' });
  const { products, timeout, now } = options;
  const site = siteOf(options.site);
  const rows = rowsOf(products);
  const api = `${site}/members/api`;
  return createJwksVerifier({
    jwksUrl: `${site}/members/.well-known/jwks.json`,
    issuer: api,
    audience: api,
    algorithms: ['RS512'],
    member: memberOf,
    sku: (claims) => skuFor(rows, claims),
    timeout,
    now,
  });
}
