/** Failures that know where they happened, so that the log can name the show, or tell the database from a feed's host. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';
import { failureCode, isSqlState } from './failure-code.js';

/** When a request may be tried again: a connection is mostly back at once, for the rest somebody has to come. */
const RETRY_AFTER_SECONDS = { connection: 2, statement: 10 };

/** A failure of the database. Its cause may hold the rows of a statement: never print more of it than the code. */
export class DatabaseFailure extends PrivatePodcastError {}

/**
 * Whether a failure of the database says that there is no connection. Postgres reports that with SQLSTATE 08…
 * or 57P…, Node with a code of its own such as ECONNREFUSED, and pg with a message alone.
 */
export function isConnectionFailure(error: unknown): boolean {
  const code = failureCode(error);
  if (code !== undefined) {
    return isSqlState(code) ? /^(?:08|57P)/.test(code) : !/^ERR_(?!TLS|SSL)/.test(code);
  }
  const isOfPg = /^(?:connection terminated|timeout (?:exceeded|expired)|client .*not queryable)/i;
  return error instanceof Error && isOfPg.test(error.message);
}

/**
 * The failure of a statement: one that the database itself reported, or that there is no connection to it,
 * becomes a {@link DatabaseFailure}.
 */
export function databaseFailure(cause: unknown): unknown {
  if (cause instanceof PrivatePodcastError) return cause;
  if (isConnectionFailure(cause)) {
    const message = 'The database is unavailable. Try again later.';
    const retryAfter = RETRY_AFTER_SECONDS.connection;
    return new DatabaseFailure('unavailable', message, { cause, retryAfter });
  }
  if (!isSqlState(failureCode(cause) ?? '')) return cause;
  const message = 'The database has refused a statement. Try again later.';
  const retryAfter = RETRY_AFTER_SECONDS.statement;
  return new DatabaseFailure('unavailable', message, { cause, retryAfter });
}

/** A feed in the catalogue. */
export interface Place {
  sku: string;
  /** Its place in `feeds`. */
  source: number;
  /** Its file. A URL is left out: it may be a secret. */
  file?: string | undefined;
}

/** A feed of the catalogue that cannot be read: the same failure, with the place of the feed. */
export class FeedFailure extends PrivatePodcastError {
  readonly place: Place;

  constructor({ code, message, status, retryAfter, cause }: PrivatePodcastError, place: Place) {
    super(code, message, { status, retryAfter, cause });
    this.place = place;
  }
}

/** Says why a feed cannot be read, and of a file where it should be. A URL may be a secret. */
export function readingFailed(error: unknown, feed?: string): string {
  const message = error instanceof PrivatePodcastError ? error.message : 'The feed cannot be read.';
  const known = [isWebUrl(feed) ? undefined : feed, failureCode(error)].filter(Boolean);
  return known.length > 0 ? `${message} (${known.join(', ')})` : message;
}

/** @param feed its file or URL in the catalogue */
export function feedFailure(error: unknown, sku: string, source: number, feed: string): unknown {
  if (!(error instanceof PrivatePodcastError) || error instanceof FeedFailure) return error;
  const file = isWebUrl(feed) ? undefined : feed;
  return new FeedFailure(error, { sku, source, ...(file !== undefined && { file }) });
}
