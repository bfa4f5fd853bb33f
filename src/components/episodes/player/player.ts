/**
 * One recording at a time on the page, each from where the member stopped.
 */
import { sha256Base64 } from '../../../crypto/sha256.js';

/** Seconds of playing after which the position is saved again. */
const SAVE_INTERVAL_S = 5;

/** Positions are stored under a digest, because a GUID may be a private URL. */
async function storageKey(guid: string): Promise<string> {
  return `pps-position-${(await sha256Base64(guid)).slice(0, 16)}`;
}

/** A page may have no storage, or be refused it: then a position is not remembered. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** The recording that plays on this page, in whichever element: only one plays at a time. */
let playingAudio: HTMLAudioElement | undefined;

/** Pauses the other recordings of the page whenever this one starts to play. */
export function playAlone(audio: HTMLAudioElement): void {
  const start = () => {
    if (playingAudio !== audio) playingAudio?.pause();
    playingAudio = audio;
  };
  audio.addEventListener('play', start);
  audio.addEventListener('pause', () => {
    if (playingAudio === audio) playingAudio = undefined;
  });
  if (!audio.paused) start();
}

/**
 * Starts an episode where the member stopped last time, and remembers how far they get.
 * @param start seconds at which the member asked to start instead, as of now.
 */
export async function rememberPosition(
  audio: HTMLAudioElement,
  guid: string,
  start: () => number | undefined,
): Promise<void> {
  const key = await storageKey(guid);
  const remembered = Number(withStorage((storage) => storage.getItem(key)) ?? 0);
  const from = start() ?? remembered;
  if (from > 0) audio.currentTime = from;
  let saved = from;
  const save = () => {
    const { currentTime, duration } = audio;
    // After its end, the episode starts from the beginning again.
    if (duration - currentTime < SAVE_INTERVAL_S) withStorage((storage) => storage.removeItem(key));
    else withStorage((storage) => storage.setItem(key, String(Math.floor(currentTime))));
    saved = currentTime;
  };
  audio.addEventListener('timeupdate', () => {
    if (Math.abs(audio.currentTime - saved) >= SAVE_INTERVAL_S) save();
  });
  audio.addEventListener('pause', save);
}
