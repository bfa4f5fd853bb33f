/**
 * All links in memory: what a poll needs to know of a member, found by the link's secret alone. A
 * record takes 36 bytes, and with all that is spare ten million members take less than 40 each.
 */
import { PARTS, RECORD_WORDS, RecordParts } from './record-parts.js';

/** The first eight bytes of the SHA-256 of a link's secret. What follows them is not read. */
export type LinkKey = Buffer;

export interface IndexedLink {
  /** 24 hex digits, in lower case. */
  entitlementId: string;
  version: number;
  sku: string;
  /**
   * Milliseconds since 1970; Infinity: no end. The index keeps whole seconds up to 2106, and gives
   * back the last millisecond of the second: access lasts through it.
   */
  endsAt: number;
}

export interface LinkIndex {
  /** Number of links. */
  readonly size: number;
  /** Memory of all links, with what is spare. */
  readonly bytes: number;
  /**
   * Adds or replaces the link of this key and entitlement.
   * @param link `apps`: the bits of the apps that ever fetched it. They add to those that are known
   *   if the version is the same.
   * @throws TypeError if the entitlement's ID is not 24 hex digits
   * @throws RangeError if there are more than 65,535 products
   */
  put(key: LinkKey, link: IndexedLink & { apps: number }): void;
  /** Removes what has this key; with an entitlement's ID that one alone. */
  remove(key: LinkKey, entitlementId?: string): void;
  /** All links with this key: one, but for two in 2^64. The secret that is derived from each decides. */
  find(key: LinkKey): IndexedLink[];
  /**
   * Notes that an app fetched a link.
   * @param app its number, 0 to 31
   * @param day days since 1970. Once another day was noted, a fetch on this one may be `today` again.
   * @returns `first`: it never did at this version; `today`: its first on this day; `noted`: nothing
   *   new; undefined: there is no such link
   */
  noteFetch(
    key: LinkKey,
    entitlementId: string,
    app: number,
    day: number,
  ): 'first' | 'today' | 'noted' | undefined;
  /** Takes back a note that could not be written, so that the next fetch tries again. */
  forgetFetch(key: LinkKey, entitlementId: string, app: number, was: 'first' | 'today'): void;
}

/**
 * Words of a record. The first two bytes of a key say the part, the next four are the first word, and
 * the last two share theirs with the product's number.
 */
const KEY_AND_PRODUCT = 1;
const ENTITLEMENT = 2;
const VERSION = 5;
const END = 6;
const APPS = 7;
const APPS_TODAY = 8;

const ENTITLEMENT_ID = /^[0-9a-f]{24}$/;
const MAX_PRODUCTS = 65_535;
const NO_END = 2 ** 32 - 1;

type EntitlementWords = readonly [number, number, number];

/** @throws {TypeError} if the ID is not 24 hex digits */
export function toWords(entitlementId: string): EntitlementWords {
  if (!ENTITLEMENT_ID.test(entitlementId))
    throw new TypeError('The ID of an entitlement must be 24 hex digits, in lower case.');
  const word = (from: number) => Number.parseInt(entitlementId.slice(from, from + 8), 16);
  return [word(0), word(8), word(16)];
}

export const toHex = (word: number) => word.toString(16).padStart(8, '0');

function toSeconds(endsAt: number): number {
  if (endsAt === Infinity) return NO_END;
  return Math.min(Math.max(Math.floor(endsAt / 1000), 0), NO_END - 1);
}

const toEnd = (seconds: number) => (seconds === NO_END ? Infinity : seconds * 1000 + 999);

/** Numbers of products, in the order in which they came. */
export function createNumbers() {
  const skus: string[] = [];
  const numbers = new Map<string, number>();
  return {
    of(sku: string): number {
      const known = numbers.get(sku);
      if (known !== undefined) return known;
      if (skus.length === MAX_PRODUCTS)
        throw new RangeError(`The links have more than ${MAX_PRODUCTS} products.`);
      numbers.set(sku, skus.length);
      return skus.push(sku) - 1;
    },
    skuOf: (number: number): string => skus[number] ?? '',
  };
}

