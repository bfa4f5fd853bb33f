/**
 * Entry point `private-podcast-subscribe`: the element's class, its events and types. It does not
 * register the element; `private-podcast-subscribe/define` does.
 */
export { PrivatePodcastSubscribe } from './components/private-podcast-subscribe.js';
export type { ElementEvents } from './components/event-map.js';
export type { ElementState } from './components/subscription-controller.js';
export { PpsAppSelectEvent, type AppSelectVia } from './components/actions/app-select-event.js';
export { PpsEpisodePlayEvent } from './components/episodes/episode-play-event.js';
export { PpsNoAccessEvent, PpsTokenExpiredEvent } from './components/access-events.js';
export { PpsConnectedEvent } from './components/connections/connected-event.js';
export { PpsErrorEvent, PpsReadyEvent } from './components/events.js';
export { PrivatePodcastError, type ErrorCode } from './errors/private-podcast-error.js';
export type { PluralText, Texts } from './components/texts/en.js';
