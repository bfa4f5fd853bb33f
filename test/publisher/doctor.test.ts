import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walk, type Finding } from '../../src/publisher/doctor/walk.js';
import { expectNoSecret } from '../support/failures.js';
import {
  configFor,
  secrets,
  startOperator,
  type Answer,
  type Operator,
} from '../support/operator.js';

let operator: Operator;
beforeEach(async () => {
  operator = await startOperator();
  operator.answer('GET /recording', { headers: { 'content-type': 'audio/mpeg' }, body: 'x' });
  operator.answer('GET /rss', {
    headers: { 'access-control-allow-origin': '*' },
    body: { title: 'T', episodes: [{ guid: 'g', title: 'One', url: `${operator.url}/recording` }] },
  });
  operator.answer('GET /consume', { body: '<h1>Open in</h1>' });
});
afterEach(() => operator.close());

async function findings(more: object = {}): Promise<Finding[]> {
  const found: Finding[] = [];
  await walk(
    {
      config: { ...configFor(operator.url), ...more },
      email: secrets.email,
      sku: 'sid:one',
      origin: 'https://club.example.com',
    },
    (finding) => found.push(finding),
  );
  expectNoSecret(JSON.stringify(found));
  return found;
}

it('says that every step works', async () => {
  const found = await findings();
  expect(found.map(({ step, result }) => `${step}: ${result}`)).toEqual([
    'configuration: ok',
    '4.1 access token: ok',
    '4.2 user: ok',
    '4.3 access: ok',
    '4.4 feed link: ok',
    '4.5 parser: ok',
    'playable: ok',
    'CORS: ok',
    '4.6 consume page: ok',
  ]);
});

describe('what does not work', () => {
  const scope = { status: 403, body: { message: `Insufficient scope ${secrets.email}` } };
  it.each<[string, Answer, string, string, RegExp]>([
    ['POST /oauth', { status: 403, body: {} }, '4.1 access token', 'unauthorized', /clientSecret/],
    ['GET /profile', scope, '4.2 user', 'forbidden', /Ask the operator which scopes/],
    ['POST /vault', scope, '4.3 access', 'forbidden', /onboardingOriginId/],
    ['POST /vault', { body: [] }, '4.3 access', 'no-access', /about `sku`/],
    ['GET /vault', { body: [] }, '4.4 feed link', 'no-feed', /has an RSS feed/],
    ['GET /rss', { status: 422 }, '4.5 parser', 'bad-feed', /feed/],
  ])('%s answered with %j', async (line, answer, step, code, message) => {
    operator.answer(line, answer);
    const found = (await findings()).find(({ result }) => result === 'failed');
    expect(found).toMatchObject({ step, code });
    expect(found?.message).toMatch(message);
  });

  it.each<[string, Answer, string, RegExp]>([
    ['GET /rss', { body: { title: 'T', episodes: [] } }, 'playable', /no episode/],
    ['GET /rss', { body: { title: 'T', episodes: [{ guid: 'g', title: 'O' }] } }, 'CORS', /allow/],
    ['GET /recording', { status: 404 }, 'playable', /HTTP 404/],
    ['GET /recording', { body: '<h1>' }, 'playable', /"text\/html"/],
    ['GET /consume', { status: 500 }, '4.6 consume page', /HTTP 500/],
    [
      'POST /oauth',
      { headers: { date: 'Fri, 02 Jan 2026 03:04:05 GMT' }, body: { access_token: 't' } },
      'clock',
      /NTP/,
    ],
  ])('%s answered with %j is a warning', async (line, answer, step, message) => {
    operator.answer(line, answer);
    const found = (await findings()).filter(({ result }) => result === 'warning');
    expect(found.find((each) => each.step === step)?.message).toMatch(message);
  });

  it('is the configuration', async () => {
    const [first, ...rest] = await findings({ clientId: '', tokenUrl: '' });
    expect(first).toMatchObject({ step: 'configuration', result: 'failed', code: 'config' });
    expect(first?.message).toContain('`tokenUrl`, `clientId`');
    expect(rest).toEqual([]);
  });
});
