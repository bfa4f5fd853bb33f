/** Failures that know where they happened, so that the log can name the show, or tell the database from a feed's host. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';
import { failureCode, isSqlState } from './failure-code.js';

/** When a request may be tried again: such a failure passes, or somebody has to come. */
const RETRY_AFTER_SECONDS = 10;

/** A failure of the database. Its cause may hold the rows of a statement: never print more of it than the code. */
export class DatabaseFailure extends PrivatePodcastError {}

/** The failure of a statement: one that the database itself reported becomes a {@link DatabaseFailure}. */
export function databaseFailure(cause: unknown): unknown {
  if (cause instanceof PrivatePodcastError) return cause;
  const code = failureCode(cause);
  if (code === undefined || !isSqlState(code)) return cause;
  const message = 'The database has refused a statement. Try again later.';
  return new DatabaseFailure('unavailable', message, { cause, retryAfter: RETRY_AFTER_SECONDS });
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

/** @param feed its file or URL in the catalogue */
export function feedFailure(error: unknown, sku: string, source: number, feed: string): unknown {
  if (!(error instanceof PrivatePodcastError) || error instanceof FeedFailure) return error;
  const file = isWebUrl(feed) ? undefined : feed;
  return new FeedFailure(error, { sku, source, ...(file !== undefined && { file }) });
}
