/** Playing in place: one at a time, by the browser's own player, from where the member left it. */
import { expect, oneEvent } from '@open-wc/testing';
import { publicGuid } from '../../../../src/components/shared-chunk/public-guid.js';
import { rememberPosition, playAlone } from '../../../../src/components/episodes/player/player.js';
import { en } from '../../../../src/components/texts/en.js';
import { silence } from '../../../support/element/silence.js';
import {
  all,
  episode,
  has,
  json,
  one,
  placedWithEpisodes,
  podcast,
  present,
  says,
  searchFor,
  useEvents,
  useNetwork,
} from '../../../support/element/element.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

let address: string;
before(() => {
  address = URL.createObjectURL(silence(20));
});
after(() => URL.revokeObjectURL(address));

/** Puts a recording in a player's place that can be had here, with nothing to hear. */
async function recording(audio: HTMLAudioElement): Promise<HTMLAudioElement> {
  audio.muted = true;
  audio.src = address;
  await oneEvent(audio, 'loadedmetadata');
  return audio;
}

/** Sends the events of a player, because a machine without sound may refuse to play. */
const tell = (audio: HTMLAudioElement, type: 'play' | 'pause') =>
  audio.dispatchEvent(new Event(type));

/** A player that remembers where it was left. */
async function player(guid: string, from?: number): Promise<HTMLAudioElement> {
  const audio = await recording(new Audio());
  await rememberPosition(audio, guid, () => from);
  return audio;
}

async function left(audio: HTMLAudioElement, seconds: number): Promise<void> {
  const moved = oneEvent(audio, 'timeupdate');
  audio.currentTime = seconds;
  await moved;
}

/** Fails as a player does that cannot have its recording. */
function fail(audio: HTMLAudioElement): void {
  Object.defineProperty(audio, 'error', { value: {} });
  audio.dispatchEvent(new Event('error'));
}

