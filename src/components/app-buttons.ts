/** Which app buttons are shown where, and where each leads. No DOM access, so it is tested without a page. */
import { consumePageUrl } from '../api/consume.js';
import { appsFor, linkFor, namedApps, otherApps } from '../apps/app-link.js';
import type { App } from '../apps/app-table.js';
import type { Platform } from '../apps/platform.js';

export interface AppButton {
  app: App;
  /** Where the button leads; `undefined` for an app that only takes a pasted link. */
  href?: string | undefined;
  via: 'consume' | 'direct';
}

export interface AppButtons {
  /**
   * The one action for this device. `undefined` on a desktop without a widely used app: there,
   * the member's app is on their phone.
   */
  primary: AppButton | undefined;
  /** Shown beside it from the start. */
  quiet: AppButton[];
  /** The other apps of this device, one tap away. */
  more: AppButton[];
  /** Apps of other devices, one tap away. */
  otherDevices: AppButton[];
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
  platform: Platform;
  /** The app table; default: the package's own. */
  rows?: readonly App[] | undefined;
}

/** How many apps are shown beside the primary one. */
const MAX_QUIET = 4;
/** Desktops on which hardly anyone listens to podcasts in an app. */
const phoneFirst: readonly Platform[] = ['windows', 'linux'];
/** Stands for both URLs while they are on their way (RFC 6761 §6.4: never resolves). */
const PLACEHOLDER_URL = 'https://placeholder.invalid/';

/** Orders the app table for this device and links every row. */
export function appButtons(input: AppButtonsInput): AppButtons {
  const { platform, preferred, rows } = input;
  const here = appsFor(platform, rows).filter(takesFeeds);
  const elsewhere = otherApps(platform, rows).filter(takesFeeds);

  const ids = String(input.apps).match(/[^\s,]+/g) ?? [];
  // If no named app can be shown, as with a typing error, the member still needs a way: show all.
  const named = namedApps([...new Set(ids)], rows).filter(takesFeeds);
  const chosen = named.length ? named : here;
  const rest = named.length ? [] : elsewhere;
  const first = [...chosen, ...rest].find(({ id }) => id === preferred);
  const isNotFirst = (app: App) => app !== first;
  const ordered = [...(first ? [first] : []), ...chosen.filter(isNotFirst)];

  const buttons = ordered.map((app) => button(app, input));
  const isForPhone = !first && !named.length && phoneFirst.includes(platform);
  const primary = isForPhone ? undefined : buttons[0];
  const others = isForPhone ? buttons : buttons.slice(1);
  return {
    primary,
    quiet: others.slice(0, MAX_QUIET),
    more: others.slice(MAX_QUIET),
    otherDevices: rest.filter(isNotFirst).map((app) => button(app, input)),
  };
}

/** An app that takes no feed, only an account, has a place of its own. */
function takesFeeds({ privateFeeds }: App): boolean {
  return privateFeeds !== 'account';
}

function button(app: App, input: AppButtonsInput): AppButton {
  const { feedUrl = PLACEHOLDER_URL, language, links, platform } = input;
  const consumeUrl = input.feedUrl ? input.consumeUrl : PLACEHOLDER_URL;
  if (consumeUrl && links !== 'direct') {
    return { app, href: consumePageUrl(consumeUrl, feedUrl, language, app.id), via: 'consume' };
  }
  const target = app.platforms.includes(platform) ? platform : (app.platforms[0] ?? platform);
  return { app, href: linkFor(app, feedUrl, target), via: 'direct' };
}
