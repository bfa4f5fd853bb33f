/**
 * The element's events: bubbling, composed, and never holding a secret. What only a later chunk
 * fires stands with it, in `actions` and `episodes`.
 */
import type { ErrorCode } from '../errors/private-podcast-error.js';

export const bubbling = { bubbles: true, composed: true };

/** The feed URL is known: the app buttons stand, where the texts of the page's language have come. */
export class PpsReadyEvent extends Event {
  constructor() {
    super('pps-ready', bubbling);
  }
}

/** The member has no access to this podcast. */
export class PpsNoAccessEvent extends Event {
  constructor() {
    super('pps-no-access', bubbling);
  }
}

/** Something failed; `code` says what, for programs. */
export class PpsErrorEvent extends Event {
  constructor(readonly code: ErrorCode) {
    super('pps-error', bubbling);
  }
}

/** The subscribe token has expired. The element asks `getToken` for a fresh one, where there is one. */
export class PpsTokenExpiredEvent extends Event {
  constructor() {
    super('pps-token-expired', bubbling);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'pps-ready': PpsReadyEvent;
    'pps-no-access': PpsNoAccessEvent;
    'pps-error': PpsErrorEvent;
    'pps-token-expired': PpsTokenExpiredEvent;
  }
}
