/**
 * The OpenAPI file: made anew and compared, and held against the answers of the running service. With
 * `vitest run -u`, it is written.
 */
import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createApp } from '../../src/service/create-app.js';
import { openContext } from '../../src/service/open-context.js';
import { client, member, origin, sku } from '../support/feed-service/backend.js';
import {
  startDescribedService,
  subscribe,
  type DescribedService,
} from '../support/feed-service/described-service.js';
import { createOpenApi } from '../support/feed-service/openapi.js';
import { sign } from '../support/feed-service/event-senders.js';

const file = '../../packages/service/openapi.json';
const manifest = new URL('../../packages/service/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

interface Answer {
  $ref?: string;
  content?: Record<string, { schema: Record<string, unknown> }>;
}
type Operations = Record<string, Record<string, { responses: Record<string, Answer> }>>;
const document = createOpenApi(version);
const operations = document.paths as unknown as Operations;

let service: DescribedService;
let close: () => Promise<void>;
let routes: { method: string; path: string }[];

beforeAll(async () => {
  service = await startDescribedService();
  const opened = await openContext({ catalogue: service.catalogue, log: () => undefined });
  ({ close } = opened);
  ({ routes } = createApp(opened.context, opened.context.log, subscribe));
});
afterAll(async () => {
  await close();
  await service.close();
});

/** A path of Hono, as OpenAPI writes it. */
const written = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace('*', '{file}');

describe('createOpenApi', () => {
  it('makes the committed file', async () => {
    const text = await format(JSON.stringify(document), { parser: 'json', printWidth: 100 });
    await expect(text).toMatchFileSnapshot(file);
  });

  it('has every route of the service', () => {
    // The subscribe handler answers these itself, with 405.
    const refused = ['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /subscribe`);
    const served = routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${written(path)}`);
    const described = Object.entries(operations).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.length).toBeGreaterThan(20);
    expect([...new Set(served)].filter((each) => !refused.includes(each)).sort()).toEqual(
      described.sort(),
    );
  });
});

/** Finds what a reference stands for, wherever it is in a schema. */
function resolved<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => {
      if (typeof part !== 'object' || part === null || !('$ref' in part)) return part;
      const names = String(part.$ref).split('/').slice(1);
      return resolved(
        names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document),
      );
    }),
  ) as T;
}

describe('createOpenApi: the answer of the service to', () => {
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const csv = { 'Content-Type': 'text/csv' };
  const credentials = `grant_type=client_credentials&client_id=${client.clientId}`;
  const page = { Origin: origin };
  const event = JSON.stringify({
    type: 'membership.ended',
    data: { email: 'gone@example.org', product: 'gold' },
  });

  it.each<[string, string, number, RequestInit?, string?]>([
    [
      'post /oauth/token',
      '',
      200,
      {
        headers: form,
        body: `${credentials}&scope=vault:impersonate&client_secret=${client.clientSecret}`,
      },
    ],
    ['post /oauth/token', '', 400, { headers: form, body: 'x=y' }],
    [
      'post /oauth/token',
      '',
      401,
      { headers: form, body: `${credentials}&scope=x&client_secret=wrong` },
    ],
    ['get /profile/email/{email}', '', 200],
    ['get /profile/email/{email}', '?forceCreation=perhaps', 400],
    ['post /vault/entitlements/auto-onboard', '', 200, { headers: json, body: 'ONBOARD' }],
    [
      'post /vault/entitlements/auto-onboard',
      '',
      400,
      { headers: json, body: `{"origin":"\\u0000"}` },
    ],
    ['get /vault/entitlements/{entitlementId}/access', '?format=RSS&userId=USER', 200],
    ['get /vault/entitlements/{entitlementId}/access', '?format=RSS&userId=a%00', 400],
    ['get /vault/entitlements/{entitlementId}/connections', '?userId=USER', 200],
    ['post /vault/entitlements/{entitlementId}/reset', '?userId=nobody', 404],
    ['get /feeds/{secret}/{filename}', '', 200],
    ['get /recordings/{code}/{filename}', '', 302],
    ['get /rss', '?format=service&url=FEED', 200],
    ['get /rss', '?format=service&url=https%3A%2F%2Fother.example%2F', 403],
    ['get /consume/{locale}', '?rss=FEED', 303],
    ['get /consume/{locale}/{code}', '', 200],
    ['get /embed/{file}', '', 404],
    ['get /notices/{file}', '', 200],
    ['get /notices/{file}', '', 206, { headers: { Range: 'bytes=0-9' } }],
    ['get /subscribe', '', 200, { headers: page }],
    ['get /subscribe', '', 401, { headers: page }, 'none'],
    ['post /subscribe', '?handoff', 200, { headers: page }],
    [
      'options /subscribe',
      '',
      204,
      { headers: { ...page, 'Access-Control-Request-Method': 'GET' } },
      'none',
    ],
    [
      'post /events/{name}',
      '',
      200,
      { headers: sign.standard({ body: event }), body: event },
      'none',
    ],
    ['post /events/{name}', '', 401, { headers: json, body: event }, 'none'],
    ['get /health', '', 200],
    ['get /ready', '', 200],
    ['get /metrics', '', 200],
    ['get /admin/grants', '', 200],
    ['get /admin/grants', '', 200, { headers: { Accept: 'text/csv' } }],
    ['get /admin/grants', '', 200, { headers: { Accept: 'application/x-ndjson' } }],
    ['get /admin/grants', '?sku=a%00', 400],
    ['get /admin/grants', '', 401, undefined, 'none'],
    ['get /admin/grants', '', 403, undefined, 'backend'],
    ['post /admin/grants', '', 200, { headers: csv, body: `email,sku\na@example.org,${sku}\n` }],
    ['post /admin/grants', '', 422, { headers: csv, body: 'email' }],
    ['post /admin/grants', '', 415, { headers: json, body: '{}' }],
    ['put /admin/grants/{sku}/{email}', '', 200, { headers: json, body: '{"until":"2030-12-31"}' }],
    [
      'put /admin/grants/{sku}/{email}',
      '',
      400,
      { headers: json, body: '{"untill":"2030-12-31"}' },
    ],
    ['delete /admin/grants/{sku}/{email}', '', 409],
    ['delete /admin/events/{name}', '', 409],
    ['get /admin/connections', `?sku=${sku}&email=${member}`, 200],
    ['get /admin/connections', `?email=${member}`, 400],
    ['get /admin/connections', `?sku=a%00&email=${member}`, 400],
    [
      'post /admin/feeds/reset',
      '',
      404,
      { headers: json, body: `{"sku":"sid:none","email":"${member}"}` },
    ],
    [
      'post /admin/feeds/reset',
      '',
      400,
      { headers: json, body: `{"sku":"sid:a\\u0000","email":"${member}"}` },
    ],
    [
      'post /admin/feeds/reset',
      '',
      400,
      { headers: json, body: `{"sku":"sid:a","email":"${member}","x":1}` },
    ],
    ['post /admin/reload', '', 204],
    ['get /admin/status', '', 200],
    ['get /admin/backup', '', 200],
  ])('%s%s is a described %i', async (name, query, status, init = {}, as) => {
    const [method = '', path = ''] = name.split(' ');
    const { backend } = service;
    const values = service.valuesOf(name);
    const filled = path.replace(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(values[part] ?? ''),
    );
    const search = query
      .replace('USER', encodeURIComponent(values.userId!))
      .replace('FEED', encodeURIComponent(values.rss!));
    const body =
      init.body === 'ONBOARD'
        ? JSON.stringify({
            onboardingOriginId: 'origin-1',
            userId: values.userId,
            sku,
            origin: 'X',
          })
        : init.body;
    const token = await service.tokenFor(as === 'backend' ? '' : name);
    const response = await backend.send(`${filled}${search}`, {
      ...init,
      method: method.toUpperCase(),
      headers: {
        ...(init.headers as Record<string, string>),
        ...(as !== 'none' && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBe(status);
    const { responses } = operations[path]![method]!;
    const described = resolved(
      responses[status] ?? (status >= 400 ? responses.default : undefined),
    );
    expect(described).toBeDefined();
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
    const text = await response.text();
    if (!described?.content) {
      expect(text).toBe('');
      return;
    }
    expect(Object.keys(described.content)).toContain(type);
    expect(text).not.toBe('');
    if (!/[/+]json$/.test(type)) return;
    const schema = z.fromJSONSchema(described.content[type]!.schema);
    expect(z.safeParse(schema, JSON.parse(text)).error).toBeUndefined();
  });
});
