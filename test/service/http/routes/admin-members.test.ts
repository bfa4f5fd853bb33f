import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../../src/service/catalogue/catalogue.js';
import { catalogueOf, scope, sku, stranger } from '../../../support/feed-service/backend.js';
import { events, openSku, sendEvent } from '../../../support/feed-service/event-senders.js';
import { useBackend, useDatabase, useShowFolder } from '../../../support/feed-service/for-file.js';
import {
  adminCall,
  grantPath,
  operator,
  tokenOf,
} from '../../../support/feed-service/operator-calls.js';

const database = await useDatabase();
const shows = await useShowFolder();

const site = { clientId: 'site', clientSecret: 'states its members' };
const catalogue: Catalogue = { ...catalogueOf(shows.feed), events };
catalogue.sources = { sure: { addresses: 'confirmed' } };
catalogue.products.push({ ...catalogue.products[0]!, sku: 'sid:extra-show' });
catalogue.clients.push(
  { ...operator, scopes: ['service:admin'] },
  { ...site, scopes: ['service:members', ...scope.split(' ')] as never, source: 'site' },
);
const backend = useBackend({ catalogue, database, log: () => undefined });

const START = Date.now();
/** The time so many seconds after the start of the tests. */
const after = (seconds: number) => new Date(START + seconds * 1000).toISOString();

/** Each test has sources and addresses of its own. */
let numbered = 0;
const newSource = () => `source-${(numbered += 1)}`;
const newEmail = () => `member-${(numbered += 1)}@example.org`;

const admin = async (method: string, path: string, body?: unknown, type = 'application/json') => {
  const answer = await adminCall(backend, method, path, body, { 'Content-Type': type });
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> };
};
const put = (source: string, subject: string, body: object) =>
  admin('PUT', `/admin/members/${source}/${encodeURIComponent(subject)}`, body);
const end = (source: string, subject: string, query = '') =>
  admin('DELETE', `/admin/members/${source}/${subject}?${query}`);
const sendCsv = (source: string, lines: readonly string[], query = '') =>
  admin('POST', `/admin/members/${source}?${query}`, lines.join('\n'), 'text/csv');
const send = (source: string, members: readonly object[], query = '') => {
  const lines = members.map((each) => JSON.stringify(each)).join('\n');
  return admin('POST', `/admin/members/${source}?${query}`, lines, 'application/x-ndjson');
};
const list = async (query: string) => (await admin('GET', `/admin/members?${query}`)).body;
const one = async (source: string, subject = '7') =>
  ((await list(`source=${source}&subject=${subject}`)) as { members: object[] }).members[0];
/** The subjects of a source to whom it gives something. */
const givenTo = async (source: string) =>
  (
    (await list(`source=${source}`)) as { members: { subject: string; grants: unknown[] }[] }
  ).members
    .filter(({ grants }) => grants.length > 0)
    .map(({ subject }) => subject);
const hasAccess = async (email: string): Promise<boolean> => {
  const userId = await backend.userId(email);
  return ((await (await backend.onboard({ userId })).json()) as unknown[]).length > 0;
};
const grants = [{ sku }];

