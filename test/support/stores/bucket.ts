/** A bucket of a store that speaks S3, filled for a test. */
import { AwsClient } from 'aws4fetch';
import type { FileStore } from '../../../src/service/catalogue/file-stores.js';

/** What answers in the place of the store of a publisher. */
export interface StandIn extends Pick<
  FileStore,
  'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey'
> {
  close(): Promise<void>;
}

/** Lets pages of any site read the files, as docs/running.md has it. */
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin>
<AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedHeader>Range</AllowedHeader>
</CORSRule></CORSConfiguration>`;

export interface StoredFile {
  key: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Makes a bucket, with files that nobody may read without a signature.
 * @returns the store for a catalogue
 */
export async function fillBucket(
  { endpoint, region, accessKeyId, secretAccessKey }: StandIn,
  bucket: string,
  files: readonly StoredFile[],
) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  async function put(path: string, body: string | Uint8Array<ArrayBuffer>, type: string) {
    const headers = { 'Content-Type': type };
    const answer = await client.fetch(`${endpoint}/${path}`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(`The store answered ${answer.status}: ${await answer.text()}`);
  }
  await put(bucket, '', 'text/plain');
  await put(`${bucket}?cors`, CORS, 'application/xml');
  for (const { key, type, bytes } of files) {
    await put(`${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`, bytes, type);
  }
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}
