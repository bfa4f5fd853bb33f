/** GET /ready: whether the service can answer members, its database included. */
import type { Handler } from 'hono';
import { withDeadline } from '../../api/deadline.js';
import { problemResponse } from '../../errors/problem-details.js';
import type { RouteContext } from './route-context.js';

/** A proxy asks every few seconds, and takes no answer for a bad one. */
const TIMEOUT_MS = 2_000;

export function checkReady({ database }: Pick<RouteContext, 'database'>): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store');
    try {
      await withDeadline({ name: 'The database', timeout: TIMEOUT_MS }, () =>
        database.query('select 1'),
      );
      return c.json({ status: 'ready' });
    } catch {
      return problemResponse(503, 'unavailable', 'The database does not answer. Try again later.');
    }
  };
}
