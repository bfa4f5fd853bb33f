/** What keeps a member from their podcast beside the calls: the configuration, the clocks, and what pages may read. */
import { requiredFields } from '../../api/checks/complete-config.js';
import { advised, outcome } from '../outcome.js';
import { withoutAnswer } from '../skipped.js';
import type { SiteCaseId } from './site-statements.js';
import { clockOutcome, mayRead, type Site, type SiteCase } from './site.js';

/** What is wrong with a configuration; undefined if nothing is. */
function adviceOnConfig({ conflict, handler }: Site, missing: number): string | undefined {
  // A publisher that hosts its own feeds has a handler and no operator.
  const isWhole = missing === 0 || (handler && missing === requiredFields.length);
  if (isWhole) return conflict;
  return handler
    ? "Set what the operator gave you, to check the operator's calls too."
    : 'Set what the operator gave you, or check a handler by itself with --handler.';
}

export const siteCases = {
  'site-1': {
    expected: requiredFields.map((field) => `\`${field}\``).join(', '),
    check: (site) => {
      const { config, nameOf, read, handler } = site;
      const missing = requiredFields.filter((field) => !config[field]);
      const seen = [
        ...(read === undefined ? [] : [read]),
        missing.length > 0 ? `Missing: ${missing.map(nameOf).join(', ')}.` : 'Nothing is missing.',
      ].join(' ');
      const advice = adviceOnConfig(site, missing.length);
      const isUseless = missing.length > 0 && !handler;
      const verdict = advice === undefined ? 'pass' : isUseless ? 'fail' : 'deviates';
      return Promise.resolve(advised(outcome(verdict, seen), advice));
    },
  },
  'site-2': {
    expected: 'at most 5 s apart',
    check: async ({ operator, exchanges }) => {
      if (!operator) return outcome('skipped', 'There is no operator.');
      const asked = operator.token();
      const answer = await asked.catch((error: unknown) => withoutAnswer('4.1-1', error));
      return clockOutcome(answer, exchanges.now());
    },
  },
  'site-3': {
    expected: '`Access-Control-Allow-Origin` with the origin, or an asterisk',
    check: async ({ operator, exchanges, origin }) => {
      const { parserUrl } = operator?.config ?? {};
      if (origin === undefined) return outcome('skipped', '--origin is not given.');
      if (parserUrl === undefined) return outcome('skipped', '`parserUrl` is not configured.');
      const query = new URLSearchParams({ url: 'https://feed.invalid/', format: 'service' });
      const answer = await exchanges.ask({
        asked: 'GET {parserUrl}/rss from a page',
        url: `${parserUrl}/rss?${query.toString()}`,
        headers: { origin },
      });
      const mayPages = mayRead(origin, answer);
      return advised(
        outcome(mayPages || 'deviates', `The answer ${mayPages ? 'allows' : 'does not allow'} it.`),
        'Ask the operator to let your pages read the parser.',
      );
    },
  },
} satisfies Partial<Record<SiteCaseId, SiteCase>>;
