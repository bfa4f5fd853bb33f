/** Whether a podcast app can play a member's feed: the doctor fetches it and its first recordings. */
import { fetchAndRead } from '../../api/http.js';
import { readBytes } from '../../api/requests/limited-body.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { parsePodcast } from '../../podcast/parse-podcast.js';
import {
  failed,
  mediaTypeOf,
  statusOf,
  type Advice,
  type Instruments,
  type Report,
} from './finding.js';
import { follow, mayFollow } from '../redirects.js';
import { askRecording, isPlayable, MAX_FEED_BYTES, MAX_RECORDINGS } from './recording.js';

/** As apps follow them. */
const MAX_REDIRECTS = 5;

const advice: Advice = {
  'bad-feed': 'Ask the operator to check the feed with a validator.',
  'bad-response': 'Ask the operator why the feed link does not work.',
  network: 'Check DNS and the firewall of this machine.',
};

/** Follows redirects one by one: where a feed leads is nobody's wish to have asked. */
function fetchFrom(feedUrl: string, fetch: Instruments['fetch']) {
  const mayLead = (to: URL) => mayFollow(to, new URL(feedUrl));
  return (url: string, init?: RequestInit): Promise<Response> => {
    let last: Response | undefined;
    const ask = async (url: string) => {
      await last?.body?.cancel();
      return (last = await fetch(url, { ...init, redirect: 'manual' }));
    };
    return follow(url, { ask, most: MAX_REDIRECTS, mayLead });
  };
}

async function readFeed(fetch: Instruments['fetch'], feedUrl: string) {
  const { response, content } = await fetchAndRead(
    { serverName: 'The feed', url: feedUrl, fetch },
    {},
    (answer) => readBytes(answer, MAX_FEED_BYTES),
  );
  const bad = (message: string) => new PrivatePodcastError('bad-response', message);
  if (!response.ok) throw bad(`The feed does not answer${statusOf(response)}.`);
  if (!content) throw bad('The feed is larger than 64 MiB.');
  const contentType = response.headers.get('content-type') ?? undefined;
  const { episodes } = parsePodcast(content, { baseUrl: feedUrl, contentType });
  return { episodes, mediaType: mediaTypeOf(response) };
}

/** The fault of a recording; undefined if an app can play it. */
async function complaintAbout(
  url: string | undefined,
  feedUrl: string,
  fetch: Instruments['fetch'],
): Promise<string | undefined> {
  if (!url) return 'has no recording';
  if (!mayFollow(new URL(url), new URL(feedUrl)))
    return 'has a recording whose URL is not https, which was not tried';
  const answer = await askRecording(fetch, url);
  if (!answer?.ok) return `has a recording that does not answer${statusOf(answer)}`;
  const type = mediaTypeOf(answer);
  if (!isPlayable(type)) {
    return `has a recording of type "${type}", not audio or video`;
  }
  if (answer.status !== 206) {
    return 'has a recording whose server ignores byte ranges (RFC 9110 §14), so apps cannot skip in it';
  }
  return undefined;
}

/** Reports whether apps can read the feed and play its first episodes. */
export async function walkFeed(
  feedUrl: string,
  { fetch: ask }: Instruments,
  report: Report,
): Promise<void> {
  const fetch = fetchFrom(feedUrl, ask) as Instruments['fetch'];
  const warn = (step: string, message: string) => report({ step, result: 'warning', message });
  let episodes;
  try {
    const read = await readFeed(fetch, feedUrl);
    ({ episodes } = read);
    if (/xml|rss/.test(read.mediaType)) {
      report({ step: 'feed', result: 'ok', message: `It has ${episodes.length} episodes.` });
    } else {
      warn('feed', `Its type is "${read.mediaType}". Some apps want "application/rss+xml".`);
    }
  } catch (error) {
    report(failed('feed', error, advice));
    return;
  }
  const tried = episodes.slice(0, MAX_RECORDINGS);
  if (tried.length === 0) {
    warn('playable', 'The feed has no episodes: apps show nothing.');
    return;
  }
  const complaints = await Promise.all(tried.map(({ url }) => complaintAbout(url, feedUrl, fetch)));
  complaints.forEach((complaint, index) => {
    if (complaint) warn('playable', `Episode ${index + 1} of the feed ${complaint}.`);
  });
  if (complaints.every((complaint) => complaint === undefined)) {
    const message = `The first ${tried.length > 1 ? `${tried.length} recordings answer` : 'recording answers'}.`;
    report({ step: 'playable', result: 'ok', message });
  }
}
