/**
 * Entry point `private-podcast-subscribe/vue`: types for `<private-podcast-subscribe>` in the
 * templates of Vue 3.
 * @module private-podcast-subscribe/vue
 */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { ElementEvents } from './components/events/event-map.js';
import type { ElementProperties } from './components/frameworks/framework-types.js';
import type { PrivatePodcastSubscribe as ElementClass } from './components/private-podcast-subscribe.js';

/** As Vue's guide describes a custom element: `$props` and `$emit` are what templates are checked by. */
type CustomElement = new () => ElementClass & {
  $props: Partial<ElementProperties> & HTMLAttributes & PublicProps;
  $emit: EmitFn<{ [Name in keyof ElementEvents]: (event: ElementEvents[Name]) => void }>;
};

declare module 'vue' {
  interface GlobalComponents {
    'private-podcast-subscribe': CustomElement;
  }
}
