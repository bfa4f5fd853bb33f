/**
 * A reload of the catalogue reaches every process on the same database, and each reads its own file.
 * The one that was asked writes the grants of its file into the ledger; the others only compare, or an
 * old file on one machine would end what a new one has given.
 */
import prom, { type Registry } from 'prom-client';
import type { Log } from '../failures/log.js';
import { describeFailure } from '../failures/describe-failure.js';
import type { Ledger } from './ledger/ledger.js';
import { hashGrants } from './ledger/single-grants.js';
import type { CatalogueData } from '../catalogue/catalogue.js';
import type { LiveCatalogue } from '../catalogue/live-catalogue.js';

export interface SharedCatalogueOptions {
  /** The one of this process. */
  catalogue: LiveCatalogue;
  ledger: Pick<Ledger, 'statedCatalogue' | 'stateCatalogue' | 'putAddresses'>;
  /** Tells the other processes of a reload. @returns by what this one knows its own */
  announce: () => Promise<string>;
  /** To be told of a reload; without an ID, there may have been one. */
  onAnnounced: (listener: (id?: string) => void) => void;
  /** Called after a reload that another process asked for. */
  reloaded: () => void;
  log: Log;
  registry: Registry;
}

/** The date of a catalogue's file, to tell an old one by. */
const dated = ({ modifiedAt }: CatalogueData): string =>
  modifiedAt ? `, which was changed on ${modifiedAt.toISOString()},` : '';

const doForDifferent =
  'Have the same catalogue file on every machine, and reload it on one of them. If this file is the right one, reload it here.';

/**
 * Makes `reload` have the other processes do the same. If it throws `config`, the file of this one
 * is invalid: the catalogue in force stays, in all of them.
 */
export async function shareCatalogue(options: SharedCatalogueOptions): Promise<LiveCatalogue> {
  const { catalogue, ledger, announce, onAnnounced, reloaded, log, registry } = options;
  const failures = new prom.Counter({
    name: 'pps_catalogue_reload_failures_total',
    help: 'Reloads of the catalogue that failed, so that the one before stays in force.',
    registers: [registry],
  });

  /** Writes the grants of a file, unless they are in the ledger as they are. */
  async function state(next: CatalogueData, isStart: boolean): Promise<void> {
    const known = await ledger.statedCatalogue();
    if (known?.hash === hashGrants(next)) return;
    if (known && isStart) {
      log({
        warning: 'catalogue-grants',
        message: `The catalogue file${dated(next)} has other grants than those of ${known.at.toISOString()}. From now on, those of this file count.`,
        do: 'Nothing, if the file was meant to change. If it is an old one, put the new one in its place and reload it.',
      });
    }
    await ledger.stateCatalogue(next);
  }

  async function reloadHere(before?: (next: CatalogueData) => Promise<void>): Promise<void> {
    await catalogue.reload(before).catch((error: unknown) => {
      failures.inc();
      throw error;
    });
    await ledger.putAddresses();
  }

  async function follow(): Promise<void> {
    await reloadHere();
    const known = await ledger.statedCatalogue();
    if (known && known.hash !== hashGrants(catalogue.current)) {
      log({
        warning: 'catalogue-grants',
        message: `The catalogue file of this process${dated(catalogue.current)} has other grants than those of ${known.at.toISOString()}, which go on to count.`,
        do: doForDifferent,
      });
    }
    log({ reloaded: 'catalogue' });
    reloaded();
  }

  const own = new Set<string>();
  let announcing: Promise<unknown> = Promise.resolve();
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
  async function hear(id: string | undefined): Promise<void> {
    // This process is told of its own, too, perhaps before it knows by what.
    await announcing.catch(() => undefined);
    if (id !== undefined && own.delete(id)) return;
    isAsked = true;
    await followAll();
  }
  onAnnounced((id) => void hear(id));

  await state(catalogue.current, true);
  await ledger.putAddresses();

  return {
    get current() {
      return catalogue.current;
    },
    async reload() {
      await reloadHere((next) => state(next, false));
      const announced = announce();
      announcing = announced;
      own.add(await announced);
    },
  };
}
