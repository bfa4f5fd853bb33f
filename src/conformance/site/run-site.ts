/** The way of one member: the operator's calls, the site's handler and the feed, with advice where it ends. */
import { requiredFields } from '../../api/checks/complete-config.js';
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import { feedStatements, type FeedCaseId } from '../feed/feed-statements.js';
import { Feed } from '../feed/feed.js';
import { feedCases } from '../feed/run-feed.js';
import { isSecure, requireConformanceConfig, type ConformanceConfig } from '../operator/config.js';
import { statements, type CaseId } from '../operator/interface-statements.js';
import { Operator } from '../operator/operator.js';
import { interfaceCases } from '../operator/run-operator.js';
import type { CaseResult } from '../report/result.js';
import { Exchanges, type RunOptions } from '../exchanges.js';
import { runCases } from '../run-cases.js';
import { Skipped } from '../skipped.js';
import { adviceFor } from './advice.js';
import { requireAddresses, type KnownSite } from './config.js';
import { feedUrlOf, handlerCases } from './handler-cases.js';
import { Handler, makeTokens, type MemberOfSite } from './handler.js';
import { siteCases } from './site-cases.js';
import { siteStatements, type SiteCaseId } from './site-statements.js';
import type { Site } from './site.js';

/** The cases that the member's way needs. None of them sends anything wrong to the operator. */
const ofCalls: CaseId[] = [
  ...(['4.1-1', '4.1-2', '4.1-3', '4.1-4', '4.1-7', '4.2-1', '4.2-2', '4.2-3', '4.2-4'] as const),
  ...(['4.3-1', '4.3-2', '4.3-3', '4.3-4', '4.3-9', '4.4-1', '4.4-2', '4.4-3', '4.4-4'] as const),
  ...(['4.4-5', '4.4-9', '4.5-1', '4.5-2', '4.5-3', '4.6-1', '4.6-2'] as const),
];
const ofFeed: FeedCaseId[] = [
  ...(['feed-1', 'feed-2', 'feed-7', 'feed-14', 'feed-16', 'feed-23', 'feed-28'] as const),
  ...(['feed-31', 'feed-32', 'feed-33', 'feed-34'] as const),
];

export interface SiteToCheck extends MemberOfSite {
  known: KnownSite;
}

/** The feed link that the operator gives, or else the handler. */
async function feedUrlFor(site: Site): Promise<string | undefined> {
  const none = (error: unknown) => {
    if (!(error instanceof Skipped)) throw error;
    return undefined;
  };
  return (
    (await site.operator?.feedUrl().catch(none)) ??
    (site.handler && (await feedUrlOf(site).catch(none)))
  );
}

/**
 * Follows one member, and changes nothing that the site itself would not.
 * @returns whether the run came to all cases.
 * @throws {PrivatePodcastError} `config` or `bad-input` before the first call; `aborted` when the
 * signal aborts.
 */
export async function runSite(
  { known, email, sku, origin }: SiteToCheck,
  options: RunOptions,
  report: (result: CaseResult) => void,
): Promise<boolean> {
  const { handlerUrl, subscribeSecret, ...called } = known.config;
  requireAddresses(known.config, origin);
  const config = { ...called, sku, member: email, stranger: undefined } as ConformanceConfig;
  const isComplete = requiredFields.every((field) => config[field]);
  const complete = isComplete ? requireConformanceConfig(config) : config;
  const exchanges = new Exchanges(options, (url) => isSecure(complete, url));
  const tokens =
    handlerUrl &&
    (await makeTokens({ email, sku, origin }, subscribeSecret || undefined, exchanges));
  const site: Site = {
    ...known,
    ...{ origin, exchanges },
    operator: isComplete ? new Operator(complete, false, exchanges) : undefined,
    handler: tokens ? new Handler(handlerUrl, tokens, origin, exchanges) : undefined,
  };

  const advise = (result: CaseResult, code: ErrorCode | undefined) => {
    const advice = result.advice ?? adviceFor(result, code);
    report(advice === undefined ? result : { ...result, advice });
  };
  const ofSite = (ids: SiteCaseId[]) =>
    runCases(
      ids,
      { cases: { ...siteCases, ...handlerCases }, statements: siteStatements },
      site,
      advise,
    );
  const whole = [await ofSite(['site-1'])];
  if (site.operator) {
    const cases = { cases: interfaceCases, statements };
    whole.push(await runCases(ofCalls, cases, site.operator, advise));
    whole.push(await ofSite(['site-2', 'site-3']));
  }
  if (site.handler) whole.push(await ofSite(Object.keys(handlerCases) as SiteCaseId[]));
  const url = await feedUrlFor(site);
  if (url !== undefined) {
    const cases = { cases: feedCases, statements: feedStatements };
    const feed = new Feed(url, email, exchanges);
    whole.push(await runCases(ofFeed, cases, feed, advise));
  }
  return whole.every(Boolean);
}
