/** Awkward texts of a published list in every field of every call: refused or taken, never the end of the service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import { jsonCases, naughtyStrings } from '../foreign-lists/lists.js';
import {
  catalogueOf,
  client,
  createBackend,
  member,
  origin,
  showFolder,
  sku,
  type Backend,
} from '../support/feed-service/backend.js';
import { events, sign } from '../support/feed-service/event-senders.js';
import { operator, tokenOf } from '../support/feed-service/operator-calls.js';

const texts = naughtyStrings();
const secret = 'a-shared-secret-of-at-least-256-bits!';
/** Lines of the log with a failure in them. */
let failures: unknown[] = [];
let shows: Awaited<ReturnType<typeof showFolder>>;
let backend: Backend;
let tokens: Record<'backend' | 'operator', string>;

beforeAll(async () => {
  shows = await showFolder();
  const catalogue = catalogueOf(shows.feed);
  catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
  catalogue.events = events;
  const subscribe = { secret, allowedOrigins: [origin] };
  const log = (line: { level?: string }) => {
    if (line.level === 'error') failures.push(line);
  };
  backend = createBackend({ catalogue, subscribe, log });
  tokens = {
    backend: await tokenOf(backend, client, 'vault:impersonate profile:user:read'),
    operator: await tokenOf(backend),
  };
});
afterAll(async () => {
  await backend.service.close();
  await shows.remove();
});

type Ask = [path: string, init?: RequestInit];

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
const posted = (type: string, body: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body,
});
const json = (body: unknown) => posted('application/json', JSON.stringify(body));
const as = (who: keyof typeof tokens, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), Authorization: `Bearer ${tokens[who]}` },
});
/** Part of a path: a URL cannot have `.` or nothing as one. */
const part = (text: string) => encodeURIComponent(text).replace(/^\.*$/, '%2E');
const form = {
  grant_type: 'client_credentials',
  client_id: client.clientId,
  client_secret: client.clientSecret,
  scope: 'vault:impersonate',
};
const onboard = { onboardingOriginId: 'origin-1', userId: 'x', sku, origin: 'EXTERNAL' };
const formOf = (values: object) =>
  posted('application/x-www-form-urlencoded', query({ ...form, ...values }));

