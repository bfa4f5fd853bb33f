/** GET /ready: whether the service can serve members; `degraded` where they are served from memory alone. */
import type { Handler } from 'hono';
import { problemResponse } from '../../../errors/problem-details.js';
import type { Readiness } from './readiness.js';

export function checkReady(readiness: () => Promise<Readiness>): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store');
    const { isReady, detail = '' } = await readiness();
    if (isReady) return c.json(detail ? { status: 'degraded', detail } : { status: 'ready' });
    return problemResponse(503, 'unavailable', detail, { 'Cache-Control': 'no-store' });
  };
}
