/**
 * The platform a page runs on. It decides which apps come first, never which ones can be reached:
 * a wrong guess costs the member one tap on "Apps for other devices".
 */

export type Platform = 'ios' | 'android' | 'macos' | 'windows' | 'linux';

/** The properties of `navigator` that are read. Any of them may be missing. */
export interface NavigatorLike {
  /** User-Agent Client Hints (W3C draft), which only Chromium has. */
  readonly userAgentData?: { readonly platform?: string } | undefined;
  /** Such as "MacIntel". */
  readonly platform?: string | undefined;
  /** More than 1 on an iPad, which otherwise calls itself a Mac. */
  readonly maxTouchPoints?: number | undefined;
  /** On a server: the request's `User-Agent` header. */
  readonly userAgent?: string | undefined;
}

/** The first match wins: a phone's user agent often names other systems after its own. */
const systems: readonly (readonly [RegExp, Platform])[] = [
  [/windows|^win/i, 'windows'],
  // ChromeOS runs Android's podcast apps.
  [/android|cros\b|chrom(e|ium) ?os/i, 'android'],
  [/iphone|ipad|ipod|^ios$/i, 'ios'],
  [/mac/i, 'macos'],
];

/**
 * Detects the platform from `navigator`, or from any object with some of its properties.
 *
 * - iPadOS identifies as a Mac. No Mac has a touch screen, so touch points tell them apart.
 * - An Android browser that requests the desktop site identifies as Linux, on ARM and with touch.
 * - ChromeOS counts as `android`, because it runs Android's podcast apps.
 * - Anything unknown counts as `linux`.
 * @example
 * detectPlatform(navigator); // 'ios' in Safari on an iPhone or iPad
 * // On a server, from a request's User-Agent header. An iPad is then taken for a Mac.
 * detectPlatform({ userAgent: request.headers.get('User-Agent') ?? '' });
 */
export function detectPlatform(navigator: NavigatorLike): Platform {
  const { userAgentData, platform = '', maxTouchPoints = 0, userAgent = '' } = navigator;
  const system = userAgentData?.platform ?? '';
  const hints = [system, userAgent, platform];
  const found =
    hints
      .map((hint) => systems.find(([pattern]) => pattern.test(hint))?.[1])
      .find((known) => known !== undefined) ?? 'linux';
  const touch = maxTouchPoints > 1;
  if (found === 'macos' && touch && !system) return 'ios';
  if (found === 'linux' && touch && /arm|aarch/i.test(platform)) return 'android';
  return found;
}
