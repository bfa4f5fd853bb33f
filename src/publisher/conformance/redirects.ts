/** Follows redirects, one call at a time, as far as the rule of a walk allows. */
import { isWebUrl, parseUrl } from '../../urls/web-url.js';
import type { Answer } from './exchange.js';

export interface Walk {
  /** Asks for a URL. @param step is ` (redirect 1)` and so on, and empty for the first call */
  ask: (url: string, step: string) => Promise<Answer>;
  /** How many redirects are followed. */
  most: number;
  /** Whether this redirect is followed. What it throws ends the walk. */
  mayLead: (to: URL, from: URL) => boolean;
}

/** Where an answer leads on the web (the redirect statuses of the Fetch standard). */
function redirectOf({ headers, status }: Answer, from: string): URL | undefined {
  const location = headers.get('location');
  const isRedirect = [301, 302, 303, 307, 308].includes(status) && location !== null;
  const next = isRedirect ? parseUrl(location, from) : undefined;
  return isWebUrl(next?.href) ? next : undefined;
}

/** @returns the answer at the end of the walk, and the URL that gave it */
export async function follow(
  first: string,
  { ask, most, mayLead }: Walk,
): Promise<{ answer: Answer; url: string }> {
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, redirects > 0 ? ` (redirect ${redirects})` : '');
    const next = redirects < most ? redirectOf(answer, url) : undefined;
    if (!next || !mayLead(next, new URL(url))) return { answer, url };
    url = next.href;
  }
}
