/** The cache that two handlers share. It fails in several ways, and is searched for secrets. */
import type { SharedCache } from '../../src/api/cache/shared-cache.js';
import type { Clock } from './clock.js';
import type { Secrets } from './secrets.js';
import { DATABASE_SECRET } from './shared-database.js';

export class FailingCache implements SharedCache {
  /** `old` gives back what it had before. */
  mode: 'works' | 'throws' | 'old' = 'works';
  readonly items = new Map<string, { value: string; old?: string; until: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  #mayThrow(): void {
    if (this.mode === 'throws') throw new Error(`redis://${DATABASE_SECRET}`);
  }

  getItem = (key: string): string | null => {
    this.#mayThrow();
    const item = this.items.get(key);
    if (!item || item.until <= this.clock.time) return null;
    return this.mode === 'old' ? (item.old ?? item.value) : item.value;
  };

  setItem = (key: string, value: string, { ttl } = { ttl: 60 }): void => {
    this.#mayThrow();
    this.secrets.search(`${key} ${value}`, 'the cache');
    const old = this.items.get(key)?.value;
    const until = this.clock.time + ttl * 1000;
    this.items.set(key, { value, ...(old !== undefined && { old }), until });
  };
}
