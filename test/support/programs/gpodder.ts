/** One member's gPodder: its command line, `gpo`, with subscriptions and downloads in a folder of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SeenEpisode } from '../readers/seen-episode.js';
import { runPython } from './python.js';

export interface Gpodder {
  /** @returns whether the feed could be loaded. */
  subscribe(feedUrl: string): Promise<boolean>;
  /** Updates one feed, or all. @returns whether it could be loaded */
  update(feedUrl?: string): Promise<boolean>;
  /** The list that the member sees, the newest episode first. */
  episodes(feedUrl: string): Promise<SeenEpisode[]>;
  /** What it remembers of every episode it has, the newest first: state 1 is downloaded. */
  states(): Promise<{ guid: string; state: number; isNew: number }[]>;
  /** Downloads every episode that is new to the member. */
  download(feedUrl: string): Promise<void>;
  /** All recordings on the disk, the largest first. */
  recordings(): Promise<Buffer[]>;
  remove(): Promise<void>;
}

/** gPodder keeps what it has read in SQLite, and `gpo` shows only the titles. */
const EPISODES = `
import json, sqlite3, sys
file, url = json.load(sys.stdin)
rows = sqlite3.connect(file).execute(
    'select episode.guid, episode.title, episode.url, episode.mime_type, episode.published * 1000 '
    'from episode join podcast on podcast.id = episode.podcast_id '
    'where podcast.url = ? order by published desc', [url])
print(json.dumps([dict(zip(['guid', 'title', 'url', 'type', 'date'], row)) for row in rows]))
`;

const STATES = `
import json, sqlite3, sys
rows = sqlite3.connect(json.load(sys.stdin)).execute(
    'select guid, state, is_new from episode order by published desc')
print(json.dumps([dict(zip(['guid', 'state', 'isNew'], row)) for row in rows]))
`;

const run = promisify(execFile);

export async function createGpodder(): Promise<Gpodder> {
  const home = await mkdtemp(join(tmpdir(), 'pps-gpodder-'));
  const env = {
    ...process.env,
    HOME: home,
    GPODDER_HOME: join(home, 'gpodder'),
    LC_ALL: 'C.UTF-8',
    NO_COLOR: '1',
    TERM: 'dumb',
  };
  /** Its output names feed URLs, so it is only searched, and no error shows it. */
  async function gpo(...args: string[]): Promise<string> {
    try {
      return (await run('gpo', args, { env })).stdout;
    } catch {
      throw new Error(`\`gpo ${args[0]}\` ended with an error.`);
    }
  }

  return {
    subscribe: async (feedUrl) => (await gpo('subscribe', feedUrl)).includes('Successfully added'),
    update: async (feedUrl) =>
      (await gpo('update', ...(feedUrl === undefined ? [] : [feedUrl]))).includes('[DONE]'),
    episodes: (feedUrl) =>
      runPython<SeenEpisode[]>(EPISODES, [join(home, 'gpodder', 'Database'), feedUrl]),
    states: () => runPython(STATES, join(home, 'gpodder', 'Database')),
    async download(feedUrl) {
      await gpo('download', feedUrl);
    },
    async recordings() {
      const files = await readdir(home, { recursive: true });
      const audio = files.filter((file) => file.endsWith('.mp3'));
      const contents = await Promise.all(audio.map((file) => readFile(join(home, file))));
      return contents.sort((a, b) => b.length - a.length);
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
