/** Which app buttons stand where, and where each leads: pure, so that it can be tested without a page. */
import { consumeUrl as consumePage } from '../api/consume.js';
import { appLink, appsFor, otherApps } from '../apps/app-link.js';
import type { App } from '../apps/link-table.js';
import type { Platform } from '../apps/platform.js';

export interface AppButton {
  app: App;
  /** Where the button leads; without one the app takes a pasted link only. */
  href?: string | undefined;
  via: 'consume' | 'direct';
}

export interface AppButtons {
  /** The one action for this device. */
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
  locale: string;
  /** `direct`: the buttons open the app itself, though there is a consume page. */
  links?: string | undefined;
  /** App ids the publisher picked, in their order. */
  picked: readonly string[];
  /** The app that goes first: chosen on the page before, or the last time. */
  preferred?: string | undefined;
  platform: Platform;
}

/** How many stand beside the primary one before "more apps". */
const QUIET = 4;

/** Orders the app table for this device and links every row. */
export function appButtons(input: AppButtonsInput): AppButtons {
  const { picked, platform, preferred } = input;
  const isPicked = ({ id }: App) => picked.includes(id);
  const here = appsFor(platform);
  const elsewhere = otherApps(platform);
  const all = [...here, ...elsewhere];

  const chosen = picked.length
    ? all.filter(isPicked).sort((a, b) => picked.indexOf(a.id) - picked.indexOf(b.id))
    : here;
  const first = all.find(({ id }) => id === preferred);
  const ordered = first ? [first, ...chosen.filter((app) => app !== first)] : chosen;
  const rest = picked.length ? [] : elsewhere.filter((app) => app !== first);

  const [primary, ...others] = ordered.map((app) => button(app, input));
  return {
    primary,
    quiet: others.slice(0, QUIET),
    more: others.slice(QUIET),
    otherDevices: rest.map((app) => button(app, input)),
  };
}

function button(app: App, input: AppButtonsInput): AppButton {
  const { feedUrl, consumeUrl, locale, links, platform } = input;
  if (consumeUrl && links !== 'direct') {
    return { app, href: consumePage(consumeUrl, feedUrl, locale, app.id), via: 'consume' };
  }
  const target = app.platforms.includes(platform) ? platform : app.platforms[0]!;
  return { app, href: appLink(app.id, feedUrl, target), via: 'direct' };
}
