/** Whatever runs on the embedded database runs on Postgres too, or says here why it does not. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parts } from '../../scripts/parts.mjs';
import { paths, read } from '../docs/documents.js';

const oneConnection =
  'expects the order of statements that the one connection of an embedded database gives them';
const programs = 'the part `programs` runs it, and it is about other programs';
const noDatabase = 'what it tests asks no database';

/** Tests that are left out of the part `postgres`. */
const leftOut: Record<string, string> = {
  'alert-rules': noDatabase,
  'as-apps-see': programs,
  'moved-as-apps-see': programs,
  'feeds/foreign-feeds': noDatabase,
  'members/member-access': 'counts the transactions of its whole server',
  'file-store': programs,
  nginx: programs,
  'node-server/start-server': noDatabase,
  observability: oneConnection,
  'odd-shows': programs,
  'node-server/stalled-reader': noDatabase,
  'store/backup':
    'looks at the cursors of one connection; `store/database/postgres-backup` has those of a server',
  'store/ledger/access': 'is about a planner without statistics, which a server may have',
  'store/feed-key': 'installs the service, which then opens a data folder',
};

/** Opens a database in the test's own process. */
const OPENS =
  /\b(?:createDatabase|useDatabase|createBackend|useBackend|createService|startServer)\(/;
/** Starts a server of its own for it. */
const OWN_POSTGRES = '/programs/postgres.js';

const withDatabase = paths.filter((path) => {
  if (!/^test\/service\/.+\.test\.ts$/.test(path)) return false;
  const code = read(path);
  return OPENS.test(code) && !code.includes(OWN_POSTGRES);
});
const runsOnPostgres = (path: string) =>
  parts.postgres!.files.some((glob) => posix.matchesGlob(path, glob));
const fileOf = (name: string) => `test/service/${name}.test.ts`;

describe('parts: postgres', () => {
  it('has every test that opens a database, but for those that are left out', () => {
    const missing = withDatabase.filter((path) => !runsOnPostgres(path));
    expect(missing.sort()).toEqual(Object.keys(leftOut).map(fileOf).sort());
  });
});
