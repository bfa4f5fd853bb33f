/** The app buttons as groups with links and labels, out of the chosen apps. No DOM access, so it is tested without a page. */
import type { Subscription } from '../../api/subscription.js';
import { appChoice, isMobile, runsOn } from '../../apps/app-choice.js';
import { appLink } from '../../apps/app-link.js';
import type { App } from '../../apps/app-table.js';
import type { Platform } from '../../apps/platform.js';
import { AGAIN, joinConsumePageUrl } from '../../urls/consume-page-url.js';

export interface AppButton {
  app: App;
  /** Where the button leads; `undefined` if it opens something on this page. */
  href?: string | undefined;
  /**
   * `consume` and `direct` follow the link. `copy`: the app takes a pasted link. `phone`: the app
   * does not run here, so the button leads to the device where it does.
   */
  via: 'consume' | 'direct' | 'copy' | 'phone';
}

/**
 * The member is asked this first. `primary`: one app is the button. `equals`: no app deserves that, so
 * they choose. `computer`: the phone comes first. `one`: this app alone.
 */
export type ButtonLayout = 'primary' | 'equals' | 'computer' | 'one';

export interface AppButtons {
  layout: ButtonLayout;
  /** Whether an app has the podcast already: going on with it comes first, and the tiles are in the sheet. */
  isConnected: boolean;
  /** The one action for this device. */
  primary: AppButton | undefined;
  /** Shown beside it from the start, as equals. */
  tiles: AppButton[];
  /** A free app for members who have none. */
  starter: App | undefined;
  /** The further apps of this device, in the sheet. */
  more: AppButton[];
  /** The apps of other devices, in the sheet: each leads to a code. */
  elsewhere: AppButton[];
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
  /** Id of the app that the page puts first. */
  preferred?: string | undefined;
  /** Those that fetched the feed when the Subscription came, the latest first; `undefined` if that is not known. */
  connected?: Subscription['connections'];
  /** Id of the app that the member chose in this browser; none where a server has rendered the buttons, and cannot know. */
  chosen?: string | undefined;
  /** Id of the app to show alone. Ignored if it does not run here. */
  oneApp?: string | undefined;
  platform: Platform;
  /** The app table; default: the package's own. */
  rows?: readonly App[] | undefined;
}

/** How many apps stand beside the primary one, and how many as equals: with "More" they fill one row or two. */
const TILES = { primary: 3, equals: 7, computer: 3, one: 0 };
/** Stands for both URLs while they are on their way (RFC 6761 §6.4: never resolves). */
const PLACEHOLDER_URL = 'https://later.invalid/';
const MONTH_MS = 30 * 86_400_000;

/** An app that has not fetched the feed for a month is no longer where the member listens. */
export const isInUse = ({ lastFetchedAt }: { lastFetchedAt: string }): boolean =>
  Date.now() - Date.parse(lastFetchedAt) < MONTH_MS;

/** Chooses and orders the apps for this device, and links each. */
export function appButtons(input: AppButtonsInput): AppButtons {
  const { apps, chosen = '', oneApp, platform, preferred = '', rows } = input;
  const named = String(apps).match(/[^\s,]+/g) ?? [];
  const inUse = (input.connected ?? []).filter(isInUse).map(({ app = '' }) => app);
  const wishes = [
    oneApp || preferred,
    ...(inUse.includes(chosen) ? [chosen] : []),
    ...inUse,
    chosen,
  ];
  const { first, here, starter, elsewhere } = appChoice(platform, {
    named,
    preferred: wishes,
    rows,
  });
  const isOne = Boolean(oneApp) && first?.id === oneApp;
  const layout = isOne ? 'one' : !isMobile(platform) ? 'computer' : first ? 'primary' : 'equals';
  // A computer has the podcast as long as any phone has it.
  const isConnected =
    layout === 'computer'
      ? inUse.length > 0
      : layout === 'primary' && [first, ...here].some((app) => app && inUse.includes(app.id));
  // On Windows the podcast apps are known to few: there they are in the sheet, unless the page names them.
  const isQuiet = isConnected || (platform === 'windows' && named.length === 0);
  const shown = isQuiet ? 0 : TILES[layout];
  const link = (app: App) => button(app, input);
  return {
    layout,
    isConnected,
    primary: first && link(first),
    tiles: here.slice(0, shown).map(link),
    starter,
    more: here.slice(shown).map(link),
    elsewhere: elsewhere.map(link),
  };
}

function button(app: App, input: AppButtonsInput): AppButton {
  const { feedUrl = PLACEHOLDER_URL, language, links, platform } = input;
  if (!runsOn(app, platform)) return { app, via: 'phone' };
  const consumeUrl = input.feedUrl ? input.consumeUrl : PLACEHOLDER_URL;
  if (consumeUrl && links !== 'direct') {
    const id = app.id + AGAIN;
    return { app, href: joinConsumePageUrl(consumeUrl, feedUrl, language, id), via: 'consume' };
  }
  const href = appLink(app, feedUrl, platform);
  return href ? { app, href, via: 'direct' } : { app, via: 'copy' };
}
