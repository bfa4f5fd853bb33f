/** The keys of the player, as on the large players: they count while the focus is inside it. */

import { SKIP_BACK_S, SKIP_FORWARD_S } from '../player-buttons.js';

export interface KeyActions {
  toggle(): void;
  seekBy(seconds: number): void;
  /** @param share of the episode, from 0 to 0.9. */
  seekToShare(share: number): void;
  /** @param step 1 for the next faster speed, -1 for the next slower one. */
  changeSpeed(step: 1 | -1): void;
  mute(): void;
}

const STEP_S = 5;

/** Where keys write, or choose, or press already. */
const takesKeys = (target: Element) => /^(input|select|textarea)$/.test(target.localName);
const isSlider = (target: Element) => (target as HTMLInputElement).type === 'range';

/**
 * Acts on a key.
 * @returns whether the key is one of ours; it is taken then.
 */
export function actOnKey(event: KeyboardEvent, actions: KeyActions): boolean {
  const { key, target, altKey, ctrlKey, metaKey, isComposing } = event;
  const at = target as Element;
  if (altKey || ctrlKey || metaKey || isComposing) return false;
  if (takesKeys(at) && !isSlider(at)) return false;
  // A button that has the focus is what the space bar presses.
  if (key === ' ' && at.closest('button, a, summary')) return false;
  const acts: Record<string, () => void> = {
    ' ': () => actions.toggle(),
    k: () => actions.toggle(),
    j: () => actions.seekBy(-SKIP_BACK_S),
    l: () => actions.seekBy(SKIP_FORWARD_S),
    arrowright: () => actions.seekBy(STEP_S),
    arrowleft: () => actions.seekBy(-STEP_S),
    '<': () => actions.changeSpeed(-1),
    '>': () => actions.changeSpeed(1),
    m: () => actions.mute(),
  };
  if (isSlider(at)) {
    acts.arrowup = () => actions.seekBy(STEP_S);
    acts.arrowdown = () => actions.seekBy(-STEP_S);
  }
  const act = /^\d$/.test(key)
    ? () => actions.seekToShare(Number(key) / 10)
    : acts[key.toLowerCase()];
  act?.();
  return Boolean(act);
}
