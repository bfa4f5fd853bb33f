/** Playing in place: one at a time, by the browser's own player, from where the member left it. */
import { expect, oneEvent, waitUntil } from '@open-wc/testing';
import { rememberPosition } from '../../../src/components/episodes/player.js';
import { en } from '../../../src/components/texts/en.js';
import {
  all,
  has,
  one,
  placedWithEpisodes,
  present,
  useEvents,
  useNetwork,
} from '../publisher-page.js';

/** Silence as a WAV file: 8 bit, one channel. */
function silence(seconds: number): Blob {
  const rate = 8000;
  const head = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => head.setUint8(at + index, byte));
  const size = rate * seconds;
  write(0, 'RIFF');
  head.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  write(36, 'data');
  head.setUint32(40, size, true);
  return new Blob([head, new Uint8Array(size).fill(128)], { type: 'audio/wav' });
}

describe('playing an episode', () => {
  useNetwork();
  const heard = useEvents();

  it('puts the browser’s player there, and takes it away again', async () => {
    const element = await placedWithEpisodes();
    const play = one(element, '[part=play]')!;
    expect(play.ariaLabel).to.equal('Play Harbour 12');
    play.click();
    const audio = await present<HTMLAudioElement>(element, 'audio');
    expect({ src: audio.src, controls: audio.controls, name: audio.ariaLabel }).to.deep.equal({
      src: 'https://media.example/12.mp3',
      controls: true,
      name: 'Harbour 12',
    });
    expect(play.ariaLabel).to.equal('Pause Harbour 12');
    expect(heard.lines()).to.include('pps-episode-play harbour-12');
    play.click();
    await element.updateComplete;
    expect(has(element, 'audio')).to.equal(false);
    expect(play.ariaLabel).to.equal('Play Harbour 12');
    expect(heard.lines().filter((line) => line.includes('play')).length).to.equal(1);
  });

  it('stops the episode that played before', async () => {
    const element = await placedWithEpisodes();
    const [first, second] = all(element, '[part=play]');
    first!.click();
    await present(element, 'audio');
    second!.click();
    await waitUntil(() => all<HTMLAudioElement>(element, 'audio')[0]?.src.includes('/11.mp3'));
    expect(all(element, 'audio').length).to.equal(1);
    expect(first!.ariaLabel).to.equal('Play Harbour 12');
  });

  it('says where it cannot be played, and what to do', async () => {
    const element = await placedWithEpisodes();
    one(element, '[part=play]')!.click();
    const audio = await present(element, 'audio');
    audio.dispatchEvent(new Event('error'));
    const words = one(element, '.player p')!;
    expect(words.textContent).to.equal(en.notPlayable);
    expect(words.getBoundingClientRect().height).to.be.greaterThan(0);
  });
});

describe('the position', () => {
  let address: string;
  before(() => {
    address = URL.createObjectURL(silence(20));
  });
  after(() => URL.revokeObjectURL(address));
  beforeEach(() => localStorage.clear());

  /** An audio element that knows its duration and remembers where it was left. */
  async function player(guid: string): Promise<HTMLAudioElement> {
    const audio = new Audio(address);
    audio.muted = true;
    await oneEvent(audio, 'loadedmetadata');
    await rememberPosition(audio, guid);
    return audio;
  }

  async function left(audio: HTMLAudioElement, seconds: number): Promise<void> {
    const moved = oneEvent(audio, 'timeupdate');
    audio.currentTime = seconds;
    await moved;
  }

  it('is that in which the member left it', async () => {
    await left(await player('https://feeds.example/s3cret?e=1'), 7.6);
    const again = await player('https://feeds.example/s3cret?e=1');
    expect(again.currentTime).to.equal(7);
    expect((await player('another')).currentTime).to.equal(0);
  });

  it('is kept under a name that tells nothing', async () => {
    await left(await player('https://feeds.example/s3cret?e=1'), 9);
    const kept = JSON.stringify(localStorage);
    expect(kept).to.match(/^\{"pps-position-[\w+/=]{16}":"9"\}$/);
  });

  it('is not noted at every tick, but when it is paused', async () => {
    const audio = await player('a');
    await left(audio, 3);
    expect(localStorage.length).to.equal(0);
    audio.dispatchEvent(new Event('pause'));
    expect(localStorage.length).to.equal(1);
  });

  it('is the beginning for what was heard to its end', async () => {
    const audio = await player('a');
    await left(audio, 8);
    expect(localStorage.length).to.equal(1);
    await left(audio, 17);
    expect(localStorage.length).to.equal(0);
  });

  it('is not remembered where the browser keeps nothing, and it plays all the same', async () => {
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
