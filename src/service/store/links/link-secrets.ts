/**
 * The secrets of the members' feed URLs. One is derived from the feed key, the entitlement and a
 * version: every call gives the same URL although it is not stored, and another version revokes it.
 */
import { createHash, createHmac } from 'node:crypto';
import { createAddressKey, feedAddress } from './addresses.js';

/** An entitlement and the version of its link. */
export interface LinkVersion {
  entitlementId: string;
  version: number;
}

export interface LinkSecrets {
  /** The secret of a link: 192 bits, base64url. */
  secretOf: (link: LinkVersion) => string;
  /** The first eight bytes of the secret's SHA-256, in hexadecimal: enough to find a link, not to open it. */
  hashOf: (link: LinkVersion) => string;
  /** Stands for an address among the old links, in hexadecimal. */
  addressHash: (address: string) => string;
  /** That of a link's own address, by which it is known once it is an old one. */
  oldHashOf: (link: LinkVersion & { sku: string }) => string;
}

/** Bytes of a hash. */
export const HASH_BYTES = 8;

/** The hash of a secret, for a look-up in the index. */
export const hashOfSecret = (secret: string): Buffer =>
  createHash('sha256').update(secret).digest().subarray(0, HASH_BYTES);

/** @param feedKey the service's key */
export function createLinkSecrets(feedKey: string): LinkSecrets {
  const secretOf = ({ entitlementId, version }: LinkVersion) =>
    createHmac('sha256', feedKey)
      .update(`${entitlementId}:${version}`)
      .digest()
      .subarray(0, 24)
      .toString('base64url');
  const keyOf = createAddressKey(feedKey);
  const addressHash = (address: string) => keyOf(address).toString('hex');
  return {
    secretOf,
    hashOf: (link) => hashOfSecret(secretOf(link)).toString('hex'),
    addressHash,
    oldHashOf: (link) => addressHash(feedAddress(secretOf(link), link.sku)),
  };
}
