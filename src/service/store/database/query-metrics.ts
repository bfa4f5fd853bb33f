/** How long the statements of a database take, for GET /metrics. */
import type { Registry } from 'prom-client';
import { createDurations } from '../../metrics/durations.js';
import type { StatementObserver } from './database.js';

export function measureQueries(registry: Registry): Pick<Required<StatementObserver>, 'onDone'> {
  const queries = createDurations(registry, {
    name: 'pps_database_query_duration_seconds',
    help: 'Database queries, by result.',
    labelNames: ['result'],
  });
  return { onDone: (result, seconds) => queries.observe({ result }, seconds) };
}
