/**
 * The last good copy of each feed of the catalogue, so that members are served after a restart while
 * its host is down. Backups leave them out: they are fetched again.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Database } from './database/database.js';
import { hash } from '../crypto/secrets.js';

/** A feed, and what its host compares for the next request. */
export interface FeedCopy {
  xml: string;
  /** URL that it came from, after redirects; absent for a file. */
  url?: string | undefined;
  /** Headers for the next request. */
  conditions?: Record<string, string> | undefined;
}

export interface FeedCopies {
  get(source: string): Promise<FeedCopy | undefined>;
  /** Stores a copy, and removes those of feeds that are no longer in the catalogue. */
  put(source: string, copy: FeedCopy, catalogue: readonly string[]): Promise<void>;
}

// In threads of Node's own: a large feed must not stop the process from answering.
const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A stop waits for it, and most of the gain is in the first level. */
const FAST = 1;

interface Row {
  body: Uint8Array;
  url: string | null;
  conditions: string;
}

export function createFeedCopies(database: Database): FeedCopies {
  return {
    async get(source) {
      const { rows } = await database.query(
        'select body, url, conditions from pps_feed_copies where source = $1',
        [hash(source)],
      );
      const [row] = rows as Row[];
      if (!row) return undefined;
      const xml = (await decompress(row.body)).toString('utf8');
      const conditions = JSON.parse(row.conditions) as Record<string, string>;
      return { xml, conditions, ...(row.url !== null && { url: row.url }) };
    },

    async put(source, { xml, url, conditions = {} }, catalogue) {
      const body = await compress(xml, { level: FAST });
      await database.query(
        `with gone as (
           delete from pps_feed_copies where source not in (select json_array_elements_text($5::text::json)))
         insert into pps_feed_copies (source, body, url, conditions) values ($1, $2, $3, $4)
         on conflict (source) do update
           set body = excluded.body, url = excluded.url, conditions = excluded.conditions`,
        [
          hash(source),
          body,
          url ?? null,
          JSON.stringify(conditions),
          JSON.stringify([source, ...catalogue].map((each) => hash(each))),
        ],
      );
    },
  };
}
