/** The player without its bar, which loads with the first press, or before it. A chunk of its own. */
import { loadPlayerTexts } from '../language/texts/player/player-texts.js';
import type { PodcastController } from '../podcast/podcast-controller.js';
import { Playback, type PlaybackServices } from './playback.js';
import { waitForSound } from './recording/media-state.js';

/**
 * @param controller has the podcast as it is now.
 */
export function createPlayer(services: PlaybackServices, controller: PodcastController): Playback {
  const player = new Playback(services, controller);
  const { chunks, host, language } = services;
  const signal = player.ended;
  let loaded: Promise<void> | undefined;
  let sound: Promise<void> | undefined;
  let hasBar = false;

  async function loadBar(): Promise<void> {
    let losses = 0;
    // Together with what the bar needs, and would ask for a round trip later.
    const [{ createPlayerBar }] = await chunks.get(
      () =>
        Promise.all([
          import('./player-bar.js'),
          import('../page/page-ground.js'),
          loadPlayerTexts(language.code).catch(() => undefined),
        ]),
      () => (losses += 1),
    );
    const features = await createPlayerBar(player, losses > 0);
    await sound;
    if (signal.aborted) return;
    hasBar = true;
    player.use(...features);
  }
  const ensureBar = () => (loaded ??= loadBar());

  /** The pointer or the focus announces a press. */
  const prefetch = ({ target }: Event) => {
    if ((target as Element).closest('[part~=play],[part=listen]')) void ensureBar();
  };
  for (const type of ['pointerover', 'focusin'])
    host.renderRoot.addEventListener(type, prefetch, { signal });

  // On a slow line the sound comes first, unless it takes its time.
  player.use((media, opened) => {
    if (!hasBar) void (sound = waitForSound(media, opened)).then(ensureBar);
  });
  return player;
}
