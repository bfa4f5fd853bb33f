/** One recording at a time, of the elements of a page and of the tabs of a site. */
import { expect } from '@open-wc/testing';
import { pauseOthers } from '../../../../src/components/player/features/pause-others.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

/** A recording that plays without a sound, and says so as a browser does. */
class Recording {
  readonly media = new Audio();
  isPlaying = false;
  readonly #end = new AbortController();

  constructor(isPlaying = false) {
    this.isPlaying = isPlaying;
    Object.defineProperty(this.media, 'paused', { get: () => !this.isPlaying });
    this.media.pause = () => void (this.isPlaying = false);
    pauseOthers(this.media, this.#end.signal);
  }

  stop(): void {
    this.#end.abort();
  }

  play(): void {
    this.isPlaying = true;
    this.media.dispatchEvent(new Event('play'));
  }
}

describe('pauseOthers', () => {
  let recordings: Recording[];
  let otherTab: BroadcastChannel;
  let heard: unknown[];

  const recording = (isPlaying?: boolean) => {
    const made = new Recording(isPlaying);
    recordings.push(made);
    return made;
  };

  beforeEach(() => {
    recordings = [];
    heard = [];
    otherTab = new BroadcastChannel('pps-play');
    otherTab.onmessage = ({ data }) => heard.push(data);
  });
  afterEach(() => {
    otherTab.close();
    for (const each of recordings) each.stop();
  });

  it('pauses the recording of another element on the page', () => {
    const [one, two] = [recording(), recording()];
    one.play();
    two.play();
    expect([one.isPlaying, two.isPlaying]).to.deep.equal([false, true]);
    one.play();
    expect([one.isPlaying, two.isPlaying]).to.deep.equal([true, false]);
  });

  it('lets the recording that started last play on, once all have been told', async () => {
    const [one, two] = [recording(), recording()];
    one.play();
    two.play();
    one.play();
    await waitUntil(() => heard.length === 3, 'all messages');
    expect([one.isPlaying, two.isPlaying]).to.deep.equal([true, false]);
  });

  it('counts a recording that plays already', () => {
    const one = recording();
    one.play();
    recording(true);
    expect(one.isPlaying).to.equal(false);
  });

  it('tells the other tabs when it starts, and nothing else', async () => {
    const before = Date.now();
    recording().play();
    await waitUntil(() => heard.length === 1, 'a message');
    expect(heard[0]).to.be.within(before, Date.now());
  });

  it('pauses when a recording in another tab starts', async () => {
    const one = recording();
    one.play();
    otherTab.postMessage(Date.now() + 1);
    await waitUntil(() => !one.isPlaying, 'paused');
  });

  it('plays on when it hears of a start before its own, or nonsense', async () => {
    const one = recording();
    let pauses = 0;
    one.media.pause = () => void (pauses += 1);
    one.play();
    for (const message of [Date.now() - 1000, 'nonsense', {}, Date.now() + 1000]) {
      otherTab.postMessage(message);
    }
    await waitUntil(() => pauses > 0, 'paused by the last');
    expect(pauses).to.equal(1);
  });

  it('neither tells nor hears anything once it is stopped', async () => {
    const [one, two, three] = [recording(), recording(), recording()];
    one.stop();
    one.play();
    two.play();
    otherTab.postMessage(Date.now() + 1);
    await waitUntil(() => !two.isPlaying, 'paused by the other tab');
    three.play();
    await waitUntil(() => heard.length === 2, 'the second and the third');
    expect(one.isPlaying).to.equal(true);
  });

  it('leaves a recording alone that played when it was stopped', () => {
    const [one, two] = [recording(), recording()];
    one.play();
    one.stop();
    two.play();
    expect(one.isPlaying).to.equal(true);
  });

  it('still pauses the recording that plays after another one was stopped', () => {
    const [one, two, three] = [recording(), recording(), recording()];
    one.play();
    two.stop();
    three.play();
    expect([one.isPlaying, three.isPlaying]).to.deep.equal([false, true]);
  });

  it('plays, one at a time on the page, where channels are refused or unknown', () => {
    const own = window.BroadcastChannel;
    const refused = function () {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    try {
      for (const instead of [refused, undefined]) {
        Object.assign(window, { BroadcastChannel: instead });
        const [one, two] = [recording(), recording()];
        one.play();
        two.play();
        expect([one.isPlaying, two.isPlaying]).to.deep.equal([false, true]);
      }
    } finally {
      window.BroadcastChannel = own;
    }
  });
});
