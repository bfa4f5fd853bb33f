import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { timesAsMany } from '../support/laws/times-as-many.js';
import { Clock, inRealTime } from './clock.js';
import { Model, shows } from './model.js';
import { observe } from './observe.js';
import { SharedDatabase } from './shared-database.js';
import { steps } from './steps.js';
import { begin, World } from './world.js';

const RUNS = 300;
const MAX_STEPS = 30;

describe('createService and createSubscribeHandler', () => {
  const clock = new Clock();
  let database: SharedDatabase;
  let leaveClock: () => void;
  beforeAll(async () => {
    // Postgres has timers of its own.
    database = await inRealTime(() => SharedDatabase.open());
    leaveClock = clock.install();
  });
  afterAll(async () => {
    leaveClock();
    await database.close();
  });

  it(
    'let nobody hear what is not theirs, and everybody what is, whatever fails in between',
    async () => {
      const commands = fc.commands(steps, { maxCommands: MAX_STEPS, size: 'max' });
      await fc.assert(
        fc.asyncProperty(commands, async (given) => {
          const world = await World.open(clock, database);
          const model = new Model();
          model.now = begin;
          model.changed(0);
          for (const show of shows)
            model.versions.set(show, { at: begin, version: 1, isGood: true });
          try {
            await fc.asyncModelRun(() => ({ model, real: world }), given);
            await observe(model, world);
          } finally {
            await world.close();
          }
        }),
        { numRuns: timesAsMany(RUNS) },
      );
    },
    60 * 60_000,
  );
});
