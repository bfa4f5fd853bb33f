/** What holds of every call: how it may be spelt, and which of two mistakes is told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueOf, client, member, sku } from '../../../support/feed-service/backend.js';
import { events, sign } from '../../../support/feed-service/event-senders.js';
import { operator, tokenOf } from '../../../support/feed-service/operator-calls.js';
import { same, spelt } from '../../../support/laws/same.js';
import {
  anyCase,
  asParameter,
  blanksAround,
  percentEncoded,
} from '../../../support/laws/spellings/text.js';
import { useBackend } from '../../../support/feed-service/for-file.js';

/** A client whose ID and secret hold what separates them in a form and in a header. */
const odd = {
  clientId: 'a:b&c',
  clientSecret: 'k: 100%+ü=',
  scopes: ['service:admin', 'service:backup'],
};

const catalogue = catalogueOf('show.rss');
catalogue.clients.push({ ...operator, scopes: ['service:admin'] }, odd);
catalogue.events = events;
const backend = useBackend({ catalogue, log: () => undefined });
const tokens: Record<string, string> = {
  publisher: await tokenOf(backend, client, 'vault:impersonate'),
  reader: await tokenOf(
    backend,
    { clientId: 'reader', clientSecret: 'reads only' },
    'profile:user:read',
  ),
  operator: await tokenOf(backend),
};

interface Call {
  path: string;
  method?: string;
  headers: Record<string, string>;
  body?: string;
}
/** A mistake in a call, and the answer to it: a status, and the code. */
type Mistake = [name: string, make: (call: Call) => unknown, answer: string];

async function answerTo(call: Call): Promise<string> {
  const { path, ...init } = call;
  const answer = await backend.send(path, init);
  const body = (await answer.json().catch(() => ({}))) as { code?: string; error?: string };
  return [answer.status, body.code ?? body.error].filter(Boolean).join(' ');
}

/** Of two mistakes in one call, the one that stands first is told. */
async function expectFirst(right: () => Call, mistakes: readonly Mistake[]): Promise<void> {
  expect(await answerTo(right())).toMatch(/^20\d$/);
  for (const [index, [name, make, expected]] of mistakes.entries()) {
    for (const [other, makeOther] of mistakes.slice(index)) {
      const call = right();
      makeOther(call);
      make(call);
      expect([name, other, await answerTo(call)]).toEqual([name, other, expected]);
    }
  }
}

const json = { 'Content-Type': 'application/json' };
const bearer = (token: string | undefined) => ({ Authorization: `Bearer ${token}` });
const without = (name: string) => (call: Call) => void Reflect.deleteProperty(call.headers, name);
const as = (name: string) => (call: Call) => Object.assign(call.headers, bearer(tokens[name]));
const inBody = (fields: object) => (call: Call) =>
  (call.body = JSON.stringify({ ...(JSON.parse(call.body ?? '{}') as object), ...fields }));
const inForm = (name: string, value: string | undefined) => (call: Call) => {
  const form = new URLSearchParams(call.body);
  if (value === undefined) form.delete(name);
  else form.set(name, value);
  call.body = form.toString();
};
const inPath = (from: RegExp, to: string) => (call: Call) =>
  (call.path = call.path.replace(from, to));
const noToken: Mistake = ['no token', without('Authorization'), '401 unauthorized'];
const noScope = (scoped: string): Mistake => ['no scope', as(scoped), '403 forbidden'];

