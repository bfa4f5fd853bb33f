/**
 * The member's feed is dead. The operator may have put a new link in its place that the handler's
 * cache does not know yet: asks once past the cache. A chunk of its own, for dead links only.
 */
import type { LazyChunks } from '../loading/lazy-chunks.js';
import { isComplete, type PageSource } from '../page/page-source.js';
import type { Resolution } from './resolve-subscription.js';
import type { SubscriptionController } from './subscription-controller.js';

/** The parts of the element that it takes. */
interface Parts {
  host: PageSource;
  chunks: LazyChunks;
  subscriptionController: SubscriptionController;
}

export interface DeadLink {
  feedUrl: string;
  /** Of the answer of the parser or of the feed's host. */
  event: Event;
  /** The links that were asked for: each is asked for once, so that two dead ones end. */
  asked: Set<string>;
  signal: AbortSignal;
}

/** Puts the new link in the place of the dead one, or shows why there is none. */
export async function replaceDeadLink(
  parts: Parts,
  { feedUrl, event, asked, signal }: DeadLink,
): Promise<void> {
  const { host, subscriptionController } = parts;
  const canAsk = !host.feedUrl && isComplete(host) && !asked.has(feedUrl);
  const outcome = canAsk && (await askFresh(parts, signal));
  if (signal.aborted) return;
  if (outcome && outcome.state !== 'ready') return subscriptionController.settle(outcome);
  asked.add(feedUrl);
  if (outcome && outcome.subscription.feedUrl !== feedUrl) {
    subscriptionController.replace(outcome.subscription);
    return undefined;
  }
  return subscriptionController.settle({ state: 'failed', failure: 'no-feed', event });
}

async function askFresh(
  { chunks, subscriptionController }: Parts,
  signal: AbortSignal,
): Promise<Resolution> {
  // A page that a server rendered has not needed it before.
  const load = () => import('./resolve-subscription.js');
  const { resolveSubscription } = await chunks.get(load);
  return resolveSubscription(subscriptionController, signal, undefined, { name: 'fresh' });
}
