/** Measurements of the process itself, under the names that prom-client and its dashboards use. */
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import prom from 'prom-client';

/** Milliseconds between two looks at the event loop. */
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

/** One for all services of a process, because it costs time for as long as it runs. */
let delays: IntervalHistogram | undefined;

function startDelays(): IntervalHistogram {
  const started = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  started.enable();
  return started;
}

/** Adds the few that tell a service which is short of memory or time from one that is well. */
export function addProcessMetrics(registry: prom.Registry): void {
  const registers = [registry];
  const loop = (delays ??= startDelays());
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds)
      ? Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000)
      : 0;

  new prom.Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'How late the event loop was since the last scrape: 99 of 100 times less than this.',
    registers,
    collect() {
      this.set(loop.count > 0 ? seconds(loop.percentile(99)) : 0);
    },
  });
  new prom.Gauge({
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'How late the event loop was at most since the last scrape.',
    registers,
    collect() {
      this.set(loop.count > 0 ? seconds(loop.max) : 0);
      // Last: what is read above is of one scrape.
      loop.reset();
    },
  });
  new prom.Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new prom.Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: "Memory that JavaScript's objects take.",
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  new prom.Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process was started, in seconds since 1970.',
    registers,
  }).set(Math.round(Date.now() / 1_000 - process.uptime()));
}
