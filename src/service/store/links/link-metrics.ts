/** How many links a process holds, and how old what it knows of them is, for GET /metrics. */
import prom, { type Registry } from 'prom-client';
import type { LiveLinks } from './live-links.js';

export function showLinks(
  registry: Registry,
  links: Pick<LiveLinks, 'index' | 'oldLinks' | 'age'>,
): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new prom.Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read();
        // A gauge without labels shows 0 where nothing was set.
        this.remove();
        if (value !== undefined) this.set(value);
      },
    });
  gauge('pps_links', 'Feed links that this process answers from memory.', () => links.index.size);
  gauge('pps_links_bytes', 'Memory that they take.', () => links.index.bytes);
  gauge(
    'pps_old_links',
    'Addresses of old links that this process knows.',
    () => links.oldLinks.size,
  );
  gauge('pps_old_links_bytes', 'Memory that they take.', () => links.oldLinks.bytes);
  gauge(
    'pps_links_age_seconds',
    'Seconds since the last change of links that this process knows to have seen. Absent while they are loaded.',
    () => links.age(),
  );
}
