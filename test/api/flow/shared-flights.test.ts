import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { SharedFlights } from '../../../src/api/flow/shared-flights.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { failure } from '../../support/operator/failures.js';

interface Started {
  signal: AbortSignal;
  land: (value: string) => void;
  crash: (error: Error) => void;
}

let flights: SharedFlights<string>;
let started: Started[];
beforeEach(() => {
  flights = new SharedFlights();
  started = [];
});

const join = (key: string, signal?: AbortSignal) =>
  flights.join(key, signal, (shared) => {
    return new Promise<string>((land, crash) => started.push({ signal: shared, land, crash }));
  });

describe('a shared flight', () => {
  it('serves all who ask for the same, and nobody who asks for something else', async () => {
    const { signal } = new AbortController();
    const same = [join('a'), join('a', signal), join('a')];
    const other = join('b');
    expect(started).toHaveLength(2);
    started[0]!.land('one');
    started[1]!.land('two');
    expect(await Promise.all(same)).toEqual(['one', 'one', 'one']);
    expect(await other).toBe('two');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('is over when it has landed or crashed', async () => {
    const first = join('a');
    started[0]!.crash(new PrivatePodcastError('network', 'It is down.'));
    expect((await failure(first)).code).toBe('network');
    const second = join('a', new AbortController().signal);
    expect(started).toHaveLength(2);
    started[1]!.crash(new PrivatePodcastError('timeout', 'It is slow.'));
    expect((await failure(second)).code).toBe('timeout');
  });

  it('goes on when one of several leaves', async () => {
    const controller = new AbortController();
    const leaving = failure(join('a', controller.signal));
    const staying = join('a', new AbortController().signal);
    controller.abort();
    expect((await leaving).code).toBe('aborted');
    expect(started[0]!.signal.aborted).toBe(false);
    started[0]!.land('one');
    expect(await staying).toBe('one');
  });

  it('goes on for a caller who cannot leave', async () => {
    const staying = join('a');
    const controller = new AbortController();
    const leaving = failure(join('a', controller.signal));
    controller.abort();
    await leaving;
    expect(started[0]!.signal.aborted).toBe(false);
    started[0]!.land('one');
    expect(await staying).toBe('one');
  });

  it('is aborted when the last one leaves, and whoever comes then starts another', async () => {
    const controllers = [new AbortController(), new AbortController()];
    const leaving = controllers.map(({ signal }) => failure(join('a', signal)));
    for (const controller of controllers) controller.abort();
    for (const error of await Promise.all(leaving)) expect(error.code).toBe('aborted');
    expect(started[0]!.signal.aborted).toBe(true);

    const next = join('a');
    expect(started).toHaveLength(2);
    // The flight that was left crashes late, and takes nobody with it.
    started[0]!.crash(new PrivatePodcastError('aborted', 'The request was aborted.'));
    await Promise.resolve();
    const third = join('a');
    expect(started).toHaveLength(2);
    started[1]!.land('two');
    expect(await Promise.all([next, third])).toEqual(['two', 'two']);
  });

  it('does not start for a caller who has left', async () => {
    expect((await failure(join('a', AbortSignal.abort()))).code).toBe('aborted');
    expect(started).toEqual([]);
  });
});
