/** Flows of one member that run beside each other share the calls that find the member: 4.2 and 4.3. */
import type { Entitlement } from '../entitlements.js';
import type { UserProfile } from '../profile.js';
import type { FlowCalls } from './private-feed.js';
import { SharedFlights } from './shared-flights.js';

/** @returns a function that makes the calls of one flow share what is under way for another. */
export function createSharedCalls(): <Calls extends FlowCalls>(calls: Calls) => Calls {
  const users = new SharedFlights<UserProfile>();
  const entitlements = new SharedFlights<Entitlement[]>();
  return (calls) => ({
    ...calls,
    userByEmail: (email, { signal, ...options } = {}) =>
      users.join(JSON.stringify([email, options]), signal, (shared) =>
        calls.userByEmail(email, { ...options, signal: shared }),
      ),
    autoOnboard: ({ signal, ...request }) =>
      entitlements.join(JSON.stringify(request), signal, (shared) =>
        calls.autoOnboard({ ...request, signal: shared }),
      ),
  });
}
