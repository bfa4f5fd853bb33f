/** The contract of the store: access tokens, users, entitlements and feed links. */

export interface User {
  id: string;
  /** In lower case. */
  email: string;
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

/** A user's entitlement to a product. It stays when the access ends, and says nothing about it. */
export interface StoredEntitlement {
  id: string;
  userId: string;
  sku: string;
  /** Where the user was onboarded (docs/interface.md 4.3). A user has one entitlement for each. */
  origin: string;
}

/** A member's feed link with everything that decides what it answers. */
export interface FeedLink {
  entitlementId: string;
  version: number;
  sku: string;
  email: string;
  /** Whether the secret of its URL was found to be of this service's key. */
  isChecked?: boolean;
}

/** The version of a feed link, and the hash of the secret that was given out for it. */
export interface FeedLinkVersion {
  version: number;
  /** Null if the link was reset and no URL has been given out since. */
  secretHash: string | null;
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
  /** Adds a user. @returns the one who has the e-mail address already, if there is one. */
  addUser(user: User): Promise<User>;

  /** The ID of a user's entitlement to a product, from one origin. */
  entitlementId(entitlement: Omit<StoredEntitlement, 'id'>): Promise<string | undefined>;
  /** Adds an entitlement. @returns its ID, or that of the one of this origin, user and product. */
  addEntitlement(entitlement: StoredEntitlement): Promise<string>;
  /** The product of an entitlement, and its user; `undefined` if it is another user's. */
  entitlement(id: string, userId: string): Promise<{ sku: string; user: User } | undefined>;

  /** `undefined` if no URL was ever given out. */
  feedLinkVersion(entitlementId: string): Promise<FeedLinkVersion | undefined>;
  /**
   * Stores the hash of the secret of a version, and the link if it is new.
   * @returns false if the link has another version by now.
   */
  putFeedLink(entitlementId: string, version: number, secretHash: string): Promise<boolean>;
  feedLinkByHash(secretHash: string): Promise<FeedLink | undefined>;
  /** The feed link of an entitlement, once its URL was given out. */
  feedLinkOf(entitlementId: string): Promise<FeedLink | undefined>;
  /**
   * Reads all feed links into memory, page by page: one by one, the first request of each member
   * after a restart would wait for the database. For a database that no other process writes to.
   */
  rememberFeedLinks(): Promise<void>;

  /**
   * Revokes a user's feed links for a product, of all origins, and removes what is known of the
   * apps that fetched them.
   * @returns false if there are none.
   */
  resetFeedLinks(userId: string, sku: string): Promise<boolean>;
}
