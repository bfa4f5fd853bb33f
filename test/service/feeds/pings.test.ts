/** Pings to a stand-in for Overcast's server. */
import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  catalogueOf,
  createBackend,
  failureOf,
  member,
  show,
  showFolder,
  type Backend,
} from '../../support/feed-service/backend.js';

let asked: URL[];
let status: number;
let shows: Awaited<ReturnType<typeof showFolder>>;
let backend: Backend;
let time: number;
let lines: object[];
let feedUrl: string;

beforeEach(async () => {
  asked = [];
  status = 200;
  lines = [];
  time = Date.parse('2026-01-02T03:04:05Z');
  vi.stubGlobal('fetch', (url: URL) => {
    asked.push(url);
    return Promise.resolve(new Response(null, { status }));
  });
  shows = await showFolder();
});
afterEach(async () => {
  await backend.service.close();
  vi.unstubAllGlobals();
  await shows.remove();
});

async function open(pings: 'overcast'[]): Promise<void> {
  backend = createBackend({
    catalogue: { ...catalogueOf(shows.feed), pings },
    publicUrl: 'https://listen.example.com/',
    now: () => time,
    log: (line) => 'error' in line && lines.push(line),
  });
  feedUrl = new URL(await backend.feedUrl(member)).pathname;
  await publish(show);
}

/** Changes the show, and lets a member's app ask for it as much later as given in minutes. */
async function publish(text: string, minutes = 10): Promise<void> {
  await writeFile(shows.feed, Buffer.from(text, 'latin1'));
  time += minutes * 60_000;
  expect((await backend.send(feedUrl)).status).toBe(200);
}
const withEpisodes = (...guids: string[]) =>
  show.replace(
    '<item>',
    `${guids.map((guid) => `<item><title>${guid}</title><guid>${guid}</guid></item>`).join('')}<item>`,
  );

describe('createPings', () => {
  it('tells Overcast of a new episode how all feed URLs begin, and no more', async () => {
    await open(['overcast']);
    await publish(withEpisodes('three'));
    await expect.poll(() => asked).toHaveLength(1);
    const prefix = encodeURIComponent('https://listen.example.com/feeds/');
    expect(asked[0]!.href).toBe(`https://overcast.fm/ping?urlprefix=${prefix}`);
  });

  it('sends nothing at the start, for a mere edit, and soon after another ping', async () => {
    await open(['overcast']);
    await publish(show.replace('Second', 'Second, corrected'));
    await publish(withEpisodes('three'));
    await expect.poll(() => asked).toHaveLength(1);
    await publish(withEpisodes('three', 'four'), 1);
    // It is a minute later: this one waits, and the next does not come before it.
    await publish(withEpisodes('three', 'four', 'five'), 1);
    expect(asked).toHaveLength(1);
  });

  it('logs a failure once, and goes on', async () => {
    await open(['overcast']);
    status = 500;
    await publish(withEpisodes('three'));
    await expect.poll(() => lines).toHaveLength(1);
    await publish(withEpisodes('three', 'four'));
    await expect.poll(() => asked).toHaveLength(2);
    expect(lines).toEqual([expect.objectContaining({ ping: 'overcast', error: 'bad-response' })]);
  });

  it('needs a public URL', async () => {
    backend = createBackend({ catalogue: { ...catalogueOf(shows.feed), pings: ['overcast'] } });
    const { code, message } = await failureOf(backend.service.open());
    expect([code, message]).toEqual(['config', expect.stringContaining('--public-url')]);
  });
});
