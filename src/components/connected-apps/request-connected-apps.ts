/** The questions to the subscribe handler about the apps that fetch the member's feed, and for a new link (docs/interface.md 11). */
import { readSubscription, type Subscription } from '../../api/subscription.js';
import type { HandlerQuestion } from '../subscription/ask-handler.js';

/** One app that fetches the member's feed, as the element shows it. */
export interface ConnectedApp {
  /** Id of the app; empty for one that the package does not know. */
  app: string;
  /** As the member reads it. */
  name: string;
  /** ISO 8601. */
  lastFetchedAt: string;
}

function readConnectedApp(value: unknown): ConnectedApp | undefined {
  const { app, name, lastFetchedAt } = (value ?? {}) as Record<string, unknown>;
  const isValid =
    typeof name === 'string' && name && !Number.isNaN(Date.parse(String(lastFetchedAt)));
  return isValid
    ? { app: typeof app === 'string' ? app : '', name, lastFetchedAt: String(lastFetchedAt) }
    : undefined;
}

/** Asks for the apps that fetch the member's feed, the latest first. */
export const connectedAppsQuestion: HandlerQuestion<ConnectedApp[]> = {
  query: { name: 'connections' },
  read: (body) => {
    const { connections } = (body ?? {}) as { connections?: unknown };
    const list = Array.isArray(connections) ? connections : [];
    return list
      .flatMap((value) => readConnectedApp(value) ?? [])
      .sort((a, b) => Date.parse(b.lastFetchedAt) - Date.parse(a.lastFetchedAt));
  },
};

/** Asks for a new link to the feed. The old one stops working. */
export const resetQuestion: HandlerQuestion<Subscription> = {
  query: { name: 'reset', method: 'POST' },
  read: readSubscription,
};
