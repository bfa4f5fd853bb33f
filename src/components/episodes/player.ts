/**
 * The browser's own audio element: alone on the page, and from where the member left it.
 * Loaded when an episode is first played.
 */

/** Seconds between two notes of the position. */
const NOTE_EVERY = 5;

/** Positions are kept under a digest: a GUID may be an address that is nobody else's business. */
async function storageKey(guid: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(guid));
  return `pps-position-${btoa(String.fromCharCode(...new Uint8Array(digest).slice(0, 12)))}`;
}

/** A page may have no storage, or be refused it: then a position is not remembered. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** What is to be heard on this page, of all elements on it: a page has one loudspeaker. */
let sounding: HTMLAudioElement | undefined;

/** Whenever this recording begins to play, another one that plays is paused. */
export function soundAlone(audio: HTMLAudioElement): void {
  const begin = () => {
    if (sounding !== audio) sounding?.pause();
    sounding = audio;
  };
  audio.addEventListener('play', begin);
  audio.addEventListener('pause', () => {
    if (sounding === audio) sounding = undefined;
  });
  if (!audio.paused) begin();
}

/**
 * Remembers how far an episode was heard, and begins there.
 * @param asked seconds that the member asked for in its place, by now.
 */
export async function rememberPosition(
  audio: HTMLAudioElement,
  guid: string,
  asked: () => number | undefined,
): Promise<void> {
  const key = await storageKey(guid);
  const left = Number(withStorage((storage) => storage.getItem(key)) ?? 0);
  const from = asked() ?? left;
  if (from > 0) audio.currentTime = from;
  let noted = from;
  const note = () => {
    const { currentTime, duration } = audio;
    // Heard to its end, it begins anew.
    if (duration - currentTime < NOTE_EVERY) withStorage((storage) => storage.removeItem(key));
    else withStorage((storage) => storage.setItem(key, String(Math.floor(currentTime))));
    noted = currentTime;
  };
  audio.addEventListener('timeupdate', () => {
    if (Math.abs(audio.currentTime - noted) >= NOTE_EVERY) note();
  });
  audio.addEventListener('pause', note);
}
