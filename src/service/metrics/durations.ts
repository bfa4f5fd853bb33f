/** Measurements of how long things take, for GET /metrics. No label has a value that a client can choose. */
import prom, { type Histogram, type Registry } from 'prom-client';

/** Seconds. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

export const createDurations = <Label extends string>(
  registry: Registry,
  about: { name: string; help: string; labelNames: Label[] },
): Histogram<Label> => new prom.Histogram({ ...about, buckets, registers: [registry] });