describe('of two mistakes one is told', () => {
  it('issueToken', () =>
    expectFirst(
      () => ({
        path: '/oauth/token',
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          client_id: client.clientId,
          client_secret: client.clientSecret,
          grant_type: 'client_credentials',
          scope: 'vault:impersonate',
        }).toString(),
      }),
      [
        [
          'type',
          (call) => (call.headers['Content-Type'] = 'application/json'),
          '400 invalid_request',
        ],
        ['no secret', inForm('client_secret', undefined), '400 invalid_request'],
        ['other secret', inForm('client_secret', 'other'), '401 invalid_client'],
        ['grant type', inForm('grant_type', 'password'), '400 unsupported_grant_type'],
        ['scope', inForm('scope', 'vault'), '400 invalid_scope'],
      ],
    ));

  it('autoOnboard', async () => {
    const userId = await backend.userId(member);
    await expectFirst(
      () => ({
        path: '/vault/entitlements/auto-onboard',
        method: 'POST',
        headers: { ...json, ...bearer(tokens.publisher) },
        body: JSON.stringify({ onboardingOriginId: 'origin-1', userId, sku, origin: 'EXTERNAL' }),
      }),
      [
        noToken,
        noScope('reader'),
        ['field', inBody({ origin: 7 }), '400 bad-input'],
        ['origin', inBody({ onboardingOriginId: 'other' }), '403 forbidden'],
        ['sku', inBody({ sku: 'sid:other' }), '404 not-found'],
        ['user', inBody({ userId: 'email|other' }), '404 not-found'],
      ],
    );
  });

  it('access', async () => {
    const userId = await backend.userId(member);
    const [{ entitlementId }] = (await (await backend.onboard({ userId })).json()) as [
      { entitlementId: string },
    ];
    await expectFirst(
      () => ({
        path: `/vault/entitlements/${entitlementId}/access?userId=${encodeURIComponent(userId)}&format=RSS`,
        headers: bearer(tokens.publisher),
      }),
      [
        noToken,
        noScope('reader'),
        ['no user', inPath(/userId=[^&]*/, 'userId='), '400 bad-input'],
        ['of another', inPath(/userId=[^&]*/, 'userId=email%7Cother'), '404 not-found'],
        ['format', inPath(/RSS/, 'rss'), '400 bad-input'],
      ],
    );
  });

  it('putGrant', () =>
    expectFirst(
      () => ({
        path: `/admin/grants/${sku}/jane%40example.org`,
        method: 'PUT',
        headers: { ...json, ...bearer(tokens.operator) },
        body: '{"until":"2030-12-31"}',
      }),
      [
        noToken,
        noScope('publisher'),
        ['no sku', inPath(/sid:\w[^/]*/, 'sid'), '400 bad-input'],
        ['other sku', inPath(/sid:member-show/, 'sid:other'), '404 not-found'],
        ['address', inPath(/jane%40/, 'jane'), '400 bad-input'],
        ['end', inBody({ until: '31.12.2030' }), '400 bad-input'],
      ],
    ));

  it('takeEvents', () => {
    const event = (more: object) => JSON.stringify({ type: 'membership.started', ...more });
    const signed = (body: string) => (call: Call) => {
      Object.assign(call, { body, headers: { ...sign.standard({ body }), ...call.headers } });
    };
    const soon = new Date(Date.now() + 400_000).toISOString();
    const data = { email: member, product: 'gold' };
    const body = event({ data });
    return expectFirst(
      () => ({ path: '/events/standard', method: 'POST', headers: sign.standard({ body }), body }),
      [
        ['name', inPath(/standard/, 'other'), '404 not-found'],
        ['signature', (call) => (call.body = `${call.body} `), '401 unauthorized'],
        ['type', (call) => (call.headers['Content-Type'] = 'text/json'), '415 bad-input'],
        [
          'time',
          (call) => signed(event({ data, timestamp: soon }))(Object.assign(call, { headers: {} })),
          '400 bad-input',
        ],
      ],
    );
  });

  it('parseFeed', async () => {
    const url = await backend.feedUrl(member);
    const call = (query: string) => answerTo({ path: `/rss?${query}`, headers: {} });
    const dead = encodeURIComponent(url.replace(/[\w-]{32}/, 'x'.repeat(32)));
    expect(await call('format=xml')).toBe('400 bad-input');
    expect(await call(`url=${dead}&format=xml`)).toBe('400 bad-input');
    expect(await call(`url=${dead}&format=service`)).toBe('404 not-found');
    expect(await call('url=https%3A%2F%2Fother.example%2F&format=service')).toBe('403 forbidden');
  });
});

const tokenForm = { grant_type: 'client_credentials', scope: 'service:admin' };
const tokenCall = (headers: Record<string, string>, body: string) =>
  backend.send('/oauth/token', { method: 'POST', headers, body });