/** Each call with a text in each of its fields. The texts take turns: all in every field would take minutes. */
const calls: Record<string, (text: string) => Ask[]> = {
  'POST /oauth/token': (text) =>
    Object.keys(form).map((field) => ['/oauth/token', formOf({ [field]: text })]),
  'GET /profile/email': (text) => [
    [`/profile/email/${part(text)}?forceCreation=true`, as('backend')],
    [`/profile/email/${member}?${query({ forceCreation: text })}`, as('backend')],
  ],
  'POST /vault/entitlements/auto-onboard': (text) =>
    Object.keys(onboard).map((field) => [
      '/vault/entitlements/auto-onboard',
      as('backend', json({ ...onboard, [field]: text })),
    ]),
  'GET /vault/entitlements': (text) =>
    ['access', 'connections'].flatMap((call): Ask[] => [
      [`/vault/entitlements/${part(text)}/${call}?userId=x&format=RSS`, as('backend')],
      [`/vault/entitlements/x/${call}?${query({ userId: text, format: text })}`, as('backend')],
    ]),
  'POST /vault/entitlements/reset': (text) => [
    [`/vault/entitlements/${part(text)}/reset?userId=x`, as('backend', { method: 'POST' })],
    [`/vault/entitlements/x/reset?${query({ userId: text })}`, as('backend', { method: 'POST' })],
  ],
  'GET of what has an address': (text) => [
    [`/feeds/${part(text)}/show_private.rss`],
    [`/feeds/x/${part(text)}`, { headers: { 'User-Agent': encodeURIComponent(text) } }],
    [`/recordings/${part(text)}/a.mp3`],
    [`/notices/${part(text)}`],
    [`/embed/${part(text)}`],
    [`/rss?${query({ url: text, format: text })}`],
    [`/consume/${part(text)}?${query({ rss: text })}`],
    [`/consume/en?${query({ rss: text })}`],
    [`/consume/en/${part(text)}`],
  ],
  'GET /subscribe': (text) => [
    ['/subscribe', { headers: { Origin: origin, Authorization: `Bearer ${part(text)}` } }],
    [`/subscribe?${query({ h: text })}`, { headers: { Origin: origin } }],
  ],
  'POST /events': (text) => {
    const body = JSON.stringify({ type: text, data: { email: text, product: text } });
    return [
      [`/events/${part(text)}`, json({})],
      ['/events/standard', { ...json({}), headers: sign.standard({ body }), body }],
    ];
  },
  'GET /admin': (text) => [
    ...['sku', 'email', 'cursor'].map((field): Ask => [
      `/admin/grants?${query({ [field]: text })}`,
      as('operator'),
    ]),
    [`/admin/connections?${query({ sku: text, email: text })}`, as('operator')],
    [`/admin/connections?${query({ sku, userId: text })}`, as('operator')],
  ],
  'PUT and DELETE /admin': (text) => [
    [`/admin/grants/${part(text)}/a@example.org`, as('operator', { method: 'DELETE' })],
    [
      `/admin/grants/${part(sku)}/${part(text)}`,
      as('operator', { ...json({ until: '2001-01-01' }), method: 'PUT' }),
    ],
    [
      `/admin/grants/${part(sku)}/a@example.org`,
      as('operator', { ...json({ until: text }), method: 'PUT' }),
    ],
    [`/admin/events/${part(text)}`, as('operator', { method: 'DELETE' })],
    ['/admin/feeds/reset', as('operator', json({ sku: text, email: text }))],
    ['/admin/feeds/reset', as('operator', json({ sku, email: text }))],
    [
      '/admin/grants',
      as('operator', posted('text/csv', `email,sku\n"${text.replaceAll('"', '""')}",${sku}\n`)),
    ],
    [
      '/admin/grants',
      as('operator', posted('application/x-ndjson', JSON.stringify({ email: text, sku: text }))),
    ],
  ],
};

describe('createService: the Big List of Naughty Strings', () => {
  it.each(Object.keys(calls))(
    'answers it in the fields of %s, by turns, without falling over',
    async (name) => {
      failures = [];
      const wrong: unknown[] = [];
      for (const [index, text] of texts.entries()) {
        const asks = calls[name]!(text);
        const [path, init] = asks[index % asks.length]!;
        const response = await backend.send(path, init);
        const body = await response.text();
        if (response.status >= 500 || /^\s+at .*\(.*:\d+:\d+\)$/m.test(body)) {
          wrong.push([path, response.status, text]);
        }
      }
      expect(wrong).toEqual([]);
      expect(failures).toEqual([]);
    },
  );

  it('opens nothing to a subscribe token for a podcast of that name', async () => {
    let signed = 0;
    for (const text of texts) {
      const token = await createSubscribeToken({ email: member, sku: text }, secret).catch(
        (error: unknown) => error as { code?: string },
      );
      if (typeof token !== 'string') {
        expect(token.code).toBe('bad-input');
        continue;
      }
      signed += 1;
      const headers = { Origin: origin, Authorization: `Bearer ${token}` };
      const { status } = await backend.send('/subscribe', { headers });
      // A podcast that the catalogue has not is the publisher's mistake (502); a member asks 300 times a minute (429).
      expect([401, 403, 404, 429, 502], text).toContain(status);
    }
    expect(signed).toBeGreaterThan(200);
  });
});

describe('createService: the JSON test suite', () => {
  it('refuses a body that is no JSON, one that has none of its fields, and one that is too long', async () => {
    failures = [];
    const cases = await jsonCases();
    for (const path of ['/vault/entitlements/auto-onboard', '/admin/feeds/reset']) {
      const who = path.startsWith('/admin') ? 'operator' : 'backend';
      for (const { name, input } of cases) {
        const response = await backend.send(path, as(who, posted('application/json', input)));
        expect([400, 413], `${path} ${name}`).toContain(response.status);
      }
    }
    expect(failures).toEqual([]);
  });
});
