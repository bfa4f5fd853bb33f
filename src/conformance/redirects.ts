/** Follows redirects, one call at a time, as far as the rule of a walk allows. */
import { redirectLocation } from '../urls/redirect-location.js';
import { isOnOwnMachine } from '../urls/own-machine.js';
import { isSecureUrl, resolveWebUrl } from '../urls/web-url.js';

type Redirecting = Parameters<typeof redirectLocation>[0];

export interface Walk<Answer> {
  /** Asks for a URL. @param step is ` (redirect 1)` and so on, and empty for the first call */
  ask: (url: string, step: string) => Promise<Answer>;
  /** How many redirects are followed. */
  most: number;
  /** Whether this redirect is followed. What it throws ends the walk. */
  mayLead: (to: URL, from: URL) => boolean;
}

/**
 * Whether a server may lead here: to this machine only if what was asked for at first is there. Otherwise
 * whoever is checked asks our inner ports.
 */
export const mayEnter = (to: URL, first: URL): boolean =>
  !isOnOwnMachine(to.href) || isOnOwnMachine(first.href);

/** Whether a call may go where a server says: over https, or plainly on this machine. */
export const mayFollow = (to: URL, first: URL): boolean =>
  isSecureUrl(to.href) && mayEnter(to, first);

/** Where an answer leads on the web. */
function nextUrl(answer: Redirecting, from: string): string | undefined {
  const location = redirectLocation(answer);
  return location === undefined ? undefined : resolveWebUrl(location, from);
}

/** @returns the answer at the end of the walk */
export async function follow<Answer extends Redirecting>(
  first: string,
  { ask, most, mayLead }: Walk<Answer>,
): Promise<Answer> {
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, redirects > 0 ? ` (redirect ${redirects})` : '');
    const next = redirects < most ? nextUrl(answer, url) : undefined;
    if (next === undefined || !mayLead(new URL(next), new URL(url))) return answer;
    url = next;
  }
}
