/** The streaming-music app, which takes no feed: by the publisher's URL, or the show's id there. */
import { appLink } from '../../apps/app-link.js';
import { appTable, type App } from '../../apps/app-table.js';
import type { Platform } from '../../apps/platform.js';
import type { AppButton } from './app-buttons.js';

export interface StreamingShow {
  feedUrl: string;
  /** The show in the app, as the publisher gives it. */
  streamingUrl: string | undefined;
  /** The show's id there, from the podcast. */
  spotifyId: string | undefined;
  platform: Platform;
}

/** @returns `undefined` where the show is not known there. */
export function streamingButton(
  { feedUrl, streamingUrl, spotifyId, platform }: StreamingShow,
  rows: readonly App[] = appTable,
): AppButton | undefined {
  const app = rows.find(({ privateFeeds }) => privateFeeds === 'account');
  const href =
    app && (streamingUrl || (spotifyId && appLink(app, feedUrl, platform, { spotifyId })));
  return app && href ? { app, href, via: 'direct' } : undefined;
}
