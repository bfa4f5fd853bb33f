/** Plays an episode that the page asks for before the podcast is there. Only such pages load it. */
import type { ReactiveController } from 'lit';
import type { ElementHost, PlayOptions } from '../element/element-host.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';
import type { EpisodesSection } from './episodes-section.js';

/** It takes this from the element. */
interface Services {
  readonly host: ElementHost;
  readonly subscriptionController: Pick<SubscriptionController, 'state'>;
}

/**
 * @param loadedSection what plays, if it is loaded.
 * @returns whether the episode was found and asked to play, once that is known: a page may set the
 * podcast later.
 */
export function playWhenLoaded(
  { host, subscriptionController }: Services,
  loadedSection: () => EpisodesSection | undefined,
  guid: string,
  options?: PlayOptions,
): Promise<boolean> {
  return new Promise((resolve) => {
    const waiting: ReactiveController = {
      hostUpdated() {
        const section = loadedSection();
        const hasFailed = /no-access|expired|failed/.test(subscriptionController.state);
        const isOver = hasFailed || host.player === 'none' || section?.podcast.hasFailed === true;
        const playback = isOver ? undefined : section?.playback;
        if (!playback && !isOver) return;
        host.removeController(waiting);
        resolve(playback?.request(guid, options) ?? false);
      },
    };
    host.addController(waiting);
    host.requestUpdate();
  });
}
