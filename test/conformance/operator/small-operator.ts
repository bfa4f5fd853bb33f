/** An operator in one function, for runs that need no network: it answers the calls 4.1 to 4.4 in order. */
import type { ConformanceConfig } from '../../../src/conformance/operator/config.js';

export const config: ConformanceConfig = {
  tokenUrl: 'https://token.operator.example',
  baseUrl: 'https://api.operator.example',
  clientId: 'client-canary-1',
  clientSecret: 'client/secret canary+2',
  onboardingOriginId: 'origin-canary-3',
  sku: 'sid:one',
  member: 'member.canary@example.org',
  stranger: 'stranger.canary@example.org',
};
export const token = 'token-canary-4-0123456789';
export const userId = 'email|5f1a2b3c4d5e6f708192a3b4';
export const entitlementId = 'ent:canary-5-abcdef';
export const feedUrl = 'https://feeds.operator.example/feeds/canary-6-0123456789abcdef/one.rss';
const strangerId = 'email|00ff00ff00ff00ff00ff00ff';

export interface Asked {
  method: string;
  url: URL;
  body: string;
  authorization: string | null;
}

export const json = (body: unknown, status = 200, headers = {}): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });

export const entitlement = (id = entitlementId): Record<string, unknown> => ({
  entitlementId: id,
  userId,
  purchaseOptionId: 'po1',
  purchaseOptionData: { title: 'Club', description: 'All', purchaseType: 'OWN' },
  sku: config.sku,
  title: 'The Show',
});

/** The answers of an operator in order. */
export function honest({ method, url, body, authorization }: Asked): Response {
  if (url.href === feedUrl) return new Response('<rss version="2.0"><channel/></rss>');
  if (url.pathname === '/oauth/token') {
    const form = new URLSearchParams(body);
    const isKnown =
      form.get('client_id') === config.clientId &&
      form.get('client_secret') === config.clientSecret &&
      form.get('grant_type') === 'client_credentials';
    const scopes = form.get('scope')?.split(' ') ?? [];
    const areKnown = scopes.length > 0 && scopes.every((scope) => !scope.endsWith(':nobody'));
    if (!isKnown || !areKnown) return json({ error: 'invalid_client' }, 401);
    const suffix = scopes.length > 1 ? '' : scopes.join().replaceAll(':', '-');
    return json({ access_token: token + suffix, token_type: 'Bearer', expires_in: 86_400 });
  }
  const granted = authorization?.startsWith(`Bearer ${token}`)
    ? authorization.slice(7 + token.length)
    : undefined;
  if (granted === undefined || !/^(?:vault-\w+|profile-[\w-]+)?$/.test(granted)) {
    return json({ message: 'no' }, 401, { 'www-authenticate': 'Bearer' });
  }
  const isProfile = url.pathname.startsWith('/profile/');
  if (granted !== '' && granted.startsWith('profile') !== isProfile)
    return json({ message: 'scope' }, 403);
  if (isProfile) {
    const address = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const id = { [config.member]: userId, [config.stranger ?? '']: strangerId }[address];
    return id ? json({ id, userId: id, hasPrimaryAddress: true }) : json({ message: 'no' }, 404);
  }
  if (method === 'POST') {
    const sent = readObject(body);
    const names = ['onboardingOriginId', 'userId', 'sku', 'origin'];
    if (!names.every((name) => sent[name])) return json({ message: 'field' }, 400);
    if (sent.onboardingOriginId !== config.onboardingOriginId) return json({ message: 'no' }, 403);
    if (sent.sku !== config.sku) return json({ message: 'no' }, 404);
    return json(sent.userId === userId ? [entitlement()] : []);
  }
  const query = url.searchParams;
  if (!query.get('userId') || query.get('format') !== 'RSS') return json({ message: 'field' }, 400);
  const isKnown =
    url.pathname.includes(encodeURIComponent(entitlementId)) && query.get('userId') === userId;
  if (!isKnown) return json({ message: 'no' }, 404);
  const [mimeType, filename] = ['application/rss+xml', `${config.sku}_private.rss`];
  return json([{ title: 'The Show', filename, id: 'item1', url: feedUrl, mimeType, type: 'feed' }]);
}

function readObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The operator as a `fetch`. @param answer in place of {@link honest} */
export const operatorFetch =
  (answer: (asked: Asked, signal: AbortSignal) => Response | Promise<Response>) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const asked: Asked = {
      method: init.method ?? 'GET',
      url: new URL(input as string),
      body: (init.body as string | undefined) ?? '',
      authorization: new Headers(init.headers).get('authorization'),
    };
    return answer(asked, init.signal ?? new AbortController().signal);
  };
