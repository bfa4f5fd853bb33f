/** /subscribe: the publisher kit's handler, for a site that only makes subscribe tokens. */
import type { Handler } from 'hono';
import {
  createSubscribeHandler,
  type SubscribeHandler,
} from '../../publisher/handler/subscribe-handler.js';
import type { Log, SubscribeConfig } from '../config.js';
import { createFeedSource } from './feed-source.js';
import { describeFailure } from '../log.js';
import type { RouteContext } from '../routes/route-context.js';
import { createHandoffCache } from '../store/handoff-cache.js';

/** @throws {PrivatePodcastError} `config` if the secret is too short or an origin is not one. */
export function serveSubscribe(
  context: RouteContext,
  { secret, allowedOrigins }: SubscribeConfig,
  log: Log,
): Handler {
  const handoffCache = createHandoffCache(context.database, context.now);
  const create = (baseUrl: string): SubscribeHandler =>
    createSubscribeHandler({
      service: createFeedSource(context, baseUrl),
      secret,
      allowedOrigins,
      // No `cache` for the limits: each poll of a member's page would write to the database.
      handoffCache,
      now: context.now,
      onError: (error) => log(describeFailure(error)),
    });
  // Without a public URL the base URL is that of each request. This one finds mistakes at the start.
  let known = { baseUrl: '', handler: create('http://127.0.0.1') };
  return (c) => {
    const baseUrl = context.baseUrl(c);
    if (known.baseUrl !== baseUrl) known = { baseUrl, handler: create(baseUrl) };
    return known.handler(c.req.raw);
  };
}
