/** The doctor's walk through the operator's calls and the feed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  feedHost,
  fetchFrom,
  feedWith,
  findingsOf,
  outlineOf,
  startHealthyOperator,
} from '../../support/publisher/doctor.js';
import { page } from '../../support/publisher/member.js';
import { configFor, secrets, type Answer, type Operator } from '../../support/operator/operator.js';

let operator: Operator;
beforeEach(async () => {
  operator = await startHealthyOperator();
});
afterEach(() => operator.close());

const findings = (more: object = {}) =>
  findingsOf({ ...configFor(operator.url), fetch: fetchFrom(operator), ...more }, { origin: page });

it('walk reports ok for every step of a healthy operator', async () => {
  expect(outlineOf(await findings())).toEqual([
    'configuration: ok',
    '4.1 access token: ok',
    'clock: ok',
    '4.2 user: ok',
    '4.3 access: ok',
    '4.4 feed link: ok',
    '4.5 parser: ok',
    '4.5 CORS: ok',
    '4.6 consume page: ok',
    'feed: ok',
    'playable: ok',
  ]);
});

describe('walk: failures', () => {
  const scope = { status: 403, body: { message: `Insufficient scope ${secrets.email}` } };
  it.each<[string, Answer, string, string, RegExp]>([
    ['POST /oauth', { status: 403, body: {} }, '4.1 access token', 'unauthorized', /clientSecret/],
    ['GET /profile', scope, '4.2 user', 'forbidden', /Ask the operator which scopes/],
    ['POST /vault', scope, '4.3 access', 'forbidden', /onboardingOriginId/],
    ['POST /vault', { body: [] }, '4.3 access', 'no-access', /about `sku`/],
    ['GET /vault', { body: [] }, '4.4 feed link', 'no-access', /about `sku`/],
    ['GET /vault', { body: [{ type: 'file' }] }, '4.4 feed link', 'no-feed', /has an RSS feed/],
    ['GET /profile', { status: 404, body: {} }, '4.2 user', 'not-found', /the base URLs/],
    ['GET /profile', { status: 429 }, '4.2 user', 'rate-limited', /the limits of this client/],
    ['POST /vault', { status: 500 }, '4.3 access', 'unavailable', /state of the service/],
    ['GET /vault', { status: 504 }, '4.4 feed link', 'timeout', /why this call takes so long/],
    ['GET /vault', { body: 'x' }, '4.4 feed link', 'bad-response', /show this line/],
    ['GET /rss', { status: 422 }, '4.5 parser', 'bad-feed', /feed/],
    ['GET /s3cr3t', { status: 410, body: 'gone' }, 'feed', 'bad-response', /HTTP 410/],
    ['GET /s3cr3t', { body: '<h1>Log in</h1>' }, 'feed', 'bad-feed', /validator/],
  ])(
    'explains the failure if %s is answered with %j',
    async (line, answer, step, code, message) => {
      operator.answer(line, answer);
      const found = (await findings()).find(({ result }) => result === 'failed');
      expect(found).toMatchObject({ step, code });
      expect(found?.message).toMatch(message);
    },
  );

  it('explains that the operator cannot be reached', async () => {
    const found = await findings({ tokenUrl: 'http://127.0.0.1:9' });
    expect(found.find(({ result }) => result === 'failed')).toMatchObject({
      step: '4.1 access token',
      code: 'network',
      message: expect.stringMatching(/DNS and the firewall/) as string,
    });
  });

  it('stops at an incomplete configuration and names what is missing', async () => {
    const [first, ...rest] = await findings({ clientId: '', tokenUrl: '' });
    expect(first).toMatchObject({ step: 'configuration', result: 'failed', code: 'config' });
    expect(first?.message).toContain('`tokenUrl`, `clientId`');
    expect(rest).toEqual([]);
  });
});

describe('walk: warnings', () => {
  const rss = { 'content-type': 'application/rss+xml' };
  const audio = { 'content-type': 'audio/mpeg' };
  const withoutRecording = '<item><title>One</title></item>';
  it.each<[string, Answer, string, RegExp]>([
    ['GET /s3cr3t', { headers: rss, body: feedWith('') }, 'playable', /no episodes/],
    [
      'GET /s3cr3t',
      { headers: rss, body: feedWith(withoutRecording) },
      'playable',
      /1 .* no recor/,
    ],
    ['GET /s3cr3t', { body: feedWith('') }, 'feed', /"text\/html"/],
    ['GET /recording', { status: 404 }, 'playable', /HTTP 404/],
    ['GET /recording', { body: '<h1>' }, 'playable', /"text\/html"/],
    ['GET /recording', { headers: audio, body: 'x' }, 'playable', /byte ranges/],
    ['GET /rss', { body: { title: 'T', episodes: [] } }, '4.5 CORS', /allow/],
    ['GET /consume', { status: 500 }, '4.6 consume page', /HTTP 500/],
    [
      'POST /oauth',
      { body: { access_token: 't', scope: 'profile:user:read' } },
      '4.1 access token',
      /scope "vault:impersonate"/,
    ],
    [
      'POST /oauth',
      { headers: { date: 'Fri, 02 Jan 2026 03:04:05 GMT' }, body: { access_token: 't' } },
      'clock',
      /NTP/,
    ],
  ])('warns if %s is answered with %j', async (line, answer, step, message) => {
    operator.answer(line, answer);
    const found = (await findings()).filter(({ result }) => result === 'warning');
    expect(found.find((each) => each.step === step)?.message).toMatch(message);
  });

  it('warns about one of several recordings, and does not say that they answer', async () => {
    const items = ['recording', 'absent'].map(
      (file) => `<item><enclosure url="${feedHost}/${file}" type="audio/mpeg"/></item>`,
    );
    operator.answer('GET /absent', { status: 404 });
    operator.answer('GET /s3cr3t', { headers: rss, body: feedWith(items.join('')) });
    const playable = (await findings()).filter(({ step }) => step === 'playable');
    expect(playable).toEqual([
      {
        step: 'playable',
        result: 'warning',
        message: 'Episode 2 of the feed has a recording that does not answer (HTTP 404).',
      },
    ]);
  });

  it('asks nothing on this machine, wherever a feed of elsewhere and its recordings lead', async () => {
    operator.answer('GET /inner', { body: 'x' });
    const inner = `${operator.url}/inner`;
    const items = ['recording', 'moved'].map(
      (file) => `<item><enclosure url="${feedHost}/${file}" type="audio/mpeg"/></item>`,
    );
    const own = `<item><enclosure url="${inner}" type="audio/mpeg"/></item>`;
    operator.answer('GET /moved', { status: 302, headers: { location: inner } });
    operator.answer('GET /s3cr3t', { headers: rss, body: feedWith(own + items.join('')) });
    const [first, second] = (await findings()).filter(({ step }) => step === 'playable');
    expect(first?.message).toContain('was not tried');
    expect(second?.message).toContain('HTTP 302');
    operator.answer('GET /s3cr3t', { status: 302, headers: { location: inner } });
    expect((await findings()).find(({ step }) => step === 'feed')?.message).toContain('HTTP 302');
    expect(operator.asked('GET /inner')).toEqual([]);
  });

  it('warns about a parser URL or consume page URL that is not set', async () => {
    const found = await findings({ parserUrl: undefined, consumeUrl: undefined });
    expect(outlineOf(found)).toContain('4.5 parser: warning');
    expect(outlineOf(found)).toContain('4.6 consume page: warning');
    expect(outlineOf(found).at(-1)).toBe('playable: ok');
  });
});

it.each([true, false])(
  'walk asks the operator for an account as the site does, with createUsers: %s',
  async (createUsers) => {
    await findings({ createUsers });
    const asked = operator.asked('GET /profile').map(({ path }) => new URL(path, operator.url));
    expect(asked.map(({ searchParams }) => searchParams.get('forceCreation') === 'true')).toEqual([
      createUsers,
    ]);
  },
);

it('walk repeats nothing that a server sends', async () => {
  const echo = `${secrets.email} ${secrets.feedUrl} ${secrets.clientSecret} ${secrets.accessToken}`;
  const type = { 'content-type': `audio ${secrets.clientSecret}` };
  operator.answer('GET /recording', { status: 206, headers: type, body: echo });
  expect(outlineOf(await findings())).toContain('playable: warning');
  for (const line of ['GET /s3cr3t', 'GET /rss', 'GET /vault', 'POST /vault', 'POST /oauth']) {
    operator.answer(line, { status: 400, headers: type, body: echo });
    expect(outlineOf(await findings()).join()).toContain('failed');
  }
});
