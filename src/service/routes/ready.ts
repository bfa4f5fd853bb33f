/** GET /ready: whether the service can answer members, its database included. */
import type { Handler } from 'hono';
import { problemResponse } from '../../errors/problem-details.js';
import type { RouteContext } from './route-context.js';

/** A proxy asks every few seconds, and takes no answer for a bad one. */
const TIMEOUT_MS = 2_000;

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function checkReady({ database }: Pick<RouteContext, 'database'>): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store');
    try {
      await inTime(database.query('select 1'));
      return c.json({ status: 'ready' });
    } catch {
      return problemResponse(503, 'unavailable', 'The database does not answer. Try again later.');
    }
  };
}