describe('issueToken: spellings', () => {
  const type = spelt(fc.constant('application/x-www-form-urlencoded'), anyCase).chain(
    ([, spelling]) =>
      fc.oneof(
        fc.constant(spelling),
        asParameter('UTF-8').map((charset) => `${spelling} ; charset=${charset}`),
      ),
  );
  const formPart = (text: string) =>
    percentEncoded(text).map((part) => part.replaceAll('%20', '+'));

  it('takes an ID and a secret with any characters, in the form and in the header', () =>
    fc.assert(
      fc.asyncProperty(
        type,
        formPart(odd.clientId),
        formPart(odd.clientSecret),
        anyCase('Basic'),
        fc.boolean(),
        async (contentType, id, secret, scheme, inHeader) => {
          const rest = new URLSearchParams(tokenForm).toString();
          const basic = Buffer.from(`${id}:${secret}`).toString('base64');
          const headers = {
            'Content-Type': contentType,
            ...(inHeader && { Authorization: `${scheme} ${basic}` }),
          };
          const body = inHeader ? rest : `${rest}&client_id=${id}&client_secret=${secret}`;
          expect((await tokenCall(headers, body)).status).toBe(200);
        },
      ),
      { numRuns: 40 },
    ));

  it('takes a secret with colons in the header, where it ends at none', async () => {
    const basic = Buffer.from(['a%3Ab%26c', 'k:+100%25%2B%C3%BC='].join(':')).toString('base64');
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${basic}`,
    };
    expect((await tokenCall(headers, new URLSearchParams(tokenForm).toString())).status).toBe(200);
  });

  it('refuses each field that is sent twice, is empty or is not sent', async () => {
    const form = { ...tokenForm, client_id: odd.clientId, client_secret: odd.clientSecret };
    for (const name of Object.keys(form)) {
      for (const change of ['twice', 'empty', 'absent']) {
        const body = new URLSearchParams(form);
        if (change === 'twice') body.append(name, body.get(name)!);
        else if (change === 'empty') body.set(name, '');
        else body.delete(name);
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
        expect([name, change, (await tokenCall(headers, body.toString())).status]).toEqual([
          name,
          change,
          400,
        ]);
      }
    }
  });

  const known = ['service:admin', 'service:backup', 'vault:impersonate'];
  it('grants the scopes asked for that the client has, each once, unless one is unknown', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...known, ...known, 'service', 'SERVICE:ADMIN'), {
          minLength: 1,
          maxLength: 5,
        }),
        async (asked) => {
          const { clientId: client_id, clientSecret: client_secret } = odd;
          const answer = await backend.token({
            client_id,
            client_secret,
            scope: ` ${asked.join('  ')} `,
          });
          const granted = [...new Set(asked)].filter((scope) => odd.scopes.includes(scope));
          const isRefused = granted.length === 0 || asked.some((scope) => !known.includes(scope));
          const body = (await answer.json()) as { scope?: string; error?: string };
          expect(body.scope ?? body.error).toBe(isRefused ? 'invalid_scope' : granted.join(' '));
        },
      ),
      { numRuns: 40 },
    ));
});

describe('requireScope: spellings', () => {
  const status = async (header: string) =>
    (await backend.send('/admin/status', { headers: { Authorization: header } })).status;

  it('takes the scheme in any case with blanks after it, and no other token', () =>
    fc.assert(
      fc.asyncProperty(
        anyCase('Bearer'),
        fc.constantFrom(' ', '  '),
        fc.nat(),
        async (scheme, gap, place) => {
          const token = tokens.operator!;
          expect(await status(`${scheme}${gap}${token}`)).not.toBe(401);
          const at = place % token.length;
          // Case matters in a token, and each letter.
          const other = token[at] === 'a' ? 'A' : 'a';
          expect(
            await status(`${scheme}${gap}${token.slice(0, at)}${other}${token.slice(at + 1)}`),
          ).toBe(401);
        },
      ),
      { numRuns: 20 },
    ));

  it('takes no other scheme and nothing beside the token', async () => {
    for (const header of [
      '',
      'Bearer',
      `Token ${tokens.operator}`,
      `Bearer ${tokens.operator} x`,
      `Bearer${tokens.operator}`,
    ])
      expect([header.length, await status(header)]).toEqual([header.length, 401]);
  });
});

describe('findUser, putGrant: an address', () => {
  it('is the same one in any case, and however a path writes it', async () => {
    const id = await backend.userId('jürgen+pod@example.org');
    await same(
      async (path) => {
        const answer = await backend.send(`/profile/email/${path}`, {
          headers: bearer(tokens.reader),
        });
        return ((await answer.json()) as { id?: string }).id;
      },
      spelt(fc.constant('jürgen+pod@example.org'), (plain) =>
        anyCase(plain).chain(blanksAround(' ')).chain(percentEncoded),
      ).map(([plain, spelling]) => [encodeURIComponent(plain), spelling] as const),
      () => id,
    );
  });

  it('creates a user for `true` alone, and takes no other word but `false`', async () => {
    const find = (query: string) =>
      answerTo({
        path: `/profile/email/new%40example.org${query}`,
        headers: bearer(tokens.reader),
      });
    for (const query of ['', '?', '?forceCreation=false', '?other=true', '?forcecreation=true'])
      expect([query, await find(query)]).toEqual([query, '404 not-found']);
    for (const value of ['', 'TRUE', '1', 'yes', 'null'])
      expect([value, await find(`?forceCreation=${value}`)]).toEqual([value, '400 bad-input']);
    expect(await find('?forceCreation=true')).toBe('200');
    expect(await find('')).toBe('200');
  });
});
