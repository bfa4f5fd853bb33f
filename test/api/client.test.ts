import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFeedServiceClient, type FeedServiceConfig } from '../../src/api/client.js';
import { DEFAULT_DEADLINE_MS } from '../../src/api/deadline.js';
import { failure } from '../support/operator/failures.js';
import {
  configFor,
  secrets,
  startOperator,
  type Answer,
  type Operator,
} from '../support/operator/operator.js';
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

  it('does not look up a user who is named by ID', async () => {
    const feed = await clientWith().privateFeed({ userId: 'auth0|9', sku: 'sid:one' });
    expect(feed.userId).toBe('auth0|9');
    expect(operator.asked('GET /profile')).toEqual([]);
    expect(operator.asked(access)[0]?.path).toContain('userId=auth0%7C9');
  });

  it('tolerates trailing slashes, and a path below each base', async () => {
    operator.answer('POST /auth/oauth/token', { body: { access_token: 't' } });
    const client = clientWith({ tokenUrl: `${operator.url}/auth/`, baseUrl: `${operator.url}//` });
    expect((await client.privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
  });

  const feed = {
    title: 'T',
    url: secrets.feedUrl,
    mimeType: 'application/rss+xml; charset=utf-8',
    type: 'Feed',
  };

  it('chooses the product’s entitlement, and the RSS feed among its items', async () => {
    operator.answer(onboard, {
      body: [
        { entitlementId: 'other', sku: 'sid:two' },
        { entitlementId: null },
        { entitlementId: 'mine', sku: 'sid:one', title: null },
      ],
    });
    operator.answer('GET /vault/entitlements/mine/access', {
      body: [
        { ...feed, url: 'https://f.example/page', mimeType: 'text/html' },
        { ...feed, url: 'https://f.example/file', type: 'file' },
        { ...feed, url: null },
        { ...feed, url: 'https://f.example/bundle', filename: 'sid:two_private.rss' },
        { ...feed, filename: 'sid:one_private.rss' },
      ],
    });
    expect(await clientWith().privateFeed(member)).toMatchObject({
      entitlementId: 'mine',
      feedUrl: secrets.feedUrl,
      title: 'T',
    });
  });

  it('takes the first feed if no file name matches, and the first title there is', async () => {
    operator.answer(onboard, { body: [{ entitlementId: 'e', sku: null, title: 'Product' }] });
    operator.answer(access, { body: [{ ...feed, title: null, filename: null }, feed] });
    expect((await clientWith().privateFeed(member)).title).toBe('Product');
  });

  it.each<[string, Answer]>([
    [onboard, { body: [] }],
    [onboard, { body: null }],
    [onboard, { body: [{ entitlementId: 'other', sku: 'sid:two' }] }],
    [onboard, { status: 403, body: { error: { code: 'FORBIDDEN', message: 'no', details: {} } } }],
    [onboard, { status: 404, body: { message: 'no' } }],
    [access, { body: [] }],
    [access, { status: 403 }],
    [access, { status: 404, body: { type: 't', title: 'Not Found', status: 404 } }],
  ])('reads %s answered with %j as no-access', async (line, answer) => {
    operator.answer(line, answer);
    expect((await failure(clientWith().privateFeed(member))).code).toBe('no-access');
  });

  it.each<[string, Answer, string]>([
    [onboard, { status: 402, body: { message: 'Payment required' } }, 'no-access'],
    [onboard, { status: 204 }, 'no-access'],
    [access, { status: 204 }, 'no-access'],
    ['GET /profile', { status: 204 }, 'not-found'],
    ['GET /profile', { status: 402 }, 'forbidden'],
    ['POST /oauth/token', { status: 204 }, 'bad-response'],
    ['POST /oauth/token', { status: 403, body: { message: 'Insufficient scope' } }, 'forbidden'],
    [onboard, { status: 403, body: { message: 'Insufficient scope' } }, 'forbidden'],
    [access, { status: 403, body: { error: 'insufficient_scope' } }, 'forbidden'],
    [onboard, { status: 403, body: { error: { code: 'insufficient_scope' } } }, 'forbidden'],
    [onboard, { status: 409, body: { message: 'in progress' } }, 'unavailable'],
  ])(
    'tells the member’s fault from the client’s: %s answered with %j is %s',
    async (line, answer, code) => {
      operator.answer(line, answer);
      expect((await failure(clientWith().privateFeed(member))).code).toBe(code);
    },
  );

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

  it('repeats auto-onboard after a conflict', async () => {
    operator.answer(onboard, [{ status: 409 }, { body: [{ entitlementId: 'ent:1' }] }]);
    expect((await clientWith().privateFeed(member)).feedUrl).toBe(secrets.feedUrl);
  });

  const html = '<h1>Blocked</h1>';
  it.each<[string, string, Answer]>([
    ['no-feed', access, { body: [{ ...feed, type: 'file' }] }],
    ['no-feed', access, { body: [{ ...feed, mimeType: 'text/html' }] }],
    ['no-feed', access, { body: [{ ...feed, url: 'javascript:alert(1)' }] }],
    ['bad-response', access, { body: { items: [] } }],
    ['bad-response', access, { body: ['text', null] }],
    ['bad-response', onboard, { body: [{ entitlementId: null }] }],
    ['bad-response', onboard, { body: html }],
    ['bad-response', onboard, {}],
    ['forbidden', onboard, { status: 403, body: html }],
    ['not-found', access, { status: 404, body: html }],
    [
      'forbidden',
      onboard,
      {
        status: 403,
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
        body: {},
      },
    ],
    ['not-found', 'GET /profile', { status: 404, body: { message: secrets.email } }],
    ['forbidden', 'GET /profile', { status: 403, body: { message: 'scope' } }],
    ['bad-response', 'GET /profile', { body: { id: null, userId: '' } }],
    ['unauthorized', 'POST /oauth/token', { status: 403, body: { message: 'Client not found' } }],
    ['rate-limited', onboard, { status: 429, headers: { 'retry-after': '60' } }],
    ['unavailable', onboard, { status: 503 }],
  ])('rejects with %s for a bad answer to %s (%#)', async (code, line, answer) => {
    operator.answer(line, answer);
    expect((await failure(clientWith().privateFeed(member))).code).toBe(code);
  });
});