describe('Playback', () => {
  const network = useNetwork();
  const heard = useEvents();

  it('inserts the browser’s player, and follows its state', async () => {
    const element = await placedWithEpisodes();
    const button = one(element, '[part=play]')!;
    expect(button.ariaLabel).to.equal('Play Harbour 12');
    button.click();
    const audio = await present<HTMLAudioElement>(element, 'audio');
    expect({ src: audio.src, controls: audio.controls, name: audio.ariaLabel }).to.deep.equal({
      src: 'https://media.example/12.mp3',
      controls: true,
      name: 'Harbour 12',
    });
    expect(heard.lines()).to.include('pps-episode-play harbour-12');
    await recording(audio);
    tell(audio, 'play');
    await element.updateComplete;
    expect(button.ariaLabel).to.equal('Pause Harbour 12');
    tell(audio, 'pause');
    await element.updateComplete;
    expect(button.ariaLabel).to.equal('Play Harbour 12');
    expect(heard.lines().filter((line) => line.includes('play')).length).to.equal(1);
  });

  it('puts a name for an episode without a GUID into the event, never the URL of the recording', async () => {
    const url = 'https://media.example/12.mp3?token=s3cret';
    network.parser = json(podcast(0, { episodes: [episode(12, { guid: undefined, url })] }));
    const element = await placedWithEpisodes();
    one(element, '[part=play]')!.click();
    await present(element, 'audio');
    const name = one(element, '.episode')!.dataset.episode ?? '';
    expect(name).to.match(/^[\da-f]{16}$/);
    expect(heard.lines()).to.include(`pps-episode-play ${name}`);
  });

  it('puts any other GUID into the event unchanged, a URL too', () => {
    const url = 'https://media.example/12.mp3?token=s3cret';
    const named = (guid: string) => publicGuid({ url, guid });
    for (const guid of ['12', 'https://show.example/?p=12', 'https://media.example/12']) {
      expect(named(guid)).to.equal(guid);
    }
    for (const guid of ['http://media.example/12.mp3?token=s3cret', `${url}#2`, `${url}&a=1`]) {
      expect(named(guid)).to.match(/^[\da-f]{16}$/);
    }
  });

  it('pauses with the same button, and goes on', async () => {
    const element = await placedWithEpisodes();
    const button = one(element, '[part=play]')!;
    button.click();
    const audio = await present<HTMLAudioElement>(element, 'audio');
    await recording(audio);
    const asked: string[] = [];
    let isPaused = false;
    Object.defineProperty(audio, 'paused', { get: () => isPaused });
    audio.pause = () => void asked.push('pause');
    audio.play = () => {
      asked.push('play');
      return Promise.reject(new DOMException('not now', 'NotAllowedError'));
    };
    button.click();
    isPaused = true;
    button.click();
    expect(asked).to.deep.equal(['pause', 'play']);
    expect(has(element, 'audio')).to.equal(true);
  });

  it('keeps its player while the member searches', async () => {
    const element = await placedWithEpisodes();
    one(element, '[part=play]')!.click();
    const audio = await recording(await present<HTMLAudioElement>(element, 'audio'));
    audio.currentTime = 9;
    searchFor(element, 'harbour 7');
    const away = await present(element, '[part=playing]');
    expect(away.textContent).to.contain('Harbour 12');
    expect(away.contains(audio)).to.equal(true);
    expect(away.checkVisibility()).to.equal(true);
    searchFor(element, '');
    await waitUntil(() => !has(element, '[part=playing]'), 'back in its row');
    expect(audio.closest('.episode')?.getAttribute('data-episode')).to.equal('harbour-12');
    expect(audio.currentTime).to.equal(9);
  });

  it('stops the episode that played before', async () => {
    const element = await placedWithEpisodes();
    const [first, second] = all(element, '[part=play]');
    first!.click();
    const audio = await present<HTMLAudioElement>(element, 'audio');
    tell(audio, 'play');
    second!.click();
    await waitUntil(() => all<HTMLAudioElement>(element, 'audio')[0]?.src.includes('/11.mp3'));
    expect(all(element, 'audio').length).to.equal(1);
    expect(first!.ariaLabel).to.equal('Play Harbour 12');
  });

  it('says that a recording failed, and tries a new player when asked again', async () => {
    const element = await placedWithEpisodes();
    const button = one(element, '[part=play]')!;
    button.click();
    const audio = await present<HTMLAudioElement>(element, 'audio');
    tell(audio, 'play');
    fail(audio);
    // A browser pauses what failed.
    tell(audio, 'pause');
    await element.updateComplete;
    expect(one(element, '.player p')?.checkVisibility()).to.equal(true);
    button.click();
    await waitUntil(() => one(element, 'audio') !== audio, 'a new player');
  });

  it('jumps to the last chapter requested before the recording came', async () => {
    const chapters = [
      { start: 4, title: 'Ropes' },
      { start: 12, title: 'Tides' },
    ];
    network.parser = json(podcast(0, { episodes: [episode(12, { chapters })] }));
    const element = await placedWithEpisodes();
    one(element, '[part=notes-toggle]')!.click();
    (await present(element, '[part=chapter]')).click();
    all(element, '[part=chapter]')[1]!.click();
    const audio = await recording(await present<HTMLAudioElement>(element, 'audio'));
    await waitUntil(() => {
      tell(audio, 'pause');
      return Object.values(localStorage).includes('12');
    }, 'the second chapter, noted');
  });

  it('pauses the recording of another element on the page', async () => {
    const [one, two] = [await recording(new Audio()), await recording(new Audio())];
    playAlone(one);
    playAlone(two);
    let pauses = 0;
    one.pause = () => void (pauses += 1);
    tell(one, 'play');
    tell(two, 'play');
    expect(pauses).to.equal(1);
    tell(one, 'pause');
    tell(two, 'pause');
    tell(one, 'play');
    expect(pauses).to.equal(1);
  });

  it('says that the browser cannot play a recording, and what to do', async () => {
    const element = await placedWithEpisodes();
    one(element, '[part=play]')!.click();
    const audio = await present<HTMLAudioElement>(element, 'audio');
    fail(audio);
    const words = one(element, '.player p')!;
    await waitUntil(() => words.checkVisibility(), 'the words');
    expect(words.textContent).to.equal(en.notPlayable);
    await says(element, en.notPlayable);
  });

  it('begins at a chapter, and jumps to another', async () => {
    const chapters = [
      { start: 5, title: 'Ropes' },
      { start: 12, title: 'Tides' },
    ];
    network.parser = json(podcast(0, { episodes: [episode(12, { chapters })] }));
    const element = await placedWithEpisodes();
    // A place remembered from before counts for less than what is asked for now.
    await left(await player('harbour-12'), 14);
    one(element, '[part=notes-toggle]')!.click();
    const [ropes, tides] = [
      await present(element, '[part=chapter]'),
      all(element, '[part=chapter]')[1]!,
    ];
    ropes.click();
    const audio = await present<HTMLAudioElement>(element, 'audio');
    expect(audio.currentTime).to.equal(5);
    await recording(audio);
    await waitUntil(() => {
      tell(audio, 'pause');
      return Object.values(localStorage).includes('5');
    }, 'the first chapter, noted');
    tides.click();
    await waitUntil(() => audio.currentTime >= 12 && audio.currentTime < 14, 'the second chapter');
    expect(heard.lines().filter((line) => line.includes('play')).length).to.equal(1);
  });
});

describe('rememberPosition', () => {
  beforeEach(() => localStorage.clear());

  it('begins where the member left off', async () => {
    await left(await player('https://feeds.example/s3cret?e=1'), 7.6);
    const again = await player('https://feeds.example/s3cret?e=1');
    expect(again.currentTime).to.equal(7);
    expect((await player('another')).currentTime).to.equal(0);
  });

  it('begins where it is asked to, and keeps the position from there', async () => {
    await left(await player('a'), 7);
    const audio = await player('a', 3);
    expect(audio.currentTime).to.equal(3);
    expect((await player('a', 0)).currentTime).to.equal(0);
  });

  it('keeps the position under a name that reveals nothing', async () => {
    await left(await player('https://feeds.example/s3cret?e=1'), 9);
    const kept = JSON.stringify(localStorage);
    expect(kept).to.match(/^\{"pps-position-[\w+/=]{16}":"9"\}$/);
  });

  it('keeps the position when paused, not at every tick', async () => {
    const audio = await player('a');
    await left(audio, 3);
    expect(localStorage.length).to.equal(0);
    audio.dispatchEvent(new Event('pause'));
    expect(localStorage.length).to.equal(1);
  });

  it('begins anew after a recording was heard to its end', async () => {
    const audio = await player('a');
    await left(audio, 8);
    expect(localStorage.length).to.equal(1);
    await left(audio, 17);
    expect(localStorage.length).to.equal(0);
  });

  it('plays without a stored position if the browser has no storage', async () => {
    const own = Object.getOwnPropertyDescriptor(window, 'localStorage')!;
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { configurable: true, get: refuse });
    try {
      const audio = await player('a');
      await left(audio, 9);
      expect(audio.currentTime).to.equal(9);
    } finally {
      Object.defineProperty(window, 'localStorage', own);
    }
  });
});
