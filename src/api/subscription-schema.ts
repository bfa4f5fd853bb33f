/** The Subscription's schema, by which the subscribe handler writes it; see `subscription.ts`. */
import * as z from 'zod/mini';
import { isWebUrl } from '../urls/web-url.js';

const httpUrl = z.string().check(z.refine(isWebUrl));
const optionalUrl = z.catch(z.optional(httpUrl), undefined);
const optionalTrue = z.catch(z.optional(z.literal(true)), undefined);

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
});
