/**
 * “Listen now”: plays the episode to hear first, pauses whatever plays, and shows what it will do.
 *
 * @engines media
 */
import { expect } from '@open-wc/testing';
import { en } from '../../../src/components/texts/en.js';
import {
  rememberListened,
  type Listened,
} from '../../../src/components/episodes/player/memory/listening-memory.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import type { ShownEpisode } from '../../../src/podcast/shown-podcast.js';
import {
  all,
  episode,
  has,
  json,
  later,
  nameOf,
  one,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  press,
  problem,
  searchFor,
  useDevice,
  useNetwork,
  words,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

/**
 * Players that need neither sound nor network, and do what they are asked.
 * @returns what was asked of them, and for which recording.
 */
function useSilentPlayers(): () => string[] {
  const player = HTMLMediaElement.prototype;
  const names = ['src', 'paused', 'play', 'pause'] as const;
  const own = names.map((name) => Object.getOwnPropertyDescriptor(player, name)!);
  let asked: string[] = [];
  let playing: HTMLMediaElement | undefined;
  const sources = new WeakMap<object, string>();
  const ask = (media: HTMLMediaElement, what: 'play' | 'pause') => {
    asked.push(`${what} ${new URL(media.src).pathname}`);
    playing = what === 'play' ? media : undefined;
    media.dispatchEvent(new Event(what));
  };
  const made: PropertyDescriptorMap & ThisType<HTMLMediaElement> = {
    src: {
      get() {
        return sources.get(this);
      },
      set(url: string) {
        sources.set(this, url);
      },
    },
    paused: {
      get() {
        return playing !== this;
      },
    },
    play: {
      value() {
        ask(this, 'play');
        return Promise.resolve();
      },
    },
    pause: {
      value() {
        if (playing === this) ask(this, 'pause');
      },
    },
  };
  beforeEach(() => {
    asked = [];
    playing = undefined;
    for (const name of names) {
      Object.defineProperty(player, name, { configurable: true, ...made[name] });
    }
  });
  afterEach(() => {
    names.forEach((name, index) => Object.defineProperty(player, name, own[index]!));
  });
  return () => asked;
}

/** Remembers of an episode that it was listened to. */
function remember(number: number, listened: Partial<Listened>): void {
  const { guid, publishDate } = episode(number);
  const known = { guid, publishDate } as ShownEpisode;
  rememberListened(known, { position: 0, duration: 60, isHeard: false, ...listened });
}

describe('EpisodesSection: listen', () => {
  const network = useNetwork();
  useDevice('ios');
  const asked = useSilentPlayers();

  const listen = (element: PrivatePodcastSubscribe) => press(element, '[part=listen]');
  const label = (element: PrivatePodcastSubscribe) => words(one(element, '[part=listen]')!);
  const bar = (element: PrivatePodcastSubscribe) => present(element, '[part~=player]');
  const becomes = (element: PrivatePodcastSubscribe, text: string) =>
    waitUntil(() => label(element) === text, text);

  it('plays the newest episode, pauses it, and goes on', async () => {
    const element = await placedWithEpisodes();
    const glyph = () => one(element, '[part=listen] path')!.getAttribute('d');
    const before = glyph();
    expect(label(element)).to.equal(en.listen);
    listen(element);
    await becomes(element, en.pauseListening);
    expect(words(await bar(element))).to.contain('Harbour 12');
    const row = one(element, '[part=play]')!;
    expect(nameOf(row)).to.equal('Pause Harbour 12');
    expect(row.className).to.equal('play playing');
    expect(glyph()).not.to.equal(before);
    listen(element);
    await becomes(element, en.listen);
    expect(row.className).to.equal('play');
    expect(glyph()).to.equal(before);
    listen(element);
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /12.mp3', 'pause /12.mp3', 'play /12.mp3']);
  });

  it('plays the first episode of a serial podcast', async () => {
    network.parser = json(podcast(12, { podcastType: 'SERIAL' }));
    const element = await placedWithEpisodes();
    listen(element);
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /1.mp3']);
  });

  /** A serial podcast, of which the episodes of these numbers were heard. */
  async function serial(...heard: number[]): Promise<PrivatePodcastSubscribe> {
    for (const number of heard) remember(number, { isHeard: true });
    network.parser = json(podcast(3, { podcastType: 'SERIAL' }));
    return placedWithEpisodes();
  }

  it('plays the first episode of a serial podcast that was not heard to its end, from where it was', async () => {
    remember(2, { position: 40 });
    const element = await serial(1);
    listen(element);
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /2.mp3']);
    const audio = (await bar(element)).querySelector('audio')!;
    // Without a recording, not every browser takes a position.
    Object.defineProperty(audio, 'currentTime', { value: 0, writable: true });
    Object.defineProperty(audio, 'duration', { value: 60 });
    audio.dispatchEvent(new Event('loadedmetadata'));
    expect(audio.currentTime).to.equal(40);
  });

  it('plays the first episode of a serial podcast once all were heard', async () => {
    const element = await serial(1, 2, 3);
    listen(element);
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /1.mp3']);
  });

  it('goes on to the next episode of a serial podcast after the end of one', async () => {
    const element = await serial();
    listen(element);
    await becomes(element, en.pauseListening);
    listen(element);
    await becomes(element, en.listen);
    remember(1, { isHeard: true });
    listen(element);
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /1.mp3', 'pause /1.mp3', 'play /2.mp3']);
  });

  it('plays the newest episode of another podcast though it was heard', async () => {
    remember(12, { isHeard: true });
    const element = await placedWithEpisodes();
    listen(element);
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /12.mp3']);
  });

  it('passes over an episode without a recording', async () => {
    const episodes = [episode(2, { url: undefined }), episode(1)];
    network.parser = json(podcast(0, { episodes }));
    const element = await placedWithEpisodes();
    listen(element);
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /1.mp3']);
  });

  it('pauses another episode that plays here, and goes on with that one', async () => {
    const element = await placedWithEpisodes();
    all(element, '[part=play]')[2]!.click();
    await becomes(element, en.pauseListening);
    listen(element);
    await becomes(element, en.listen);
    listen(element);
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /10.mp3', 'pause /10.mp3', 'play /10.mp3']);
  });

  it('plays an episode whose row is not shown', async () => {
    const element = await placedWithEpisodes();
    searchFor(element, 'harbour 7');
    await waitUntil(() => all(element, '.episode').length === 1, 'one row');
    listen(element);
    expect(words(await bar(element))).to.contain('Harbour 12');
    expect(asked()).to.deep.equal(['play /12.mp3']);
  });

  it('plays on a page without episodes', async () => {
    const element = await placed('ready', { episodes: '0' });
    await waitUntil(() => one(element, '[part=author]')?.textContent.includes('Norra'), 'podcast');
    expect(has(element, 'section')).to.equal(false);
    listen(element);
    await becomes(element, en.pauseListening);
    expect(words(await bar(element))).to.contain('Harbour 12');
    expect(has(element, '.episode')).to.equal(false);
  });

  it('plays once the podcast is there, if the member asked before, however often', async () => {
    const { answer, give } = later();
    network.parser = answer;
    const element = await placed('ready');
    await waitUntil(() => network.asked('parser').length, 'asked');
    listen(element);
    listen(element);
    give(json(podcast(2)));
    await becomes(element, en.pauseListening);
    expect(asked()).to.deep.equal(['play /2.mp3']);
  });

  it('plays nothing that comes after the podcast failed once', async () => {
    const { answer, give } = later();
    network.parser = answer;
    const element = await placed('ready');
    await waitUntil(() => network.asked('parser').length, 'asked');
    listen(element);
    give(problem('unavailable', 503));
    const retry = await present(element, 'section [part=retry]');
    expect(one(element, '[part=listen]')).to.have.property('disabled', true);
    network.parser = json(podcast(2));
    retry.click();
    await present(element, '.episode');
    expect(asked()).to.deep.equal([]);
    expect(one(element, '[part=listen]')).to.have.property('disabled', false);
  });

  it('offers nothing where no episode has a recording', async () => {
    network.parser = json(podcast(0, { episodes: [episode(1, { url: undefined })] }));
    const element = await placedWithEpisodes();
    expect(one(element, '[part=listen]')).to.have.property('disabled', true);
  });
});
