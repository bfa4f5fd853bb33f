/**
 * Addresses that lead elsewhere by now, in memory: an old host's links, and links of ours that were
 * replaced or have moved away. A record takes 36 bytes, as that of a link does.
 */
import { BoundedMap } from '../../../api/cache/bounded-map.js';
import { createNumbers, toHex, toWords } from './link-index.js';
import { RECORD_WORDS, RecordParts } from './record-parts.js';

/**
 * `moved-in`: it leads to the link of ours that has taken its place. `moved-out`: it is the current
 * link, and leads to another host. `rotated` and `reset`: it works no more; the first one says so.
 */
export const oldLinkKinds = ['moved-in', 'moved-out', 'rotated', 'reset'] as const;
export type OldLinkKind = (typeof oldLinkKinds)[number];

export interface OldLink {
  /** 24 hex digits, in lower case. */
  entitlementId: string;
  /** That of the link of ours which it leads to, or was. */
  version: number;
  sku: string;
  kind: OldLinkKind;
  /** Milliseconds since 1970, in whole seconds, from which on nothing is known of it; Infinity: no end. */
  until: number;
}

/** The first 16 bytes of an address' HMAC. */
export type OldLinkKey = Buffer;

export interface OldLinkIndex {
  readonly size: number;
  /** Memory of all records, with what is spare. */
  readonly bytes: number;
  /** How many links have moved away: without any, no poll has to look. */
  readonly movedOut: number;
  /** Where links have moved to, of late. What is known of one is forgotten with its record. */
  readonly newUrls: BoundedMap<string>;
  put(key: OldLinkKey, link: OldLink): void;
  remove(key: OldLinkKey): void;
  find(key: OldLinkKey): OldLink | undefined;
}

/** Words of a record: the first two are as in the index of links, and then comes the key's other half. */
const PRODUCT = 1;
const KEY = 2;
const ENTITLEMENT = 4;
/** Two bits of it are the kind. */
const VERSION = 7;
const UNTIL = 8;
const NO_END = 2 ** 32 - 1;
const MOST_URLS = 10_000;

export function createOldLinkIndex(): OldLinkIndex {
  const parts = new RecordParts();
  const products = createNumbers();
  const newUrls = new BoundedMap<string>(MOST_URLS);
  let size = 0;
  let movedOut = 0;

  /** Goes to the record of a key. @returns whether there is one */
  function seek(key: OldLinkKey): boolean {
    const part = key.readUInt16BE(0);
    const [third, fourth] = [key.readUInt32BE(8), key.readUInt32BE(12)];
    let isFound = parts.seek(part, key.readUInt32BE(2), key.readUInt16BE(6));
    for (; isFound; isFound = parts.next())
      if (parts.get(KEY) === third && parts.get(KEY + 1) === fourth) return true;
    return false;
  }
  const kindHere = () => oldLinkKinds[parts.get(VERSION) & 3] ?? 'reset';

  function remove(key: OldLinkKey): void {
    newUrls.delete(key.toString('hex'));
    if (!seek(key)) return;
    if (kindHere() === 'moved-out') movedOut -= 1;
    parts.remove();
    size -= 1;
  }

  return {
    get size() {
      return size;
    },
    get bytes() {
      return parts.bytes;
    },
    get movedOut() {
      return movedOut;
    },
    newUrls,
    remove,

    put(key, { entitlementId, version, sku, kind, until }) {
      remove(key);
      seek(key);
      const record = new Uint32Array(RECORD_WORDS);
      const keyAndProduct = key.readUInt16BE(6) * 2 ** 16 + products.of(sku);
      record.set([key.readUInt32BE(2), keyAndProduct, key.readUInt32BE(8), key.readUInt32BE(12)]);
      record.set(toWords(entitlementId), ENTITLEMENT);
      record[VERSION] = version * 4 + oldLinkKinds.indexOf(kind);
      record[UNTIL] = Math.min(Math.floor(until / 1000), NO_END);
      parts.insert(record);
      size += 1;
      if (kind === 'moved-out') movedOut += 1;
    },

    find(key) {
      if (size === 0 || !seek(key)) return undefined;
      const until = parts.get(UNTIL);
      return {
        entitlementId: [0, 1, 2].map((word) => toHex(parts.get(ENTITLEMENT + word))).join(''),
        version: parts.get(VERSION) >>> 2,
        sku: products.skuOf(parts.get(PRODUCT) & 0xffff),
        kind: kindHere(),
        until: until === NO_END ? Infinity : until * 1000,
      };
    },
  };
}
