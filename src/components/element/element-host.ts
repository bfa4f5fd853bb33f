/** The element as its rooms see it: what the page sets on it, and its shadow tree. */
import type { LitElement } from 'lit';
import type { AppOverride } from '../../apps/app-overrides.js';
import type { PageSource } from '../page/page-source.js';
import type { ElementState } from '../subscription/subscription-controller.js';

/** The element, and what the page sets on it. */
export interface ElementHost extends LitElement, PageSource {
  readonly renderRoot: ShadowRoot;
  readonly state: ElementState;
  readonly parserUrl: string;
  readonly parserFormat: string;
  /** How many episodes are shown at first; none for 0. */
  readonly episodes: number | string;
  readonly forgetApp: boolean;
  /** Base URL of the consume page. */
  readonly consumeUrl: string;
  readonly links: string;
  readonly apps: string | readonly string[];
  readonly oneApp: string;
  /** Rows that change the app table or add to it. */
  readonly appOverrides: readonly AppOverride[] | undefined;
  /** The app that goes first on every device, if the page names one. */
  readonly preferredApp: string;
  /** `none`: nothing plays here. */
  readonly player: string;
  /** Mail address or URL of the publisher's help; empty for none. */
  readonly contact: string;
}

/** How the element's `play` starts an episode. */
export interface PlayOptions {
  /**
   * Seconds from the start of the episode; beyond its end it plays from the start. Without a time, or
   * for 0, it plays from where the member stopped.
   */
  at?: number | undefined;
}
