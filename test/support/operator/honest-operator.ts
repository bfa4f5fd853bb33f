/**
 * A feed service that keeps to docs/interface.md 4.1 to 4.6 in every point, in memory: the ground that
 * wrong operators and unusual ones are altered from, in one thing each.
 */
import { createHash, randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { secrets, type Answer, type Seen } from './operator.js';

export const member = secrets.email;
/** Is known, and has no access. */
export const stranger = 'john.roe+none@example.com';
export const product = { sku: 'sid:one', title: 'The Member Show', description: 'All of it' };
export const client = {
  clientId: 'client-1',
  clientSecret: secrets.clientSecret,
  onboardingOriginId: 'origin-1',
};
export const knownScopes = ['vault:impersonate', 'profile:user:read'];
const ID_BYTES = 12;
const SECRET_BYTES = 24;

export type Honest = (seen: Seen) => Answer;

interface Entitlement {
  userId: string;
  feedKey: string;
}

const randomText = () => randomBytes(SECRET_BYTES).toString('base64url');
const private_ = { 'cache-control': 'no-store' };
const json = (body: unknown): Answer => ({ headers: private_, body });

/** A problem of RFC 9457, which repeats nothing of the request. */
const problem = (status: number, detail: string, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...private_, ...headers },
  body: { type: 'about:blank', title: STATUS_CODES[status], status, detail },
});

/** An error of the token endpoint (RFC 6749 §5.2). */
const tokenError = (error: string, description: string): Answer => ({
  status: error === 'invalid_client' ? 401 : 400,
  headers: private_,
  body: { error, error_description: description },
});

const objectOf = (body: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** The user ID of an address: the same each time, and with nothing of the address in it. */
export function userIdOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `email|${digest.slice(0, 2 * ID_BYTES)}`;
}

const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${product.title}</title><link>https://show.example.org/</link>
<item><title>One</title><guid>one</guid></item></channel></rss>`;

const podcast = {
  title: product.title,
  link: 'https://show.example.org/',
  owner: { name: 'The Studio' },
  isHidden: false,
  isExplicit: false,
  isComplete: false,
  podcastType: 'EPISODIC',
  totalEpisodes: 1,
  categories: [],
  products: [],
  externalIds: {},
  episodes: [
    {
      guid: 'one',
      title: 'One',
      url: 'https://show.example.org/1.mp3',
      duration: 60,
      publishDate: '2026-01-01T00:00:00Z',
      contentType: 'audio/mpeg',
      isExplicit: false,
      isLocked: false,
      isSample: false,
      permissions: [],
      tags: [],
    },
  ],
};

const page = (language: string, title: string, main: string, status = 200): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  },
  body: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body>${main}</body></html>`,
});

/** The podcast, with a link that opens its feed in an app. */
const openIn = (rss: string): string =>
  `<h1>${product.title}</h1><a href="podcast://${new URL(rss).href.replace(/^https?:\/\//, '')}">Open</a>`;

