/** GET /admin/status: shows, members, grants, apps, backup and versions, with the scope service:admin. */
import type { Handler } from 'hono';
import { readStatus } from './read-status.js';
import type { RouteContext } from '../../http/routes/route-context.js';

export function sendStatus(context: RouteContext): Handler {
  return async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await readStatus(context));
  };
}
