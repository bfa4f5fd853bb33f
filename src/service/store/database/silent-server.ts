/**
 * Lets go of a Postgres server that has fallen silent. pg waits for an answer as long as the
 * connection is open, and a server that hangs, or lies behind a cut, does not close it. A statement
 * may take minutes: so not its time counts, but whether the server answers another one meanwhile.
 */
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** Milliseconds after which a statement without an answer raises the question. */
const SILENT_MS = 5_000;

/** The members that the types of pg lack. */
type Client = PoolClient & { unref(): void; connection: { stream: Socket } };

/**
 * Watches the statements of a pool.
 * @param answers whether the server answers on a new connection
 * @returns what closes the pool, without waiting for the server to take its leave
 */
export function watchForSilence(
  pool: Pool,
  answers: () => Promise<boolean>,
  timeout = SILENT_MS,
): () => Promise<void> {
  const open = new Set<Client>();
  /** Since when each connection has run its statement. */
  const busy = new Map<Client, number>();
  pool.on('connect', (client) => void open.add(client as Client));
  pool.on('acquire', (client) => void busy.set(client as Client, performance.now()));
  pool.on('release', (_error, client) => void busy.delete(client as Client));
  pool.on('remove', (client) => void open.delete(client as Client));

  let isAsking = false;
  async function ask(): Promise<void> {
    const late = performance.now() - timeout;
    const waiting = [...busy].filter(([, since]) => since < late);
    if (isAsking || waiting.length === 0) return;
    isAsking = true;
    const isSilent = !(await answers());
    isAsking = false;
    for (const [client, since] of waiting) {
      // pg reports the end of the connection to whoever waits for its answer.
      if (isSilent && busy.get(client) === since) client.connection.stream.destroy();
    }
  }
  const timer = setInterval(() => void ask(), timeout);
  timer.unref();

  return async () => {
    await pool.end();
    clearInterval(timer);
    for (const client of open) client.unref();
  };
}
