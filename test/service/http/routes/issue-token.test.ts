import { describe, expect, it } from 'vitest';
import { hashClientSecret } from '../../../../src/service/catalogue/client-secret.js';
import {
  catalogueOf,
  client,
  createBackend,
  scope,
} from '../../../support/feed-service/backend.js';
import { useBackend } from '../../../support/feed-service/for-file.js';
let time = new Date('2026-01-01T00:00:00Z');

const backend = useBackend({ catalogue: catalogueOf('show.rss'), now: () => time });

interface TokenAnswer {
  access_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
  error: string;
}

async function answer(response: Response): Promise<TokenAnswer> {
  return (await response.json()) as TokenAnswer;
}

describe('issueToken: POST /oauth/token', () => {
  it('issues a bearer token', async () => {
    const response = await backend.token();
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer(response)).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      token_type: 'Bearer',
      expires_in: 86_400,
      scope,
    });
  });

  it('issues a different token each time', async () => {
    const tokens = [await answer(await backend.token()), await answer(await backend.token())];
    expect(tokens[0]!.access_token).not.toBe(tokens[1]!.access_token);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['no client_id', { client_id: '' }, 400, 'invalid_request'],
    ['no client_secret', { client_secret: '' }, 400, 'invalid_request'],
    ['no grant_type', { grant_type: '' }, 400, 'invalid_request'],
    ['no scope', { scope: '' }, 400, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown scope', { scope: `${scope} everything` }, 400, 'invalid_scope'],
    [
      'a scope the client lacks',
      { client_id: 'reader', client_secret: 'reads only', scope: 'vault:impersonate' },
      400,
      'invalid_scope',
    ],
  ])('refuses %s', async (_name, form, status, error) => {
    const response = await backend.token(form);
    expect(response.status).toBe(status);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const text = await response.text();
    expect((JSON.parse(text) as TokenAnswer).error).toBe(error);
    for (const value of Object.values(form).filter(Boolean)) {
      if (value !== 'vault:impersonate') expect(text).not.toContain(value);
    }
  });
});

describe('issueToken: a secret that is a hash', () => {
  it('is checked for two at a time, and 429 tells the others when to ask again', async () => {
    const catalogue = catalogueOf('show.rss');
    catalogue.clients[0]!.clientSecret = { scrypt: await hashClientSecret(client.clientSecret) };
    const hashing = createBackend({ catalogue });
    await hashing.service.open();
    expect((await hashing.token()).status).toBe(200);
    const wrong = Array.from({ length: 20 }, (_, index) =>
      hashing.token({ client_secret: `wrong ${index}` }),
    );
    expect((await hashing.token()).status).toBe(200);
    const answers = await Promise.all(wrong);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(await refused.json()).toMatchObject({ status: 429, code: 'rate-limited' });
    await hashing.service.close();
  });
});

describe('requireScope: the bearer token', () => {
  const path = '/profile/email/member@example.org?forceCreation=true';
  const get = (authorization?: string, at = path) =>
    backend.send(at, authorization ? { headers: { Authorization: authorization } } : {});

  it('is required', async () => {
    const response = await get();
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('must have been issued', async () => {
    const response = await get('Bearer made-up');
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('is valid until it expires', async () => {
    const token = await answer(await backend.token());
    const authorization = `bearer ${token.access_token}`;
    time = new Date('2026-01-01T23:59:59Z');
    expect((await get(authorization)).status).toBe(200);
    time = new Date('2026-01-02T00:00:00Z');
    expect((await get(authorization)).status).toBe(401);
  });

  it.each([
    ['profile:user:read', path, 'vault:impersonate'],
    ['vault:impersonate', '/vault/entitlements/x/access', 'profile:user:read'],
  ])('must have the scope %s for %s', async (needed, at, other) => {
    const token = await answer(await backend.token({ scope: other }));
    const response = await get(`Bearer ${token.access_token}`, at);
    expect(response.status).toBe(403);
    expect(response.headers.get('WWW-Authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="${needed}"`,
    );
    expect(await response.json()).toMatchObject({ status: 403, code: 'forbidden' });
  });
});
