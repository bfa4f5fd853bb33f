/** Which apps a member is offered on a device, and in what order. */
import { byEase, namedApps } from './app-link.js';
import { type App, appTable, mobile } from './app-table.js';
import type { Platform } from './platform.js';

export interface AppChoice {
  /**
   * The one app to offer as the clear action. It runs on this device: the preferred one, else on a
   * phone the first that the publisher names, or one that is installed on every such phone.
   * `undefined` if no app deserves that more than the others, and on a computer, where the member's
   * phone comes first.
   */
  readonly first: App | undefined;
  /** The other apps of this device, as equals, in display order. */
  readonly here: readonly App[];
  /** A free app for members who have none yet; it is one of {@link here}. Only if no app comes `first`. */
  readonly starter: App | undefined;
  /** The apps of other phones and computers. */
  readonly elsewhere: readonly App[];
}

export interface AppChoiceOptions {
  /** Ids of the apps that the publisher names, in that order. Default: all listed apps. */
  named?: readonly string[] | undefined;
  /** Id of the app that goes first, or several: the first one that is offered and runs here. */
  preferred?: string | readonly string[] | undefined;
  /** The app table. Default: the package's own. */
  rows?: readonly App[] | undefined;
}

/** Whether an app runs on a platform, so that a link may open it there. */
export const runsOn = (app: App, platform: Platform): boolean => app.platforms.includes(platform);

/** Whether a platform is one of phones and tablets. */
export const isMobile = (platform: Platform): boolean => mobile.includes(platform);

/** An app that takes no feed URL, only a linked account, cannot be offered for a feed. */
const takesFeeds = ({ privateFeeds }: App): boolean => privateFeeds !== 'account';

/**
 * The apps to offer on a platform.
 * @example
 * appChoice('ios').first?.name; // 'Apple Podcasts', which is installed on every iPhone
 * appChoice('android').starter?.name; // 'AntennaPod'; no podcast app is installed on every phone
 * appChoice('windows').elsewhere[0]?.name; // 'Apple Podcasts', on the member's iPhone
 */
export function appChoice(
  platform: Platform,
  { named = [], preferred = [], rows = appTable }: AppChoiceOptions = {},
): AppChoice {
  // If none of the named apps exists, as after a typing error, the member still needs a way: show all.
  const picked = namedApps([...new Set(named)], { rows }).filter(takesFeeds);
  const isNamed = picked.length > 0;
  const offered = isNamed ? picked : rows.filter((app) => app.listed !== false && takesFeeds(app));
  const own = offered.filter((app) => runsOn(app, platform));
  const fitting = isNamed ? own : byEase(own, [platform]);
  const others = offered.filter((app) => !runsOn(app, platform));
  const wishes = [preferred].flat();
  const first =
    wishes.flatMap((wish) => fitting.filter(({ id }) => id === wish))[0] ??
    (isMobile(platform) ? fitting.find(({ preinstalled }) => isNamed || preinstalled) : undefined);
  return {
    first,
    here: fitting.filter((app) => app !== first),
    starter: first || isNamed ? undefined : fitting.find(({ starter, store }) => starter && store),
    elsewhere: isNamed || isMobile(platform) ? others : byEase(others, mobile),
  };
}
