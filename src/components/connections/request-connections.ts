/** What the subscribe handler says of the apps that fetch the member's feed, and a new link in place of a leaked one (docs/interface.md 11). */
import { readSubscription, type Subscription } from '../../api/subscription.js';
import { requestHandler } from '../request-subscription.js';
import type { HandlerRequest } from '../resolve-subscription.js';

/** One app that fetches the member's feed. */
export interface Connection {
  /** Id of the app, where it is known. */
  app: string;
  /** As the member reads it. */
  name: string;
  /** ISO 8601. */
  lastFetchedAt: string;
}

/** The handler's URL with one more query. */
function withQuery(endpoint: string, name: string): string {
  const url = new URL(endpoint);
  url.searchParams.set(name, '');
  return url.href;
}

function readConnection(value: unknown): Connection | undefined {
  const { app, name, lastFetchedAt } = (value ?? {}) as Record<string, unknown>;
  const isValid =
    typeof name === 'string' && name && !Number.isNaN(Date.parse(String(lastFetchedAt)));
  return isValid
    ? { app: typeof app === 'string' ? app : '', name, lastFetchedAt: String(lastFetchedAt) }
    : undefined;
}

/** The apps that fetch the member's feed, the latest first. */
export const requestConnections: HandlerRequest<Connection[]> = async (endpoint, token, signal) => {
  const body = await requestHandler(withQuery(endpoint, 'connections'), token, signal);
  const { connections } = (body ?? {}) as { connections?: unknown };
  const list = Array.isArray(connections) ? connections : [];
  return list
    .flatMap((value) => readConnection(value) ?? [])
    .sort((a, b) => Date.parse(b.lastFetchedAt) - Date.parse(a.lastFetchedAt));
};

/** Replaces the member's link. The old one stops working. */
export const requestReset: HandlerRequest<Subscription> = async (endpoint, token, signal) =>
  readSubscription(
    await requestHandler(withQuery(endpoint, 'reset'), token, signal, { method: 'POST' }),
  );
