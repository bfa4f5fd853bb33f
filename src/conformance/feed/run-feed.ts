/** The cases of a member's feed, one after the other. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isSecureUrl, isWebUrl } from '../../urls/web-url.js';
import type { CaseResult } from '../report/result.js';
import { Exchanges, type RunOptions } from '../exchanges.js';
import { runCases } from '../run-cases.js';
import { documentCases } from './cases/document.js';
import { episodeCases } from './cases/episodes.js';
import { linkCases } from './cases/link.js';
import { mistakenCases } from './cases/mistaken.js';
import type { FeedCase } from './cases/case.js';
import { Feed } from './feed.js';
import { feedCaseIds, feedStatements, type FeedCaseId } from './feed-statements.js';

export const feedCases: Record<FeedCaseId, FeedCase> = {
  ...linkCases,
  ...documentCases,
  ...episodeCases,
  ...mistakenCases,
};

export interface FeedToCheck {
  /** The member's feed URL. */
  url: string;
  /** The member's e-mail address, which must not be in the feed. */
  member?: string | undefined;
}

/**
 * Checks one feed, and changes nothing.
 * @returns whether the run came to all cases.
 * @throws {PrivatePodcastError} `config` for a text that cannot be a feed's URL; `aborted` when the
 * signal aborts.
 */
export async function runFeedConformance(
  { url, member }: FeedToCheck,
  options: RunOptions,
  report: (result: CaseResult) => void,
): Promise<boolean> {
  const bad = (what: string) => new PrivatePodcastError('config', `The feed URL ${what}.`);
  if (!isWebUrl(url)) throw bad('must be an absolute http or https URL');
  const { username, password } = new URL(url);
  if (username || password) throw bad('must not hold a user name: many apps drop it');
  const feed = new Feed(url, member, new Exchanges(options, isSecureUrl));
  return runCases(feedCaseIds, { cases: feedCases, statements: feedStatements }, feed, report);
}
