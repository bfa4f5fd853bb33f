/**
 * The doctor's walk: the calls 4.1 to 4.6 one after the other, then the feed. Each step says whether
 * it works and, if not, what to do. No finding holds a secret: feed URLs are reported by host only.
 */
import { createFeedServiceClient, type FeedServiceConfig } from '../../api/client.js';
import { requireCompleteConfig } from '../../api/check-config.js';
import { chooseEntitlement, chooseFeed } from '../../api/private-feed.js';
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';

export interface Finding {
  /** Such as "4.1 access token". */
  step: string;
  result: 'ok' | 'warning' | 'failed';
  message: string;
  code?: ErrorCode | undefined;
}

export interface DoctorOptions {
  config: FeedServiceConfig;
  email: string;
  sku: string;
  /** The page's origin, to check that the parser lets it read. */
  origin?: string | undefined;
}

/** Seconds by which two clocks may differ. */
const MAX_SKEW_SECONDS = 5;
const TIMEOUT_MS = 10_000;

/** What to ask the operator, by what a call failed with. */
const advice: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Ask the operator whether `clientId` and `clientSecret` are right and active.',
  forbidden: 'Ask the operator which scopes and which `onboardingOriginId` this client has.',
  'not-found': 'Ask the operator for the base URLs and the product ID (`sku`).',
  'no-access':
    'If this member should have access, ask the operator about `sku` and the membership.',
  'no-feed': 'Ask the operator whether the product has an RSS feed.',
  'rate-limited': 'Ask the operator for the limits of this client.',
  network: 'Check the URL, DNS and the firewall between this machine and the operator.',
};

function failed(step: string, error: unknown): Finding {
  if (!(error instanceof PrivatePodcastError)) {
    return { step, result: 'failed', message: 'It failed in a way that nobody expected.' };
  }
  const { code, message } = error;
  return {
    step,
    result: 'failed',
    code,
    message: [message, advice[code]].filter(Boolean).join(' '),
  };
}

/** Fetches without reading the body. Undefined if there is no answer. */
async function head(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { headers, signal });
    await response.body?.cancel();
    return response;
  } catch {
    return undefined;
  }
}

/** Walks the whole way and reports every step as it is done. */
export async function walk(
  { config, email, sku, origin }: DoctorOptions,
  report: (finding: Finding) => void,
): Promise<void> {
  const { fetch = globalThis.fetch, now = Date.now } = config;
  let skew: number | undefined;
  const client = (() => {
    try {
      requireCompleteConfig(config);
      return createFeedServiceClient({
        ...config,
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          const date = Date.parse(response.headers.get('date') ?? '');
          if (!Number.isNaN(date)) skew ??= (date - Number(now())) / 1000;
          return response;
        },
      });
    } catch (error) {
      report(failed('configuration', error));
      return undefined;
    }
  })();
  if (!client) return;
  report({ step: 'configuration', result: 'ok', message: 'Everything that is needed is set.' });

  /** Undefined if the step failed: the way ends there. */
  async function step<T>(name: string, work: () => Promise<[T, string]>): Promise<T | undefined> {
    try {
      const [value, message] = await work();
      report({ step: name, result: 'ok', message });
      return value;
    } catch (error) {
      report(failed(name, error));
      return undefined;
    }
  }
  const warn = (name: string, message: string) =>
    report({ step: name, result: 'warning', message });

  const token = await step('4.1 access token', async () => {
    const { scope, expires_in } = await client.issueToken();
    const life = expires_in === undefined ? 'no lifetime' : `a lifetime of ${expires_in} s`;
    return [true, `Granted with ${life}${scope ? ` and the scopes "${scope}"` : ''}.`];
  });
  if (skew !== undefined && Math.abs(skew) > MAX_SKEW_SECONDS) {
    warn(
      'clock',
      `This clock differs from the operator's by ${Math.round(skew)} s. Set it by NTP.`,
    );
  }
  if (!token) return;

  const userId = await step('4.2 user', async () => {
    const { id } = await client.userByEmail(email, { forceCreation: config.createUsers ?? true });
    return [id, 'The user is known.'];
  });
  if (userId === undefined) return;

  const entitlement = await step('4.3 access', async () => {
    const chosen = chooseEntitlement(await client.autoOnboard({ userId, sku }), sku);
    if (chosen) return [chosen, 'The member has access.'];
    throw new PrivatePodcastError('no-access', 'This member has no access to the podcast.');
  });
  if (!entitlement) return;

  const feed = await step('4.4 feed link', async () => {
    const chosen = chooseFeed(await client.access(entitlement.entitlementId, { userId }), sku);
    if (chosen) return [chosen, `There is an RSS feed on ${new URL(chosen.url).host}.`];
    throw new PrivatePodcastError('no-feed', 'The member has access, but there is no RSS feed.');
  });
  if (!feed) return;

  const { parserUrl, consumeUrl } = client.publicEndpoints;
  if (parserUrl) {
    const podcast = await step('4.5 parser', async () => {
      const read = await client.parse(feed.url);
      return [read, `It has ${read.episodes.length} episodes.`];
    });
    const episode = podcast?.episodes[0];
    if (podcast && !episode) warn('playable', 'The feed has no episode: an app shows nothing.');
    if (episode && !episode.url) warn('playable', 'The first episode has no recording.');
    if (episode?.url) {
      const answer = await head(fetch, episode.url, { range: 'bytes=0-0' });
      const type = answer?.headers.get('content-type') ?? 'no type';
      if (!answer?.ok) {
        warn(
          'playable',
          `The first recording does not answer${answer ? ` (HTTP ${answer.status})` : ''}.`,
        );
      } else if (!/^(?:audio|video)\/|octet-stream/.test(type)) {
        warn('playable', `The first recording is "${type}", not audio or video.`);
      } else {
        report({ step: 'playable', result: 'ok', message: `The first recording is "${type}".` });
      }
    }
    if (origin) {
      const answer = await head(
        fetch,
        `${parserUrl}/rss?url=https%3A%2F%2Ffeed.invalid%2F&format=service`,
        { origin },
      );
      const allowed = answer?.headers.get('access-control-allow-origin');
      if (allowed === '*' || allowed === origin) {
        report({ step: 'CORS', result: 'ok', message: 'The page may read the parser.' });
      } else {
        warn(
          'CORS',
          `The parser does not let ${origin} read it. Ask the operator to allow that origin.`,
        );
      }
    }
  } else {
    warn(
      '4.5 parser',
      '`parserUrl` is not set: the element reads the RSS itself if its host allows it.',
    );
  }

  if (!consumeUrl) {
    warn('4.6 consume page', '`consumeUrl` is not set: there is no page to open on a phone.');
    return;
  }
  const page = await head(fetch, client.consumeUrl(feed.url, 'en'));
  if (page?.ok) report({ step: '4.6 consume page', result: 'ok', message: 'It answers.' });
  else warn('4.6 consume page', `It does not answer${page ? ` (HTTP ${page.status})` : ''}.`);
}
