/** A client of a running service, as the publisher of `backend.ts` has it. */
import { createFeedServiceClient, type FeedServiceClient } from '../../src/api/client.js';
import { client } from './backend.js';

export function clientOf(url: string): FeedServiceClient {
  return createFeedServiceClient({
    tokenUrl: url,
    baseUrl: url,
    parserUrl: url,
    consumeUrl: `${url}/consume`,
    ...client,
    onboardingOriginId: 'origin-1',
  });
}