describe('requireScope: service:members', () => {
  const file = { body: 'email,sku\n', headers: { 'Content-Type': 'text/csv' } };
  const statement = { body: JSON.stringify({ email: stranger, grants: [] }) };
  const as = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${await tokenOf(backend, site, 'service:members')}`);
    return backend.send(path, { ...init, method, headers });
  };

  it.each<[string, string, number, RequestInit?]>([
    ['PUT', '/admin/members/site/7', 200, statement],
    ['DELETE', '/admin/members/site/7', 204],
    ['POST', '/admin/members/site', 200, file],
    ['GET', '/admin/members?source=site', 200],
    ['GET', '/admin/members?source=site&subject=7', 200],
    ['PUT', '/admin/members/other/7', 403, statement],
    ['DELETE', '/admin/members/other/7', 403],
    ['POST', '/admin/members/other?source=site', 403, file],
    ['GET', '/admin/members', 403],
    ['GET', `/admin/members?email=${stranger}`, 403],
    ['GET', '/admin/members?source=other', 403],
    ['GET', '/admin/members?source=other&source=site', 403],
    ['DELETE', '/admin/members?source=site', 403],
    ['PUT', grantPath(stranger), 403],
    ['GET', '/admin/grants?source=site', 403],
    ['POST', '/admin/reload', 403],
    ['GET', '/admin/status', 403],
    ['GET', '/admin/backup', 403],
  ])('lets its client state its one source alone: %s %s is %i', async (...call) => {
    const [method, path, status, init] = call;
    expect((await as(method, path, init)).status).toBe(status);
  });

  it('lists nobody whom another source has stated', async () => {
    const source = newSource();
    await put(source, '7', { email: newEmail(), grants });
    const answer = await as('GET', `/admin/members?source=site&source=${source}`);
    expect(await answer.text()).not.toContain(source);
  });
});

describe('stateMember: PUT /admin/members/{source}/{subject}', () => {
  it.each([
    ...['catalogue', 'admin', 'events', 'events%2Fbilling', 'Site', 'a'.repeat(41), 'a%00'].map(
      (source) => `${source}/7`,
    ),
    ...['%00', 'a%0A', '%ED%A0%80', 'a'.repeat(256)].map((subject) => `site/${subject}`),
  ])('refuses the names in %s', async (names) => {
    const body = { email: stranger, grants };
    for (const [method, sent] of [['PUT', body], ['DELETE']] as const)
      expect((await admin(method, `/admin/members/${names}`, sent)).status, method).toBe(400);
  });

  it.each<[string, object]>([
    ['no address', { grants }],
    ['an address that is none', { email: 'nobody', grants }],
    ['no grants', { email: stranger }],
    ['a misspelt end', { email: stranger, grants: [{ sku, untill: '2030-12-31' }] }],
    ['a wrong end', { email: stranger, grants: [{ sku, until: 'soon' }] }],
    ['a wrong time', { email: stranger, grants, at: 'yesterday' }],
    ['a field of nobody', { email: stranger, grants, name: 'Jane' }],
  ])('refuses %s', async (_name, body) => {
    expect((await put('site', '8', body)).status).toBe(400);
    expect(await one('site', '8')).toBeUndefined();
  });

  it('gives all that it says, and takes what it no longer says', async () => {
    const [source, email] = [newSource(), newEmail()];
    const both = [{ sku: 'sid:extra-show', until: '2100-05-31' }, { sku }];
    expect(await put(source, '7', { email: email.toUpperCase(), grants: both })).toEqual({
      status: 200,
      body: { result: 'taken' },
    });
    expect(await one(source)).toEqual({ source, subject: '7', email, grants: both });
    expect((await put(source, '7', { email, grants: both.reverse() })).body.result).toBe(
      'unchanged',
    );
    const feed = await backend.feedUrl(email);
    await put(source, '7', { email, grants: both.slice(1) });
    expect(await (await backend.send(feed)).text()).toContain('Your membership has ended');
    expect(await backend.feedUrl(email, 'sid:extra-show')).toContain('/feeds/');
  });

  it('names the products that the catalogue does not have, and gives the others', async () => {
    const source = newSource();
    const unknown = ['sid:gone', 'sid:typo'].map((each) => ({ sku: each }));
    const answer = await put(source, '7', { email: newEmail(), grants: [...unknown, ...grants] });
    expect(answer.body).toEqual({ result: 'taken', unknownSkus: ['sid:gone', 'sid:typo'] });
    expect(await one(source)).toMatchObject({ grants });
  });

  it('takes the newest, and of two of one time the last to come', async () => {
    const [source, email] = [newSource(), newEmail()];
    const state = async (at: number, given: object[]) =>
      (await put(source, '7', { email, grants: given, at: after(at) })).body.result;
    expect(await state(10, grants)).toBe('taken');
    expect(await state(9, [])).toBe('older');
    expect(await one(source)).toMatchObject({ grants });
    expect(await state(10, [])).toBe('taken');
    expect(await one(source)).toMatchObject({ grants: [] });
  });

  it('takes one without a time as the newest, whatever the clock of the one before', async () => {
    const [source, email] = [newSource(), newEmail()];
    await put(source, '7', { email, grants, at: after(240) });
    expect((await put(source, '7', { email, grants: [] })).body).toEqual({ result: 'taken' });
    expect(await one(source)).toMatchObject({ grants: [] });
    await put(source, '7', { email, grants });
    expect((await end(source, '7')).status).toBe(204);
    expect(await one(source)).toBeUndefined();
  });

  it('takes a clock that is five minutes ahead, and no other', async () => {
    const source = newSource();
    const calls = (seconds: number) => {
      const at = encodeURIComponent(after(seconds));
      return Promise.all([
        put(source, '7', { email: newEmail(), grants, at: after(seconds) }),
        send(source, [], `at=${at}`),
        end(source, '8', `at=${at}`),
      ]);
    };
    expect((await calls(295)).map(({ status }) => status)).toEqual([200, 200, 204]);
    // The tests go on for minutes at most.
    expect((await calls(7_200)).map(({ status }) => status)).toEqual([422, 422, 422]);
  });

  it('takes only the address itself for a subject that is one', async () => {
    const [source, email] = [newSource(), newEmail()];
    expect((await put(source, `email:${newEmail()}`, { email, grants })).status).toBe(400);
    expect((await put(source, `email:${email}`, { email, grants })).status).toBe(200);
    expect(await hasAccess(email)).toBe(true);
  });

  it('answers who it is where addresses find nobody, and only there', async () => {
    const email = newEmail();
    const { userId } = (await put('wordpress', '7', { email, grants })).body;
    expect(await one('wordpress')).toMatchObject({ userId });
    expect(await hasAccess(email)).toBe(false);
    expect(await (await backend.onboard({ userId })).json()).toMatchObject([
      { entitlementId: expect.any(String) as string },
    ]);
    for (const source of ['sure', newSource()]) {
      expect((await put(source, '7', { email, grants })).body).not.toHaveProperty('userId');
      expect(await one(source)).not.toHaveProperty('userId');
    }
  });
});

describe('endMember: DELETE /admin/members/{source}/{subject}', () => {
  it('ends what the source gives, and no late statement gives it again', async () => {
    const [source, email] = [newSource(), newEmail()];
    await put(source, '7', { email, grants, at: after(10) });
    const feed = await backend.feedUrl(email);
    expect((await end(source, '7', `at=${after(20)}`)).status).toBe(204);
    expect(await one(source)).toBeUndefined();
    expect((await backend.send(feed)).status).toBe(200);
    const late = await put(source, '7', { email, grants, at: after(19) });
    expect(late.body.result).toBe('older');
    expect(await hasAccess(email)).toBe(false);
    expect((await put(source, '7', { email, grants, at: after(21) })).body.result).toBe('taken');
    expect(await hasAccess(email)).toBe(true);
  });

  it('changes nothing if something newer was stated, and keeps a subject out that was not known', async () => {
    const [source, email] = [newSource(), newEmail()];
    await put(source, '7', { email, grants, at: after(10) });
    await end(source, '7', `at=${after(9)}&erase=true`);
    expect(await hasAccess(email)).toBe(true);
    await end(source, '8', `at=${after(20)}`);
    const late = await put(source, '8', { email: newEmail(), grants, at: after(19) });
    expect(late.body.result).toBe('older');
  });

  const rowsOf = async (userId: string) => {
    const [users, links, apps] = await Promise.all(
      [
        'select 1 from pps_users where id = $1',
        'select 1 from pps_entitlements where user_id = $1',
        `select 1 from pps_connections join pps_entitlements link on link.id = entitlement_id
         where link.user_id = $1`,
      ].map(async (text) => (await database.query(text, [userId])).rows.length),
    );
    return { users, links, apps };
  };

  it.each([
    ['forgets a person, their link and their apps', false],
    ['keeps a person whom another source names', true],
  ])('with `erase` %s', async (_name, isNamedTwice) => {
    const [source, email] = [newSource(), newEmail()];
    await put(source, '7', { email, grants });
    if (isNamedTwice) await put(newSource(), '7', { email, grants });
    const feed = await backend.feedUrl(email);
    const userId = await backend.userId(email);
    await backend.send(feed, { headers: { 'User-Agent': 'Overcast/3.0' } });
    const known = { users: 1, links: 1, apps: 1 };
    await expect.poll(() => rowsOf(userId)).toEqual(known);
    expect((await end(source, '7', 'erase=true')).status).toBe(204);
    expect(await rowsOf(userId)).toEqual(isNamedTwice ? known : { users: 0, links: 0, apps: 0 });
    expect((await backend.send(feed)).status).toBe(isNamedTwice ? 200 : 404);
    expect(await hasAccess(email)).toBe(isNamedTwice);
  });
});

describe('stateMembers: POST /admin/members/{source}', () => {
  it('takes the same from CSV as from lines of JSON', async () => {
    const [one, other] = [newEmail(), newEmail()];
    const until = '2100-05-31';
    const asCsv = [
      'email,subject,sku,until',
      `${one},7,${sku},`,
      `${other},,${sku},${until}`,
      `${one},7,sid:extra-show,`,
      `${other},8,,`,
    ];
    const asJson = [
      { email: one, subject: '7', grants: [{ sku: 'sid:extra-show' }, { sku }] },
      { email: other, sku, until },
      { email: other, subject: '8', grants: [] },
    ];
    const answers = { taken: 3, unchanged: 0, older: 0, ended: 0 };
    const expected = [
      { subject: '7', email: one, grants: [{ sku: 'sid:extra-show' }, { sku }] },
      { subject: '8', email: other, grants: [] },
      { subject: `email:${other}`, email: other, grants: [{ sku, until }] },
    ];
    for (const sent of [
      (source: string) => sendCsv(source, asCsv),
      (source: string) => send(source, asJson),
    ]) {
      const source = newSource();
      expect(await sent(source)).toEqual({ status: 200, body: answers });
      const members = expected.map((each) => ({ source, ...each }));
      expect(await list(`source=${source}`)).toEqual({ members });
      expect((await sent(source)).body).toEqual({ ...answers, taken: 0, unchanged: 3 });
    }
    expect(await hasAccess(one)).toBe(true);
  });

  it('names the products that the catalogue does not have, and takes the rest', async () => {
    const source = newSource();
    const members = ['7', '8'].map((subject) => ({ subject, email: newEmail(), sku: 'sid:gone' }));
    const answer = await send(source, [...members, { ...members[0], sku }]);
    expect(answer.body).toMatchObject({ taken: 2, unknownSkus: ['sid:gone'] });
    expect(await givenTo(source)).toEqual(['7']);
  });

  it.each<[string, string[], number]>([
    ['no address', ['email,subject', ',7'], 2],
    ['no column of addresses', ['subject,sku', `7,${sku}`], 1],
    ['a subject of another address', ['email,subject', 'a@x.org,email:b@x.org'], 2],
    ['an end that is none', ['email,sku,until', `a@x.org,${sku},`, `b@x.org,${sku},soon`], 3],
  ])('changes nothing for a file with %s, and names the line', async (_name, lines, line) => {
    const source = newSource();
    expect(await sendCsv(source, lines)).toMatchObject({ status: 422, body: { line } });
    expect(await list(`source=${source}`)).toEqual({ members: [] });
  });

  /** A source that has stated some subjects at a time. */
  async function stated(subjects: readonly string[], at: number) {
    const source = newSource();
    const members = subjects.map((subject) => ({ subject, email: newEmail(), sku }));
    await send(source, members, `at=${after(at)}`);
    return { source, members };
  }

  it('with `replace` ends whom it does not name, but for who was stated after it was begun', async () => {
    const { source, members } = await stated(['1', '2', '3', '4'], 10);
    await put(source, 'joined', { email: newEmail(), grants, at: after(31) });
    const answer = await send(source, members.slice(0, 3), `replace=true&at=${after(30)}`);
    expect(answer.body).toEqual({ taken: 0, unchanged: 3, older: 1, ended: 1 });
    expect(await givenTo(source)).toEqual(['1', '2', '3', 'joined']);
    // Who has ended keeps the address.
    expect(await one(source, '4')).toMatchObject({ email: members[3]!.email, grants: [] });
    // What was said before the file, and comes late, says nothing of whom it did not name.
    for (const subject of ['4', 'unknown']) {
      const late = await put(source, subject, { email: newEmail(), grants, at: after(29) });
      expect(late.body.result, subject).toBe('older');
    }
  });

  it('with `replace` refuses to end more than half, or all, unless it is forced', async () => {
    const { source, members } = await stated(['1', '2', '3', '4'], -10);
    const refused = [[], members.slice(0, 1)];
    for (const file of refused) {
      const answer = await send(source, file, 'replace=true');
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toContain(`would end ${4 - file.length} of 4 members`);
    }
    expect(await givenTo(source)).toHaveLength(4);
    expect((await send(source, members.slice(0, 2), 'replace=true')).body.ended).toBe(2);
    expect((await send(source, [], 'replace=true&force=true')).body.ended).toBe(2);
    expect(await givenTo(source)).toEqual([]);
  });
});

describe('endSource: DELETE /admin/members?source=', () => {
  const endAll = (source: string) => admin('DELETE', `/admin/members?source=${source}`);

  it('ends all that a source gives, and nothing of others', async () => {
    const [source, email, other] = [newSource(), newEmail(), newEmail()];
    await put(source, '7', { email, grants });
    await put(source, '8', { email: other, grants });
    await put(newSource(), '7', { email: other, grants });
    const feed = await backend.feedUrl(email);
    expect((await endAll(source)).status).toBe(204);
    expect([await hasAccess(email), await hasAccess(other)]).toEqual([false, true]);
    expect(await (await backend.send(feed)).text()).toContain('Your membership has ended');
    const again = await endAll(source);
    expect([again.status, again.body.detail]).toMatchObject([
      404,
      expect.stringContaining(`Nothing came from ${source}`) as string,
    ]);
    // It may come back.
    await put(source, '7', { email, grants });
    expect((await backend.send(feed)).status).toBe(200);
    expect(await hasAccess(email)).toBe(true);
  });

  it('ends a source of events once the catalogue has it no more', async () => {
    const email = newEmail();
    const event = { type: 'membership.started', data: { email, product: 'gold' } };
    expect((await sendEvent(backend, 'standard', event)).status).toBe(200);
    const early = await endAll('events/standard');
    expect([early.status, early.body.detail]).toMatchObject([
      409,
      expect.stringContaining('The catalogue still has events/standard') as string,
    ]);
    expect(await hasAccess(email)).toBe(true);
    catalogue.events = {};
    await backend.service.reload();
    expect((await endAll('events/standard')).status).toBe(204);
    expect(await hasAccess(email)).toBe(false);
    catalogue.events = events;
    await backend.service.reload();
  });

  it.each(['catalogue', 'admin', 'events/', 'events/A', 'A', ''])('refuses %j', async (source) => {
    expect((await endAll(source)).status).toBe(400);
  });
});

describe('listMembers: GET /admin/members', () => {
  it('finds members by address, by source and by subject, page by page', async () => {
    const [source, email] = [newSource(), newEmail()];
    const members = Array.from({ length: 101 }, (_, index) => ({
      subject: String(index).padStart(3, '0'),
      email: index === 42 ? email : newEmail(),
      grants: [{ sku: openSku }],
    }));
    await send(source, members);
    const first = await list(`source=${source}`);
    expect(first.members).toEqual(members.slice(0, 100).map((each) => ({ source, ...each })));
    expect(await list(`source=${source}&cursor=${first.cursor as string}`)).toEqual({
      members: [{ source, ...members[100] }],
    });
    const found = { members: [{ source, ...members[42] }] };
    expect(await list(`source=${source}&subject=042`)).toEqual(found);
    expect(await list(`email=${email.toUpperCase()}`)).toEqual(found);
  });

  it.each(['subject=7', 'cursor=nonsense', 'email=nobody', 'source=a%00', 'sources=site'])(
    'answers %j with 400',
    async (query) => {
      expect((await admin('GET', `/admin/members?${query}`)).status).toBe(400);
    },
  );
});
