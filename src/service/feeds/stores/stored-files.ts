/** Which URLs of a feed lie in a bucket, and under which key. */
import { parseUrl, withoutTrailingSlash } from '../../../urls/web-url.js';
import type { FileStore } from '../../catalogue/file-stores.js';

/** What follows the bucket in a host that names it, as some stores have it: `BUCKET.s3.eu-central-1.amazonaws.com`. */
const NAMED = /^(?:s3|oss|cos|obs)[.-]/;
/** Amazon's store takes a plus in a path for a blank, and its console writes URLs so. */
const AMAZON = /\.amazonaws\.com(?:\.cn)?$/;

type Place = Pick<FileStore, 'endpoint' | 'bucket'>;

/** Whether the endpoint's host names the bucket, so that the path need not. */
function isNamed({ endpoint, bucket }: Place): boolean {
  const { hostname } = new URL(endpoint);
  return hostname.startsWith(`${bucket}.`) && NAMED.test(hostname.slice(bucket.length + 1));
}

/** What stands before a key in the URLs of a bucket: host and path, without the scheme. */
export type Base = string;

const baseOf = ({ host, pathname }: URL): Base => `${host}${withoutTrailingSlash(pathname)}/`;

/** The bases of the URLs by which a feed may name a store's files. */
export function basesOf({ url, ...place }: Place & Pick<FileStore, 'url'>): Base[] {
  const { endpoint, bucket } = place;
  if (url !== undefined || isNamed(place)) return [baseOf(new URL(url ?? endpoint))];
  const base = baseOf(new URL(endpoint));
  return [`${base}${bucket}/`, `${bucket}.${base}`];
}

/** What stands after a base in a URL, as it is written; `undefined` if that is no file. */
export function storedPath(url: string, bases: readonly Base[]): string | undefined {
  const { host = '', pathname = '' } = bases.length > 0 ? (parseUrl(url) ?? {}) : {};
  const whole = `${host}${pathname}`;
  const base = bases.find((each) => whole.startsWith(each));
  const path = base && whole.slice(base.length);
  return path && !path.endsWith('/') ? path : undefined;
}

/** What is no UTF-8, and a percent sign that stands for itself, stay as they are. */
const decode = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/** The key of the file that a URL names; `undefined` if it is not in the store. */
export function keyOf(store: Place & Pick<FileStore, 'url'>, url: string): string | undefined {
  const path = storedPath(url, basesOf(store));
  if (path === undefined) return undefined;
  const isAmazon = AMAZON.test(new URL(store.endpoint).hostname);
  const key = decode(isAmazon ? path.replaceAll('+', '%20') : path);
  // As a path, it would lead out of the bucket.
  return /(?:^|\/)\.{1,2}(?:\/|$)/.test(key) ? undefined : key;
}

/** As SigV4 wants it: every byte but letters, digits and `-._~` (RFC 3986, section 2.3). */
const encode = (part: string): string =>
  encodeURIComponent(part).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Where the store answers for a key. */
export function objectUrl(place: Place, key: string): string {
  const { endpoint, bucket } = place;
  const bucketUrl = isNamed(place) ? endpoint : `${endpoint}/${bucket}`;
  return `${bucketUrl}/${key.split('/').map(encode).join('/')}`;
}
