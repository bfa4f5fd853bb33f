/** URLs that open one file of a bucket for a few minutes, to whoever has them (AWS Signature Version 4, query parameters). */
import { AwsV4Signer } from 'aws4fetch';
import type { FileStore } from '../../catalogue/file-stores.js';
import { keyOf, objectUrl } from './stored-files.js';

/** The keys that are derived from a store's secret, one for each day: to derive one takes as long as three signatures. */
const dayKeys = new WeakMap<FileStore, Map<string, ArrayBuffer>>();

/** A URL opens its file to one of them. */
export type FileMethod = 'GET' | 'HEAD';

/**
 * Computes the presigned URL of a file: nothing is sent.
 * @param now begins the `expiresIn` seconds of the store
 * @returns `undefined` if the URL names no file of the store
 */
export async function presignedUrl(
  store: FileStore,
  url: string,
  method: FileMethod,
  now: Date,
): Promise<string | undefined> {
  const key = keyOf(store, url);
  if (key === undefined) return undefined;
  const cache = dayKeys.get(store) ?? new Map<string, ArrayBuffer>();
  dayKeys.set(store, cache);
  const { region, accessKeyId, secretAccessKey, expiresIn } = store;
  const signer = new AwsV4Signer({
    url: `${objectUrl(store, key)}?X-Amz-Expires=${expiresIn}`,
    method,
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    signQuery: true,
    cache,
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
  });
  return (await signer.sign()).url.href;
}
