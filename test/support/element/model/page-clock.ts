/** Time in a page that stands still until a test moves it: no test waits, and nothing is due by chance. */

type Stub = (target: object, name: string, value: unknown) => void;

interface Timer {
  at: number;
  run: () => void;
}

/** Tasks of the browser itself, such as reading an answer or an event of a dialog, end within so many turns. */
const TURNS = 6;

const MAX_STEPS = 300;

const channel = new MessageChannel();
const due: (() => void)[] = [];
channel.port1.onmessage = () => due.shift()?.();

/** One task of the event loop, without the four milliseconds that a browser adds to a timer. */
const turn = () =>
  new Promise<void>((resolve) => {
    due.push(resolve);
    channel.port2.postMessage(0);
  });

export class PageClock {
  now = Date.UTC(2026, 0, 1);
  #timers = new Map<number, Timer>();
  #last = 1e9;
  /** Waits for the browser's own next frame. */
  readonly frame: () => Promise<unknown>;

  /** @param stub replaces a property of the page until the test is over. */
  constructor(stub: Stub) {
    const requestFrame = window.requestAnimationFrame.bind(window);
    const setReal = window.setTimeout.bind(window);
    this.frame = () =>
      new Promise((resolve) => {
        requestFrame(resolve);
        // A page out of sight has none.
        setReal(resolve, 100);
      });
    const set = (run: () => void, ms = 0) => {
      this.#timers.set(++this.#last, { at: this.now + ms, run });
      return this.#last;
    };
    const clear = (id: number) => void this.#timers.delete(id);
    stub(window, 'setTimeout', set);
    stub(window, 'clearTimeout', clear);
    stub(window, 'requestAnimationFrame', (run: (now: number) => void) =>
      set(() => run(this.now), 16),
    );
    stub(Date, 'now', () => this.now);
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.size;
  }

  /**
   * Lets everything happen that is due within some milliseconds.
   * @param loading answers with what is being loaded in real time, such as a chunk.
   */
  async pass(ms: number, loading: () => Promise<unknown> | undefined): Promise<void> {
    const end = this.now + ms;
    // What never comes to rest ends here.
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      for (let turns = 0; turns < TURNS; turns++) await turn();
      const loads = loading();
      if (loads) {
        await loads;
        continue;
      }
      const [next] = [...this.#timers].sort(([, a], [, b]) => a.at - b.at);
      if (!next || next[1].at > end) {
        this.now = end;
        return;
      }
      this.#timers.delete(next[0]);
      this.now = Math.max(this.now, next[1].at);
      next[1].run();
    }
    throw new Error('The page does not come to rest.');
  }
}
