/** The Subscription's schema, by which the subscribe handler writes it; see `subscription.ts`. */
import * as z from 'zod/mini';
import { isWebUrl } from '../urls/web-url.js';

const httpUrl = z.string().check(z.refine(isWebUrl));
const optionalUrl = z.catch(z.optional(httpUrl), undefined);
const optionalTrue = z.catch(z.optional(z.literal(true)), undefined);

/** A page has room for three. */
export const MAX_CONNECTED_APPS = 3;

export const connectedAppSchema = z.object({
  app: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(64))), undefined),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  lastFetchedAt: z.iso.datetime({ offset: true }).check(z.maxLength(40)),
});

export const subscriptionSchema = z.object({
  feedUrl: httpUrl,
  title: z.string(),
  sku: z.string(),
  consumeUrl: optionalUrl,
  parserUrl: optionalUrl,
  parserFormat: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  handoff: optionalTrue,
  streamingUrl: optionalUrl,
  streamingLinkUrl: optionalUrl,
  canReset: optionalTrue,
  hasConnections: optionalTrue,
  connections: z.catch(
    z.optional(z.array(connectedAppSchema).check(z.maxLength(MAX_CONNECTED_APPS))),
    undefined,
  ),
});
