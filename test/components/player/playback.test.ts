/**
 * One episode plays at a time, from where the member left it: remembered in storage, and said by the rows.
 *
 * @engines media
 */
import { expect, oneEvent } from '@open-wc/testing';
import { keyOf } from '../../../src/components/player/remembered-listening.js';
import { en } from '../../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import type { ShownEpisode } from '../../../src/podcast/shown-podcast.js';
import { useRecordingsAt } from '../../support/element/recordings-at.js';
import {
  all,
  episode,
  has,
  json,
  one,
  placedWithEpisodes,
  podcast,
  present,
  useNetwork,
  words,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const LENGTH_S = 20;
const KEY = 'pps-listening';

const entryOf = (number: number, position: number, isHeard: 0 | 1 = 0, duration = LENGTH_S) => [
  keyOf(episode(number) as unknown as ShownEpisode),
  position,
  duration,
  isHeard,
];
type Entry = ReturnType<typeof entryOf>;

/** Puts into storage what a page remembered before it was loaded again. */
const remember = (...entries: Entry[]) => localStorage.setItem(KEY, JSON.stringify(entries));

const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '[]') as Entry[];
/** Seconds at which an episode is remembered. */
const positionOf = (number: number) =>
  stored().find(([key]) => key === entryOf(number, 0)[0])?.[1] as number | undefined;

const playButton = (element: PrivatePodcastSubscribe, number: number) =>
  one(element, `[data-episode=harbour-${number}] [part=play]`)!;
/** In the sheet behind "More". */
async function forget(element: PrivatePodcastSubscribe): Promise<void> {
  one(element, '[part=more]')!.click();
  (await present(element, '[part=forget-listening]')).click();
  one(element, '[part=close]')!.click();
}

const progressOf = (element: PrivatePodcastSubscribe, number: number) => {
  const progress = one(element, `[data-episode=harbour-${number}] [part=progress]`);
  return progress && words(progress);
};

/** Time goes on while a machine is busy: the places that a test tells apart are six seconds apart. */
const isFrom = (seconds: number, at: number | undefined) =>
  expect(at)
    .to.be.least(seconds)
    .and.below(seconds + 6);

/** Presses the button of an episode's row, and waits for its recording. */
async function play(element: PrivatePodcastSubscribe, number: number): Promise<HTMLMediaElement> {
  playButton(element, number).click();
  await present(element, '[part~=player]');
  const media = one(element, 'audio') as HTMLMediaElement;
  await waitUntil(
    () =>
      media.src.includes(`/${number}.mp3`) && media.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
    'recording',
  );
  // By then it has been sought in: that happens when the browser tells of what it has loaded.
  await waitUntil(() => !media.paused && !media.seeking && media.currentTime > 0, 'sound');
  return media;
}

async function pause(element: PrivatePodcastSubscribe, media: HTMLMediaElement): Promise<void> {
  media.pause();
  await waitUntil(() => !has(element, '.episode .playing'), 'paused');
}

/** Goes to a time, and waits for the media element to have followed. */
async function goTo(media: HTMLMediaElement, seconds: number): Promise<void> {
  media.currentTime = seconds;
  await waitUntil(() => !media.seeking, `${seconds} s`);
}

/** Whatever plays after a test would be remembered in the next one. */
function useQuietEnd(): void {
  afterEach(async () => {
    for (const element of document.querySelectorAll('private-podcast-subscribe')) {
      const media = element.shadowRoot?.querySelector('audio');
      if (!media || media.paused) continue;
      media.pause();
      await oneEvent(media, 'pause');
      // A browser that was on its way to another time tells so in the end.
      if (media.seeking) await oneEvent(media, 'seeked');
    }
  });
}

describe('Playback', () => {
  const network = useNetwork();
  useRecordingsAt(LENGTH_S);
  useQuietEnd();

  it('plays from the last chapter that was pressed before what plays was loaded', async () => {
    const chapters = [
      { start: 4, title: 'Ropes' },
      { start: 12, title: 'Tides' },
    ];
    network.parser = json(podcast(0, { episodes: [episode(12, { chapters })] }));
    remember(entryOf(12, 16));
    const element = await placedWithEpisodes();
    one(element, '[part=notes-toggle]')!.click();
    (await present(element, '[part~=chapter]')).click();
    all(element, '[part~=chapter]')[1]!.click();
    await present(element, '[part~=player]');
    const media = one(element, 'audio') as HTMLMediaElement;
    await waitUntil(() => media.currentTime >= 12 && media.currentTime < 16, 'the second chapter');
  });
});

