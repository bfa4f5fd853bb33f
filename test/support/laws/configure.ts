/**
 * Before each file: fast-check draws by the printed seed of the run. `LAW_TIMES=10` draws ten times as
 * many cases.
 */
import fc from 'fast-check';
import { inject } from 'vitest';
import { timesAsMany } from './times-as-many.js';

fc.configureGlobal({ seed: inject('seed'), numRuns: timesAsMany(100) });
