/** A client of a running service, as the publisher of `backend.ts` has it. */
import { createFeedServiceClient, type FeedServiceClient } from '../../../src/api/client.js';
import { client } from './backend.js';

/** The configuration of that client. */
export const configOf = (url: string) => ({
  tokenUrl: url,
  baseUrl: url,
  parserUrl: url,
  consumeUrl: `${url}/consume`,
  ...client,
  onboardingOriginId: 'origin-1',
});

export const clientOf = (url: string): FeedServiceClient => createFeedServiceClient(configOf(url));
