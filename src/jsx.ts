/**
 * Entry point `private-podcast-subscribe/jsx`: types for `<private-podcast-subscribe>` in JSX of
 * React. It has attributes only. React loses functions and events of a tag that the server rendered:
 * set `getToken` through a `ref`, or use `private-podcast-subscribe/react`.
 * @module private-podcast-subscribe/jsx
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ElementAttributes } from './components/frameworks/framework-types.js';
import type { PrivatePodcastSubscribe } from './components/private-podcast-subscribe.js';

/** The tag's attributes in React's JSX, and what every HTML element takes. */
export type PrivatePodcastSubscribeAttributes = ElementAttributes & {
  /** React 18 writes `className` to a tag of this kind as it stands. */
  class?: string;
} & DetailedHTMLProps<HTMLAttributes<PrivatePodcastSubscribe>, PrivatePodcastSubscribe>;

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React's types ask for it
  namespace JSX {
    interface IntrinsicElements {
      'private-podcast-subscribe': PrivatePodcastSubscribeAttributes;
    }
  }
}
