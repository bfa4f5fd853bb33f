/** The questions to the subscribe handler about hand-off codes (docs/interface.md, "Hand-off"). */
import { resolveWebUrl } from '../../urls/web-url.js';
import type { HandlerQuestion } from '../subscription/ask-handler.js';

export interface HandoffCode {
  /** Absolute URL for the other device: works once. */
  url: string;
  /** Seconds. */
  expiresIn: number;
}

/** Asks for a new code. The answer is `undefined` if the handler's is not one. */
export const handoffQuestion: HandlerQuestion<HandoffCode | undefined> = {
  query: { name: 'handoff', method: 'POST' },
  read: (body, endpoint) => {
    const { url, expiresIn } = (body ?? {}) as Record<string, unknown>;
    const absolute = typeof url === 'string' ? resolveWebUrl(url, endpoint) : undefined;
    return absolute && typeof expiresIn === 'number' && expiresIn > 0
      ? { url: absolute, expiresIn }
      : undefined;
  },
};

/** Asks whether another device has opened a code. */
export const openedQuestion = (code: string): HandlerQuestion<boolean> => ({
  query: { name: 'handoff', value: code },
  read: (body) => (body as { opened?: unknown } | null | undefined)?.opened === true,
});
