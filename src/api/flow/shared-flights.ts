/** Concurrent calls for the same thing share one flight: one request for all who wait. */
import { abortedError } from '../deadline.js';

interface Flight<T> {
  result: Promise<T>;
  controller: AbortController;
  /** Callers who still wait. */
  passengers: number;
}

export class SharedFlights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /**
   * Joins the flight under a key, or starts it. A caller who aborts leaves it; when the last one
   * has left, the flight itself is aborted.
   * @throws {PrivatePodcastError} `aborted` for the caller who leaves, or what the flight threw.
   */
  join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(abortedError());
    const flight = this.#flights.get(key) ?? this.#start(key, start);
    flight.passengers++;
    if (!signal) return flight.result;
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', leave);
        reject(abortedError());
        flight.passengers--;
        if (flight.passengers > 0) return;
        this.#end(key, flight);
        flight.controller.abort();
      };
      signal.addEventListener('abort', leave);
      flight.result.finally(() => signal.removeEventListener('abort', leave)).then(resolve, reject);
    });
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const result = start(controller.signal).finally(() => this.#end(key, flight));
    const flight: Flight<T> = { result, controller, passengers: 0 };
    this.#flights.set(key, flight);
    return flight;
  }

  /** A flight that everyone has left may still be landing when the next one has started. */
  #end(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
