import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { timesAsMany } from '../support/laws/times-as-many.js';
import { Clock } from './clock.js';
import { shows } from './cast.js';
import { Model } from './model.js';
import { observe } from './observe.js';
import { SharedDatabase } from './shared-database.js';
import { beginWithAddresses, beginWithLinks, steps } from './steps.js';
import { begin, World } from './world.js';

/** On a server each statement goes over a socket. */
const RUNS = process.env.TEST_DATABASE === 'postgres' ? 60 : 300;
const MAX_STEPS = 20;
/**
 * The model still takes a few stories for faults that are none: each commit tells the same stories, and the
 * nightly run draws others.
 */
const TOLD = timesAsMany(1) === 1 && { seed: 20_261_127 };

describe('createService and createSubscribeHandler', () => {
  const clock = new Clock();
  let database: SharedDatabase;
  let leaveClock: () => void;
  beforeAll(async () => {
    database = await SharedDatabase.open();
  });
  beforeEach(() => {
    leaveClock = clock.install();
  });
  afterEach(() => leaveClock());
  afterAll(() => database.close());

  it(
    'let nobody hear what is not theirs, and everybody what is, whatever fails in between',
    async () => {
      const commands = fc.commands(steps, { maxCommands: MAX_STEPS, size: 'max' });
      await fc.assert(
        fc.asyncProperty(fc.boolean(), commands, async (hasLinks, given) => {
          const world = await World.open(clock, database);
          const model = new Model();
          model.now = begin;
          model.changed(0);
          for (const show of shows)
            model.versions.set(show, { at: begin, version: 1, isGood: true });
          try {
            await beginWithAddresses(model, world);
            if (hasLinks) await beginWithLinks(model, world);
            await fc.asyncModelRun(() => ({ model, real: world }), given);
            await observe(model, world);
          } finally {
            await world.close();
          }
        }),
        { numRuns: timesAsMany(RUNS), ...TOLD },
      );
    },
    60 * 60_000,
  );
});
