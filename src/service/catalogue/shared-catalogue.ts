/**
 * A reload of the catalogue reaches every process on the same database, and each reads its own
 * file. The database counts them, so that a process which was cut off learns of one later.
 */
import type { Log } from '../config.js';
import { describeFailure } from '../log.js';
import { CHANNEL, type Changes } from '../store/database/changes.js';
import type { Database } from '../store/database/database.js';
import type { LiveCatalogue } from './live-catalogue.js';

/** The setting that counts. */
const SETTING = 'catalogue-reloads';

export interface SharedCatalogueOptions {
  /** The one of this process. */
  catalogue: LiveCatalogue;
  database: Database;
  changes: Pick<Changes, 'onChange'>;
  /** Called after a reload that another process asked for. */
  reloaded: () => void;
  log: Log;
  /** Called for each reload here that failed. */
  countFailure?: () => void;
}

/**
 * Makes `reload` have the other processes do the same. If it throws `config`, the file of this one
 * is invalid: the catalogue in force stays, in all of them.
 */
export async function shareCatalogue(options: SharedCatalogueOptions): Promise<LiveCatalogue> {
  const { catalogue, database, changes, reloaded, log, countFailure } = options;

  async function numberOf(text: string): Promise<number> {
    const { rows } = await database.query(text, [SETTING]);
    return Number((rows as { value: string }[])[0]?.value ?? 0);
  }
  const count = () => numberOf('select value from pps_settings where name = $1');

  /** The number of the last reload that this process took part in. */
  let seen = await count();
  let counting: Promise<unknown> = Promise.resolve();

  async function reloadHere(): Promise<void> {
    await catalogue.reload().catch((error: unknown) => {
      countFailure?.();
      throw error;
    });
  }

  async function follow(): Promise<void> {
    // Of a reload that was asked for here, this process is told too.
    await counting.catch(() => undefined);
    const asked = await count();
    if (asked === seen) return;
    seen = asked;
    await reloadHere();
    log({ reloaded: 'catalogue' });
    reloaded();
  }

  let isAsked = false;
  let isFollowing = false;
  async function followAll(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    while (isAsked) {
      isAsked = false;
      await follow().catch((error: unknown) => log(describeFailure(error)));
    }
    isFollowing = false;
  }
  changes.onChange(({ subject }) => {
    if (subject !== 'catalogue' && subject !== 'everything') return;
    isAsked = true;
    void followAll();
  });

  async function reload(): Promise<void> {
    await reloadHere();
    const counted = numberOf(
      `with counted as (
         insert into pps_settings as known (name, value) values ($1, '1')
         on conflict (name) do update set value = (known.value::bigint + 1)::text
         returning value)
       select value, pg_notify('${CHANNEL}', 'catalogue ' || value) from counted`,
    );
    counting = counted;
    const number = await counted;
    // Otherwise the file may have changed between this reload and another process's.
    if (number === seen + 1) seen = number;
  }
  return {
    get current() {
      return catalogue.current;
    },
    reload,
  };
}
