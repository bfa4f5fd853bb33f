/**
 * Old links: an old host's that lead to ours, and ours that have moved to another host. No address of
 * them is stored, only what stands for it; where one has moved to is sealed.
 */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { readSealKey } from '../../crypto/seal-key.js';
import { derive } from '../../crypto/secrets.js';
import { inBatches, texts } from '../batches.js';
import { recordBatch } from './changed-links.js';
import type { Database, Statements } from '../database/database.js';
import { linksOf, requireLinks, type MemberOfProduct } from './member-links.js';
import type { LinkSecrets } from './link-secrets.js';
import type { LiveLinks } from './live-links.js';
import type { OldLink } from './old-link-index.js';

/** An old host's link: its path and query, and whose feed it was. */
export interface MovedIn extends MemberOfProduct {
  address: string;
}

/** Where a member's feed is now. Without a URL, it is here again. */
export interface MovedOut extends MemberOfProduct {
  newUrl?: string | undefined;
}

export interface MovedInResult {
  added: number;
  /** Those that led to another member. */
  changed: number;
  unchanged: number;
  /** Those that were ended by a reset or a rotation: they stay so. */
  skipped: number;
}

export interface MovedOutResult {
  moved: number;
  /** Those that were away, and are here again. */
  returned: number;
  /** Lines of members without a link, whom no app could follow. */
  skipped: number;
}

export interface OldLinks {
  /** How many links have moved away: without any, no poll has to look. */
  readonly movedOut: number;
  /**
   * What an address was, if that is still known.
   * @throws {PrivatePodcastError} `unavailable` while the links are not known
   */
  find(address: string): OldLink | undefined;
  /** Where the link of an address is now, if it has moved away. @throws {PrivatePodcastError} `unavailable` */
  newUrlOf(address: string): Promise<string | undefined>;
  /** Takes over old links: all of them, or none. Members who had no link get one. */
  moveIn(links: readonly MovedIn[]): Promise<MovedInResult>;
  /** Sends members on to another host, or takes them back: all of them, or none. */
  moveOut(moves: readonly MovedOut[]): Promise<MovedOutResult>;
  /** Forgets what was old for 90 days. */
  forgetPast(): Promise<void>;
}

export interface OldLinksOptions {
  database: Database;
  links: Pick<LiveLinks, 'oldLinks' | 'areOldLinksLate' | 'state' | 'caughtUp'>;
  secrets: LinkSecrets;
  feedKey: string;
  now: () => Date;
}

/** Rows that one statement removes. */
const PAGE = 1_000;

interface OldRow {
  hash: string;
  entitlementId: string;
  version: number;
}

const byHash = (one: { hash: string }, other: { hash: string }) => (one.hash < other.hash ? -1 : 1);

async function readKinds(statements: Statements, hashes: readonly string[]) {
  const { rows } = await statements.query(
    `select known.* from json_array_elements_text($1::text::json) as asked (hash)
     cross join lateral (
       select hash, kind, entitlement_id as "entitlementId", version
       from pps_old_links where hash = asked.hash offset 0) known`,
    [JSON.stringify(hashes)],
  );
  return new Map((rows as (OldRow & { kind: string })[]).map((row) => [row.hash, row]));
}

/** Writes old links in the order of their hashes. @returns the hashes of those that have changed */
async function writeMovedIn(
  statements: Statements,
  given: readonly OldRow[],
  counts: MovedInResult,
): Promise<string[]> {
  const changed: string[] = [];
  for (const batch of inBatches(given)) {
    const known = await readKinds(
      statements,
      batch.map(({ hash }) => hash),
    );
    const written = batch.filter(({ hash, entitlementId, version }) => {
      const before = known.get(hash);
      const isSame = before?.entitlementId === entitlementId && before.version === version;
      if (!before) counts.added += 1;
      else if (before.kind !== 'moved-in') counts.skipped += 1;
      else if (isSame) counts.unchanged += 1;
      else counts.changed += 1;
      return !before || (before.kind === 'moved-in' && !isSame);
    });
    await statements.query(
      `insert into pps_old_links as known (hash, entitlement_id, version, kind)
       select hash, "entitlementId", version, 'moved-in' from json_to_recordset($1::text::json)
         as given (hash text, "entitlementId" text, version integer)
       on conflict (hash) do update
         set entitlement_id = excluded.entitlement_id, version = excluded.version
         where known.kind = 'moved-in'`,
      [JSON.stringify(written)],
    );
    changed.push(...written.map(({ hash }) => hash));
  }
  return changed;
}

