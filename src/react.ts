/**
 * Entry point `private-podcast-subscribe/react`: the element as a component for React 18 and 19. It
 * sets functions and objects as properties after hydration, which React itself leaves undone for a
 * tag that was rendered on the server. It also registers the element.
 * @module private-podcast-subscribe/react
 */
'use client';

import { createComponent, type EventName } from '@lit/react';
import React, {
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type RefAttributes,
} from 'react';
import type { ElementEvents } from './components/events/event-map.js';
import type { ElementProperties } from './components/frameworks/framework-types.js';
import { PrivatePodcastSubscribe as ElementClass } from './components/private-podcast-subscribe.js';
import './define.js';

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

type EventProps = { [Name in keyof ElementEvents as `on${PascalCase<Name>}`]: Name };

const events = {
  onPpsReady: 'pps-ready',
  onPpsNoAccess: 'pps-no-access',
  onPpsError: 'pps-error',
  onPpsTokenExpired: 'pps-token-expired',
  onPpsAppSelect: 'pps-app-select',
  onPpsConnected: 'pps-connected',
  onPpsEpisodePlay: 'pps-episode-play',
  onPpsEpisodePause: 'pps-episode-pause',
  onPpsEpisodeEnd: 'pps-episode-end',
} satisfies EventProps;

/**
 * The element's properties, its events as `onPpsReady` and so on, and what every HTML element takes.
 * `children` are its slots and what is shown until the script has loaded.
 */
export type PrivatePodcastSubscribeProps = Partial<ElementProperties> & {
  [Prop in keyof EventProps]?: (event: ElementEvents[EventProps[Prop]]) => void;
} & Omit<HTMLAttributes<ElementClass>, keyof ElementProperties>;

// Reading it makes the properties. On a server nothing registers the element, which would read it, and
// the component would take every property for an attribute.
// eslint-disable-next-line @typescript-eslint/no-unused-expressions -- a getter that does something
ElementClass.observedAttributes;

/**
 * The element as a React component.
 * @example
 * <PrivatePodcastSubscribe
 *   endpoint="/subscribe"
 *   getToken={fetchSubscribeToken}
 *   onPpsReady={() => setReady(true)}
 * />
 */
export const PrivatePodcastSubscribe: ForwardRefExoticComponent<
  PrivatePodcastSubscribeProps & RefAttributes<ElementClass>
> = createComponent({
  react: React,
  tagName: 'private-podcast-subscribe',
  elementClass: ElementClass,
  events: events as { [Prop in keyof EventProps]: EventName<ElementEvents[EventProps[Prop]]> },
});
