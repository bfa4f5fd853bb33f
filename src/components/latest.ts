/** Async work of which only the latest run counts: a new run aborts the one before. */
export class Latest {
  #controller: AbortController | undefined;

  /** Whether a run was broken off by `abort` and nothing took its place. */
  get isBrokenOff(): boolean {
    return this.#controller?.signal.aborted ?? false;
  }

  /** Begins a run. What its signal says aborted must change nothing any more. */
  begin(): AbortSignal {
    this.#controller?.abort();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  /** Marks a run as done, so that a later `abort` has nothing to break off; a run that was aborted is not. */
  end(signal: AbortSignal): void {
    if (!signal.aborted) this.#controller = undefined;
  }

  abort(): void {
    this.#controller?.abort();
  }
}
