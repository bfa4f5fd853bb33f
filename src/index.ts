/** Entry point `private-podcast-subscribe`: the element's class, its events and types. Registers nothing. */
export { PrivatePodcastSubscribe } from './components/private-podcast-subscribe.js';
export type { ElementState } from './components/subscribing.js';
export {
  PpsAppSelectEvent,
  PpsEpisodePlayEvent,
  PpsErrorEvent,
  PpsNoAccessEvent,
  PpsReadyEvent,
  PpsTokenExpiredEvent,
  type AppSelectVia,
} from './components/events.js';
export type { PluralText, Texts } from './components/texts/en.js';