export function createOldLinks(options: OldLinksOptions): OldLinks {
  const { database, links, secrets, feedKey, now } = options;
  const sealing = readSealKey(derive(feedKey, 'new URLs'), 'The key of new URLs');

  function requireKnown(): void {
    if (!links.areOldLinksLate && !['loading', 'over'].includes(links.state())) return;
    const message = 'The links of members cannot be read. Try again later.';
    throw new PrivatePodcastError('unavailable', message, { retryAfter: 2 });
  }

  /** Runs a change of old links, and waits until this process knows of it. */
  async function write(work: (statements: Statements) => Promise<string[]>): Promise<void> {
    await database.transaction(async (statements) =>
      recordBatch(statements, await work(statements), 'old-links'),
    );
    await links.caughtUp();
  }

  return {
    get movedOut() {
      return links.oldLinks.movedOut;
    },

    find(address) {
      const found = links.oldLinks.find(Buffer.from(secrets.addressHash(address), 'hex'));
      if (!found) requireKnown();
      return found && found.until > Number(now()) ? found : undefined;
    },

    async newUrlOf(address) {
      const hash = secrets.addressHash(address);
      const { newUrls } = links.oldLinks;
      if (links.oldLinks.find(Buffer.from(hash, 'hex'))?.kind !== 'moved-out') return undefined;
      const known = newUrls.get(hash);
      if (known !== undefined) return known;
      const read = `select new_url as "newUrl" from pps_old_links where hash = $1 and kind = 'moved-out'`;
      const { rows } = await database.query(read, [hash]).catch((cause: unknown) => {
        const message = 'Where this feed is now cannot be read. Try again later.';
        throw new PrivatePodcastError('unavailable', message, { retryAfter: 30, cause });
      });
      const sealed = (rows as { newUrl: string }[])[0]?.newUrl;
      const url = sealed === undefined ? undefined : await sealing.open(sealed);
      if (url !== undefined) newUrls.set(hash, url);
      return url;
    },

    async moveIn(given) {
      const found = await requireLinks(database, secrets, given, now());
      const rows = new Map<string, OldRow>();
      for (const { address, email, sku } of given) {
        const link = found.get(`${email} ${sku}`);
        const hash = secrets.addressHash(address);
        if (link) rows.set(hash, { hash, ...link });
      }
      const sorted = [...rows.values()].sort(byHash);
      let counts: MovedInResult = { added: 0, changed: 0, unchanged: 0, skipped: 0 };
      await write((statements) => {
        counts = { added: 0, changed: 0, unchanged: 0, skipped: 0 };
        return writeMovedIn(statements, sorted, counts);
      });
      return counts;
    },

    async moveOut(moves) {
      const counts: MovedOutResult = { moved: 0, returned: 0, skipped: 0 };
      const rows: (OldRow & { newUrl: string | undefined })[] = [];
      for (const batch of inBatches(moves)) {
        const found = await linksOf(database, batch);
        for (const { email, sku, newUrl } of batch) {
          const own = found.get(`${email} ${sku}`) ?? [];
          if (own.length === 0) counts.skipped += 1;
          else counts[newUrl === undefined ? 'returned' : 'moved'] += 1;
          const sealed = newUrl === undefined ? undefined : await sealing.seal(newUrl);
          for (const link of own)
            rows.push({ hash: secrets.oldHashOf({ ...link, sku }), newUrl: sealed, ...link });
        }
      }
      rows.sort(byHash);
      await write(async (statements) => {
        const changed: string[] = [];
        for (const batch of inBatches(rows)) {
          const away = batch.filter(({ newUrl }) => newUrl !== undefined);
          await statements.query(
            `insert into pps_old_links as known (hash, entitlement_id, version, kind, new_url)
             select hash, "entitlementId", version, 'moved-out', "newUrl"
             from json_to_recordset($1::text::json)
               as given (hash text, "entitlementId" text, version integer, "newUrl" text)
             on conflict (hash) do update set new_url = excluded.new_url
               where known.kind = 'moved-out'`,
            [JSON.stringify(away)],
          );
          const back = batch.filter(({ newUrl }) => newUrl === undefined);
          const { rows: removed } = await statements.query(
            `delete from pps_old_links where kind = 'moved-out' and hash in ${texts(1)}
             returning hash`,
            [JSON.stringify(back.map(({ hash }) => hash))],
          );
          changed.push(...[...away, ...(removed as OldRow[])].map(({ hash }) => hash));
        }
        return changed;
      });
      return counts;
    },

    async forgetPast() {
      for (;;) {
        let removed = 0;
        await database.transaction(async (statements) => {
          const { rows } = await statements.query(
            `delete from pps_old_links where hash in (
               select hash from pps_old_links where until <= $1 order by hash limit ${PAGE})
             returning hash`,
            [now().toISOString()],
          );
          removed = rows.length;
          const hashes = (rows as { hash: string }[]).map(({ hash }) => hash);
          await recordBatch(statements, hashes, 'old-links');
        });
        if (removed < PAGE) return;
      }
    },
  };
}
