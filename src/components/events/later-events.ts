/** The events that only later chunks fire: of access, of the chosen app, and of listening. */
import { bubbling } from './first-events.js';

/**
 * The member has no access to this podcast.
 * @example
 * element.addEventListener('pps-no-access', () => showOffer());
 */
export class PpsNoAccessEvent extends Event {
  constructor() {
    super('pps-no-access', bubbling);
  }
}

/**
 * The subscribe token has expired. If the page has set `getToken`, the element calls it for a fresh
 * one; it may also be set in this event's listener.
 * @example
 * element.addEventListener('pps-token-expired', async () => {
 *   element.token = await fetchSubscribeToken();
 * });
 */
export class PpsTokenExpiredEvent extends Event {
  constructor() {
    super('pps-token-expired', bubbling);
  }
}

/** How the feed gets to the app: through the consume page, by the app's own link, copied, or on the member's phone. */
export type AppSelectVia = 'consume' | 'direct' | 'copy' | 'phone';

/**
 * The member chose an app, or copied the link.
 * @example
 * element.addEventListener('pps-app-select', ({ app, via }) => {
 *   statistics.count('podcast-app', { app: app || 'any', via });
 * });
 */
export class PpsAppSelectEvent extends Event {
  constructor(
    /** The app's id, as in `private-podcast-subscribe/apps`; empty if the member copied the link without choosing an app. */
    readonly app: string,
    readonly via: AppSelectVia,
  ) {
    super('pps-app-select', bubbling);
  }
}

/**
 * After a tap, an app has fetched the member's feed: the podcast is in it.
 * @example
 * element.addEventListener('pps-connected', ({ app }) => statistics.count('connected', { app }));
 */
export class PpsConnectedEvent extends Event {
  constructor(
    /** Id of the app; empty for one that the package does not know. */
    readonly app: string,
  ) {
    super('pps-connected', bubbling);
  }
}

/**
 * An episode plays on the page: it began, or it goes on.
 * @example
 * element.addEventListener('pps-episode-play', ({ guid }) => statistics.count('play', { guid }));
 */
export class PpsEpisodePlayEvent extends Event {
  constructor(
    /** The episode's GUID; if that is the recording's private URL, a hash of title and date. */
    readonly guid: string,
  ) {
    super('pps-episode-play', bubbling);
  }
}

/**
 * The episode on the page was paused: by the member, the sleep timer, another tab, or for another episode.
 * @example
 * element.addEventListener('pps-episode-pause', ({ guid }) => statistics.count('pause', { guid }));
 */
export class PpsEpisodePauseEvent extends Event {
  constructor(
    /** The episode's GUID, as in `PpsEpisodePlayEvent`. */
    readonly guid: string,
  ) {
    super('pps-episode-pause', bubbling);
  }
}

/**
 * The episode on the page was heard to its end.
 * @example
 * element.addEventListener('pps-episode-end', ({ guid }) => statistics.count('end', { guid }));
 */
export class PpsEpisodeEndEvent extends Event {
  constructor(
    /** The episode's GUID, as in `PpsEpisodePlayEvent`. */
    readonly guid: string,
  ) {
    super('pps-episode-end', bubbling);
  }
}
