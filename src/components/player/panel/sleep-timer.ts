/** Pauses after a while, or at the end of the episode. It is asked as the sound goes on, and needs no timer. */

/** Minutes, or `end` for the end of the episode. */
export type Sleep = number | 'end';

export class SleepTimer {
  #set: Sleep | undefined;
  #due = Infinity;

  /** @param now milliseconds on any clock. */
  constructor(private readonly now = () => Date.now()) {}

  /** The member's choice; `undefined` for no timer. */
  get chosen(): Sleep | undefined {
    return this.#set;
  }

  /** Seconds of playing that are left; `undefined` without a timer in minutes. */
  get left(): number | undefined {
    return this.#due < Infinity ? Math.max(0, (this.#due - this.now()) / 1000) : undefined;
  }

  set(sleep: Sleep | undefined): void {
    this.#set = sleep;
    this.#due = typeof sleep === 'number' ? this.now() + sleep * 60_000 : Infinity;
  }

  /** Whether it is time to pause: then the timer is off again. */
  isDue(): boolean {
    const isDue = this.now() >= this.#due;
    if (isDue) this.set(undefined);
    return isDue;
  }
}
