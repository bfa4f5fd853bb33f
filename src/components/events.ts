/** The element's events: bubbling, composed, and never holding a secret. */
import type { ErrorCode } from '../podcast/private-podcast-error.js';

const bubbling = { bubbles: true, composed: true };

/** The feed URL is known and the app buttons stand. */
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

/** How the podcast went to an app: through the consume page, by the app's own link, or copied. */
export type AppSelectVia = 'consume' | 'direct' | 'copy';

/** The member chose an app. */
export class PpsAppSelectEvent extends Event {
  constructor(
    /** The app's id, as in `private-podcast-subscribe/apps`; empty where a link was copied for any app. */
    readonly app: string,
    readonly via: AppSelectVia,
  ) {
    super('pps-app-select', bubbling);
  }
}

/** An episode began to play on the page. */
export class PpsEpisodePlayEvent extends Event {
  constructor(readonly guid: string) {
    super('pps-episode-play', bubbling);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'pps-ready': PpsReadyEvent;
    'pps-no-access': PpsNoAccessEvent;
    'pps-error': PpsErrorEvent;
    'pps-token-expired': PpsTokenExpiredEvent;
    'pps-app-select': PpsAppSelectEvent;
    'pps-episode-play': PpsEpisodePlayEvent;
  }
}
