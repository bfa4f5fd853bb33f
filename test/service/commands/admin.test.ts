/** The commands that operate a running service. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../support/feed-service/api-client.js';
import { catalogueOf, failureOf, member, sku } from '../../support/feed-service/backend.js';
import { events, sign } from '../../support/feed-service/event-senders.js';
import { type RunningCommand } from '../../support/feed-service/installed-service.js';
import { useInstalledService } from '../../support/feed-service/for-file.js';

const service = await useInstalledService();

const secret = 'what the operator knows';

/** Writes the catalogue, with an operator, after a change. */
async function write(
  change: (catalogue: ReturnType<typeof catalogueOf>) => void = () => undefined,
) {
  const catalogue = catalogueOf('show.rss');
  catalogue.clients.push({
    clientId: 'operator',
    clientSecret: { env: 'OPERATOR_SECRET' },
    scopes: ['service:admin', 'service:backup'],
  });
  change(catalogue);
  await writeFile(join(service.folder, 'catalogue.json'), JSON.stringify(catalogue));
}

await write();
const env = { ...process.env, OPERATOR_SECRET: secret };
const running: RunningCommand = service.start(['--catalogue', 'catalogue.json', '--port', '0'], {
  env,
});
const url = await running.ready;

/** Runs a command as the operator of the catalogue. */
function operate(...args: string[]) {
  return service.run([...args, '--catalogue', 'catalogue.json', '--url', url], { env });
}
const silently = { code: 0, output: '', errors: '' };
const feedOf = (email: string) => clientOf(url).privateFeed({ email, sku });

describe('connections', () => {
  it("lists the apps that fetch a member's feed", async () => {
    const { feedUrl, userId } = await feedOf(member);
    expect(await operate('connections', member, sku)).toEqual(silently);
    await fetch(feedUrl, { headers: { 'User-Agent': 'Overcast/3.0' } });
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
    const line = new RegExp(`^${member}\tOvercast\t${time}\t${time}\n$`);
    await expect
      .poll(async () => (await operate('connections', member, sku)).output, { timeout: 20_000 })
      .toMatch(line);
    expect((await operate('connections', userId, sku)).output).toMatch(line);
  });
});

describe('activation', () => {
  it('lists who has access and no app, as lines, as CSV and in numbers', async () => {
    const waiting = 'waiting@example.org';
    expect((await operate('grant', sku, waiting)).code).toBe(0);
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
    const listed = await operate('activation', '--sku', sku);
    expect(listed.output).toMatch(new RegExp(`^${waiting}\t${sku}\t${time}$`, 'm'));
    const csv = await operate('activation', '--csv');
    expect(csv.output).toMatch(/^email,sku,since\r\n/);
    expect(csv.output).toContain(waiting);
    const counted = await operate('activation', '--products');
    expect(counted.output).toMatch(/^sid:member-show\t\d of \d connected \(\d+ %\)$/m);
    expect((await operate('activation', '--csv', '--products')).code).toBe(2);
    expect((await operate('revoke', sku, waiting)).code).toBe(0);
  });
});

describe('explain', () => {
  it('says in a line each how the way from the grant to the app stands', async () => {
    const listener = 'listener@example.org';
    expect((await operate('grant', sku, listener)).code).toBe(0);
    const { feedUrl } = await feedOf(listener);
    await fetch(feedUrl, { headers: { 'User-Agent': 'Overcast/3.0' } });
    const explain = async () => (await operate('explain', listener, sku)).output;
    await expect.poll(explain, { timeout: 20_000 }).toContain('\napp ');
    const output = await explain();
    expect(output).toMatch(/^access {3}yes, by admin\nlink {5}made .* 0 days ago\n/);
    expect(output).toMatch(/^app {6}Overcast: first .*, last .* \(200\)\nfailure {2}none\n/m);
    expect(output).toMatch(/^because {2}Overcast .*\.\ndo {7}.*\.\n$/m);
    expect((await operate('explain', 'nobody@example.org', sku)).output).toMatch(/^access {3}no\n/);
  });
});

describe('import-links, export-links, move-out and rotate', () => {
  it('take a link in, give it out, send it on, and replace it', async () => {
    const { feedUrl } = await feedOf(member);
    const file = async (name: string, ...lines: string[]) => {
      await writeFile(join(service.folder, name), lines.join('\n'));
      return name;
    };
    const old = `https://old-host.example/rss/1?auth=x,${member},${sku}`;
    const moved = await operate('import-links', await file('old.csv', 'oldUrl,email,sku', old));
    expect(moved.output).toBe('1 added, 0 changed, 0 unchanged, 0 skipped\n');
    const ask = (address: string) => fetch(address, { redirect: 'manual' });
    expect((await ask(`${url}/rss/1?auth=x`)).headers.get('Location')).toBe(feedUrl);

    expect((await operate('export-links')).output).toContain(`${member},${sku},${feedUrl}\r\n`);

    const line = `${member},${sku},https://new-host.example/feed`;
    const out = await operate('move-out', await file('moves.csv', 'email,sku,newUrl', line));
    expect(out.output).toBe('1 moved, 0 returned, 0 skipped\n');
    expect((await ask(feedUrl)).headers.get('Location')).toBe('https://new-host.example/feed');

    const rotated = await operate('rotate', sku);
    expect(rotated.output).toMatch(
      /^Replacing .*\nRotated: \d+ links of sid:member-show are new\./,
    );
    expect(await (await ask(feedUrl)).text()).toContain('Your link has changed');
    expect((await feedOf(member)).feedUrl).not.toBe(feedUrl);
    expect((await operate('rotate', sku, '--before', 'yesterday')).code).toBe(2);
  });
});

