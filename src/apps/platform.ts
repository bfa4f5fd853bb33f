/**
 * The platform a page runs on. It decides which apps stand first, never which ones
 * may be seen: a wrong guess costs the member one tap on "another device".
 */

export type Platform = 'ios' | 'android' | 'macos' | 'windows' | 'linux';

/** What is read of `navigator`. Every hint may be missing. */
export interface NavigatorLike {
  /** Chromium's hint (User-Agent Client Hints, W3C draft); no other engine has it. */
  readonly userAgentData?: { readonly platform?: string } | undefined;
  readonly platform?: string | undefined;
  readonly maxTouchPoints?: number | undefined;
  readonly userAgent?: string | undefined;
}

/** The first pattern that fits wins: a phone's user agent often names other systems after its own. */
const systems: readonly (readonly [RegExp, Platform])[] = [
  [/windows|^win/i, 'windows'],
  // ChromeOS runs Android's podcast apps.
  [/android|cros\b|chrom(e|ium) ?os/i, 'android'],
  [/iphone|ipad|ipod|^ios$/i, 'ios'],
  [/mac/i, 'macos'],
];

/**
 * The platform of a `navigator` (or of anything that has some of its hints).
 *
 * - iPadOS calls itself a Mac; no Mac has a touch screen, so touch points tell them apart.
 * - An Android browser that asks for the desktop site calls itself Linux, on ARM and with touch.
 * - ChromeOS counts as `android`, because that is whose podcast apps it runs.
 * - Whatever is not known counts as `linux`, where nothing but the desktop apps and paste is offered.
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
