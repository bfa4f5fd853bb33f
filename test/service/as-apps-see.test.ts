/**
 * A member's feed in every state, as other people's readers see it. Apps keep a feed for years, so a
 * change of its format must not pass by accident: what is compared here are titles, GUIDs, dates,
 * and recordings that play.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../src/conformance/report/result.js';
import { runFeedConformance } from '../../src/conformance/feed/run-feed.js';
import { startServer } from '../../src/service.js';
import type { Catalogue } from '../../src/service/catalogue/catalogue.js';
import { clientOf } from '../support/feed-service/api-client.js';
import { client, scope } from '../support/feed-service/backend.js';
import { operator, operatorOf } from '../support/feed-service/operator-client.js';
import { startRecordingHost, type RecordingHost } from '../support/feed-service/recording-host.js';
import { showXml, type ShownEpisode } from '../support/feed-service/show-xml.js';
import { openFeedReaders } from '../support/readers/feed-readers.js';
import type { SeenEpisode } from '../support/readers/seen-episode.js';

/** The members get their links on this day, … */
const START = Date.parse('2026-03-01T12:00:00Z');
/** … some memberships end on this one, … */
const LAST_DAY = '2026-03-31';
/** … and it is this day when apps look. */
const TODAY = Date.parse('2026-04-10T12:00:00Z');

const at = (date: string) => Date.parse(`${date}T06:00:00Z`);
const episodes: ShownEpisode[] = [
  {
    guid: 'show-3',
    title: 'Third, “quoted” and åccented',
    date: at('2026-02-20'),
  },
  { guid: 'show-2', title: 'Second', date: at('2026-02-10') },
  { guid: 'show-1', title: 'First', date: at('2026-01-31') },
];

/** The public feed of the same show: a copy of one episode under another GUID, and one that is only here. */
const publicEpisodes: ShownEpisode[] = [
  { guid: 'public-2', title: 'Second', date: at('2026-02-17') },
  { guid: 'public-0', title: 'Trailer', date: at('2026-01-10') },
];

const composed: ShownEpisode[] = [
  ...episodes,
  { guid: 'public-0', title: 'Public: Trailer', date: at('2026-01-10') },
];

const ended = (sku: string, date: number) => ({
  guid: `${sku}/membership-ended`,
  title: 'Your membership has ended',
  date,
});
const lastSecond = Date.parse(`${LAST_DAY}T23:59:59Z`);

/** The members with their states, and what they see of which show. */
const states = {
  member: { sku: 'sid:show', sees: episodes },
  signed: { sku: 'sid:signed', sees: episodes },
  composed: { sku: 'sid:composed', sees: composed },
  'composed, signed': { sku: 'sid:composed-signed', sees: composed },
  empty: {
    sku: 'sid:empty',
    sees: [
      {
        guid: 'sid:empty/no-episodes-yet',
        title: 'No episodes yet',
        date: START,
      },
    ],
  },
  ended: {
    sku: 'sid:show',
    until: LAST_DAY,
    sees: [ended('sid:show', lastSecond)],
  },
  'ended, signed': {
    sku: 'sid:signed',
    until: LAST_DAY,
    sees: [ended('sid:signed', lastSecond)],
  },
  'ended, composed': {
    sku: 'sid:composed',
    until: LAST_DAY,
    sees: [ended('sid:composed', lastSecond)],
  },
  // Access lasts for whole seconds: the one that is over is the last.
  'ended by an operator': { sku: 'sid:show', sees: [ended('sid:show', TODAY - 1000)] },
  renewed: { sku: 'sid:show', until: LAST_DAY, sees: episodes },
  reset: { sku: 'sid:show', sees: episodes },
} satisfies Record<string, { sku: string; until?: string; sees: ShownEpisode[] }>;
type State = keyof typeof states;
const stateNames = Object.keys(states) as State[];
const emailOf = (state: State) => `${state.replace(/\W+/g, '-')}@example.org`;
let clock = START;
const feedUrls = {} as Record<State, string>;

