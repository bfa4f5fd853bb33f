/** Which apps a member is offered on a device, and in what order. */
import { appsFor, byEase, namedApps } from './app-link.js';
import { type App, appTable } from './app-table.js';
import type { Platform } from './platform.js';

export interface AppChoice {
  /**
   * The one app to offer as the clear action. It runs on this device: the preferred one, else the
   * first that the publisher names, else one that is installed on every such device. `undefined`
   * if no app deserves that more than the others.
   */
  readonly first: App | undefined;
  /**
   * The other apps to offer, as equals, in display order. On a computer these are phone apps, because
   * that is where members listen: each leads to the phone unless it {@link runsOn} the computer too.
   */
  readonly choices: readonly App[];
  /** A free app for members who have none yet, to be shown last. Only if no app comes `first`. */
  readonly starter: App | undefined;
  /** On a computer, the apps that run on it, to be shown behind the phone apps. Empty on a phone. */
  readonly onThisComputer: readonly App[];
  /** All other listed apps: those of other phones and computers. */
  readonly onOtherDevices: readonly App[];
}

export interface AppChoiceOptions {
  /** Ids of the apps that the publisher names, in that order. Default: all listed apps. */
  named?: readonly string[] | undefined;
  /** Id of the app that the member chose before, or that the page prefers. Ignored if it does not run here. */
  preferred?: string | undefined;
  /** The app table. Default: the package's own. */
  rows?: readonly App[] | undefined;
}

/** Whether an app runs on a platform, so that a link may open it there. */
export const runsOn = (app: App, platform: Platform): boolean => app.platforms.includes(platform);

/** Phones and tablets, where members listen. */
const mobile: readonly Platform[] = ['ios', 'android'];

/** Whether a platform is one of phones and tablets. */
export const isMobile = (platform: Platform): boolean => mobile.includes(platform);

/** An app that takes no feed URL, only a linked account, cannot be offered for a feed. */
const takesFeeds = ({ privateFeeds }: App): boolean => privateFeeds !== 'account';

/**
 * The apps to offer on a platform, each in one of the lists only.
 * @example
 * appChoice('ios').first?.name; // 'Apple Podcasts', which is installed on every iPhone
 * appChoice('android').starter?.name; // 'AntennaPod'; no podcast app is installed on every phone
 * appChoice('windows').choices[0]?.name; // 'Apple Podcasts', on the member's iPhone
 */
export function appChoice(
  platform: Platform,
  { named = [], preferred, rows = appTable }: AppChoiceOptions = {},
): AppChoice {
  const isPreferred = ({ id }: App) => id === preferred;
  // If none of the named apps exists, as after a typing error, the member still needs a way: show all.
  const picked = namedApps([...new Set(named)], { rows }).filter(takesFeeds);
  if (picked.length > 0) {
    const here = picked.filter((app) => runsOn(app, platform));
    const first = here.find(isPreferred) ?? here[0];
    const choices = picked.filter((app) => app !== first);
    return { first, choices, starter: undefined, onThisComputer: [], onOtherDevices: [] };
  }

  const listed = rows.filter((app) => app.listed !== false && takesFeeds(app));
  const here = appsFor(platform, { rows: listed });
  const elsewhere = listed.filter((app) => !runsOn(app, platform));
  const first = here.find(isPreferred) ?? here.find(({ preinstalled }) => preinstalled);
  if (!isMobile(platform)) {
    return {
      first,
      choices: byEase(elsewhere.filter(isPhoneApp), mobile),
      starter: undefined,
      onThisComputer: here.filter((app) => app !== first),
      onOtherDevices: elsewhere.filter((app) => !isPhoneApp(app)),
    };
  }
  const starter = first ? undefined : here.find((app) => app.starter);
  return {
    first,
    choices: here.filter((app) => app !== first && app !== starter),
    starter,
    onThisComputer: [],
    onOtherDevices: elsewhere,
  };
}

/** Whether an app runs on phones. */
export const isPhoneApp = (app: App): boolean => mobile.some((platform) => runsOn(app, platform));