describe('createFeedServiceClient: single calls', () => {
  it('looks a user up with and without creating one', async () => {
    const client = clientWith();
    operator.answer('GET /profile', { body: { userId: 'u|1', more: 1 } });
    expect(await client.userByEmail(secrets.email)).toEqual({ id: 'u|1', userId: 'u|1', more: 1 });
    await client.userByEmail(secrets.email, { forceCreation: false });
    await client.userByEmail(secrets.email, { forceCreation: true });
    const queries = operator.asked('GET /profile').map(({ path }) => path.split('?')[1]);
    expect(queries).toEqual([undefined, 'forceCreation=false', 'forceCreation=true']);
  });

  it.each([
    { id: '', userId: 'u|1' },
    { id: 'u|1', userId: '' },
  ])('takes an empty user ID for a missing one: %j', async (body) => {
    operator.answer('GET /profile', { body });
    expect(await clientWith().userByEmail(secrets.email)).toEqual({ id: 'u|1', userId: 'u|1' });
  });

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

  it('uses one token for many calls', async () => {
    const client = clientWith();
    await Promise.all([client.userByEmail(secrets.email), client.userByEmail(secrets.email)]);
    expect(operator.asked('POST /oauth/token')).toHaveLength(1);
    expect((await client.issueToken()).access_token).toBe(secrets.accessToken);
    expect(operator.asked('POST /oauth/token')).toHaveLength(1);
  });

  it('requests another token when one expires by the given clock', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const client = clientWith({ now: () => now });
    await client.issueToken();
    await client.issueToken();
    expect(operator.asked('POST /oauth/token')).toHaveLength(1);
    now = new Date('2026-01-02T00:00:00Z');
    await client.issueToken();
    expect(operator.asked('POST /oauth/token')).toHaveLength(2);
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

  it('replaces a token only once', async () => {
    operator.answer('GET /profile', { status: 401 });
    expect((await failure(clientWith().userByEmail(secrets.email))).code).toBe('unauthorized');
    expect(operator.asked('GET /profile')).toHaveLength(2);
    expect(operator.asked('POST /oauth/token')).toHaveLength(2);
  });
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

  it('returns retryAfter, and does not wait 30 seconds', async () => {
    operator.answer('GET /profile', {
      status: 429,
      body: { error: { code: 'rate_limit_exceeded', message: 'slow down', retry_after: 30 } },
    });
    expect(await failure(clientWith().userByEmail(secrets.email))).toMatchObject({
      code: 'rate-limited',
      status: 429,
      retryAfter: 30,
    });
    expect(operator.asked('GET /profile')).toHaveLength(1);
  });
});

describe('createFeedServiceClient: ends of a flow', () => {
  it.each(['POST /oauth/token', 'GET /profile', onboard, access])(
    'rejects with timeout if %s does not answer',
    async (line) => {
      operator.answer(line, 'never');
      const client = clientWith({ timeout: 60 });
      expect((await failure(client.privateFeed(member))).code).toBe('timeout');
    },
  );

  it.each(['POST /oauth/token', 'GET /profile', onboard, access])(
    'rejects when the caller aborts during %s',
    async (line) => {
      operator.answer(line, 'never');
      const controller = new AbortController();
      const asked = failure(clientWith().privateFeed({ ...member, signal: controller.signal }));
      await expect.poll(() => operator.asked(line).length).toBe(1);
      controller.abort();
      expect((await asked).code).toBe('aborted');
    },
  );
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

  it('rejects at the default deadline', async () => {
    installVirtualTime();
    const time = new VirtualTime();
    const never = () => new Promise<never>(() => undefined);
    let ended: string | undefined;
    const flow = time.run(() => failure(clientWith({ fetch: never }).privateFeed(member)));
    void flow.then(({ code }) => (ended = code));
    time.advance(DEFAULT_DEADLINE_MS - 1);
    await setImmediate();
    expect(ended).toBeUndefined();
    time.advance(1);
    expect((await flow).code).toBe('timeout');
  });

  it('aborts the request for a token when the last caller aborts', async () => {
    const signals: AbortSignal[] = [];
    const client = clientWith({
      fetch: (input, init) => {
        signals.push(init!.signal!);
        return fetch(input, init);
      },
    });
    operator.answer('POST /oauth/token', 'never');
    const controllers = [new AbortController(), new AbortController()];
    const asked = controllers.map(({ signal }) => failure(client.issueToken({ signal })));
    await expect.poll(() => signals.length).toBe(1);
    controllers[0]!.abort();
    expect(signals[0]!.aborted).toBe(false);
    controllers[1]!.abort();
    expect(signals[0]!.aborted).toBe(true);
    await Promise.all(asked);
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
    expect(operator.asked(onboard)).toHaveLength(2);
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

  it.each([null, '', 0, -1, '-1', 'soon', '1e999', true, {}, 1e-9])(
    'requests one token if `expires_in` is %j',
    async (expires_in) => {
      operator.answer('POST /oauth/token', { body: { access_token: 't', expires_in } });
      await clientWith().privateFeed(member);
      expect(operator.asked('POST /oauth/token')).toHaveLength(1);
    },
  );
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
  it.each([0, -1, NaN, Infinity, '9'])('refuses %s as a timeout and as a deadline', (value) => {
    for (const field of ['timeout', 'deadline']) {
      expect(() => clientWith({ [field]: value })).toThrow(
        `\`${field}\` must be a number of milliseconds above 0.`,
      );
    }
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

  it.each([
    'http://service.example',
    'https://user:password@service.example',
    'https://service.example?x=1',
    'service.example',
  ])('refuses %s as tokenUrl', async (tokenUrl) => {
    const error = await failure(clientWith({ tokenUrl }).issueToken());
    expect(error.code).toBe('config');
    expect(error.message).toContain('tokenUrl');
  });
});

describe('createFeedServiceClient: bad input', () => {
  it.each<[string, (client: ReturnType<typeof clientWith>) => Promise<unknown>]>([
    ['no e-mail address', (client) => client.userByEmail('jane')],
    ['two addresses', (client) => client.userByEmail('a@b.example c@d.example')],
    ['no user', (client) => client.autoOnboard({ userId: '', sku: 's' })],
    ['a path for an entitlement', (client) => client.access('..', { userId: 'u' })],
    ['a line break in a sku', (client) => client.autoOnboard({ userId: 'u', sku: 's\r\n' })],
    ['no feed URL', (client) => client.parse('feed:x')],
    ['neither e-mail nor user', (client) => client.privateFeed({ sku: 's' } as never)],
    ['both e-mail and user', (client) => client.privateFeed({ ...member, userId: 'u' } as never)],
    ['no sku', (client) => client.privateFeed({ email: secrets.email } as never)],
  ])('refuses %s before anything is sent', async (_, call) => {
    expect((await failure(call(clientWith()))).code).toBe('bad-input');
    expect(operator.seen).toEqual([]);
  });

  it.each<[string, (client: ReturnType<typeof clientWith>) => Promise<unknown>]>([
    ['userId', (client) => client.autoOnboard({ userId: 'a b', sku: 's' })],
    ['sku', (client) => client.autoOnboard({ userId: 'u', sku: '' })],
    ['origin', (client) => client.autoOnboard({ userId: 'u', sku: 's', origin: ' ' })],
    ['entitlementId', (client) => client.access('', { userId: 'u' })],
    ['userId', (client) => client.access('e', { userId: '' })],
    ['format', (client) => client.access('e', { userId: 'u', format: '' })],
  ])('names `%s` in the message', async (field, call) => {
    const { message } = await failure(call(clientWith()));
    expect(message).toMatch(`\`${field}\` is not valid`);
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