async function catalogueIn(folder: string): Promise<Catalogue> {
  const write = async (name: string, shown: ShownEpisode[]) => {
    await writeFile(join(folder, name), showXml('The Member Show', shown, host.url));
    return join(folder, name);
  };
  const show = await write('show.rss', episodes);
  const publicShow = await write('public.rss', publicEpisodes);
  const feeds = [{ feed: show }, { feed: publicShow, label: 'Public' }];
  const base = { title: 'The Member Show', access: 'granted' as const };
  return {
    clients: [{ ...client, scopes: scope.split(' ') }, operator],
    onboardingOrigins: ['origin-1'],
    products: [
      { ...base, sku: 'sid:show', feed: show },
      { ...base, sku: 'sid:signed', feed: show, recordings: 'signed' },
      { ...base, sku: 'sid:composed', feeds },
      { ...base, sku: 'sid:composed-signed', feeds, recordings: 'signed' },
      { ...base, sku: 'sid:empty', feed: await write('empty.rss', []) },
    ],
    grants: stateNames
      .filter((state) => state !== 'ended by an operator')
      .map((state) => {
        const { sku, until }: { sku: string; until?: string } = states[state];
        return {
          email: emailOf(state),
          sku,
          ...(until !== undefined && { until }),
        };
      }),
  };
}

const feedUrlOf = async (state: State) =>
  (
    await clientOf(service.url).privateFeed({
      email: emailOf(state),
      sku: states[state].sku,
    })
  ).feedUrl;

const poll = async (state: State) => (await fetch(feedUrls[state])).text();

const folder = await mkdtemp(join(tmpdir(), 'pps-apps-'));
const host: RecordingHost = await startRecordingHost();
const service = await startServer({
  catalogue: await catalogueIn(folder),
  port: 0,
  now: () => clock,
  log: () => undefined,
});
const byOperator = [states['ended by an operator'].sku, emailOf('ended by an operator')] as const;
await (await operatorOf(service.url)).grant(...byOperator);
for (const state of stateNames) {
  feedUrls[state] = await feedUrlOf(state);
  // An app asks at once, and again after the end of the membership.
  await poll(state);
}
clock = TODAY;
const operates = await operatorOf(service.url);
await operates.revoke(...byOperator);
await Promise.all(stateNames.map(poll));
await operates.grant(states.renewed.sku, emailOf('renewed'));
const urlBeforeReset = feedUrls.reset;
await operates.reset(states.reset.sku, emailOf('reset'));
feedUrls.reset = await feedUrlOf('reset');
afterAll(async () => {
  await service.close();
  host.close();
  await rm(folder, { recursive: true, force: true });
});

/** The answer to an app that plays a recording. */
async function play(url: string): Promise<{ status: number; type: string; isMp3: boolean }> {
  const answer = await fetch(url, { headers: { Range: 'bytes=0-1023' } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  // An ID3 tag, or the header of a frame (ISO 11172-3 §2.4.1).
  const isMp3 =
    bytes.toString('latin1', 0, 3) === 'ID3' || (bytes.readUInt16BE() & 0xffe6) === 0xffe2;
  return {
    status: answer.status,
    type: answer.headers.get('Content-Type') ?? '',
    isMp3,
  };
}

const newestFirst = (seen: SeenEpisode[]) => seen.toSorted((a, b) => b.date - a.date);

const readers = await openFeedReaders();

describe.each(readers.filter(({ isMissing }) => !isMissing))(
  'startServer: as $name sees it',
  (reader) => {
    it.each(stateNames)('%s: dated episodes that play', async (state) => {
      const seen = newestFirst(await reader.read(feedUrls[state]));
      expect(seen.map(({ guid, title, date }) => ({ guid, title, date }))).toEqual(
        states[state].sees,
      );
      for (const { url, type } of seen) {
        expect(type).toBe('audio/mpeg');
        const played = await play(url);
        expect([200, 206]).toContain(played.status);
        expect(played).toMatchObject({ type: 'audio/mpeg', isMp3: true });
      }
    });

    it('finds nothing at a link from before a reset', async () => {
      await expect(reader.read(urlBeforeReset)).rejects.toThrow();
      expect((await fetch(urlBeforeReset)).status).toBe(404);
    });
  },
);

for (const { name, isMissing } of readers) {
  if (isMissing) it.skip(`startServer: as ${name} sees it (skipped: ${name} is not installed)`);
}

describe('startServer: by the cases of a feed that apps can take', () => {
  it.each(stateNames)('%s: no case fails, and none deviates', async (state) => {
    const results: CaseResult[] = [];
    const feed = { url: feedUrls[state], member: emailOf(state) };
    await runFeedConformance(feed, {}, (result) => results.push(result));
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });
});
