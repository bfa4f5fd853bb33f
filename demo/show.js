// @ts-check
/** The show that the demo offers: the project's own, or any feed in its place. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';
import { parsePodcast } from 'private-podcast-subscribe/podcast';

/**
 * @typedef {object} Show
 * @property {string} feed File or https URL that the service reads.
 * @property {boolean} isOwn Whether the site itself has the show's cover and audio.
 * @property {import('private-podcast-subscribe/podcast').Podcast} podcast
 */

/**
 * The project's own show. Its feed is a template, because its files have the site's address.
 * @param {string} siteUrl
 * @param {string} folder Where the feed is written.
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
 * Any other show, read once so that a wrong feed is found at the start.
 * @param {string} feed File or https URL.
 * @returns {Promise<Show>}
 * @throws {PrivatePodcastError} `bad-input`, `not-found` or `network` where there is nothing to
 * read, `bad-feed` where it is no feed.
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
    throw new PrivatePodcastError('not-found', `There is no file ${file} that can be read.`, {
      cause,
    });
  }
}

/** @param {string} url */
async function download(url) {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new PrivatePodcastError('bad-input', 'Give the feed as a file or an https address.');
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) }).catch((cause) => {
    throw new PrivatePodcastError(
      'network',
      'The feed cannot be reached. Try its address in a browser.',
      {
        cause,
      },
    );
  });
  if (!response.ok) {
    throw new PrivatePodcastError('network', `The feed's server answered ${response.status}.`, {
      status: response.status,
    });
  }
  return parsePodcast(new Uint8Array(await response.arrayBuffer()), {
    baseUrl: url,
    contentType: response.headers.get('Content-Type') ?? undefined,
  });
}
