/** Maps the status of a failed answer to an error code. */
import type { ErrorCode } from './private-podcast-error.js';

const codes: Partial<Record<number, ErrorCode>> = {
  400: 'bad-input',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  410: 'not-found',
  413: 'bad-input',
  422: 'bad-input',
  429: 'rate-limited',
  504: 'timeout',
};

/** The code for the status of a failed answer. */
export function codeOfStatus(status: number): ErrorCode {
  return codes[status] ?? (status >= 500 ? 'unavailable' : 'bad-response');
}
