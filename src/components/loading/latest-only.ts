/** Asynchronous work of which only the latest run counts: a new run aborts the one before it. */
export class LatestOnly {
  #controller: AbortController | undefined;

  /** Whether `abort` stopped a run, and no other has begun since. */
  get wasAborted(): boolean {
    return this.#controller?.signal.aborted ?? false;
  }

  /** Begins a run. Once its signal is aborted, the run must change nothing any more. */
  begin(): AbortSignal {
    this.#controller?.abort();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  /** Marks a run as done, so that a later `abort` finds nothing to stop. Does nothing for an aborted run. */
  end(signal: AbortSignal): void {
    if (!signal.aborted) this.#controller = undefined;
  }

  abort(): void {
    this.#controller?.abort();
  }
}
