/** What plays goes on under a renewed token and a new link, and stops once the member may not hear it. */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../../../src/index.js';
import {
  all,
  episode,
  has,
  json,
  later,
  offline,
  one,
  placedWithEpisodes,
  podcast,
  present,
  press,
  problem,
  reach,
  searchFor,
  settled,
  subscription,
  useDevice,
  useNetwork,
} from '../../../support/element/element.js';
import { useRecordingsAt } from '../../../support/element/recordings-at.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

const newFeedUrl = 'https://feeds.example/n3w/show_private.rss';
const url = (number: number, signature = '') => `https://media.example/${number}.mp3${signature}`;
/** Twelve episodes whose recordings are signed anew. */
const signed = (signature: string) =>
  podcast(0, {
    episodes: podcast(12).episodes.map((each, index) => ({
      ...each,
      url: url(12 - index, signature),
    })),
  });

/** The player's media element, once it plays. */
async function playing(element: PrivatePodcastSubscribe): Promise<HTMLMediaElement> {
  press(element, '[part=play]');
  const media = await present<HTMLMediaElement>(element, '[part=media]');
  await waitUntil(() => !media.paused && media.readyState > 2, 'sound');
  return media;
}

describe('Playback: renewed token or link', () => {
  const network = useNetwork();
  useDevice('ios');
  const recordings = useRecordingsAt();
  beforeEach(() => recordings.at.set(url(12), 30));

  it('goes on while the page sets another token, with the rows as they are', async () => {
    const element = await placedWithEpisodes();
    const media = await playing(element);
    searchFor(element, 'harbour 1');
    await waitUntil(() => all(element, '.episode').length === 4, 'four rows');
    press(element, '[part=notes-toggle]');
    await present(element, '[part=notes] > *');
    const answer = later();
    network.handler = answer.answer;
    element.token = 'n3w';
    await reach(element, 'resolving');
    expect([media.paused, all(element, '.episode').length]).to.deep.equal([false, 4]);
    answer.give(subscription());
    await reach(element, 'ready');
    await waitUntil(() => network.asked('parser').length === 2, 'the podcast again');
    await settled(element);
    expect([media.paused, media.isConnected, one(element, '[part=media]') === media]).to.deep.equal(
      [false, true, true],
    );
    expect([all(element, '.episode').length, has(element, '[part=notes]')]).to.deep.equal([
      4,
      true,
    ]);
    expect((one(element, '[part=search]') as HTMLInputElement).value).to.equal('harbour 1');
    expect(recordings.loaded).to.deep.equal([url(12)]);
    await waitUntil(() => one(element, '.episode .playing'), 'the row says so');
  });

  it('keeps the notes open at their episode, though another has its GUID', async () => {
    const episodes = [12, 11].map((number) =>
      episode(number, { guid: 'harbour-same', url: url(12) }),
    );
    network.parser = json(podcast(0, { episodes }));
    const element = await placedWithEpisodes();
    await playing(element);
    press(element, '[part=notes-toggle]');
    const open = () =>
      all(element, '.episode').map((row) => row.querySelector('[part=notes]') !== null);
    await waitUntil(() => open().join() === 'true,false', 'the notes');
    element.token = 'n3w';
    await waitUntil(() => network.asked('parser').length === 2, 'the podcast again');
    await settled(element);
    expect(open()).to.deep.equal([true, false]);
  });

  for (const [name, answer] of [
    ['cannot be reached', offline],
    ['is asked too often', problem('rate-limited', 429)],
  ] as const) {
    it(`goes on while the handler ${name}`, async () => {
      const element = await placedWithEpisodes();
      const media = await playing(element);
      network.handler = answer;
      element.token = 'n3w';
      await reach(element, 'failed');
      expect([media.paused, media.isConnected]).to.deep.equal([false, true]);
    });
  }

  for (const [name, answer, state] of [
    ['no access any more', problem('no-access', 403), 'no-access'],
    ['a token that is not valid', problem('token-invalid', 401), 'failed'],
  ] as const) {
    it(`stops, and is gone, with ${name}`, async () => {
      const element = await placedWithEpisodes();
      const media = await playing(element);
      network.handler = answer;
      element.token = 'n3w';
      await reach(element, state);
      expect([media.paused, media.getAttribute('src')]).to.deep.equal([true, null]);
      expect(has(element, '[part=player]')).to.equal(false);
    });
  }

  it('goes on under another link to the same product, and shows no row of the link before', async () => {
    const element = await placedWithEpisodes();
    const media = await playing(element);
    const answer = later();
    network.parser = answer.answer;
    network.handler = subscription({ feedUrl: newFeedUrl });
    element.token = 'n3w';
    await waitUntil(() => network.asked('parser').length === 2, 'the podcast behind it');
    await settled(element);
    expect([media.paused, has(element, '.episode')]).to.deep.equal([false, false]);
    answer.give(json(signed('?sig=2')));
    await present(element, '.episode .playing');
    expect([media.paused, media.isConnected]).to.deep.equal([false, true]);
  });

  it('goes on under the new link that the member asked for, with the rows as they are', async () => {
    network.handler = subscription({ canReset: true });
    const element = await placedWithEpisodes();
    const media = await playing(element);
    searchFor(element, 'harbour 1');
    await waitUntil(() => all(element, '.episode').length === 4, 'four rows');
    network.parser = json(signed('?sig=2'));
    network.handler = subscription({ feedUrl: newFeedUrl, canReset: true });
    press(element, '[part=more]');
    (await present(element, '[part=reset]')).click();
    (await present(element, '[part=reset-confirm]')).click();
    await waitUntil(() => network.asked('parser').length === 2, 'the podcast behind it');
    await settled(element);
    expect([media.paused, media.isConnected, recordings.loaded]).to.deep.equal([
      false,
      true,
      [url(12)],
    ]);
    expect(all(element, '.episode').length).to.equal(4);
    await waitUntil(() => one(element, '.episode .playing'), 'the row says so');
    // The next recording comes from the new link.
    recordings.at.set(url(11, '?sig=2'), 30);
    one(element, '[data-episode=harbour-11] [part=play]')!.click();
    expect(recordings.loaded.at(-1)).to.equal(url(11, '?sig=2'));
  });

  it('tells episodes with one GUID apart', async () => {
    const same = (number: number) => episode(number, { guid: 'same' });
    network.parser = json(podcast(0, { episodes: [same(12), same(11), same(10)] }));
    recordings.at.set(url(11), 30);
    const element = await placedWithEpisodes();
    all(element, '[part=play]')[1]!.click();
    await waitUntil(() => one(element, '.episode .playing'), 'a row plays');
    const rows = () =>
      all(element, '.episode').map((row) => Boolean(row.querySelector('.playing')));
    expect(rows()).to.deep.equal([false, true, false]);
    element.token = 'n3w';
    await waitUntil(() => network.asked('parser').length === 2, 'the podcast again');
    await settled(element);
    expect(rows()).to.deep.equal([false, true, false]);
    all(element, '[part=play]')[0]!.click();
    expect(recordings.loaded).to.deep.equal([url(11), url(12)]);
  });
});
