import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createLinkSecrets,
  type LinkVersion,
} from '../../../src/service/store/links/link-secrets.js';
import { createBackup, readBackupHeader } from '../../../src/service/store/backup.js';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import type { SealKeys } from '../../../src/service/store/feed-key.js';
import { clientOf } from '../../support/feed-service/api-client.js';
import {
  catalogueOf,
  createBackend,
  failureOf,
  member,
} from '../../support/feed-service/backend.js';
import { installService } from '../../support/feed-service/installed-service.js';
import { useDatabase, useShowFolder } from '../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

const newKey = () => randomBytes(32).toString('base64');
const sealKey = newKey();

beforeEach(() => database.exec('drop schema public cascade; create schema public'));

const serviceWith = (keys: SealKeys) =>
  createBackend({ catalogue: catalogueOf(shows.feed), database, log: () => undefined, ...keys });
const linkWith = (keys: SealKeys) => serviceWith(keys).feedUrl(member);
const failureWith = (keys: SealKeys) => failureOf(serviceWith(keys).service.open());

async function kept(): Promise<string> {
  const { rows } = await database.query<{ value: string }>(
    `select value from pps_settings where name = 'feed-key'`,
  );
  return rows[0]!.value;
}

/** Whether a copy of the database is enough to make the links that it holds the hashes of. */
async function copyOpensFeeds(): Promise<boolean> {
  const settings = await database.query<{ value: string }>('select value from pps_settings');
  const links = await database.query<LinkVersion & { hash: string }>(
    'select id as "entitlementId", version, hash from pps_entitlements',
  );
  expect(links.rows).not.toEqual([]);
  return settings.rows.some(({ value }) =>
    links.rows.some((link) => createLinkSecrets(value).hashOf(link) === link.hash),
  );
}

describe('openFeedKey', () => {
  it('keeps the key of a new database sealed, so that a copy opens no feed', async () => {
    await linkWith({});
    expect(await copyOpensFeeds()).toBe(true);
    await database.exec('drop schema public cascade; create schema public');
    const link = await linkWith({ sealKey });
    expect(await copyOpensFeeds()).toBe(false);
    const again = serviceWith({ sealKey: ` ${sealKey}\n` });
    expect(await again.feedUrl(member)).toBe(link);
    expect((await again.send(link)).status).toBe(200);
  });

  it('seals the key of a database that has one, and every link stays', async () => {
    const link = await linkWith({});
    expect(await linkWith({ sealKey })).toBe(link);
    expect(await copyOpensFeeds()).toBe(false);
    const sealed = await kept();
    expect(await linkWith({ sealKey })).toBe(link);
    expect(await kept()).toBe(sealed);
  });

  it('changes to another seal key, and the old one opens it no more', async () => {
    const link = await linkWith({ sealKey });
    const next = newKey();
    expect(await linkWith({ sealKey: next, oldSealKey: sealKey })).toBe(link);
    expect((await failureWith({ sealKey })).code).toBe('config');
    // The old one may stay in the configuration.
    expect(await linkWith({ sealKey: next, oldSealKey: sealKey })).toBe(link);
    expect(await linkWith({ sealKey: next })).toBe(link);
  });

  it('removes the seal', async () => {
    const link = await linkWith({ sealKey });
    expect(await linkWith({ oldSealKey: sealKey })).toBe(link);
    expect(await linkWith({})).toBe(link);
    expect(await copyOpensFeeds()).toBe(true);
  });

  it.each<[string, SealKeys, string]>([
    ['no key', {}, 'Set PPS_SEAL_KEY to the key that it was sealed with'],
    ['another key', { sealKey: newKey() }, 'PPS_SEAL_KEY does not open this database'],
    ['other keys', { sealKey: newKey(), oldSealKey: newKey() }, 'does not open this database'],
    ['another old key', { oldSealKey: newKey() }, 'does not open this database'],
  ])('does not start a sealed database with %s, and changes nothing', async (_name, keys, text) => {
    await linkWith({ sealKey });
    const sealed = await kept();
    expect(await failureWith(keys)).toMatchObject({
      code: 'config',
      message: expect.stringContaining(text) as string,
    });
    expect(await kept()).toBe(sealed);
  });

  it.each([
    ['PPS_SEAL_KEY', { sealKey: 'too short' }],
    ['PPS_OLD_SEAL_KEY', { oldSealKey: 'too short' }],
  ])('refuses a short %s, and says how to make one', async (name, keys) => {
    const { code, message } = await failureWith(keys);
    expect([code, message]).toEqual([
      'config',
      `${name} has 9 characters, but needs at least 32. Make one with: openssl rand -base64 32`,
    ]);
  });

  it('lets two processes seal it at once', async () => {
    const link = await linkWith({});
    const links = await Promise.all([linkWith({ sealKey }), linkWith({ sealKey })]);
    expect(links).toEqual([link, link]);
    expect(await linkWith({ sealKey })).toBe(link);
  });
});

describe('createBackup', () => {
  it.each([
    [{ sealKey }, true],
    [{}, false],
  ])('says whether a backup needs the seal key: %#', async (keys, sealed) => {
    await linkWith(keys);
    const first = await createBackup(await openDatabase({ database })).next();
    expect(readBackupHeader(first.value as string)).toMatchObject({ sealed });
  });
});

describe('backup and restore with PPS_SEAL_KEY', () => {
  it('move a sealed service, and say what the backup needs', { timeout: 180_000 }, async () => {
    const service = await installService();
    const env = { ...process.env, PPS_SEAL_KEY: sealKey };
    const sku = 'sid:open-show';
    const args = ['--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
    const first = service.start(args, { env });
    const { feedUrl } = await clientOf(await first.ready).privateFeed({ email: member, sku });
    first.program.kill('SIGTERM');
    await first.ended;

    const made = await service.run(['backup', '--data', 'data', '--file', 'b.jsonl']);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toContain('it needs the PPS_SEAL_KEY of this service');
    expect(await readFile(join(service.folder, 'b.jsonl'), 'utf8')).not.toContain(sealKey);
    const restored = await service.run(['restore', '--data', 'restored', '--file', 'b.jsonl']);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.output).toContain('start the service with the PPS_SEAL_KEY');

    const dataDir = join(service.folder, 'restored');
    const place = { catalogue: catalogueOf(shows.feed), dataDir, log: () => undefined };
    const without = createBackend(place).service;
    const { message } = await failureOf(without.open());
    expect(message).toContain('This database is sealed. Set PPS_SEAL_KEY');
    await without.close();
    const again = createBackend({ ...place, sealKey });
    expect((await again.send(new URL(feedUrl).pathname)).status).toBe(200);
    await again.service.close();
    service.killAll();
    await service.remove();
  });
});
