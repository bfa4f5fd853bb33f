/** GET /ready: whether the service can serve members: its database takes writes, and a show can be read. */
import type { Handler } from 'hono';
import { problemResponse } from '../../errors/problem-details.js';
import type { RouteContext } from './route-context.js';

export function checkReady({ readiness }: Pick<RouteContext, 'readiness'>): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store');
    const { detail } = await readiness();
    if (detail === undefined) return c.json({ status: 'ready' });
    return problemResponse(503, 'unavailable', detail, { 'Cache-Control': 'no-store' });
  };
}
