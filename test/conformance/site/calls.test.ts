/** The way of one member through the operator's calls and the feed, and the advice where it ends. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../../src/conformance/site/config.js';
import { configFor, secrets, type Answer, type Operator } from '../../support/operator/operator.js';
import { page } from '../../support/publisher/member.js';
import {
  faultsIn,
  feedHost,
  feedWith,
  fetchFrom,
  resultsOf,
  startHealthyOperator,
} from '../../support/publisher/site.js';

let operator: Operator;
beforeEach(async () => {
  operator = await startHealthyOperator();
});
afterEach(() => operator.close());

const results = (more: Partial<SiteConfig> = {}) =>
  resultsOf({ ...configFor(operator.url), ...more }, { origin: page, fetch: fetchFrom(operator) });

describe('runSite', () => {
  it('passes a healthy operator in every case, from the configuration to the recordings', async () => {
    const found = await results();
    expect(found.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    const sections = ['site', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', 'feed'];
    expect([...new Set(found.map(({ section }) => section))]).toEqual(sections);
    expect(found.at(-1)?.id).toBe('feed-34');
  });

  it('sends nothing wrong to the operator, and creates the member as the site does', async () => {
    await results();
    await results({ createUsers: false });
    const tokens = operator.asked('POST /oauth').map(({ body }) => body);
    expect(new Set(tokens).size).toBe(1);
    const asked = operator.asked('GET /profile').map(({ path }) => new URL(path, operator.url));
    const created = asked.map(({ searchParams }) => searchParams.get('forceCreation'));
    expect(created).toEqual(['true', 'false']);
  });
});

const scope = { status: 403, body: { message: `Insufficient scope ${secrets.email}` } };
const rss = { 'content-type': 'application/rss+xml' };
const audio = { 'content-type': 'audio/mpeg' };

describe('runSite: advice', () => {
  it.each<[string, Answer, string, RegExp]>([
    ['POST /oauth', { status: 403, body: {} }, '4.1-1 fail', /clientSecret/],
    ['GET /profile', scope, '4.2-1 fail', /which scopes/],
    ['POST /vault', scope, '4.3-1 fail', /onboardingOriginId/],
    ['POST /vault', { body: [] }, '4.3-3 fail', /about `sku`/],
    ['POST /vault', { status: 404, body: {} }, '4.3-1 fail', /about `sku`/],
    ['GET /vault', { body: [] }, '4.4-3 fail', /about `sku`/],
    ['GET /vault', { body: [{ type: 'file' }] }, '4.4-4 fail', /has an RSS feed/],
    ['GET /profile', { status: 404, body: {} }, '4.2-1 fail', /the base URLs/],
    ['POST /vault', { status: 500 }, '4.3-1 fail', /state of the service/],
    ['GET /vault', { status: 504 }, '4.4-1 fail', /why this call takes so long/],
    ['GET /vault', { body: 'x' }, '4.4-2 fail', /show this/],
    ['GET /rss', { status: 422 }, '4.5-1 fail', /validator/],
    ['GET /rss', { body: { title: 'T', episodes: [] } }, 'site-3 deviates', /let your pages read/],
    ['GET /consume', { status: 500 }, '4.6-1 fail', /show this|state of the service/],
    ['GET /s3cr3t', { status: 410, body: 'gone' }, 'feed-2 fail', /the feed link does not work/],
    ['GET /s3cr3t', { headers: rss, body: '<html/>' }, 'feed-16 fail', /validator/],
    [
      'POST /oauth',
      { body: { access_token: 't', scope: 'profile:user:read' } },
      '4.1-7 fail',
      /which scopes/,
    ],
    [
      'POST /oauth',
      { headers: { date: 'Fri, 02 Jan 2026 03:04:05 GMT' }, body: { access_token: 't' } },
      'site-2 deviates',
      /NTP/,
    ],
  ])('where %s is answered with %j: %s', async (line, answer, fault, advice) => {
    operator.answer(line, answer);
    const found = await results();
    expect(faultsIn(found)).toContain(fault);
    expect(found.find(({ id }) => fault.startsWith(`${id} `))?.advice).toMatch(advice);
  });

  it.each<[string, Answer, string]>([
    ['GET /s3cr3t', { headers: rss, body: feedWith('') }, 'feed-23 fail'],
    [
      'GET /s3cr3t',
      { headers: rss, body: feedWith('<item><title>One</title></item>') },
      'feed-28 fail',
    ],
    ['GET /recording', { status: 404 }, 'feed-32 fail'],
    ['GET /recording', { body: '<h1>' }, 'feed-33 fail'],
    ['GET /recording', { headers: audio, body: 'x' }, 'feed-34 fail'],
  ])('is the expectation itself where %s is answered with %j: %s', async (line, answer, fault) => {
    operator.answer(line, answer);
    expect(faultsIn(await results())).toContain(fault);
  });

  it('is to ask for the limits where the operator limits the client for longer than the run', async () => {
    operator.answer('GET /profile', { status: 429, headers: { 'retry-after': '900' } });
    const found = await results();
    const limited = found.find(({ id }) => id === '4.2-1');
    expect(limited?.verdict).toBe('skipped');
    expect(limited?.advice).toMatch(/limits/);
  });

  it('is to look at DNS and the firewall where the operator cannot be reached', async () => {
    const found = await results({ tokenUrl: 'http://127.0.0.1:9' });
    expect(faultsIn(found)).toEqual(['4.1-1 fail']);
    expect(found.find(({ id }) => id === '4.1-1')?.advice).toMatch(/DNS and the firewall/);
  });

  it('says what goes without a parser or a consume page', async () => {
    const found = await results({ parserUrl: undefined, consumeUrl: undefined });
    const adviceOn = (wanted: string) => found.find(({ id }) => id === wanted)?.advice;
    expect([adviceOn('4.5-1'), adviceOn('4.6-1')]).toEqual([
      expect.stringContaining('reads the feed itself'),
      expect.stringContaining('no page'),
    ]);
    expect(faultsIn(found)).toEqual([]);
  });
});

describe('runSite: the feed', () => {
  it('tells one of several recordings that does not answer', async () => {
    const items = ['recording', 'absent'].map(
      (file) => `<item><enclosure url="${feedHost}/${file}" type="audio/mpeg"/></item>`,
    );
    operator.answer('GET /absent', { status: 404 });
    operator.answer('GET /s3cr3t', { headers: rss, body: feedWith(items.join('')) });
    const found = await results();
    expect(faultsIn(found)).toEqual(['feed-32 fail']);
    expect(found.find(({ id }) => id === 'feed-32')?.seen).toMatch(/recording 2.*HTTP 404/);
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
    expect(faultsIn(await results())).toEqual(['feed-31 fail', 'feed-32 fail']);
    operator.answer('GET /s3cr3t', { status: 302, headers: { location: inner } });
    expect(faultsIn(await results())).toEqual(['feed-2 fail']);
    expect(operator.asked('GET /inner')).toEqual([]);
  });
});

describe('runSite: configuration', () => {
  it('fails without what the calls need, and names it', async () => {
    const found = await results({ clientId: '', tokenUrl: '' });
    expect(found).toMatchObject([{ id: 'site-1', verdict: 'fail' }]);
    expect(found[0]?.seen).toContain('Missing: `tokenUrl`, `clientId`.');
  });

  it('repeats nothing that a server sends', async () => {
    const echo = `${secrets.email} ${secrets.feedUrl} ${secrets.clientSecret} ${secrets.accessToken}`;
    const type = { 'content-type': `audio ${secrets.clientSecret}` };
    operator.answer('GET /recording', { status: 206, headers: type, body: echo });
    expect(faultsIn(await results())).toEqual(['feed-33 fail']);
    for (const line of ['GET /s3cr3t', 'GET /rss', 'GET /vault', 'POST /vault', 'POST /oauth']) {
      operator.answer(line, { status: 400, headers: type, body: echo });
      expect(faultsIn(await results()).join()).toContain('fail');
    }
  });
});
