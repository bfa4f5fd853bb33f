/** The doctor's walk through the operator's calls, 4.1 to 4.6 of docs/interface.md. */
import { requireCompleteConfig } from '../../api/checks/complete-config.js';
import {
  createFeedServiceClient,
  defaultScope,
  type FeedServiceClient,
  type FeedServiceConfig,
} from '../../api/client.js';
import { feedOf, onboard } from '../../api/flow/private-feed.js';
import { missingScopes } from '../../api/answers/refusal-reasons.js';
import {
  clockFinding,
  failed,
  mayRead,
  probe,
  statusOf,
  type Advice,
  type Finding,
  type Instruments,
  type Report,
} from './finding.js';

interface OperatorVisit {
  config: Partial<FeedServiceConfig>;
  email: string;
  sku: string;
}

/** Questions for the operator. */
const advice: Advice = {
  unauthorized: 'Ask the operator whether `clientId` and `clientSecret` are right and active.',
  forbidden: 'Ask the operator which scopes and which `onboardingOriginId` this client has.',
  'not-found': 'Ask the operator for the base URLs and the product ID (`sku`).',
  'no-access':
    'If this member should have access, ask the operator about `sku` and the membership.',
  'no-feed': 'Ask the operator whether the product has an RSS feed.',
  'rate-limited': 'Ask the operator for the limits of this client.',
  'bad-response': 'Check the base URLs. If they are right, show this line to the operator.',
  unavailable: 'If it happens again, ask the operator about the state of the service.',
  timeout: 'If it happens again, ask the operator why this call takes so long.',
  network: 'Check the URL, DNS and the firewall between this machine and the operator.',
};

/** Does the work of a step and reports it. Undefined if it failed. */
async function take<T>(
  step: string,
  report: Report,
  work: () => Promise<[T, string]>,
): Promise<T | undefined> {
  try {
    const [value, message] = await work();
    report({ step, result: 'ok', message });
    return value;
  } catch (error) {
    report(failed(step, error, advice));
    return undefined;
  }
}

/** The calls 4.1 to 4.4. @returns the member's feed URL; undefined if a step failed. */
export async function walkOperator(
  { config, email, sku }: OperatorVisit,
  { fetch, now }: Instruments,
  report: Report,
): Promise<string | undefined> {
  let clock: Finding | undefined;
  let client: FeedServiceClient;
  try {
    requireCompleteConfig(config);
    client = createFeedServiceClient({
      ...config,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        clock ??= clockFinding('clock', "the operator's", response, now());
        return response;
      },
    });
  } catch (error) {
    report(failed('configuration', error));
    return undefined;
  }
  report({ step: 'configuration', result: 'ok', message: 'Everything that is needed is set.' });

  const granted = await take('4.1 access token', report, async () => {
    const { scope, expires_in } = await client.issueToken();
    const life = expires_in === undefined ? 'without a lifetime' : `for ${expires_in} s`;
    return [{ scope }, `The operator grants one ${life}.`];
  });
  if (clock) report(clock);
  if (!granted) return undefined;
  const missing = missingScopes(config.scope ?? defaultScope, granted.scope);
  if (missing.length > 0) {
    report({
      step: '4.1 access token',
      result: 'warning',
      message: `The token lacks the scope "${missing.join(' ')}". Ask the operator to grant it to this client.`,
    });
  }

  const userId = await take('4.2 user', report, async () => {
    const { id } = await client.userByEmail(email, { forceCreation: config.createUsers ?? true });
    return [id, 'The user is known.'];
  });
  if (userId === undefined) return undefined;

  const entitlement = await take('4.3 access', report, async () => [
    await onboard(client, { sku, userId }),
    'The member has access.',
  ]);
  if (!entitlement) return undefined;

  return take('4.4 feed link', report, async () => {
    const { feedUrl } = await feedOf(client, { sku, userId, ...entitlement });
    return [feedUrl, `There is an RSS feed on ${new URL(feedUrl).host}.`];
  });
}

export interface PublicVisit {
  config: Partial<FeedServiceConfig>;
  feedUrl: string;
  origin: string | undefined;
}

/** Checks the two that browsers call: the parser (4.5) and the consume page (4.6). */
export async function walkPublicEndpoints(
  { config, feedUrl, origin }: PublicVisit,
  { fetch }: Instruments,
  report: Report,
): Promise<void> {
  const warn = (step: string, message: string) => report({ step, result: 'warning', message });
  const client = createFeedServiceClient(config);
  const { parserUrl, consumeUrl } = client.publicEndpoints;

  if (parserUrl) {
    await take('4.5 parser', report, async () => {
      const { episodes } = await client.parse(feedUrl);
      return [episodes, `It reads ${episodes.length} episodes.`];
    });
    if (origin) {
      const anyFeed = new URLSearchParams({ url: 'https://feed.invalid/', format: 'service' });
      const url = `${parserUrl}/rss?${anyFeed.toString()}`;
      if (mayRead(origin, await probe(fetch, url, { headers: { origin } }))) {
        report({ step: '4.5 CORS', result: 'ok', message: 'Pages of the origin may read it.' });
      } else {
        warn('4.5 CORS', 'The parser does not let the page read it. Ask the operator to allow it.');
      }
    }
  } else {
    warn(
      '4.5 parser',
      '`parserUrl` is not set, so the element must read the feed itself. Its host has to allow that.',
    );
  }

  if (!consumeUrl) {
    warn('4.6 consume page', '`consumeUrl` is not set, so phones get no page to open.');
    return;
  }
  const page = await probe(fetch, client.consumeUrl(feedUrl, 'en'));
  if (page?.ok) report({ step: '4.6 consume page', result: 'ok', message: 'It answers.' });
  else warn('4.6 consume page', `It does not answer${statusOf(page)}.`);
}
