/** An episode goes on while the page renews its token, while the member gets a new link, and when the podcast was loaded anew. */
import type { Subscription } from '../../../api/subscription.js';
import type { SubscriptionController } from '../../subscription/subscription-controller.js';
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import { publicGuid } from '../../podcast/public-guid.js';

/** Failures that say nothing about what the member may hear. */
const IN_PASSING = /^(network|timeout|unavailable|rate-limited)$/;

/**
 * Whether what plays is no longer what the member may hear here: another podcast is, or none. A token
 * that has expired, or a handler out of reach, does not end it. Another link to the same product is the
 * same podcast, whoever's it is: a page that signs in someone else without taking the token away first
 * cannot be told from one that renews a link.
 * @param heard the Subscription whose podcast plays.
 */
export function isOver(
  { subscription, state, failure }: SubscriptionController,
  heard: Subscription | undefined,
): boolean {
  if (subscription) {
    const { feedUrl, sku } = subscription;
    return feedUrl !== heard?.feedUrl && (!sku || sku !== heard?.sku);
  }
  return !/resolving|expired/.test(state) && !IN_PASSING.test(failure ?? '');
}

/** The same episode among those of another answer. A feed may use a GUID twice: then title and date tell. */
export function sameEpisode(
  episode: ShownEpisode,
  episodes: readonly ShownEpisode[],
): ShownEpisode | undefined {
  const guid = publicGuid(episode);
  const alike = episodes.filter((other) => publicGuid(other) === guid);
  const { title, publishDate } = episode;
  return (
    alike.find((other) => other.title === title && other.publishDate === publishDate) ?? alike[0]
  );
}
