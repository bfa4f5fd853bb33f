/**
 * Entry point `private-podcast-subscribe`: the element's class, its events and types. It does not
 * register the element; `private-podcast-subscribe/define` does.
 * @module private-podcast-subscribe
 */
export { PrivatePodcastSubscribe } from './components/private-podcast-subscribe.js';
export type { AppFacts, Confidence } from './apps/app-facts.js';
export type { AppOverride } from './apps/app-overrides.js';
export type { App, PerPlatform, PrivateFeeds } from './apps/app-table.js';

export type { AppDetails } from './apps/apps.js';
export type { Platform } from './apps/platform.js';
export type {
  ElementAttributes,
  ElementProperties,
} from './components/frameworks/framework-types.js';
export type { ElementEvents } from './components/events/event-map.js';
export type { PlayOptions } from './components/element/element-host.js';
export type { ElementState } from './components/subscription/subscription-controller.js';
export { PpsAppSelectEvent, type AppSelectVia } from './components/events/later-events.js';
export {
  PpsEpisodeEndEvent,
  PpsEpisodePauseEvent,
  PpsEpisodePlayEvent,
} from './components/events/later-events.js';
export { PpsNoAccessEvent, PpsTokenExpiredEvent } from './components/events/later-events.js';
export { PpsConnectedEvent } from './components/events/later-events.js';
export { PpsErrorEvent, PpsReadyEvent } from './components/events/first-events.js';
export {
  PrivatePodcastError,
  type ErrorCode,
  type ErrorDetails,
} from './errors/private-podcast-error.js';
export type { PluralText, Texts } from './components/language/texts/en.js';
export type { PlayerTexts } from './components/language/texts/player/en.js';
