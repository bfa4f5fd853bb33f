/**
 * What is wrong with a recording, what the player does about it, and what it says.
 *
 * @engines media
 */
import { expect } from '@open-wc/testing';
import { enPlayer } from '../../../../src/components/language/texts/player/en.js';
import { en } from '../../../../src/components/language/texts/en.js';
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
  settled,
  subscription,
  useDevice,
  useNetwork,
  useStub,
  words,
} from '../../../support/element/element.js';
import { inPlayer } from '../../../support/element/player.js';
import { fail, useRecordingsAt } from '../../../support/element/recordings-at.js';
import { useHeldTimers } from '../../../support/waiting/held-timers.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

const SLOW_MS = 5000;
const RETRY_MS = 2000;
const url = (signature: string, number = 12) => `https://media.example/${number}.mp3${signature}`;
const signed = (signature: string) =>
  json(podcast(0, { episodes: [12, 11].map((n) => episode(n, { url: url(signature, n) })) }));

/** Firefox plays on where a test only says that the line is lost: its sound ends the trouble. */
const goesOn = navigator.userAgent.includes('Firefox');
const unlessSoundGoesOn = goesOn ? it.skip : it;
const why = goesOn ? ' (skipped: the sound goes on in this browser)' : '';

describe('RecordingTrouble', () => {
  const network = useNetwork();
  useDevice('ios');
  const recordings = useRecordingsAt();
  const stub = useStub();
  const hold = useHeldTimers();

  beforeEach(() => {
    network.parser = signed('?1');
    recordings.at.set(url('?1'), 30);
  });

  const trouble = (element: PrivatePodcastSubscribe) => words(one(element, '.trouble')!);
  const feeds = () => network.asked('parser').length;

  async function pressed(element: PrivatePodcastSubscribe): Promise<HTMLMediaElement> {
    press(element, '[part=play]');
    return present<HTMLMediaElement>(element, '[part=media]');
  }

  /** The sound goes on: the events of its beginning, such as `playing`, are over by then. */
  const sounds = async (media: HTMLMediaElement, from = 0) => {
    const what = `sound from ${from} s`;
    await waitUntil(() => !media.paused && media.readyState > 2 && media.currentTime >= from, what);
    const begun = media.currentTime;
    await waitUntil(() => media.currentTime > begun, what);
  };

  /** An element that plays, some seconds into the episode. */
  async function playing(at = 0) {
    const element = await placedWithEpisodes();
    const media = await pressed(element);
    await sounds(media);
    if (at) {
      media.currentTime = at;
      await sounds(media, at);
    }
    return { element, media };
  }

  it('asks for the feed again, past every cache, for a recording that is refused, and plays the new URL', async () => {
    const element = await placedWithEpisodes();
    network.parser = signed('?2');
    recordings.at.clear();
    recordings.at.set(url('?2'), 30);
    const media = await pressed(element);
    await sounds(media);
    expect(recordings.loaded).to.deep.equal([url('?1'), url('?2')]);
    expect(network.asked('parser').map(({ cache }) => cache)).to.deep.equal(['default', 'reload']);
    expect(one(element, '[part=media]')).to.equal(media);
    expect(trouble(element)).to.equal('');
  });

  it('goes on where it was, with the same media element, after a refusal in the middle', async () => {
    const { element, media } = await playing(8);
    network.parser = signed('?2');
    recordings.at.set(url('?2'), 30);
    fail(media, 2);
    await waitUntil(() => recordings.loaded.length === 2, 'the new URL');
    await sounds(media, 8);
    expect(media.currentTime).to.be.lessThan(10);
    expect([recordings.loaded[1], one(element, '[part=media]') === media]).to.deep.equal([
      url('?2'),
      true,
    ]);
  });

  it('stays silent if it was paused', async () => {
    const { element, media } = await playing(8);
    media.pause();
    await waitUntil(() => !has(element, '.episode .playing'), 'paused');
    network.parser = signed('?2');
    recordings.at.set(url('?2'), 30);
    fail(media, 2);
    await waitUntil(() => recordings.loaded.length === 2 && media.readyState > 2, 'the new URL');
    expect([media.paused, Math.round(media.currentTime)]).to.deep.equal([true, 8]);
  });

  it('offers the app when the feed has no other URL', async () => {
    const element = await placedWithEpisodes();
    recordings.at.clear();
    await pressed(element);
    await waitUntil(() => trouble(element) === en.notPlayable, 'the way out');
    expect([feeds(), recordings.loaded.length]).to.deep.equal([2, 1]);
    const app = one(element, '[part=player] .button')!;
    expect(words(app)).to.equal(words(one(element, '[part~=primary]')!));
  });

  it('offers the app when the second URL is refused too, and asks no third time', async () => {
    const element = await placedWithEpisodes();
    network.parser = signed('?2');
    recordings.at.clear();
    await pressed(element);
    await waitUntil(() => trouble(element) === en.notPlayable, 'the way out');
    expect([feeds(), recordings.loaded]).to.deep.equal([2, [url('?1'), url('?2')]]);
  });

  it('asks again once it has played on', async () => {
    const { media } = await playing();
    for (const [signature, at] of [
      ['?2', 5],
      ['?3', 9],
    ] as const) {
      network.parser = signed(signature);
      recordings.at.set(url(signature), 30);
      fail(media, 4);
      await waitUntil(() => recordings.loaded.at(-1) === url(signature), signature);
      // Before there is sound, it cannot be sought in.
      await sounds(media);
      media.currentTime = at;
      await sounds(media, at + 1.5);
    }
    expect(feeds()).to.equal(3);
  });

  it('takes a URL that the podcast has got meanwhile, and asks for none', async () => {
    const { element, media } = await playing();
    network.parser = signed('?2');
    recordings.at.set(url('?2'), 30);
    element.token = 'n3w';
    await waitUntil(() => feeds() === 2, 'the podcast again');
    await settled(element);
    fail(media, 4);
    await waitUntil(() => recordings.loaded.at(-1) === url('?2'), 'the new URL');
    expect(feeds()).to.equal(2);
  });

  it('waits for the podcast behind a new link where the old one is dead', async () => {
    const { media } = await playing();
    const isNew = (request: Request) =>
      new URL(request.url).searchParams.get('url')?.includes('n3w');
    network.handler = subscription({ feedUrl: 'https://feeds.example/n3w' });
    network.parser = (request) =>
      isNew(request) ? signed('?2')(request) : problem('not-found', 404)(request);
    recordings.at.set(url('?2'), 30);
    fail(media, 4);
    await waitUntil(() => recordings.loaded.at(-1) === url('?2'), 'the new URL');
    await sounds(media);
  });

  it('does not ask for the feed when a recording is broken', async () => {
    const { element, media } = await playing();
    fail(media, 3);
    await waitUntil(() => trouble(element) === en.notPlayable, 'the way out');
    expect(feeds()).to.equal(1);
  });

  it('plays another episode while one fails', async () => {
    const element = await placedWithEpisodes();
    recordings.at.clear();
    recordings.at.set(url('?1', 11), 30);
    const answer = later();
    network.parser = answer.answer;
    const media = await pressed(element);
    await waitUntil(() => feeds() === 2, 'asked again');
    all(element, '.episode [part=play]')[1]!.click();
    answer.give(signed('?2'));
    await sounds(media);
    await settled(element);
    expect(recordings.loaded).to.deep.equal([url('?1'), url('?1', 11)]);
    expect(trouble(element)).to.equal('');
  });

  it('plays nothing when the player was closed while the feed is asked for', async () => {
    const element = await placedWithEpisodes();
    recordings.at.clear();
    const answer = later();
    network.parser = answer.answer;
    await pressed(element);
    await waitUntil(() => feeds() === 2, 'asked again');
    (await present(element, '[part=player-close]')).click();
    recordings.at.set(url('?2'), 30);
    answer.give(signed('?2'));
    await waitUntil(() => one(element, '.episode [part=play]')?.isConnected);
    await settled(element);
    expect([recordings.loaded.length, has(element, '[part=player]')]).to.deep.equal([1, false]);
  });

  it('says that it is still loading, once there is no sound for a while', async () => {
    const slow = hold(SLOW_MS);
    const { element, media } = await playing();
    stub(media, 'readyState', 1);
    media.dispatchEvent(new Event('waiting'));
    expect(trouble(element)).to.equal('');
    await slow.ringNext();
    expect(trouble(element)).to.equal(enPlayer.stillLoading);
    Reflect.deleteProperty(media, 'readyState');
    media.dispatchEvent(new Event('playing'));
    expect([trouble(element), slow.isSet()]).to.deep.equal(['', false]);
  });

  it('says nothing of a pause, or of a short wait', async () => {
    const slow = hold(SLOW_MS);
    const { element, media } = await playing();
    media.dispatchEvent(new Event('stalled'));
    slow.ring();
    expect(trouble(element)).to.equal('');
    media.dispatchEvent(new Event('waiting'));
    media.pause();
    await waitUntil(() => !slow.isSet(), 'no timer');
  });

  it('says that the line is lost, and goes on by itself where it was', async () => {
    const { element, media } = await playing(8);
    stub(navigator, 'onLine', false);
    fail(media, 2);
    await waitUntil(() => trouble(element) === enPlayer.waitingForLine, 'the line');
    expect([recordings.loaded.length, feeds()]).to.deep.equal([1, 1]);
    stub(navigator, 'onLine', true);
    window.dispatchEvent(new Event('online'));
    await sounds(media, 8);
    expect([recordings.loaded.length, media.currentTime < 10]).to.deep.equal([2, true]);
    await waitUntil(() => trouble(element) === '', 'nothing to say');
  });

  it('says that the line is lost while there is no sound, and loads anew once it is back', async () => {
    const { element, media } = await playing();
    stub(media, 'readyState', 1);
    stub(navigator, 'onLine', false);
    window.dispatchEvent(new Event('offline'));
    expect(trouble(element)).to.equal(enPlayer.waitingForLine);
    stub(navigator, 'onLine', true);
    window.dispatchEvent(new Event('online'));
    Reflect.deleteProperty(media, 'readyState');
    await sounds(media);
    expect(recordings.loaded.length).to.equal(2);
  });

  it('loads nothing anew when the line is back and there is sound', async () => {
    await playing();
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    expect(recordings.loaded.length).to.equal(1);
  });

  it('stays paused when the line is back', async () => {
    const { element, media } = await playing(8);
    stub(navigator, 'onLine', false);
    fail(media, 2);
    one(element, '.episode [part=play]')!.click();
    stub(navigator, 'onLine', true);
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => Math.round(media.currentTime) === 8, 'where it was');
    expect(media.paused).to.equal(true);
  });

  unlessSoundGoesOn(
    `tries again after a while where the browser does not know that the line is lost${why}`,
    async () => {
      const retry = hold(RETRY_MS);
      const { element, media } = await playing(8);
      network.parser = offline;
      fail(media, 4);
      await waitUntil(() => trouble(element) === enPlayer.stillLoading, 'still loading');
      network.parser = signed('?1');
      await retry.ringNext();
      await sounds(media, 8);
      expect(recordings.loaded.length).to.equal(2);
    },
  );

  unlessSoundGoesOn(
    `tries a line that is lost in the middle some times, and then offers the app${why}`,
    async () => {
      const delays = [2000, 4000, 8000, 16_000, 32_000, 64_000].map((ms) => hold(ms));
      const { element, media } = await playing(8);
      recordings.at.clear();
      fail(media, 2);
      let tries = 0;
      for (const delay of delays) {
        await waitUntil(() => delay.isSet(), `try ${++tries}`);
        // What is loaded now fails as the line did.
        stub(media, 'play', () => Promise.reject(new DOMException('no line', 'NotSupportedError')));
        recordings.at.set(url('?1'), 30);
        delay.ring();
        fail(media, 2);
      }
      await waitUntil(() => trouble(element) === en.notPlayable, 'the way out');
      expect(tries).to.equal(6);
    },
  );

  unlessSoundGoesOn(`tries again when pressed after a pause${why}`, async () => {
    const retry = hold(RETRY_MS);
    const { element, media } = await playing(8);
    fail(media, 2);
    await waitUntil(() => retry.isSet(), 'a try to come');
    one(element, '.episode [part=play]')!.click();
    await waitUntil(() => media.paused && !retry.isSet(), 'paused');
    one(element, '.episode [part=play]')!.click();
    await sounds(media, 8);
    expect(recordings.loaded.length).to.equal(2);
  });

  it('says that it is ready, with the focus on its button, where the browser refuses to play', async () => {
    const slow = hold(SLOW_MS);
    const element = await placedWithEpisodes();
    const own = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'play')!;
    stub(HTMLMediaElement.prototype, 'play', () =>
      Promise.reject(new DOMException('not now', 'NotAllowedError')),
    );
    const media = await pressed(element);
    await present(element, '[part=player]');
    await waitUntil(() => media.readyState > 2, 'the recording');
    slow.ring();
    expect(trouble(element)).to.equal('Ready. Press play.');
    expect(element.shadowRoot!.activeElement).to.equal(inPlayer(element, 'play'));
    expect(one(element, '.episode [part=play]')!.ariaLabel).to.equal('Play Harbour 12');
    Object.defineProperty(HTMLMediaElement.prototype, 'play', own);
    one(element, '.episode [part=play]')!.click();
    await sounds(media);
  });

  it('holds no timer and no listener of the page once the element has left it, and plays when back', async () => {
    const retry = hold(RETRY_MS);
    const heard = new Set<unknown>();
    const listen = window.addEventListener.bind(window);
    const forget = window.removeEventListener.bind(window);
    stub(window, 'addEventListener', (type: string, listener: () => void, options?: object) => {
      if (/line$|^pagehide$|^storage$/.test(type)) heard.add(listener);
      const { signal } = (options ?? {}) as AddEventListenerOptions;
      signal?.addEventListener('abort', () => heard.delete(listener));
      listen(type, listener, options);
    });
    stub(window, 'removeEventListener', (type: string, listener: () => void) => {
      heard.delete(listener);
      forget(type, listener);
    });
    const element = await placedWithEpisodes();
    const home = element.parentElement!;
    const media = await pressed(element);
    await sounds(media);
    fail(media, 2);
    await waitUntil(() => retry.isSet(), 'a try to come');
    element.remove();
    await waitUntil(() => !retry.isSet(), 'none to come');
    expect([heard.size, media.paused]).to.deep.equal([0, true]);
    home.append(element);
    await settled(element);
    // The element's own, two that follow what is remembered, and the player's for both of its events.
    expect(heard.size).to.equal(4);
    one(element, '.episode [part=play]')!.click();
    await sounds(media);
    expect(media.isConnected).to.equal(true);
  });

  it('plays on when the element takes another place on the page', async () => {
    const { element, media } = await playing();
    for (const move of ['append', 'moveBefore'] as const) {
      const place = document.createElement('div');
      element.parentElement!.append(place);
      if (move === 'append') place.append(element);
      else if (move in place) place.moveBefore(element, null);
      await settled(element);
      expect([media.paused, media.isConnected]).to.deep.equal([false, true]);
      await sounds(media, media.currentTime + 0.3);
    }
    expect([recordings.loaded.length, feeds()]).to.deep.equal([1, 1]);
  });
});
