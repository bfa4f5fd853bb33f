/** A NUL or half a surrogate pair in any call is the caller's mistake: 400, and nothing in the log. */
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogueOf, client, member, sku } from '../../../support/feed-service/backend.js';
import { operator, tokenOf } from '../../../support/feed-service/operator-calls.js';
import { page, secret } from '../../../support/publisher/member.js';
import { useBackend } from '../../../support/feed-service/for-file.js';

interface Description {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
}
const { paths } = JSON.parse(
  await readFile(new URL('../../../../packages/service/openapi.json', import.meta.url), 'utf8'),
) as Description;
const routes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => [method.toUpperCase(), path] as const),
);
let failures: object[];

const catalogue = catalogueOf('show.rss');
catalogue.clients.push({ ...operator, scopes: ['service:admin', 'service:backup'] });
const backend = useBackend({
  catalogue,
  subscribe: { secret, allowedOrigins: [page] },
  log: (line) => 'error' in line && failures.push(line),
});
await backend.service.open();
beforeEach(() => {
  failures = [];
});

const scopeOf = (path: string) => (path === '/admin/backup' ? 'service:backup' : 'service:admin');

/** A call with the token that it needs. */
async function call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const isOperator = path.startsWith('/admin');
  const token = isOperator
    ? await tokenOf(backend, operator, scopeOf(path))
    : await tokenOf(backend, { ...client }, 'vault:impersonate profile:user:read');
  const headers = { Authorization: `Bearer ${token}`, ...(init.headers as object) };
  return backend.send(path, { ...init, method, headers });
}

const unusable = { NUL: '%00', 'half a surrogate pair': '%ed%A0%80' };

describe.each(Object.entries(unusable))('refuseUnusableUrls: %s', (_name, text) => {
  it.each(routes)('%s %s is answered with 400 in the query', async (method, path) => {
    const filled = path.replace(/\{\w+\}/g, 'x');
    for (const query of [`?sku=${text}`, `?url=https%3A%2F%2Fa.example%2F${text}`, `?${text}=1`]) {
      const answer = await call(method, filled + query);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'bad-input' });
    }
    expect(failures).toEqual([]);
  });

  it.each(routes.filter(([, path]) => path.includes('{')))(
    '%s %s is answered with 400 in each part of the path',
    async (method, path) => {
      const parts = path.match(/\{\w+\}/g)!;
      for (const part of parts) {
        const filled = path.replace(part, `a${text}b`).replace(/\{\w+\}/g, 'x');
        expect((await call(method, filled)).status).toBe(400);
      }
      expect(failures).toEqual([]);
    },
  );

  it('is answered with 400 in each field of a token request', async () => {
    const form = {
      client_id: client.clientId,
      client_secret: client.clientSecret,
      grant_type: 'client_credentials',
      scope: 'vault:impersonate',
    };
    for (const name of Object.keys(form)) {
      const body = new URLSearchParams(form).toString().replace(`${name}=`, `${name}=a${text}`);
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const answer = await backend.send('/oauth/token', { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    }
  });
});

describe('readBody', () => {
  const bodies: [string, string, Record<string, unknown>][] = [
    [
      'POST',
      '/vault/entitlements/auto-onboard',
      { onboardingOriginId: 'origin-1', userId: 'email|x', sku, origin: 'EXTERNAL' },
    ],
    ['PUT', `/admin/grants/${sku}/a@example.org`, { until: '2030-12-31' }],
    ['POST', '/admin/feeds/reset', { sku, email: member }],
  ];
  const texts = ['a\0b', 'a\ud800b', 'a\udc00', '\ud83d'];

  it.each(bodies)('%s %s refuses such a text in every field', async (method, path, fields) => {
    const headers = { 'Content-Type': 'application/json' };
    for (const text of texts) {
      const changed = [
        ...Object.keys(fields).map((name) => ({ ...fields, [name]: text })),
        { ...fields, [text]: 1 },
        { ...fields, more: { deep: [text] } },
      ];
      for (const each of changed) {
        const body = JSON.stringify(each);
        expect((await call(method, path, { headers, body })).status).toBe(400);
      }
    }
    expect(failures).toEqual([]);
  });

  it('takes a whole surrogate pair', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({
      onboardingOriginId: 'origin-1',
      userId: 'email|😀',
      sku,
      origin: '😀',
    });
    const answer = await call('POST', '/vault/entitlements/auto-onboard', { headers, body });
    expect(answer.status).not.toBe(400);
  });

  it.each(['text/csv', 'application/x-ndjson'])(
    'POST /admin/grants refuses a line of %s with one',
    async (type) => {
      for (const text of texts) {
        const email = JSON.stringify(`${text}@example.org`);
        const body =
          type === 'text/csv'
            ? `email,sku\n"${text}"@example.org,${sku}\n`
            : `{"email":${email},"sku":"${sku}"}\n`;
        const answer = await call('POST', '/admin/grants', {
          headers: { 'Content-Type': type },
          body,
        });
        expect(answer.status).toBe(422);
      }
      expect(failures).toEqual([]);
    },
  );
});

it('issueToken answers a NUL in the Authorization header with 400', async () => {
  const answer = await backend.send('/oauth/token', {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from('%00:%00').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'a' }),
  });
  expect(answer.status).toBe(400);
});
