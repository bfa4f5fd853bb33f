/**
 * `s3rver` in the place of an object store: buckets, ranges, HEAD, lifetimes. It takes any signature of
 * version 4, so Amazon's own signer judges these before it.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignatureV4 } from '@smithy/signature-v4';
import type { StandIn } from '../support/stores/bucket.js';

/** It has no types. */
type S3rver = new (options: object) => { callback(): RequestListener };
const S3rver = createRequire(import.meta.url)('s3rver') as S3rver;

/** The account that s3rver knows. */
const account = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const region = 'eu-central-1';

type SourceData = string | ArrayBuffer | ArrayBufferView;

function bytesOf(data: SourceData): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

class Sha256 {
  readonly #hash: ReturnType<typeof createHash | typeof createHmac>;
  constructor(secret?: SourceData) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(data: SourceData): void {
    this.#hash.update(bytesOf(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(Uint8Array.from(this.#hash.digest()));
  }
  reset(): void {
    throw new Error('A hash is used once.');
  }
}

const signer = new SignatureV4({
  credentials: account,
  region,
  service: 's3',
  sha256: Sha256,
  uriEscapePath: false,
  applyChecksum: false,
});

const dateOf = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * The signature that Amazon's signer gives a presigned URL. The path is taken as it stands.
 * @param url with the lifetime and the time that it was signed for
 */
export async function signatureOf(method: string, { host, pathname, searchParams }: URL) {
  const unsigned = new Set(['x-amz-content-sha256']);
  const { query = {} } = await signer.presign(
    {
      method,
      protocol: 'http:',
      hostname: host,
      path: pathname,
      query: {},
      headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    },
    {
      signingDate: dateOf(searchParams.get('X-Amz-Date') ?? ''),
      expiresIn: Number(searchParams.get('X-Amz-Expires')),
      unhoistableHeaders: unsigned,
      unsignableHeaders: unsigned,
    },
  );
  return query['X-Amz-Signature'] as string;
}

/** Whether a request is one that a private bucket answers; a test's own uploads are. */
async function isAllowed({ method = '', url = '', headers }: IncomingMessage): Promise<boolean> {
  if (headers.authorization) return true;
  if (method === 'OPTIONS') return true;
  const asked = new URL(url, `http://${headers.host}`);
  const given = asked.searchParams.get('X-Amz-Signature');
  if (given === null) return false;
  const expected = await signatureOf(method, asked);
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

export async function startS3(): Promise<StandIn> {
  const directory = await mkdtemp(join(tmpdir(), 'pps-s3-'));
  const answer = new S3rver({ directory, silent: true }).callback();
  const server = createServer((request, response) => {
    void isAllowed(request).then((allowed) => {
      if (allowed) answer(request, response);
      else response.writeHead(403).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region,
    ...account,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
