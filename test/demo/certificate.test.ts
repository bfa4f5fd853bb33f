/** The demo's certificate: TLS clients accept it, and it is kept between starts, readable for its user alone. */
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { certificateFor, fingerprintOf } from '../../demo/certificate.js';
import { openServer } from '../../demo/open-server.js';

const host = '127.0.0.1';
let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'certificate-')), 'kept');
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(join(folder, '..'), { recursive: true });
});

const keptFile = async () => join(folder, (await readdir(folder))[0]!);

/** The status that a client gets, or the code of the error that it ends with. */
function get(url: string, ca?: string): Promise<number | string> {
  return new Promise((resolve) => {
    request(url, { ca, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code!))
      .end();
  });
}

describe('certificateFor: a new certificate', () => {
  it('is accepted by a client that trusts its authority, and by no other', async () => {
    const certificate = await certificateFor(host, folder);
    const other = await certificateFor('192.0.2.7', folder);
    const server = await openServer({ host, certificate });
    server.answer(() => new Response('hello'));
    try {
      expect(await get(server.url, certificate.authority)).toBe(200);
      expect(await get(server.url)).toMatch(/^(UNABLE_TO_|SELF_SIGNED_)/);
      expect(await get(server.url, other.authority)).toMatch(/^UNABLE_TO_/);
    } finally {
      await server.close();
    }
  });

  it('lasts less than 825 days and is not an authority itself, as phones require', async () => {
    const { chain, authority } = await certificateFor(host, folder);
    const [own, issuer] = [new X509Certificate(chain), new X509Certificate(authority)];
    const days = (Date.parse(own.validTo) - Date.parse(own.validFrom)) / 86_400_000;
    expect(days).toBeLessThan(825);
    expect([own.ca, issuer.ca]).toEqual([false, true]);
    expect(own.issuer).toBe(issuer.subject);
    expect(own.subjectAltName).toBe(`IP Address:${host}`);
    expect(fingerprintOf({ chain, authority, key: '' })).toBe(issuer.fingerprint256);
  });
});

describe('certificateFor: a kept certificate', () => {
  it("is readable for its user alone, and without the authority's key", async () => {
    const { key } = await certificateFor(host, folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(await keptFile())).mode & 0o777).toBe(0o600);
    const kept = await readFile(await keptFile(), 'utf8');
    expect(kept.match(/PRIVATE KEY-----\\n/g)).toHaveLength(2); // begins and ends one key
    expect(JSON.parse(kept)).toMatchObject({ key });
  });

  it('is replaced shortly before it expires', async () => {
    const first = await certificateFor(host, folder);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 391 * 86_400_000 });
    const second = await certificateFor(host, folder);
    expect(second.chain).not.toBe(first.chain);
  });

  it.each([
    ['is cut short', (kept: string) => kept.slice(0, 500)],
    ['has another key', (kept: string) => mixed(kept, 'key')],
    ['has another authority', (kept: string) => mixed(kept, 'authority')],
    ['is for another host', () => otherKept],
  ])('is replaced if it %s', async (_, change) => {
    otherKept = JSON.stringify(await certificateFor('192.0.2.7', join(folder, '../other')));
    const first = await certificateFor(host, folder);
    const file = await keptFile();
    await writeFile(file, change(await readFile(file, 'utf8')));
    const second = await certificateFor(host, folder);
    expect(second.chain).not.toBe(first.chain);
    expect(new X509Certificate(second.chain).checkIP(host)).toBe(host);
  });

  it('causes an error that names the folder if it cannot be kept', async () => {
    const file = join(folder, '../a-file');
    await writeFile(file, '');
    await expect(certificateFor(host, file)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/a-file\. Set XDG_CACHE_HOME/) as string,
    });
  });

  it('is whole when two starts make it at the same time', async () => {
    await Promise.all([certificateFor(host, folder), certificateFor(host, folder)]);
    const third = await certificateFor(host, folder);
    expect(await certificateFor(host, folder)).toEqual(third);
    expect(await readdir(folder)).toHaveLength(1);
  });
});

let otherKept = '';
/** The kept file, with one part from the certificate of another host. */
function mixed(kept: string, part: string): string {
  const other = JSON.parse(otherKept) as Record<string, string>;
  return JSON.stringify({ ...(JSON.parse(kept) as object), [part]: other[part] });
}