export function createLinkIndex(): LinkIndex {
  const parts = new RecordParts();
  const products = createNumbers();
  /** By part, the day that its records' `APPS_TODAY` are of. */
  const days = new Uint16Array(PARTS);
  let size = 0;

  const partOf = (key: LinkKey) => key.readUInt16BE(0);
  const seek = (key: LinkKey) => parts.seek(partOf(key), key.readUInt32BE(2), key.readUInt16BE(6));

  /** Goes to the record of a key and entitlement. @returns whether there is one */
  function seekLink(key: LinkKey, [first, second, third]: EntitlementWords): boolean {
    for (let isFound = seek(key); isFound; isFound = parts.next()) {
      if (
        parts.get(ENTITLEMENT) === first &&
        parts.get(ENTITLEMENT + 1) === second &&
        parts.get(ENTITLEMENT + 2) === third
      )
        return true;
    }
    return false;
  }

  function removeHere(): void {
    parts.remove();
    size -= 1;
  }

  /** Empties what was noted on another day. */
  function beginDay(part: number, day: number): void {
    if (days[part] === day) return;
    parts.clear(part, APPS_TODAY);
    days[part] = day;
  }

  return {
    get size() {
      return size;
    },

    get bytes() {
      return parts.bytes + days.byteLength;
    },

    put(key, { entitlementId, version, sku, endsAt, apps }) {
      const entitlement = toWords(entitlementId);
      const keyAndProduct = key.readUInt16BE(6) * 2 ** 16 + products.of(sku);
      if (!seekLink(key, entitlement)) {
        const record = new Uint32Array(RECORD_WORDS);
        record.set([key.readUInt32BE(2), keyAndProduct, ...entitlement]);
        record.set([version, toSeconds(endsAt), apps], VERSION);
        parts.insert(record);
        size += 1;
        return;
      }
      const isSame = parts.get(VERSION) === version;
      parts.set(KEY_AND_PRODUCT, keyAndProduct);
      parts.set(VERSION, version);
      parts.set(END, toSeconds(endsAt));
      parts.set(APPS, isSame ? parts.get(APPS) | apps : apps);
      if (!isSame) parts.set(APPS_TODAY, 0);
    },

    remove(key, entitlementId) {
      if (entitlementId === undefined) while (seek(key)) removeHere();
      else if (seekLink(key, toWords(entitlementId))) removeHere();
    },

    find(key) {
      const links: IndexedLink[] = [];
      for (let isFound = seek(key); isFound; isFound = parts.next()) {
        links.push({
          entitlementId: [0, 1, 2].map((word) => toHex(parts.get(ENTITLEMENT + word))).join(''),
          version: parts.get(VERSION),
          sku: products.skuOf(parts.get(KEY_AND_PRODUCT) & 0xffff),
          endsAt: toEnd(parts.get(END)),
        });
      }
      return links;
    },

    noteFetch(key, entitlementId, app, day) {
      if (!seekLink(key, toWords(entitlementId))) return undefined;
      beginDay(partOf(key), day);
      const bit = 1 << app;
      const [apps, today] = [parts.get(APPS), parts.get(APPS_TODAY)];
      if ((apps & today & bit) !== 0) return 'noted';
      parts.set(APPS, apps | bit);
      parts.set(APPS_TODAY, today | bit);
      return (apps & bit) === 0 ? 'first' : 'today';
    },

    forgetFetch(key, entitlementId, app, was) {
      if (!seekLink(key, toWords(entitlementId))) return;
      const others = ~(1 << app);
      parts.set(APPS_TODAY, parts.get(APPS_TODAY) & others);
      if (was === 'first') parts.set(APPS, parts.get(APPS) & others);
    },
  };
}
