import { PrivatePodcastError } from '../../api/errors.js';
import { parseFeed } from '../../api/parser.js';
import type { Podcast } from '../../podcast/schema.js';

export async function loadPodcast(
  {
    feedUrl,
    parserUrl,
    parserFormat,
  }: { feedUrl: string; parserUrl?: string; parserFormat?: string },
  signal: AbortSignal,
): Promise<Podcast> {
  if (!parserUrl) throw new PrivatePodcastError('unavailable', 'x');
  return await parseFeed(feedUrl, { parserUrl, parserFormat, signal });
}
