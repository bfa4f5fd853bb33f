/** The questions to the subscribe handler about the apps that fetch the member's feed, and for a new link (docs/interface.md 11). */
import {
  readConnectedApps,
  readSubscription,
  type ConnectedApp,
  type Subscription,
} from '../../api/subscription.js';
import type { HandlerQuestion } from '../subscription/ask-handler.js';

/** Asks for the apps that fetch the member's feed, the latest first. */
export const connectedAppsQuestion: HandlerQuestion<ConnectedApp[]> = {
  query: { name: 'connections' },
  read: (body) => readConnectedApps((body as { connections?: unknown } | null)?.connections) ?? [],
};

/** Asks for a new link to the feed. The old one stops working. */
export const resetQuestion: HandlerQuestion<Subscription> = {
  query: { name: 'reset', method: 'POST' },
  read: readSubscription,
};
