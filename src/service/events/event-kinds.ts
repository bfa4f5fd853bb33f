/** How each kind of source signs its events, and how they are read. */
import type { EventSource } from '../catalogue/event-source.js';
import { readGhostEvent } from './ghost.js';
import type { IsSigned, ReadEvent } from './member-event.js';
import { isSignedByGhost, isSignedByStandard, isSignedByStripe } from './signatures.js';
import { readStandardEvent } from './standard.js';
import { readStripeEvent } from './stripe.js';

export const eventKinds: Record<EventSource['kind'], { isSigned: IsSigned; read: ReadEvent }> = {
  stripe: { isSigned: isSignedByStripe, read: readStripeEvent },
  ghost: { isSigned: isSignedByGhost, read: readGhostEvent },
  standard: { isSigned: isSignedByStandard, read: readStandardEvent },
};
