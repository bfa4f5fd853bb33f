/** Which app is the one button and where the others stand, out of what the page, the member and the service say. */
import { isMobile } from '../../apps/app-choice.js';
import type { App } from '../../apps/app-table.js';
import type { Platform } from '../../apps/platform.js';
import { memoizeLatest } from './memoize-by-input.js';
import { rememberedApp } from './remembered-app.js';
import { appButtons, type AppButtons, type AppButtonsInput } from './view/app-buttons.js';

export interface KnownApps extends Omit<AppButtonsInput, 'preferred' | 'canLead' | 'rows'> {
  platform: Platform;
  /** The app that goes first on every device, if the page names one. */
  preferredApp: string;
  /** The app that has the podcast. */
  connectedApp: string | undefined;
  /** Whether the page wants the member's choice forgotten. */
  forgetApp: boolean;
  /** Whether a server rendered the first view. */
  isServed: boolean;
  /** Whether the member sees the buttons. */
  isShown: boolean;
}

export class AppPlaces {
  /** The app table with the page's changes, once they are read. */
  rows: readonly App[] | undefined;
  /** Read once: the buttons must not change places under the member's finger. */
  #remembered = rememberedApp();
  /** Whether an app may be the one button. What is learned after the first view takes a place in it. */
  #canLead: boolean | undefined;
  /** Computed when its input changes, not at every update: a search updates at every key. */
  readonly #compute = memoizeLatest(appButtons);

  /** The page asks for something else: the layout may change. */
  reset(): void {
    this.#canLead = undefined;
  }

  /** The member took back the app that they chose before. */
  forget(): void {
    this.#remembered = this.#canLead = undefined;
  }

  of(known: KnownApps): AppButtons {
    const { preferredApp, connectedApp, forgetApp, isServed, isShown, ...input } = known;
    const remembered = forgetApp ? undefined : this.#remembered;
    const buttons = this.#compute({
      ...input,
      preferred: preferredApp || connectedApp || remembered,
      // A server does not know what this browser remembers, and puts the phone first on a computer.
      canLead: this.#canLead ?? !(isServed && !isMobile(input.platform)),
      rows: this.rows,
    });
    if (isShown) this.#canLead ??= Boolean(buttons.primary);
    return buttons;
  }
}
