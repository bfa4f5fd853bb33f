/** Which app buttons stand where, and where each leads: pure, so that it can be tested without a page. */
import { consumePageUrl } from '../api/consume.js';
import { appLink, appsFor, namedApps, otherApps } from '../apps/app-link.js';
import type { App } from '../apps/app-table.js';
import type { Platform } from '../apps/platform.js';

export interface AppButton {
  app: App;
  /** Where the button leads; without one the app takes a pasted link only. */
  href?: string | undefined;
  via: 'consume' | 'direct';
}

export interface AppButtons {
  /**
   * The one action for this device. None on a desktop without an app of wide use: there the
   * member's app is on their phone.
   */
  primary: AppButton | undefined;
  /** Those that stand beside it at first. */
  quiet: AppButton[];
  /** The rest for this device, one tap away. */
  more: AppButton[];
  /** Apps of other devices, one tap away. */
  otherDevices: AppButton[];
}

export interface AppButtonsInput {
  feedUrl: string;
  consumeUrl?: string | undefined;
  /** Language of the consume page. */
  language: string;
  /** `direct`: the buttons open the app itself, though there is a consume page. */
  links?: string | undefined;
  /** App ids the publisher picked, in their order. */
  picked: readonly string[];
  /** The app that goes first: chosen on the page before, or the last time. */
  preferred?: string | undefined;
  platform: Platform;
  /** The link table, or a publisher's changes merged into it. */
  rows?: readonly App[] | undefined;
}

/** How many stand beside the primary one before "more apps". */
const QUIET = 4;
/** Desktops on which hardly anyone listens to podcasts in an app. */
const PHONE_FIRST: readonly Platform[] = ['windows', 'linux'];

/** Orders the app table for this device and links every row. */
export function appButtons(input: AppButtonsInput): AppButtons {
  const { picked, platform, preferred, rows } = input;
  const here = appsFor(platform, rows).filter(takesFeeds);
  const elsewhere = otherApps(platform, rows).filter(takesFeeds);

  // A pick in which nothing can be shown, such as a mistyped one, must not cost the member the way.
  const named = namedApps([...new Set(picked)], rows).filter(takesFeeds);
  const chosen = named.length ? named : here;
  const rest = named.length ? [] : elsewhere;
  const first = [...chosen, ...rest].find(({ id }) => id === preferred);
  const isNotFirst = (app: App) => app !== first;
  const ordered = [...(first ? [first] : []), ...chosen.filter(isNotFirst)];

  const buttons = ordered.map((app) => button(app, input));
  const isForPhone = !first && !named.length && PHONE_FIRST.includes(platform);
  const primary = isForPhone ? undefined : buttons[0];
  const others = isForPhone ? buttons : buttons.slice(1);
  return {
    primary,
    quiet: others.slice(0, QUIET),
    more: others.slice(QUIET),
    otherDevices: rest.filter(isNotFirst).map((app) => button(app, input)),
  };
}

/** An app that takes no feed, only an account, has a place of its own. */
function takesFeeds({ privateFeeds }: App): boolean {
  return privateFeeds !== 'account';
}

function button(app: App, input: AppButtonsInput): AppButton {
  const { feedUrl, consumeUrl, language, links, platform, rows } = input;
  if (consumeUrl && links !== 'direct') {
    return { app, href: consumePageUrl(consumeUrl, feedUrl, language, app.id), via: 'consume' };
  }
  const target = app.platforms.includes(platform) ? platform : (app.platforms[0] ?? platform);
  return { app, href: appLink(app.id, feedUrl, target, { rows }), via: 'direct' };
}