export function createHonestOperator(): Honest {
  const scopesOf = new Map<string, string[]>();
  const users = new Set([member, stranger].map(userIdOf));
  const entitlements = new Map<string, Entitlement>();

  function issueToken({ headers, body }: Seen): Answer {
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      return tokenError('invalid_request', 'Send a form.');
    }
    const form = new URLSearchParams(body);
    for (const name of ['client_id', 'client_secret', 'grant_type', 'scope']) {
      if (!form.get(name)) return tokenError('invalid_request', `Send ${name}.`);
    }
    if (
      form.get('client_id') !== client.clientId ||
      form.get('client_secret') !== client.clientSecret
    ) {
      return tokenError('invalid_client', 'Check client_id and client_secret.');
    }
    if (form.get('grant_type') !== 'client_credentials') {
      return tokenError('unsupported_grant_type', 'grant_type must be client_credentials.');
    }
    const scopes = form.get('scope')!.split(' ');
    if (!scopes.every((scope) => knownScopes.includes(scope))) {
      return tokenError('invalid_scope', 'Request scopes that this client has.');
    }
    const token = randomText();
    scopesOf.set(token, scopes);
    const scope = scopes.join(' ');
    return json({ access_token: token, token_type: 'Bearer', expires_in: 86_400, scope });
  }

  /** Why a request may not do what takes the scope. */
  function refusal({ headers }: Seen, scope: string): Answer | undefined {
    const [, token] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    const challenge = (status: number, text: string, error: string) =>
      problem(status, text, { 'www-authenticate': `Bearer${error && ` error="${error}"`}` });
    if (!token) return challenge(401, 'Send an access token.', '');
    const scopes = scopesOf.get(token);
    if (!scopes) return challenge(401, 'The access token is not valid.', 'invalid_token');
    if (scopes.includes(scope)) return undefined;
    return challenge(403, 'The access token lacks a scope.', 'insufficient_scope');
  }

  function findUser(path: string, query: URLSearchParams): Answer {
    const email = decodeURIComponent(path.slice('/profile/email/'.length));
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) return problem(400, 'Send an e-mail address.');
    const id = userIdOf(email);
    if (query.get('forceCreation') === 'true') users.add(id);
    if (!users.has(id)) return problem(404, 'No user has this address.');
    return json({ id, userId: id, hasPrimaryAddress: true });
  }

  function onboard({ body }: Seen): Answer {
    const sent = objectOf(body);
    if (!sent) return problem(400, 'Send a JSON object.');
    for (const name of ['onboardingOriginId', 'userId', 'sku', 'origin']) {
      if (typeof sent[name] !== 'string' || sent[name] === '') return problem(400, `Send ${name}.`);
    }
    const { onboardingOriginId, userId, sku } = sent as Record<string, string>;
    if (onboardingOriginId !== client.onboardingOriginId) return problem(403, 'Unknown origin.');
    if (sku !== product.sku) return problem(404, 'Unknown product.');
    if (!users.has(userId!)) return problem(404, 'Unknown user.');
    if (userId !== userIdOf(member)) return json([]);
    let id = [...entitlements].find(([, { userId: owner }]) => owner === userId)?.[0];
    if (!id) entitlements.set((id = `ent:${randomText()}`), { userId, feedKey: randomText() });
    const { title, description } = product;
    const purchaseOptionData = { title, description, purchaseType: 'OWN' };
    return json([
      { entitlementId: id, userId, purchaseOptionId: 'po1', purchaseOptionData, sku, title },
    ]);
  }

  /** The feed link; `reset` puts a new one in its place (docs/service.md 5). */
  function access({ method, headers }: Seen, path: string, query: URLSearchParams): Answer {
    const [, id = '', action] = /^\/vault\/entitlements\/([^/]*)\/(\w+)$/.exec(path) ?? [];
    const userId = query.get('userId');
    if (!userId) return problem(400, 'Send userId.');
    if (action === 'access' && query.get('format') !== 'RSS') return problem(400, 'Send format.');
    const entitlement = entitlements.get(decodeURIComponent(id));
    if (entitlement?.userId !== userId) return problem(404, 'This user has no such entitlement.');
    if (method === 'POST') entitlement.feedKey = randomText();
    const filename = `${product.sku}_private.rss`;
    return json([
      {
        title: product.title,
        filename,
        id: 'item1',
        url: `http://${headers.host}/feeds/${entitlement.feedKey}/${filename}`,
        mimeType: 'application/rss+xml',
        type: 'feed',
      },
    ]);
  }

  const isFeed = (path: string) =>
    [...entitlements.values()].some(({ feedKey }) => path.includes(`/feeds/${feedKey}/`));

  function parse(query: URLSearchParams): Answer {
    const url = query.get('url') ?? '';
    if (!/^https?:\/\//.test(url)) return problem(400, 'Send the URL of a feed.');
    if (!query.get('format')) return problem(400, 'Send format.');
    return isFeed(url) ? json(podcast) : problem(404, 'There is no such feed.');
  }

  return (seen) => {
    const { pathname: path, searchParams: query } = new URL(seen.path, 'http://operator.invalid');
    const line = `${seen.method} ${path}`;
    if (line === 'POST /oauth/token') return issueToken(seen);
    if (line.startsWith('GET /profile/email/')) {
      return refusal(seen, 'profile:user:read') ?? findUser(path, query);
    }
    if (path.startsWith('/vault/entitlements/')) {
      const refused = refusal(seen, 'vault:impersonate');
      if (refused) return refused;
      if (line === 'POST /vault/entitlements/auto-onboard') return onboard(seen);
      return access(seen, path, query);
    }
    if (line === 'GET /rss') return parse(query);
    if (line.startsWith('GET /consume/')) {
      const language = path.slice('/consume/'.length);
      return isFeed(query.get('rss') ?? '')
        ? page(language, product.title, openIn(query.get('rss') ?? ''))
        : page(language, 'No podcast', '<h1>No podcast</h1>', 400);
    }
    if (isFeed(path)) {
      return { headers: { 'content-type': 'application/rss+xml', ...private_ }, body: feed };
    }
    return problem(404, 'There is nothing here.');
  };
}
