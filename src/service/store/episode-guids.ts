/**
 * The GUIDs that members were given for the episodes of shows made of several feeds. They stay,
 * whatever feed has an episode later, or every app would show it as new.
 */
import type { Database } from './database/database.js';

export interface EpisodeGuids {
  /** The items of a product that are known, the oldest first: lists in JSON. */
  of(sku: string): Promise<string[]>;
  /**
   * Adds items: a list in JSON.
   * @returns false if another process has added one of them meanwhile; that one counts.
   */
  add(sku: string, items: string): Promise<boolean>;
  /** Changes the GUIDs of items: a list in JSON. */
  move(sku: string, items: string): Promise<void>;
}

/** Rows that are read at a time: other queries, and with the embedded database requests, wait for it. */
const PAGE_SIZE = 1_000;

interface Page {
  items: string | null;
  count: number;
  since: string | null;
  key: string | null;
}

export function createEpisodeGuids(database: Database): EpisodeGuids {
  const columns = 'item(key text, given text, source text, title text, published timestamptz)';
  return {
    async of(sku) {
      const pages: string[] = [];
      let after = ['-infinity', ''];
      for (;;) {
        const { rows } = await database.query(
          `with page as (
             select key, given, source, title, published, since from pps_episode_guids
             where sku = $1 and (since, key) > ($2::text::timestamptz, $3)
             order by since, key limit ${PAGE_SIZE})
           select (select json_agg(item)::text from page item) as items,
             (select count(*) from page)::integer as count, since::text, key
           from page order by since desc, key desc limit 1`,
          [sku, ...after],
        );
        const [page] = rows as Page[];
        if (page?.items != null) pages.push(page.items);
        if (!page || page.count < PAGE_SIZE) return pages;
        after = [page.since ?? '', page.key ?? ''];
      }
    },

    // The lock makes `since` the order in which rows are added. It is taken before the
    // clock is read, because the rows come after it.
    async add(sku, items) {
      const { rows } = await database.query(
        `with locked as materialized (select pg_advisory_xact_lock(7077084)),
         added as (
           insert into pps_episode_guids (sku, key, given, source, title, published, since)
           select $1::text, item.key, item.given, item.source, item.title, item.published,
             clock_timestamp()
           from locked, json_to_recordset($2::text::json) as ${columns}
           on conflict (sku, key) do nothing returning 1)
         select (select count(*) from added) = json_array_length($2::text::json) as "isWhole"`,
        [sku, items],
      );
      return (rows as { isWhole: boolean }[])[0]?.isWhole ?? false;
    },

    async move(sku, items) {
      await database.query(
        `update pps_episode_guids known set given = item.given
         from json_to_recordset($2::text::json) as ${columns}
         where known.sku = $1 and known.key = item.key`,
        [sku, items],
      );
    },
  };
}
