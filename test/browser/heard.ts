/** What a browser says about a page: its console, breaches of the policy, and the chunks that it loaded. */
import type { Page } from 'playwright-core';
import { consoleOf } from './chromium.js';

export interface Heard {
  said: string[];
  /** Breaches of the policy, as the page's own listener hears them: directives, and URLs of scripts. */
  breaches: { directive: string; file: string }[];
  /** URLs of the chunks. */
  chunks: string[];
}

/** Listens from now on. */
export async function listenTo(page: Page): Promise<Heard> {
  const heard: Heard = { said: consoleOf(page), breaches: [], chunks: [] };
  await page.exposeFunction('tell', (breach: never) => void heard.breaches.push(breach));
  await page.addInitScript(() => {
    const { tell } = window as unknown as { tell: (breach: object) => void };
    document.addEventListener('securitypolicyviolation', (event) => {
      tell({ directive: event.effectiveDirective, file: event.sourceFile });
    });
  });
  page.on('requestfinished', (request) => {
    if (request.url().includes('/chunks/')) heard.chunks.push(request.url());
  });
  return heard;
}

/** Takes what was heard so far. */
export const taken = ({ said, breaches, chunks }: Heard): Heard => ({
  said: said.splice(0),
  breaches: breaches.splice(0),
  chunks: chunks.splice(0),
});
