/** Requests for hand-off codes (docs/interface.md, "Hand-off"). */
import { requestHandler } from '../request-subscription.js';
import type { HandlerRequest } from '../resolve-subscription.js';
import { resolveWebUrl } from '../../urls/web-url.js';

export interface HandoffCode {
  /** Absolute URL for the other device: works once. */
  url: string;
  /** Seconds. */
  expiresIn: number;
}

/** The handler's URL with a `handoff` query. */
function handoffUrl(endpoint: string, code: string): string {
  const url = new URL(endpoint);
  url.searchParams.set('handoff', code);
  return url.href;
}

/** Makes a code. `undefined` if the handler's answer is not one. */
export const requestHandoff: HandlerRequest<HandoffCode | undefined> = async (
  endpoint,
  token,
  signal,
) => {
  const body = await requestHandler(handoffUrl(endpoint, ''), token, signal, {
    method: 'POST',
  });
  const { url, expiresIn } = (body ?? {}) as Record<string, unknown>;
  const absolute = typeof url === 'string' ? resolveWebUrl(url, endpoint) : undefined;
  return absolute && typeof expiresIn === 'number' && expiresIn > 0
    ? { url: absolute, expiresIn }
    : undefined;
};

/** Whether another device has opened a code. */
export function requestOpened(code: string): HandlerRequest<boolean> {
  return async (endpoint, token, signal) => {
    const body = await requestHandler(handoffUrl(endpoint, code), token, signal);
    return (body as { opened?: unknown } | null | undefined)?.opened === true;
  };
}
