import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFeedServiceClient, type FeedServiceConfig } from '../../src/api/client.js';
import { failure } from '../support/operator/failures.js';
import { configFor, secrets, startOperator, type Operator } from '../support/operator/operator.js';
import { inRealTime, installVirtualTime, VirtualTime } from '../support/waiting/virtual-time.js';

let operator: Operator;
beforeEach(async () => (operator = await startOperator()));
afterEach(() => {
  vi.restoreAllMocks();
  return operator.close();
});

const clientWith = (more: Partial<FeedServiceConfig> = {}) =>
  createFeedServiceClient({ ...configFor(operator.url), ...more });

const onboard = 'POST /vault/entitlements/auto-onboard';
const access = 'GET /vault/entitlements/';
const member = { email: secrets.email, sku: 'sid:one' };

describe('createFeedServiceClient: the flow in one call', () => {
  it('finds the feed of an e-mail address', async () => {
    expect(await clientWith().privateFeed(member)).toEqual({
      feedUrl: secrets.feedUrl,
      title: 'The Member Show',
      sku: 'sid:one',
      userId: 'email|5f1',
      entitlementId: 'ent:1',
    });
    expect(operator.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /oauth/token',
      'GET /profile/email/jane.doe%2Bclub%40example.com?forceCreation=true',
      'POST /vault/entitlements/auto-onboard',
      'GET /vault/entitlements/ent%3A1/access?userId=email%7C5f1&format=RSS',
    ]);
    for (const { headers } of operator.seen.slice(1)) {
      expect(headers.authorization).toBe(`Bearer ${secrets.accessToken}`);
    }
    const [asked] = operator.asked(onboard);
    expect(asked?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(asked!.body)).toEqual({
      onboardingOriginId: 'origin-1',
      userId: 'email|5f1',
      sku: 'sid:one',
      origin: 'EXTERNAL',
    });
  });

  it.each<[string, string]>([
    [onboard, 'vault:impersonate'],
    [access, 'vault:impersonate'],
    ['GET /profile', 'profile:user:read'],
  ])('names the missing scope if %s is refused: %s', async (line, missing) => {
    const granted = 'vault:impersonate profile:user:read'.replace(missing, '').trim();
    operator.answer('POST /oauth/token', { body: { access_token: 't', scope: granted } });
    operator.answer(line, { status: 403, body: { message: 'Forbidden' } });
    const error = await failure(clientWith().privateFeed(member));
    expect(error.code).toBe('forbidden');
    expect(error.message).toContain(`"${missing}"`);
  });

  it('works with fewer scopes if nothing is refused', async () => {
    operator.answer('POST /oauth/token', {
      body: { access_token: 't', scope: 'vault:impersonate' },
    });
    expect((await clientWith().privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
    operator.answer(onboard, { body: [] });
    expect((await failure(clientWith().privateFeed(member))).code).toBe('no-access');
  });
});

describe('createFeedServiceClient: single calls', () => {
  it('returns every field and every item, known or not', async () => {
    const client = clientWith();
    const [entitlement] = await client.autoOnboard({ userId: 'u', sku: 's', origin: 'OTHER' });
    expect(entitlement).toMatchObject({
      purchaseOptionData: { purchaseType: 'OWN' },
      further: { kept: true },
    });
    expect(JSON.parse(operator.asked(onboard)[0]!.body)).toMatchObject({ origin: 'OTHER' });
    operator.answer(access, { body: [{ type: 'URL', extra: 1 }, { type: null }] });
    expect(await client.access('e', { userId: 'u', format: 'URL' })).toEqual([
      { type: 'URL', extra: 1 },
      {},
    ]);
    expect(operator.asked(access)[0]?.path).toMatch(/format=URL$/);
  });

  it('keeps an entitlement with an unknown kind of purchase', async () => {
    operator.answer(onboard, {
      body: [{ entitlementId: 'e', purchaseOptionData: { purchaseType: 'RENTED', title: 3 } }],
    });
    const [entitlement] = await clientWith().autoOnboard({ userId: 'u', sku: 's' });
    expect(entitlement?.purchaseOptionData).toEqual({ purchaseType: 'RENTED' });
  });

  it('parses a feed in the configured format, and repeats a failed call', async () => {
    operator.answer('GET /rss', [{ status: 503 }, { body: { title: 'T', episodes: [] } }]);
    const podcast = await clientWith({ parserFormat: 'own' }).parse(secrets.feedUrl);
    expect(podcast.title).toBe('T');
    expect(operator.asked('GET /rss')[1]?.path).toMatch(/format=own$/);
  });

  it('returns the URL of the consume page and the public endpoints', () => {
    const client = clientWith({ consumeUrl: 'https://c.example/consume/' });
    expect(client.consumeUrl('https://f.example/', 'sv')).toBe(
      'https://c.example/consume/sv?rss=https%3A%2F%2Ff.example%2F',
    );
    expect(client.publicEndpoints).toEqual({
      consumeUrl: 'https://c.example/consume',
      parserUrl: operator.url,
      parserFormat: 'service',
    });
    expect(createFeedServiceClient({}).publicEndpoints).toEqual({ parserFormat: 'service' });
  });
});

describe('createFeedServiceClient: tokens', () => {
  it.each([
    [undefined, 'vault:impersonate profile:user:read'],
    ['profile:user:read', 'profile:user:read'],
  ])('requests a token with the configured scope %s as %s', async (scope, requested) => {
    await clientWith({ scope }).issueToken();
    const [asked] = operator.asked('POST /oauth/token');
    expect(new URLSearchParams(asked?.body).get('scope')).toBe(requested);
  });

  const fresh = { body: { access_token: 'fresh' } };

  it.each([onboard, access, 'GET /profile'])(
    'replaces a token once if %s refuses it',
    async (line) => {
      operator.answer('POST /oauth/token', [{ body: { access_token: 'stale' } }, fresh]);
      const asked = clientWith().privateFeed(member);
      operator.answer(line, ({ headers }) =>
        headers.authorization === 'Bearer fresh'
          ? { body: line === 'GET /profile' ? { id: 'u' } : [] }
          : { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
      );
      await asked.catch(() => undefined);
      expect(operator.asked(line).map(({ headers }) => headers.authorization)).toEqual([
        'Bearer stale',
        'Bearer fresh',
      ]);
    },
  );
});

describe('createFeedServiceClient: repeated calls', () => {
  it.each([
    ['POST /oauth/token', 3],
    ['GET /profile', 3],
    [onboard, 1],
    [access, 3],
  ])('sends %s %i times to a service that is down', async (line, times) => {
    operator.answer(line, { status: 503 });
    expect((await failure(clientWith().privateFeed(member))).code).toBe('unavailable');
    expect(operator.asked(line)).toHaveLength(times);
  });

  it('sends auto-onboard again after 429', async () => {
    operator.answer(onboard, [{ status: 429 }, { body: [] }]);
    expect(await clientWith().autoOnboard({ userId: 'u', sku: 's' })).toEqual([]);
    expect(operator.asked(onboard)).toHaveLength(2);
  });
});

describe('createFeedServiceClient: the whole flow', () => {
  it('has one deadline for all calls together', async () => {
    installVirtualTime();
    const time = new VirtualTime();
    const stopped: string[] = [];
    const slow = async (...[input, init]: Parameters<typeof fetch>) => {
      const stop = () => stopped.push(new URL(input as string).pathname);
      init?.signal?.addEventListener('abort', stop);
      time.advance(250);
      const answer = await inRealTime(() => fetch(input, init));
      init?.signal?.removeEventListener('abort', stop);
      return answer;
    };
    const client = clientWith({ deadline: 600, fetch: slow });
    expect(await time.run(() => failure(client.privateFeed(member)))).toMatchObject({
      code: 'timeout',
      message: 'The feed service did not answer in time. Try again.',
    });
    expect(stopped).toHaveLength(1);
    expect(operator.asked(access)).toEqual([]);
  });

  it('runs once for all callers with the same member and product', async () => {
    const client = clientWith();
    const { signal } = new AbortController();
    const feeds = await Promise.all([
      client.privateFeed(member),
      client.privateFeed({ ...member, signal }),
      client.privateFeed({ sku: 'sid:one', userId: 'email|5f1' }),
    ]);
    expect(feeds.map(({ feedUrl }) => feedUrl)).toEqual(Array(3).fill(secrets.feedUrl));
    expect(operator.asked('GET /profile')).toHaveLength(1);
    expect(operator.asked(onboard)).toHaveLength(1);
  });

  it('requests one token, and one more if that is refused', async () => {
    let issued = 0;
    operator.answer('POST /oauth/token', () => ({ body: { access_token: `t${++issued}` } }));
    let refused = 0;
    operator.answer('POST /vault', () =>
      refused++ ? { body: [{ entitlementId: 'e' }] } : { status: 401 },
    );
    operator.answer(access, { status: 401 });
    expect((await failure(clientWith().privateFeed(member))).code).toBe('unauthorized');
    expect(issued).toBe(2);
    expect(operator.asked(access)).toHaveLength(1);
  });
});

describe('createFeedServiceClient: the wait before another call', () => {
  // Time stands still: only the abort can end the wait.
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  type Client = ReturnType<typeof clientWith>;
  it.each<[string, (client: Client, signal: AbortSignal) => Promise<unknown>]>([
    ['GET /profile', (client, signal) => client.userByEmail(secrets.email, { signal })],
    ['GET /rss', (client, signal) => client.parse(secrets.feedUrl, { signal })],
  ])('ends for %s when the caller aborts', async (line, call) => {
    operator.answer(line, { status: 429, headers: { 'retry-after': '2' } });
    let answered = false;
    const client = clientWith({
      async fetch(...request) {
        const response = await fetch(...request);
        const whole = new Response(await response.arrayBuffer(), response);
        answered = response.status === 429;
        return whole;
      },
    });
    const controller = new AbortController();
    const asked = failure(call(client, controller.signal));
    await expect.poll(() => answered).toBe(true);
    controller.abort();
    expect((await asked).code).toBe('aborted');
    expect(operator.asked(line)).toHaveLength(1);
  });
});

describe('createFeedServiceClient: configuration', () => {
  it.each([0, -1, NaN, Infinity, '9'])('refuses %s as a deadline', (deadline) => {
    expect(() => clientWith({ deadline: deadline as number })).toThrow(
      '`deadline` must be a number of milliseconds above 0.',
    );
  });

  it.each<keyof FeedServiceConfig>([
    'tokenUrl',
    'baseUrl',
    'clientId',
    'clientSecret',
    'onboardingOriginId',
  ])('says that %s is missing', async (field) => {
    const error = await failure(clientWith({ [field]: undefined }).privateFeed(member));
    expect(error.code).toBe('config');
    expect(error.message).toContain(`\`${field}\``);
  });

  it('requires parserUrl and consumeUrl only in the calls that need them', async () => {
    const client = clientWith({ parserUrl: undefined, consumeUrl: undefined });
    await client.privateFeed(member);
    const error = await failure(client.parse(secrets.feedUrl));
    expect(error.code).toBe('config');
    expect(error.message).toContain('parserUrl');
    expect(() => client.consumeUrl(secrets.feedUrl, 'sv')).toThrow(/`consumeUrl` is missing/);
  });
});

describe('createFeedServiceClient: bad input', () => {
  type Client = ReturnType<typeof clientWith>;
  it.each<[RegExp, (client: Client) => Promise<unknown>]>([
    [/`email` is not/, (client) => client.userByEmail('a@b.example c@d.example')],
    [/`userId` is not valid/, (client) => client.autoOnboard({ userId: 'a b', sku: 's' })],
    [/`sku` is not valid/, (client) => client.autoOnboard({ userId: 'u', sku: 's\r\n' })],
    [/`origin` is not/, (client) => client.autoOnboard({ userId: 'u', sku: 's', origin: ' ' })],
    [/`entitlementId` is not valid/, (client) => client.access('..', { userId: 'u' })],
    [/`userId` is not valid/, (client) => client.access('e', { userId: '' })],
    [/`format` is not valid/, (client) => client.access('e', { userId: 'u', format: '' })],
    [/http\(s\)/, (client) => client.parse('feed:x')],
    [/either `email` or `userId`/, (client) => client.privateFeed({ sku: 's' } as never)],
    [/`email`/, (client) => client.privateFeed({ ...member, userId: 'u' } as never)],
    [/`sku` is not valid/, (client) => client.privateFeed({ email: secrets.email } as never)],
  ])('says %s before anything is sent', async (message, call) => {
    expect(await failure(call(clientWith()))).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message) as string,
    });
    expect(operator.seen).toEqual([]);
  });

  it('names an `onboardingOriginId` that is not an ID', async () => {
    const client = clientWith({ onboardingOriginId: 'origin 1' });
    const { message } = await failure(client.autoOnboard({ userId: 'u', sku: 's' }));
    expect(message).toMatch('`onboardingOriginId` is not valid');
  });
});

describe('createFeedServiceClient: types', () => {
  const parserUrl = 'https://parser.example';

  it('has the calls of the parser and the consume page without a secret, and no others', () => {
    const client = createFeedServiceClient({ parserUrl });
    // @ts-expect-error -- it needs the client's credentials
    expect(client.privateFeed).toBeDefined();
    // @ts-expect-error -- a secret alone is no configuration
    createFeedServiceClient({ parserUrl, clientSecret: 'secret' });
  });
});
