/** The player in tests: recordings that every engine plays in place of those of the feed, and its controls. */
import { oneEvent } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import { waitUntil } from '../waiting/wait-until.js';
import { canPlay, recordingOf, type RecordingType } from './playable.js';
import { all, one, present, words } from './publisher-page.js';
import { silence } from './silence.js';

/** Seconds of the silence that is heard in place of each recording of `media.example`. */
export const RECORDING_S = 600;

const RECORDING_HOST = 'https://media.example/';

/**
 * Puts silence in the place of the feed's recordings while the tests of a suite run. It can be sought in,
 * which a recording of the test server cannot, and it has no volume, so that no engine refuses to play it.
 * @param type of the recordings
 */
export function useRecordings(type: RecordingType = 'audio/wav'): void {
  const own = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src')!;
  const asked = new WeakMap<HTMLMediaElement, string>();
  let blobUrl: string;
  before(async function () {
    if (!(await canPlay(type))) this.skip();
    const blob = type === 'audio/wav' ? silence(RECORDING_S) : await recordingOf(type);
    blobUrl = URL.createObjectURL(blob);
    Object.defineProperty(HTMLMediaElement.prototype, 'src', {
      configurable: true,
      get(this: HTMLMediaElement) {
        const given = own.get!.call(this) as string;
        return given && (asked.get(this) ?? given);
      },
      set(this: HTMLMediaElement, url: string) {
        const isOurs = url.startsWith(RECORDING_HOST);
        if (isOurs) asked.set(this, url);
        else asked.delete(this);
        this.volume = 0;
        own.set!.call(this, isOurs ? blobUrl : url);
      },
    });
  });
  after(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'src', own);
    if (blobUrl) URL.revokeObjectURL(blobUrl);
  });
}

/** What plays. */
export const mediaOf = (element: PrivatePodcastSubscribe): HTMLMediaElement =>
  all<HTMLMediaElement>(element, '[part~=media]')[0]!;

/** A part of the player: rows and the first view have some of the same name. */
export const inPlayer = (element: PrivatePodcastSubscribe, part: string): HTMLElement | undefined =>
  one(element, `[part~=player] [part~=${part}]`);

/** A `<select>` of the player. */
export const menuOf = (element: PrivatePodcastSubscribe, part: string): HTMLSelectElement =>
  inPlayer(element, part) as HTMLSelectElement;

/** Waits until the recording plays, and what starts it is over: the events before its next `timeupdate`. */
export async function plays(element: PrivatePodcastSubscribe): Promise<void> {
  await waitUntil(() => {
    const media = mediaOf(element) as HTMLMediaElement | undefined;
    return media && !media.paused && !media.seeking && media.currentTime > 0;
  }, 'a recording that plays');
  await oneEvent(mediaOf(element), 'timeupdate');
}

export const pauses = (element: PrivatePodcastSubscribe): Promise<void> =>
  waitUntil(() => mediaOf(element).paused, 'a pause');

/** Plays an episode: opens the bar. */
export async function openBar(
  element: PrivatePodcastSubscribe,
  button = '[part~=play]',
): Promise<HTMLElement> {
  (await present(element, button)).click();
  const player = await present(element, '[part~=player]');
  await plays(element);
  await waitUntil(() => words(player), 'its content');
  return player;
}

/** Opens the bar and what is behind it. */
export async function openPlayer(element: PrivatePodcastSubscribe): Promise<HTMLElement> {
  const player = await openBar(element);
  inPlayer(element, 'player-open')!.click();
  await waitUntil(() => inPlayer(element, 'speed'), 'what is behind the bar');
  await waitUntil(() => inPlayer(element, 'seek'), 'the slider');
  return player;
}

/** Pauses, and puts the recording at a time: nothing moves while a test looks. */
export async function restAt(element: PrivatePodcastSubscribe, seconds: number): Promise<void> {
  const media = mediaOf(element);
  media.pause();
  // It comes after the last `timeupdate`.
  const isDone = oneEvent(media, 'seeked');
  media.currentTime = seconds;
  await isDone;
  await isAt(element, seconds);
}

/** Waits until the recording is at a time, to the second. */
export const isAt = (element: PrivatePodcastSubscribe, seconds: number): Promise<void> =>
  waitUntil(
    () => !mediaOf(element).seeking && Math.abs(mediaOf(element).currentTime - seconds) < 0.9,
    `${seconds} s`,
  );

/** Chooses a value of a menu. */
export function choose(element: PrivatePodcastSubscribe, part: string, value: string): void {
  const menu = menuOf(element, part);
  menu.value = value;
  menu.dispatchEvent(new Event('change', { bubbles: true }));
}

/** What a menu offers. */
export const choicesOf = (element: PrivatePodcastSubscribe, part: string): string[] =>
  [...menuOf(element, part).options].map(words);

/** The player as a whole. */
export const playerOf = (element: PrivatePodcastSubscribe): HTMLElement =>
  one(element, '[part~=player]')!;
