/** GET /admin/status: shows, members, grants, apps, backup and versions, with the scope service:admin. */
import type { Handler } from 'hono';
import { nameFetcher } from '../../connections/feed-fetchers.js';
import { describeFailure } from '../../failures/describe-failure.js';
import type { ShowState } from '../../feeds/show-states.js';
import type { Database } from '../../store/database/database.js';
import type { Readiness } from '../readiness/readiness.js';
import { countStored } from '../../store/counts.js';
import { SCHEMA_VERSION } from '../../store/database/schema.js';
import { packageVersion } from '../version.js';
import { statusSchema, type Status, type StatusFailure } from './status-schema.js';

/** Apps are counted by what they fetched lately: a member who changes to another is counted once, soon. */
const APP_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The line of the log without where in the code it was, and without the file: the catalogue has that. */
function failureOf(error: unknown): StatusFailure {
  const shape = statusSchema.shape.shows.element.shape.failure.unwrap();
  return shape.strip().parse(describeFailure(error));
}

export interface StatusParts {
  database: Database;
  now: () => Date;
  readiness: () => Promise<Readiness>;
  shows: () => ShowState[];
  lastBackup: () => Promise<Date | undefined>;
}

async function readStatus(parts: StatusParts): Promise<Status> {
  const { database, now, readiness, shows, lastBackup } = parts;
  const { isReady, detail } = await readiness();
  const since = new Date(now().getTime() - APP_DAYS * DAY_MS);
  const counts = await countStored(database, now(), since);
  const backup = await lastBackup();
  return {
    ready: isReady,
    ...(detail !== undefined && { detail }),
    versions: {
      service: packageVersion(),
      schema: SCHEMA_VERSION,
      node: process.versions.node,
      database: counts.database,
    },
    shows: shows().map(({ sku, ageSeconds, error }) => ({
      sku,
      ...(ageSeconds !== undefined && { ageSeconds: Math.round(ageSeconds) }),
      ...(error !== undefined && { failure: failureOf(error) }),
    })),
    members: counts.members,
    grants: counts.grants,
    apps: counts.apps.map(({ app, links }) => ({ ...nameFetcher(app), links })),
    oldLinks: counts.oldLinks,
    ...(backup && { lastBackup: backup.toISOString() }),
  };
}

export function sendStatus(parts: StatusParts): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await readStatus(parts));
  };
}
