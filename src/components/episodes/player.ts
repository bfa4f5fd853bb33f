/**
 * Playing an episode in place with the browser's own audio element: one at a time, and
 * from where the member left it. Loaded when an episode is first played.
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

/** Remembers how far an episode was heard, and begins there. */
export async function rememberPosition(audio: HTMLAudioElement, guid: string): Promise<void> {
  const key = await storageKey(guid);
  const start = Number(withStorage((storage) => storage.getItem(key)) ?? 0);
  if (start > 0) audio.currentTime = start;
  let noted = start;
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
