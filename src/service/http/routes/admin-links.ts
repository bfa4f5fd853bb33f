/**
 * Members' links in bulk (docs/service.md 6): taken over from an old host, given out, sent on to a new
 * one, and all made new after a breach.
 */
import type { Context, Handler } from 'hono';
import * as z from 'zod';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { isWebUrl, parseUrl } from '../../../urls/web-url.js';
import { findProduct, skusOf } from '../../catalogue/catalogue.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import { emailAddressSchema } from '../../ledger/email-address.js';
import { skuSchema } from '../../ledger/grant.js';
import type { Statements } from '../../store/database/database.js';
import { ROTATED_AT_ONCE, type Entitlements } from '../../store/entitlements.js';
import { addressOf } from '../../store/links/addresses.js';
import { feedUrl, type FeedLinks } from '../../store/links/feed-links.js';
import { listLinks, type ListedLink } from '../../store/links/member-links.js';
import type { OldLinks } from '../../store/links/old-links.js';
import { answerFile } from '../files/answer-file.js';
import { createCheck } from '../files/read-lines.js';
import { writeCsv } from '../files/write-grants.js';
import { begunStream } from '../answers/web-stream.js';
import type { BaseUrl } from '../requests/base-url.js';
import { everyRow } from '../requests/pages.js';
import { readBody, readQuery } from '../requests/read-body.js';

const SKU_UNKNOWN = 'Send a `sku` from the catalogue.';

/** Milliseconds for which one call rotates links. The next one goes on. */
const ROTATE_MS = 10_000;

export const rotateBodySchema = z.strictObject({
  sku: skuSchema,
  /** Links that were made before it are replaced; by default, before now. */
  before: z.iso.datetime({ offset: true, error: 'must be an ISO 8601 date and time' }).optional(),
});

export const rotatedSchema = z.strictObject({
  /** Links that this call has replaced. */
  rotated: z.int(),
  before: z.iso.datetime(),
  /** Whether links from before that time are left: the same call with `before` goes on. */
  isDone: z.boolean(),
});

/**
 * POST /admin/feeds/rotate, body `{ "sku", "before"? }`: every link of a product is new. Whoever asks again
 * with the `before` of the answer replaces none twice, after whatever has come between.
 */
export function rotateFeeds(
  catalogue: LiveCatalogue,
  entitlements: Entitlements,
  now: () => Date,
): Handler {
  return async (c) => {
    const { sku, before: given } = await readBody(c, rotateBodySchema);
    if (!findProduct(catalogue.current, sku))
      throw new PrivatePodcastError('not-found', SKU_UNKNOWN);
    const before = given === undefined ? now() : new Date(given);
    if (before > now()) {
      throw new PrivatePodcastError('bad-input', '`before` must not be in the future.');
    }
    const end = performance.now() + ROTATE_MS;
    let rotated = 0;
    let last = ROTATED_AT_ONCE;
    while (last === ROTATED_AT_ONCE && performance.now() < end) {
      last = await entitlements.rotateLinks(sku, before);
      rotated += last;
    }
    const isDone = last < ROTATED_AT_ONCE;
    return c.json({ rotated, before: before.toISOString(), isDone });
  };
}

export const linksQuerySchema = z.strictObject({ sku: skuSchema.optional() });

export const linkColumns = ['email', 'sku', 'url'] as const;

/**
 * GET /admin/links?sku=: every member's feed URL as CSV, to take along to another host. These are secrets,
 * so it needs the scope service:backup.
 */
