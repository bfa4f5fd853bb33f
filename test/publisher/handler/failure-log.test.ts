import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { createReport, loggable } from '../../../src/publisher/handler/failure-log.js';
import { expectNoSecret } from '../../support/operator/failures.js';
import { secrets } from '../../support/operator/operator.js';

let time: number;
let lines: string[];
beforeEach(() => {
  time = 0;
  lines = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

const now = () => time;
const fault = (message = 'It is down.') =>
  new PrivatePodcastError('unavailable', message, { status: 503 });

describe('createReport: without onError', () => {
  it('prints code, status and message to the console', () => {
    const report = createReport(undefined, now);
    report(fault());
    report(new PrivatePodcastError('config', 'Set it.'));
    expect(lines).toEqual([
      'private-podcast-subscribe: unavailable (HTTP 503): It is down.',
      'private-podcast-subscribe: config: Set it.',
    ]);
  });

  it('prints the same line once a minute, and then how many it left out', () => {
    const report = createReport(undefined, now);
    for (let i = 0; i < 5; i++) report(fault());
    time = 59_999;
    report(fault());
    expect(lines).toHaveLength(1);
    time = 60_000;
    report(fault());
    expect(lines.slice(1)).toEqual([
      'private-podcast-subscribe: 5 more like these.',
      'private-podcast-subscribe: unavailable (HTTP 503): It is down.',
    ]);
    time = 120_000;
    report(fault('Another.'));
    expect(lines).toHaveLength(4);
  });

  it('prints at most twenty different lines a minute', () => {
    const report = createReport(undefined, now);
    for (let i = 0; i < 1_000; i++) report(fault(`Fault ${i}.`));
    expect(lines).toHaveLength(20);
  });
});

describe('createReport: with onError', () => {
  it('passes the error to onError and prints nothing', () => {
    const errors: unknown[] = [];
    const error = fault();
    createReport((each) => errors.push(each), now)(error);
    expect(errors).toEqual([error]);
    expect(lines).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('the log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
  ])('prints the error if onError %s', async (_, onError) => {
    createReport(onError, now)(fault());
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toContain('It is down.');
  });
});

it('loggable names an unexpected error by its class only', () => {
  const error = loggable(new TypeError(`cannot fetch ${secrets.feedUrl}`));
  expect(error.message).toContain('unexpected TypeError');
  expectNoSecret(error.message);
  expect(loggable(secrets.email).message).toContain('unexpected string');
  const own = fault();
  expect(loggable(own)).toBe(own);
});
