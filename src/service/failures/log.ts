/** The service's log: one object per request and one per failure. */

/** Receives one object per request and one per failure. */
export type Log = (line: object) => void;
