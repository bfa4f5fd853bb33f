/** GET /admin/explain?email=&sku=: why a member's app has the podcast or not (docs/service.md 6). */
import type { Handler } from 'hono';
import * as z from 'zod';
import { findProduct } from '../../catalogue/catalogue.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Connections } from '../../connections/connections.js';
import { nameFetcher } from '../../connections/feed-fetchers.js';
import type { MemberFeeds } from '../../feeds/member-feed.js';
import type { ShowState } from '../../feeds/show-states.js';
import { emailAddressSchema } from '../../ledger/email-address.js';
import { isOpenUntil, skuSchema } from '../../ledger/grant.js';
import { explainMember, reasons } from '../../members/explain-member.js';
import type { Database } from '../../store/database/database.js';
import { readMember } from '../../store/member-facts.js';
import { readQuery } from '../requests/read-body.js';

export const explainQuerySchema = z.strictObject({ email: emailAddressSchema, sku: skuSchema });

const time = z.iso.datetime();

export const explanationSchema = z.strictObject({
  email: z.string(),
  sku: z.string(),
  access: z.strictObject({
    isOpen: z.boolean(),
    /** Whether everybody may hear the product. */
    isForEveryone: z.boolean(),
    grants: z.array(
      z.strictObject({ source: z.string(), since: time, until: z.string().optional() }),
    ),
  }),
  /** `isAway`: it leads to another host. `oldLinks`: those of an old host that lead to it. */
  links: z.array(z.strictObject({ madeAt: time, isAway: z.boolean(), oldLinks: z.int() })),
  apps: z.array(
    z.strictObject({
      name: z.string(),
      firstFetchedAt: time,
      lastFetchedAt: time,
      /** HTTP status of its last answer. */
      status: z.int(),
      /** Whether it asked with the link that works now. */
      isCurrent: z.boolean(),
    }),
  ),
  reason: z.enum(reasons),
  because: z.string(),
  do: z.string(),
});

export interface ExplainParts {
  catalogue: LiveCatalogue;
  database: Database;
  connections: Pick<Connections, 'isOn'>;
  memberFeeds: Pick<MemberFeeds, 'changedAt'>;
  shows: () => ShowState[];
  now: () => Date;
}

const iso = (text: string) => new Date(text).toISOString();

export function explain(parts: ExplainParts): Handler {
  const { catalogue, database, connections, memberFeeds, shows, now } = parts;

  async function showOf(sku: string) {
    const changedAt = await memberFeeds.changedAt(sku).catch(() => undefined);
    const state = shows().find((each) => each.sku === sku);
    return {
      isThere: changedAt !== undefined,
      hasFailed: state?.error !== undefined,
      changedAt: changedAt && Number(changedAt),
    };
  }

  return async (c) => {
    const { email, sku } = readQuery(c, explainQuerySchema);
    const product = findProduct(catalogue.current, sku);
    const { isKnown, grants, links, apps } = await readMember(database, email, sku);
    const isForEveryone = product?.access === 'everyone';
    const isOpenGrant = ({ endsAt }: { endsAt: string }) => isOpenUntil(new Date(endsAt), now());
    const isOpen = isForEveryone || grants.some(isOpenGrant);
    const { reason, ...words } = explainMember({
      now: Number(now()),
      isProduct: product !== undefined,
      isKnown,
      isOpen,
      grants: grants.map(({ source, endsAt }) => ({ source, endsAt: Date.parse(endsAt) })),
      links: links.map(({ madeAt, isAway }) => ({ madeAt: Date.parse(madeAt), isAway })),
      areAppsKnown: connections.isOn,
      apps: apps.map(({ app, lastAt, others, ...rest }) => ({
        ...rest,
        name: nameFetcher(app).name,
        lastAt: Date.parse(lastAt),
        others: { ...others, lastAt: Date.parse(others.lastAt ?? '1970-01-01') },
      })),
      show: await showOf(sku),
    });
    c.header('Cache-Control', 'no-store');
    return c.json({
      email,
      sku,
      access: {
        isOpen,
        isForEveryone,
        grants: grants.filter(isOpenGrant).map(({ source, since, until }) => ({
          source,
          since: iso(since),
          ...(until !== null && { until }),
        })),
      },
      links: links.map((link) => ({ ...link, madeAt: iso(link.madeAt) })),
      apps: apps.map(({ app, firstAt, lastAt, status, isCurrent }) => ({
        name: nameFetcher(app).name,
        firstFetchedAt: iso(firstAt),
        lastFetchedAt: iso(lastAt),
        status,
        isCurrent,
      })),
      reason,
      ...words,
    } satisfies z.output<typeof explanationSchema>);
  };
}
