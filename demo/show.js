// @ts-check
/** The demo's show: the project's own, or any other feed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';
import { parsePodcast } from 'private-podcast-subscribe/podcast';

/**
 * @typedef {object} Show
 * @property {string} feed File or https URL of the show's RSS, for the service.
 * @property {boolean} isOwn Whether the site itself serves the show's cover and audio.
 * @property {import('private-podcast-subscribe/podcast').Podcast} podcast
 */

/**
 * The project's own show. Its feed is a template, because it contains URLs of the site.
 * @param {string} siteUrl
 * @param {string} folder Folder for the feed file.
 * @returns {Promise<Show>}
 */
export async function ownShow(siteUrl, folder) {
  const template = await readFile(new URL('show/feed.xml', import.meta.url), 'utf8');
  const xml = template.replaceAll('{{site}}', siteUrl);
  const feed = join(folder, 'feed.xml');
  await writeFile(feed, xml);
  return { feed, isOwn: true, podcast: parsePodcast(xml) };
}

/**
 * Another show. It is read once now, so that an unusable feed is reported at the start.
 * @param {string} feed File or https URL.
 * @returns {Promise<Show>}
 * @throws {PrivatePodcastError} `bad-input`, `not-found` or `network` if it cannot be read,
 * `bad-feed` if it is not a feed.
 */
export async function otherShow(feed) {
  const isUrl = /^[a-z]+:\/\//i.test(feed);
  const podcast = isUrl ? await download(feed) : parsePodcast(await readFileOrExplain(feed));
  return { feed: isUrl ? feed : resolve(feed), isOwn: false, podcast };
}

/** @param {string} file */
async function readFileOrExplain(file) {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new PrivatePodcastError('not-found', `The file ${file} cannot be read.`, {
      cause,
    });
  }
}

/** @param {string} url */
async function download(url) {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new PrivatePodcastError('bad-input', 'The feed must be a file or an https URL.');
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) }).catch((cause) => {
    throw new PrivatePodcastError(
      'network',
      'The feed could not be reached. Try its URL in a browser.',
      {
        cause,
      },
    );
  });
  if (!response.ok) {
    throw new PrivatePodcastError(
      'network',
      `The feed's server responded with ${response.status}.`,
      {
        status: response.status,
      },
    );
  }
  return parsePodcast(new Uint8Array(await response.arrayBuffer()), {
    baseUrl: url,
    contentType: response.headers.get('Content-Type') ?? undefined,
  });
}
