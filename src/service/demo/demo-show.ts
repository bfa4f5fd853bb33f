/** The podcast of `private-podcast-service demo`: the package's own show, or any other feed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { parsePodcast } from '../../podcast/parse-podcast.js';
import type { Podcast } from '../../podcast/schema.js';
import { isWebUrl } from '../../urls/web-url.js';
import { readingFailed } from '../failures/placed-failures.js';
import { createGuardedFetch } from '../feeds/guarded-fetch.js';
import { createSourceCopies } from '../feeds/source-copies.js';

export interface DemoShow {
  /** File or URL of the show's RSS, for the catalogue. */
  feed: string;
  podcast: Podcast;
}

/** The build copies the show of the repository's own demo here. */
const showPath = 'show/';
export const showFolder = fileURLToPath(new URL(showPath, import.meta.url));

/**
 * The package's own show. Its feed is a template, because it holds URLs of the site.
 * @param folder where its feed is written.
 */
export async function ownShow(siteUrl: string, folder: string): Promise<DemoShow> {
  const template = await readFile(join(showFolder, 'feed.xml'), 'utf8');
  const xml = template.replaceAll('{{site}}', siteUrl);
  const feed = join(folder, 'feed.xml');
  await writeFile(feed, xml);
  return { feed, podcast: parsePodcast(xml) };
}

/**
 * Another show. It is read once now, so that a feed that is none is reported at the start.
 * @param feed its file or URL.
 * @throws {PrivatePodcastError} `not-found`, `network`, `bad-feed` …
 */
export async function otherShow(feed: string): Promise<DemoShow> {
  const source = isWebUrl(feed) ? feed : resolve(feed);
  const fetchFeed = createGuardedFetch({ anyPublic: true });
  try {
    const copies = createSourceCopies(fetchFeed, () => new Date());
    const { xml } = await copies.get(source, { isOptional: false, onFailure: () => undefined });
    return { feed: source, podcast: parsePodcast(xml) };
  } catch (cause) {
    const code = cause instanceof PrivatePodcastError ? cause.code : 'bad-feed';
    throw new PrivatePodcastError(code, `--feed: ${readingFailed(cause, source)}`, { cause });
  } finally {
    await fetchFeed.close();
  }
}
