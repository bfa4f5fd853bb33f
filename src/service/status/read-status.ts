/** Reads the status of the service from its parts. */
import type { CatalogueData } from '../catalogue/catalogue.js';
import { isInForce } from '../catalogue/grant.js';
import { nameFetcher } from '../connections/feed-fetchers.js';
import { CATALOGUE_SOURCE } from '../grants/list-grants.js';
import { describeFailure } from '../log.js';
import type { RouteContext } from '../routes/route-context.js';
import { countStored, type GrantCount } from '../store/counts.js';
import { SCHEMA_VERSION } from '../store/database/migrations.js';
import { packageVersion } from '../version.js';
import { statusSchema, type Status, type StatusFailure } from './status.js';

/** Apps are counted by what they fetched lately: a member who changes to another is counted once, soon. */
const APP_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The grants of the catalogue, as those of the database are counted. A member who is named twice is one. */
function countCatalogue({ grants }: CatalogueData, now: Date): GrantCount[] {
  const isIn = new Map<string, Map<string, boolean>>();
  for (const grant of grants) {
    const members = isIn.get(grant.sku) ?? new Map<string, boolean>();
    members.set(grant.email, members.get(grant.email) === true || isInForce(grant, now));
    isIn.set(grant.sku, members);
  }
  return [...isIn].map(([sku, members]) => {
    const inForce = [...members.values()].filter(Boolean).length;
    return { sku, source: CATALOGUE_SOURCE, inForce, ended: members.size - inForce };
  });
}

/** The line of the log without where in the code it was, and without the file: the catalogue has that. */
function failureOf(error: unknown): StatusFailure {
  const shape = statusSchema.shape.shows.element.shape.failure.unwrap();
  return shape.strip().parse(describeFailure(error));
}

type Parts = Pick<
  RouteContext,
  'catalogue' | 'database' | 'now' | 'readiness' | 'shows' | 'lastBackup'
>;

export async function readStatus(parts: Parts): Promise<Status> {
  const { catalogue, database, now, readiness, shows, lastBackup } = parts;
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
    grants: [...countCatalogue(catalogue.current, now()), ...counts.grants],
    apps: counts.apps.map(({ app, links }) => ({ ...nameFetcher(app), links })),
    ...(backup && { lastBackup: backup.toISOString() }),
  };
}