describe('reset', () => {
  it('ends a feed link and leads to a new one', async () => {
    const { feedUrl } = await feedOf(member);
    expect((await operate('reset', sku, member)).output).toMatch(/^Reset: the link of /);
    expect((await fetch(feedUrl)).status).toBe(404);
    expect((await feedOf(member)).feedUrl).not.toBe(feedUrl);
  });
});

describe('reload', () => {
  // A show whose file is missing stays in force, and its members' feeds fail.
  afterEach(async () => {
    await write();
    expect((await operate('reload')).code).toBe(0);
  });

  it('puts the catalogue in force, unless it is invalid', async () => {
    await write((catalogue) => catalogue.grants!.push({ email: 'new@example.org', sku }));
    expect((await failureOf(feedOf('new@example.org'))).code).toBe('no-access');
    expect((await operate('reload')).output).toMatch(/^Reloaded: /);
    expect((await feedOf('new@example.org')).feedUrl).toContain(url);
  });

  it('names a feed file that is missing', async () => {
    await write((catalogue) => (catalogue.products[0]!.feed = 'moved.rss'));
    const { code, errors } = await operate('reload');
    expect(code).toBe(1);
    expect(errors).toMatch(/sid:member-show: \S+moved\.rss \(ENOENT\)/);
  });

  it('does the same on SIGHUP', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no SIGHUP');
    await write((catalogue) => catalogue.grants!.push({ email: 'newer@example.org', sku }));
    running.program.kill('SIGHUP');
    await expect
      .poll(() => feedOf('newer@example.org').catch(() => undefined), { timeout: 10_000 })
      .toBeDefined();
    await writeFile(join(service.folder, 'catalogue.json'), '{');
    running.program.kill('SIGHUP');
    await expect.poll(() => running.errors(), { timeout: 10_000 }).toContain('is not JSON');
    expect((await feedOf('newer@example.org')).feedUrl).toContain(url);
  });
});

describe('openAdminClient', () => {
  it('signs in with the secret in the environment', async () => {
    const args = ['grants', '--client-id', 'operator', '--url', url];
    const env = { ...process.env, PPS_CLIENT_SECRET: secret };
    expect((await service.run(args, { env })).code).toBe(0);
    const wrong = await service.run(args, { env: { ...env, PPS_CLIENT_SECRET: 'wrong' } });
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toContain('does not know this client');
    expect(wrong.errors).not.toContain('wrong');
  });
});

describe('openAdminClient: a service that sends what would control the terminal', () => {
  const evil = 'a\u009b31m\u202eb';
  const status = {
    ready: true,
    versions: { service: '1.2.3', schema: 9, node: '22.0.0', database: 'Postgres 18' },
    shows: [],
    members: 0,
    grants: [],
    apps: [{ name: evil, links: 1 }],
    oldLinks: { 'moved-in': 0, 'moved-out': 0, rotated: 0, reset: 0 },
  };
  const answers: Record<string, object> = {
    '/oauth/token': { access_token: 'token', token_type: 'Bearer', expires_in: 60 },
    '/admin/status': status,
  };
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url];
    response.writeHead(answer ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer ?? { detail: `\u009b31m\rone\ntwo` }));
  });
  let at: string;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const ask = (...args: string[]) =>
    service.run([...args, '--client-id', 'operator', '--url', at], {
      env: { ...process.env, PPS_CLIENT_SECRET: secret },
    });

  it('has its explanation printed with that written out', async () => {
    expect(await ask('reload')).toEqual({
      code: 1,
      output: '',
      errors: '\\u{9b}31m\\u{d}one\ntwo\n',
    });
  });

  it('has its status printed with that written out, and as JSON with escapes', async () => {
    expect((await ask('status')).output).toContain('a\\u{9b}31m\\u{202e}b\t1\n');
    const { output } = await ask('status', '--json');
    expect(output).toContain('"a\\u009b31m\\u202eb"');
    expect(JSON.parse(output)).toEqual(status);
  });
});

describe('endSource', () => {
  it('ends what a source has granted once the catalogue has lost it', async () => {
    const shop = { ...events.standard, products: { gold: sku } };
    await write((catalogue) => Object.assign(catalogue, { events: { shop } }));
    expect((await operate('reload')).code).toBe(0);
    const email = 'buyer@example.org';
    const event = { type: 'membership.started', data: { email, product: 'gold' } };
    const body = JSON.stringify(event);
    const taken = await fetch(`${url}/events/shop`, {
      method: 'POST',
      headers: sign.standard({ body }),
      body,
    });
    expect(await taken.json()).toEqual({ result: 'taken' });
    const { feedUrl } = await feedOf(email);

    const early = await operate('end-source', 'events/shop');
    expect([early.code, early.output]).toEqual([1, '']);
    expect(early.errors).toContain('The catalogue still has events/shop');

    await write();
    expect((await operate('reload')).code).toBe(0);
    const mistyped = await operate('end-source', 'events/shops');
    expect([mistyped.code, mistyped.output]).toEqual([1, '']);
    expect(mistyped.errors).toContain('Nothing came from events/shops');
    expect(await operate('end-source', 'events/shop')).toEqual({
      ...silently,
      output: 'Ended: nobody has access by events/shop any more.\n',
    });
    expect(await (await fetch(feedUrl)).text()).toContain('Your membership has ended');
  });
});
