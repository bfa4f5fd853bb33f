/** Other people's readers of podcasts, behind one interface. */
import { createRequire } from 'node:module';
import { parseRssFeed } from 'feedsmith';
import { installWithApt } from '../../../scripts/browsers.mjs';
import { ensureDependencies } from '../../../scripts/setup.mjs';
import { ensureProgram } from '../programs/debian.js';
import { createGpodder } from '../programs/gpodder.js';
import { hasPythonModule, runPython } from '../programs/python.js';
import type { SeenEpisode } from './seen-episode.js';

export interface FeedReader {
  name: string;
  /** Whether it is neither installed nor could be. */
  isMissing?: boolean;
  read: (feedUrl: string) => Promise<SeenEpisode[]>;
}

async function download(feedUrl: string): Promise<string> {
  const answer = await fetch(feedUrl);
  if (!answer.ok) throw new Error(`The feed was answered with ${answer.status}.`);
  return answer.text();
}

const feedsmith: FeedReader = {
  name: 'feedsmith',
  async read(feedUrl) {
    const { items = [] } = parseRssFeed(await download(feedUrl));
    return items.map(({ guid, title, enclosures, pubDate }) => ({
      guid: guid?.value ?? '',
      title: title ?? '',
      url: enclosures?.[0]?.url ?? '',
      type: enclosures?.[0]?.type ?? '',
      date: Date.parse(pubDate ?? ''),
    }));
  },
};

/** The parts of its answer that are compared. Items without a recording are not in it. */
interface Partytime {
  parseFeed(xml: string): {
    items: {
      guid: string;
      title?: string;
      enclosure: { url: string; type: string };
      pubDate?: Date | null;
    }[];
  } | null;
}

/** Of the Podcast Index. The benchmarks' packages have it. */
function createPartytime(): FeedReader {
  const name = 'podcast-partytime';
  let partytime: Partytime;
  try {
    ensureDependencies('bench');
    // It would print what it cannot read, with the URLs of recordings.
    process.env.PARTYTIME_LOG = 'silent';
    const require = createRequire(new URL('../../../bench/readers.mjs', import.meta.url));
    partytime = require(name) as Partytime;
  } catch {
    return { name, isMissing: true, read: () => Promise.resolve([]) };
  }
  return {
    name,
    async read(feedUrl) {
      const { items } = partytime.parseFeed(await download(feedUrl)) ?? { items: [] };
      return items.map(({ guid, title = '', enclosure, pubDate }) => ({
        guid,
        title,
        url: enclosure.url,
        type: enclosure.type,
        date: pubDate?.getTime() ?? NaN,
      }));
    },
  };
}

/** The parser of gPodder, and of others that are written in Python. */
const PODCASTPARSER = `
import io, json, podcastparser, sys
feed = podcastparser.parse('https://feed.example/', io.BytesIO(json.load(sys.stdin).encode()))
print(json.dumps([{
    'guid': episode['guid'], 'title': episode['title'],
    'url': (episode['enclosures'] or [{'url': ''}])[0]['url'],
    'type': (episode['enclosures'] or [{'mime_type': ''}])[0]['mime_type'],
    'date': episode['published'] * 1000,
} for episode in feed['episodes']]))
`;

async function createPodcastparser(): Promise<FeedReader> {
  const name = 'podcastparser';
  const has = () => hasPythonModule(name);
  if (!(await has())) installWithApt(['python3-podcastparser']);
  return {
    name,
    isMissing: !(await has()),
    read: async (feedUrl) => runPython<SeenEpisode[]>(PODCASTPARSER, await download(feedUrl)),
  };
}

/** The app itself: it fetches the feed, and finds its episodes in a database of its own. */
const createGpodderReader = (): FeedReader => ({
  name: 'gPodder',
  isMissing: !ensureProgram('gpo', 'gpodder'),
  async read(feedUrl) {
    const gpodder = await createGpodder();
    try {
      if (!(await gpodder.subscribe(feedUrl))) throw new Error('gPodder refuses the feed.');
      return await gpodder.episodes(feedUrl);
    } finally {
      await gpodder.remove();
    }
  },
});

/** Installs what can be installed here. */
export async function openFeedReaders(): Promise<FeedReader[]> {
  return [feedsmith, createPartytime(), await createPodcastparser(), createGpodderReader()];
}
