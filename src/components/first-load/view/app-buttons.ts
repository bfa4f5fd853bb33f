/** The app buttons as groups with links and labels, out of the chosen apps. No DOM access, so it is tested without a page. */
import {
  appChoice,
  isMobile,
  isPhoneApp,
  runsOn,
  type AppChoice,
} from '../../../apps/app-choice.js';
import { appLink } from '../../../apps/app-link.js';
import { appTable, type App } from '../../../apps/app-table.js';
import type { Platform } from '../../../apps/platform.js';
import { consumePageUrl } from '../../../urls/consume-page-url.js';

export interface AppButton {
  app: App;
  /** Where the button leads; `undefined` if it opens something on this page. */
  href?: string | undefined;
  /**
   * `consume` and `direct` follow the link. `copy`: the app takes a pasted link. `phone`: the app
   * does not run here, so the button leads to the device where it does.
   */
  via: 'consume' | 'direct' | 'copy' | 'phone';
  /** The text that says what the button does; `undefined` if the app's name has to do. */
  label: 'openIn' | 'setUpIn' | 'onPhone' | undefined;
}

export interface AppButtons {
  /** The line above the buttons, if one is needed. */
  heading: 'chooseApp' | 'oneMoreTap' | undefined;
  /** The one action for this device; `undefined` if no app deserves that more than the others. */
  primary: AppButton | undefined;
  /** Without a primary action: whether the phone, where the member listens, takes its place. */
  isForPhone: boolean;
  /** Shown beside it from the start, as equals. */
  quiet: AppButton[];
  /** A free app for members who have none. */
  starter: AppButton | undefined;
  /** The rest, one tap away. */
  more: AppButton[];
  onThisComputer: AppButton[];
  onOtherDevices: AppButton[];
}

export interface AppButtonsInput {
  /** `undefined` while it is on its way: the links then lead to a placeholder. */
  feedUrl: string | undefined;
  consumeUrl?: string | undefined;
  /** Language of the consume page. */
  language: string;
  /** `direct`: the buttons open the app itself even if there is a consume page. */
  links?: string | undefined;
  /** Ids of the apps to show, in that order, as the `apps` attribute or property gives them. */
  apps: string | readonly string[];
  /** Id of the app that goes first: the page's choice, or the member's last one. */
  preferred?: string | undefined;
  /** Id of the app to show alone, with the others folded away. Ignored if it does not run here. */
  oneApp?: string | undefined;
  /** The show in a streaming-music app, and its id there. */
  streamingUrl?: string | undefined;
  spotifyId?: string | undefined;
  platform: Platform;
  /** The app table; default: the package's own. */
  rows?: readonly App[] | undefined;
}

/** How many apps are shown beside the primary one. */
const MAX_QUIET = 4;
/** Stands for both URLs while they are on their way (RFC 6761 §6.4: never resolves). */
const PLACEHOLDER_URL = 'https://placeholder.invalid/';

/** Chooses and orders the apps for this device, and links each. */
export function appButtons(input: AppButtonsInput): AppButtons {
  const { platform, preferred, oneApp, rows } = input;
  const named = String(input.apps).match(/[^\s,]+/g) ?? [];
  const choice = appChoice(platform, { named, preferred: oneApp || preferred, rows });
  const link = (app: App) => button(app, input);
  const isOne = Boolean(oneApp) && choice.first?.id === oneApp;
  const visible = isOne ? 0 : MAX_QUIET;
  const { first, starter, choices } = choice;
  const streaming = isOne ? [] : streamingButton(input, rows);
  // The show's id comes with the podcast, when the buttons are already under the member's finger.
  const isLate = !input.streamingUrl;
  return {
    heading: isOne ? 'oneMoreTap' : first || isForPhone(choice) ? undefined : 'chooseApp',
    primary: first && link(first),
    isForPhone: isForPhone(choice),
    quiet: [...choices.slice(0, visible).map(link), ...(isLate ? [] : streaming)],
    starter: starter && link(starter),
    more: [...(isLate ? streaming : []), ...choices.slice(visible).map(link)],
    onThisComputer: choice.onThisComputer.map(link),
    onOtherDevices: choice.onOtherDevices.map(link),
  };
}

/** On a computer without an app to put first, the member's app is on their phone. */
function isForPhone({ first, starter, choices, onThisComputer }: AppChoice): boolean {
  return !first && !starter && (onThisComputer.length > 0 || choices.length === 0);
}

function button(app: App, input: AppButtonsInput): AppButton {
  const { feedUrl = PLACEHOLDER_URL, language, links, platform } = input;
  if (!runsOn(app, platform)) {
    return {
      app,
      via: 'phone',
      label: isMobile(platform) || !isPhoneApp(app) ? undefined : 'onPhone',
    };
  }
  const consumeUrl = input.feedUrl ? input.consumeUrl : PLACEHOLDER_URL;
  if (consumeUrl && links !== 'direct') {
    return {
      app,
      href: consumePageUrl(consumeUrl, feedUrl, language, app.id),
      via: 'consume',
      label: 'openIn',
    };
  }
  const href = appLink(app, feedUrl, platform);
  return href
    ? { app, href, via: 'direct', label: 'openIn' }
    : { app, via: 'copy', label: 'setUpIn' };
}

/** The streaming-music app, which takes no feed: by the publisher's URL, or the show's id there. */
function streamingButton(
  { streamingUrl, spotifyId, feedUrl, platform }: AppButtonsInput,
  rows: readonly App[] = appTable,
): AppButton[] {
  const app = rows.find(({ privateFeeds }) => privateFeeds === 'account');
  if (!app || !feedUrl) return [];
  const href = streamingUrl || (spotifyId && appLink(app, feedUrl, platform, { spotifyId }));
  return href ? [{ app, href, via: 'direct', label: 'openIn' }] : [];
}
