/** A member, a key and a token, as the tests of the publisher's half begin. */
import {
  createSubscribeToken,
  type SubscribeTokenClaims,
} from '../../../src/publisher/tokens/subscribe-token.js';
import { secrets } from '../operator/operator.js';

export const secret = 'a-shared-secret-of-at-least-256-bits!';
/** The page's origin. */
export const page = 'https://club.example.com';
export const endpoint = 'https://api.example.com/subscribe';
export const now = Date.parse('2026-01-02T03:04:05Z');
export const clock = { now: () => now };
export const member: SubscribeTokenClaims = { email: secrets.email, sku: 'sid:one' };

export const tokenFor = (claims: Partial<SubscribeTokenClaims> = {}) =>
  createSubscribeToken({ ...member, ...claims } as SubscribeTokenClaims, secret, clock);

export function ask(token?: string, headers: Record<string, string> = {}): Request {
  return new Request(endpoint, {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
  });
}
