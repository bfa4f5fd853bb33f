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

describe('SharedFlights', () => {
  it('serves all callers with the same key, and no others', async () => {
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

  it('starts another flight after one has landed or crashed', async () => {
    const first = join('a');
    started[0]!.crash(new PrivatePodcastError('network', 'It is down.'));
    expect((await failure(first)).code).toBe('network');
    const second = join('a', new AbortController().signal);
    expect(started).toHaveLength(2);
    started[1]!.crash(new PrivatePodcastError('timeout', 'It is slow.'));
    expect((await failure(second)).code).toBe('timeout');
  });

  it('goes on when one of several callers aborts', async () => {
    const controller = new AbortController();
    const leaving = failure(join('a', controller.signal));
    const staying = join('a', new AbortController().signal);
    controller.abort();
    expect((await leaving).code).toBe('aborted');
    expect(started[0]!.signal.aborted).toBe(false);
    started[0]!.land('one');
    expect(await staying).toBe('one');
  });

  it('goes on for a caller without a signal', async () => {
    const staying = join('a');
    const controller = new AbortController();
    const leaving = failure(join('a', controller.signal));
    controller.abort();
    await leaving;
    expect(started[0]!.signal.aborted).toBe(false);
    started[0]!.land('one');
    expect(await staying).toBe('one');
  });

  it('aborts a flight when its last caller aborts, and starts another for the next', async () => {
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

  it('does not start a flight for a caller who has aborted', async () => {
    expect((await failure(join('a', AbortSignal.abort()))).code).toBe('aborted');
    expect(started).toEqual([]);
  });
});