describe('Playback: what it remembers', () => {
  useNetwork();
  useRecordingsAt(LENGTH_S);
  useQuietEnd();

  it('begins where the member paused, in another page', async () => {
    const first = await placedWithEpisodes();
    const media = await play(first, 12);
    await goTo(media, 7);
    await pause(first, media);
    isFrom(7, positionOf(12));
    first.remove();
    const second = await placedWithEpisodes();
    isFrom(7, (await play(second, 12)).currentTime);
  });

  it('remembers every five seconds, and not with each of them', async () => {
    const element = await placedWithEpisodes();
    const media = await play(element, 12);
    await waitUntil(() => media.currentTime > 0.5, 'half a second');
    expect(stored()).to.deep.equal([]);
    media.currentTime = 5.2;
    await waitUntil(() => stored().length > 0, 'five seconds');
    isFrom(5, positionOf(12));
    expect(media.paused).to.equal(false);
  });

  it('remembers when the page goes', async () => {
    const element = await placedWithEpisodes();
    const media = await play(element, 12);
    await goTo(media, 2);
    expect(stored()).to.deep.equal([]);
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    isFrom(2, positionOf(12));
  });

  it('remembers an episode when another takes its place, and mixes up none', async () => {
    const element = await placedWithEpisodes();
    await goTo(await play(element, 12), 6);
    const media = await play(element, 11);
    isFrom(0, media.currentTime);
    await goTo(media, 12);
    await play(element, 12);
    isFrom(6, media.currentTime);
    isFrom(6, positionOf(12));
    isFrom(12, positionOf(11));
  });

  it('says at the end that an episode was heard, and begins it anew the next time', async () => {
    const element = await placedWithEpisodes();
    const media = await play(element, 12);
    await goTo(media, LENGTH_S - 0.3);
    await waitUntil(() => media.ended, 'the end');
    await waitUntil(() => progressOf(element, 12) === en.heard, 'heard');
    expect(stored()).to.deep.equal([entryOf(12, 0, 1)]);
    await play(element, 11);
    isFrom(0, (await play(element, 12)).currentTime);
  });

  it('takes an hour for heard in its last five seconds alone', async () => {
    const element = await placedWithEpisodes();
    const media = await play(element, 12);
    Object.defineProperties(media, { duration: { value: 3600 }, currentTime: { value: 3590 } });
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(stored()).to.deep.equal([entryOf(12, 3590, 0, 3600)]);
  });

  it('begins anew where the recording has become shorter than what was heard', async () => {
    remember(entryOf(12, LENGTH_S + 30, 0, 100));
    const element = await placedWithEpisodes();
    const media = await play(element, 12);
    await waitUntil(() => media.currentTime > 0 && media.currentTime < 3, 'the start');
    expect(media.ended).to.equal(false);
  });

  it('begins at the time that the page asks for, whatever is remembered', async () => {
    remember(entryOf(12, 15));
    const element = await placedWithEpisodes();
    await element.play('harbour-12', { at: 5 });
    await present(element, '[part~=player]');
    const media = one(element, 'audio') as HTMLMediaElement;
    await waitUntil(() => media.readyState > 0, 'recording');
    isFrom(5, media.currentTime);
  });

  it('does not remember again what was forgotten while it was paused', async () => {
    const element = await placedWithEpisodes();
    const media = await play(element, 12);
    await goTo(media, 7);
    await pause(element, media);
    isFrom(7, positionOf(12));
    await forget(element);
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    one(element, '[part=player-close]')!.click();
    expect(localStorage.getItem(KEY)).to.equal(null);
  });
});

describe('Playback: what rows say', () => {
  const network = useNetwork();
  useRecordingsAt(LENGTH_S);
  useQuietEnd();

  /** The element with what plays, and its rows up to date. */
  async function loaded(): Promise<PrivatePodcastSubscribe> {
    const element = await placedWithEpisodes();
    await element.play('none such');
    await element.updateComplete;
    return element;
  }

  it('says after a reload how much is left of each episode, and which were heard', async () => {
    remember(entryOf(12, 754, 0, 2613), entryOf(11, 0, 1), entryOf(10, 570, 0, 600));
    const element = await loaded();
    expect([12, 11, 10, 9].map((number) => progressOf(element, number))).to.deep.equal([
      '31 min left',
      en.heard,
      '30 sec left',
      undefined,
    ]);
    const facts = all(element, '[part=episode-facts]').map(words);
    expect(facts[0]).to.equal('Jan 13, 2025 · 12 min · 31 min left');
    expect(facts[1]).to.equal('Jan 12, 2025 · 11 min · Heard');
  });

  it('takes the length that the feed says where no other is known, and says nothing without one', async () => {
    const [one, two, three] = [12, 11, 10].map((number) => entryOf(number, 60));
    remember(...[one!, two!, three!].map(([key, position]) => [key!, position!, null!, 0]));
    const lengths = [episode(12), episode(11, { duration: undefined }), episode(10)];
    lengths[2]!.duration = 30;
    network.parser = json(podcast(0, { episodes: lengths }));
    const element = await loaded();
    expect([12, 11, 10].map((number) => progressOf(element, number))).to.deep.equal([
      '11 min left',
      undefined,
      undefined,
    ]);
  });

  it('says it while the episode plays, before anything is remembered', async () => {
    const element = await placedWithEpisodes();
    await play(element, 12);
    await waitUntil(() => progressOf(element, 12) === '19 sec left', 'a second');
    expect(stored()).to.deep.equal([]);
  });

  it('says nothing of a live recording, which has no length', async () => {
    const element = await placedWithEpisodes();
    const media = await play(element, 12);
    await waitUntil(() => progressOf(element, 12), 'a length');
    Object.defineProperty(media, 'duration', { value: Infinity });
    media.dispatchEvent(new Event('timeupdate'));
    await waitUntil(() => !progressOf(element, 12), 'none');
  });

  it('says nothing more of any episode once the member had it forgotten', async () => {
    network.parser = json(podcast(40));
    remember(entryOf(39, 5), entryOf(38, 0, 1), entryOf(3, 5));
    const element = await loaded();
    all(element, '[part=show-more]').at(-1)!.click();
    await waitUntil(() => progressOf(element, 3), 'the last rows');
    const media = await play(element, 40);
    await pause(element, media);
    await forget(element);
    await element.updateComplete;
    expect(all(element, '[part=progress]').map(words)).to.deep.equal([]);
  });

  it('says at once what another tab has remembered', async () => {
    const element = await loaded();
    const tab = document.createElement('iframe');
    document.body.append(tab);
    try {
      tab.contentWindow!.localStorage.setItem(KEY, JSON.stringify([entryOf(12, 754, 0, 2613)]));
      await waitUntil(() => progressOf(element, 12) === '31 min left', 'what it remembered');
      tab.contentWindow!.localStorage.clear();
      await waitUntil(() => !progressOf(element, 12), 'forgotten');
    } finally {
      tab.remove();
    }
  });
});
