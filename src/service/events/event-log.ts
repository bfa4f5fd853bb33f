/** Tells the operator of events: all are counted in /metrics, and those that ask for something stand in the log. */
import prom, { type Registry } from 'prom-client';
import type { Log } from '../failures/log.js';
import type { EventResult } from './take-event.js';

const MINUTE_MS = 60_000;

/** The advice for each result that asks for something. */
export const eventRemedies: Partial<Record<EventResult, string>> = {
  refused:
    'Compare the secret in the catalogue with the one that the sender shows, and set this machine by the time of day.',
  'unknown-product':
    'If members of this product may listen, add its ID to `products` of this source, reload the catalogue, and have the event sent again.',
  'no-address':
    'Nothing, if the event with the address follows. If this line stays, have the sender send all the events that the guide names.',
};

export interface EventLog {
  /** @param product the ID that is not in the catalogue */
  note(source: string, result: EventResult, product?: string): void;
}

/** One line for each source and cause in a minute, with the number of events since the last. */
export function createEventLog(log: Log, registry: Registry, now: () => Date): EventLog {
  const events = new prom.Counter({
    name: 'pps_events_total',
    help: 'Events, by source of the catalogue and by what became of them.',
    labelNames: ['source', 'result'],
    registers: [registry],
  });
  const lines = new Map<string, { told: number; count: number }>();
  return {
    note(source, result, product) {
      events.inc({ source, result });
      const remedy = eventRemedies[result];
      if (remedy === undefined) return;
      const key = `${source} ${result}`;
      const line = lines.get(key) ?? { told: -Infinity, count: 0 };
      lines.set(key, line);
      line.count += 1;
      const time = now().getTime();
      if (Math.abs(time - line.told) < MINUTE_MS) return;
      const { count } = line;
      log({ warning: `event-${result}`, source, ...(product && { product }), count, do: remedy });
      Object.assign(line, { told: time, count: 0 });
    },
  };
}