export function sendLinks(
  statements: Statements,
  { secretOf }: Pick<FeedLinks, 'secretOf'>,
  baseUrl: BaseUrl,
): Handler {
  async function* rows(sku: string | undefined, base: string) {
    const found = everyRow<ListedLink>((last, limit) =>
      listLinks(statements, { sku, after: last?.entitlementId, limit }),
    );
    for await (const link of found) {
      const url = feedUrl(base, secretOf(link), link.sku);
      yield { email: link.email ?? '', sku: link.sku, url };
    }
  }
  return async (c) => {
    const { sku } = readQuery(c, linksQuerySchema);
    const csv = writeCsv(rows(sku, baseUrl(c)), linkColumns);
    return c.body(await begunStream<Uint8Array>(csv), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  };
}

/** How many old links a file has added, led to another member, left as they were, and passed over. */
export const movedInSchema = z.strictObject({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
});

const memberSchema = z.strictObject({ email: emailAddressSchema, sku: skuSchema });

/** A line of a file of old links; `url` is what GET calls it. */
export const oldLinkSchema = memberSchema
  .extend({ oldUrl: z.string().optional(), url: z.string().optional() })
  .refine(({ oldUrl, url }) => (oldUrl ?? url) !== undefined, {
    path: ['oldUrl'],
    error: 'must be the URL that the member has now',
  })
  .transform(({ oldUrl, url = '', ...member }) => {
    const given = oldUrl ?? url;
    return { ...member, url: given, address: addressOf(given) ?? '' };
  });
type OldLinkLine = z.output<typeof oldLinkSchema>;

/** Whether a route of ours answers an address, so that no old link can. */
export type IsTaken = (address: string) => boolean;

/** Says why an old URL cannot be taken over. */
function refuseOldUrl({ url, address }: OldLinkLine, isTaken: IsTaken): string | undefined {
  const parsed = isWebUrl(url) ? parseUrl(url) : undefined;
  if (!parsed) return '`oldUrl` must be an http or https URL.';
  if (parsed.username !== '' || parsed.password !== '')
    return 'This URL tells its member by a name and password, which cannot be taken over. Give the member a new link.';
  if (parsed.pathname === '/' && parsed.search === '')
    return 'This URL has neither a path nor a query: nothing in it tells its member.';
  return isTaken(address) ? 'The service answers this path itself.' : undefined;
}

/**
 * POST /admin/links, CSV `oldUrl,email,sku` or lines of JSON: at this service's address, the path and query
 * of each old URL lead to the member's feed. All of a file or none; a wrong line is 422.
 */
export function importLinks(
  catalogue: LiveCatalogue,
  oldLinks: OldLinks,
  isTaken: IsTaken,
): Handler {
  return (c) => {
    const skus = new Set(skusOf(catalogue.current));
    const members = new Map<string, string>();
    const check = createCheck(oldLinkSchema, (line) => {
      const { address, email, sku } = line;
      if (!skus.has(sku)) return SKU_UNKNOWN;
      const refusal = refuseOldUrl(line, isTaken);
      if (refusal !== undefined) return refusal;
      const before = members.get(address);
      members.set(address, `${email} ${sku}`);
      return before === undefined || before === `${email} ${sku}`
        ? undefined
        : 'A line before it gives this path and query to another member or product.';
    });
    const columns = ['oldUrl', 'url', 'email', 'sku'];
    return answerFile(c, { columns, required: ['email', 'sku'], check }, (read) =>
      oldLinks.moveIn(read),
    );
  };
}

/** How many members a file has sent on and taken back, and how many had no link that could be. */
export const movedOutSchema = z.strictObject({
  moved: z.int(),
  returned: z.int(),
  skipped: z.int(),
});

/** A line of a file of moves. Without a new URL, the member's feed is here again. */
export const moveSchema = memberSchema.extend({ newUrl: z.string().optional() });

/**
 * POST /admin/moves, CSV `email,sku,newUrl` or lines of JSON: the feeds of these members lead to their new
 * URLs for good. All of a file or none; a wrong line is 422.
 */
export function moveFeeds(
  catalogue: LiveCatalogue,
  oldLinks: OldLinks,
  isOurs: (c: Context, url: string) => boolean,
): Handler {
  return (c) => {
    const skus = new Set(skusOf(catalogue.current));
    const check = createCheck(moveSchema, ({ newUrl, sku }) => {
      if (!skus.has(sku)) return SKU_UNKNOWN;
      if (newUrl === undefined) return undefined;
      if (parseUrl(newUrl)?.protocol !== 'https:') return '`newUrl` must be an https URL.';
      return isOurs(c, newUrl)
        ? '`newUrl` is of this service, and would lead to itself.'
        : undefined;
    });
    const lines = {
      columns: ['email', 'sku', 'newUrl'],
      required: ['email', 'sku', 'newUrl'],
      check,
    };
    return answerFile(c, lines, (read) => oldLinks.moveOut(read));
  };
}
