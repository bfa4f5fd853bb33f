/** The contract of the store: settings, access tokens, users and entitlements with their feed links. */
import type { LinkVersion } from './links/link-secrets.js';

export interface User {
  id: string;
  /** In lower case; `null` for somebody whom no address finds. */
  email: string | null;
}

export interface StoredToken {
  hash: string;
  clientId: string;
  /** Derived from the token and the client's secret: it does not match once the secret changes. */
  clientProof: string;
  /** Space-separated. */
  scope: string;
  expiresAt: Date;
}

/** A user's entitlement to a product. It stays when the access ends. */
export interface StoredEntitlement extends LinkVersion {
  sku: string;
  user: User;
  /** When access by grants ends or has ended; absent if there never was any. */
  endsAt: Date | undefined;
}

/** Names an entitlement. A user has one for each product and origin (docs/interface.md 4.3). */
export interface EntitlementKey {
  userId: string;
  sku: string;
  origin: string;
}

/** All times are those of the caller's clock. Every e-mail address is in lower case. */
export interface Store {
  /** A setting's value. If it has none yet, it gets `initial`. */
  setting(name: string, initial: string): Promise<string>;
  /** Replaces a setting's value, unless it is another one by now. */
  replaceSetting(name: string, value: string, by: string): Promise<void>;

  /** Adds a token, and removes those that have expired. */
  addToken(token: StoredToken, now: Date): Promise<void>;
  /** A token that has not expired. */
  token(
    tokenHash: string,
    now: Date,
  ): Promise<Pick<StoredToken, 'clientId' | 'clientProof' | 'scope'> | undefined>;

  userByEmail(email: string): Promise<User | undefined>;
  userById(id: string): Promise<User | undefined>;
  /** The user of an e-mail address, who is added if there is none. */
  requireUser(email: string): Promise<User>;
}
