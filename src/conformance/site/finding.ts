/** The doctor's findings, one a line. No finding holds a secret. */
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';

export interface Finding {
  /** Such as "4.1 access token". */
  step: string;
  result: 'ok' | 'warning' | 'failed';
  message: string;
  code?: ErrorCode | undefined;
}

/** Gives the name that messages use for a field of the configuration. */
export type NameOf = (field: string) => string;

export const fieldName: NameOf = (field) => `\`${field}\``;

export type Report = (finding: Finding) => void;

/** Advice for each code. */
export type Advice = Partial<Record<ErrorCode, string>>;

/** The doctor's own fetch and clock, which tests replace. */
export interface Instruments {
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now: () => number;
}

export const PROBE_TIMEOUT_MS = 10_000;
/** Seconds by which two clocks may differ. */
const MAX_SKEW_SECONDS = 5;

/** The finding for an error. One that is not ours is not quoted: its text may hold a secret. */
export function failed(step: string, error: unknown, advice: Advice = {}): Finding {
  if (!(error instanceof PrivatePodcastError)) {
    return { step, result: 'failed', message: 'This step failed with an unexpected error.' };
  }
  const { code, message } = error;
  return {
    step,
    result: 'failed',
    code,
    message: [message, advice[code]].filter(Boolean).join(' '),
  };
}

/** Sends a request and does not read the body. Undefined if there is no answer. */
export async function probe(
  fetch: Instruments['fetch'],
  url: string,
  init: RequestInit = {},
): Promise<Response | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), ...init });
    await response.body?.cancel();
    return response;
  } catch {
    return undefined;
  }
}

/** " (HTTP 404)", or nothing if there was no answer. */
export function statusOf(response: Response | undefined): string {
  return response ? ` (HTTP ${response.status})` : '';
}

/** The media type of an answer, without parameters. Servers can send anything there. */
export function mediaTypeOf({ headers }: Response): string {
  const type = /^\s*([\w.+-]{1,40}\/[\w.+-]{1,60})\s*(?:;|$)/.exec(
    headers.get('content-type') ?? '',
  );
  return type?.[1]?.toLowerCase() ?? 'no media type';
}

/** Whether a page of the origin may read the answer (Fetch standard, CORS check). */
export function mayRead(origin: string, response: Response | undefined): boolean {
  const allowed = response?.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
}

/**
 * Compares this machine's clock with a server's `Date` header (RFC 9110 §6.6.1).
 * @param whose such as "the operator's".
 * @returns undefined if the answer has no date.
 */
export function clockFinding(
  step: string,
  whose: string,
  { headers }: Response,
  now: number,
): Finding | undefined {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return undefined;
  const skew = Math.round((date - now) / 1000);
  return Math.abs(skew) <= MAX_SKEW_SECONDS
    ? { step, result: 'ok', message: `This clock and ${whose} agree.` }
    : {
        step,
        result: 'warning',
        message: `This clock differs from ${whose} by ${skew} s. Synchronize both with NTP.`,
      };
}
