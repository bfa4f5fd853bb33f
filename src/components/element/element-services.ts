/** The services that the element shares with the parts of it that load later. */
import type { LitElement } from 'lit';
import type { AppOverride } from '../../apps/app-overrides.js';
import type { App } from '../../apps/app-table.js';
import type { Platform } from '../../apps/platform.js';
import type { AppButtons } from '../buttons/app-buttons.js';
import type { LazyChunks } from '../loading/lazy-chunks.js';
import type { PageSource } from '../page/page-source.js';
import type {
  ElementState,
  SubscriptionController,
} from '../subscription/subscription-controller.js';
import type { LanguageController } from '../language/language-controller.js';

/** The element, and what the page sets on it. */
export interface ElementHost extends LitElement, PageSource {
  readonly renderRoot: ShadowRoot;
  readonly state: ElementState;
  readonly parserUrl: string;
  readonly parserFormat: string;
  /** How many episodes are shown at first; none for 0. */
  readonly episodes: number | string;
  readonly forgetApp: boolean;
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

export interface ElementServices {
  readonly host: ElementHost;
  /** Owns the Subscription, from the page's feed URL or token. */
  readonly subscriptionController: SubscriptionController;
  readonly language: LanguageController;
  readonly chunks: LazyChunks;
  /** Settles once the first view is on the screen. */
  readonly painted: Promise<void>;
  /** Set before the first rendering. */
  platform: Platform;
  /** Title of the podcast, as far as it is known. */
  readonly title: () => string;
  /** A URL that the page or the Subscription gives: of the consume page, or of the show in a streaming-music app. */
  readonly url: (name: 'consumeUrl' | 'streamingUrl' | 'streamingLinkUrl') => string | undefined;
  /** Id of the show in that app, as far as it is known. */
  readonly spotifyId: () => string | undefined;
  /** The app buttons, and the apps behind "More". */
  readonly buttons: () => AppButtons;
  /** The app table with the page's changes, if it makes any. */
  readonly rows: () => readonly App[] | undefined;
  /** Has screen readers announce a text; an empty one takes back what was not said yet. */
  readonly announce: (text: string) => void;
  /** The member took back the app that they chose before. */
  readonly onForgotten: () => void;
}
