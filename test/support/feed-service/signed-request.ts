/** A request as the check of its signature sees it. */
import type { SignedRequest } from '../../../src/service/events/member-event.js';

export function signedRequest(headers: Record<string, string>, body: string): SignedRequest {
  const lower = new Headers(headers);
  return { header: (name) => lower.get(name) ?? undefined, body: Buffer.from(body) };
}
