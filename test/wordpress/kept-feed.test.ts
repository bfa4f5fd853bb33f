/** The operator's answers that the plugin keeps, and for how long: each call is counted where it arrives. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Subscription } from '../../src/api/subscription.js';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import { expectNoSecret } from '../support/operator/failures.js';
import { secret } from '../support/publisher/member.js';
import {
  configFor,
  secrets,
  startOperator,
  type Answer,
  type Operator,
} from '../support/operator/operator.js';
import { constantsFor, describeInWordPress, endpoint, headersOf, wordPress } from './publisher.js';

const A_MINUTE = 61;
const FIVE_MINUTES = 301;
const A_DAY = 86_401;
const everyCall = ['token', 'profile', 'auto-onboard', 'access'];

describeInWordPress('KeptFeed', () => {
  let operator: Operator;
  beforeEach(async () => {
    operator = await startOperator();
    await wordPress.forget();
  });
  afterEach(() => operator.close());

  const renewed = 'https://feeds.example.com/renewed';
  const entitlement = 'GET /vault/entitlements/ent%3A1';
  const renewal = 'POST /vault/entitlements/ent%3A1/reset';
  const feedAt = (url: string) => ({
    body: [{ type: 'feed', mimeType: 'application/rss+xml', url }],
  });

  interface Asking {
    of?: { email: string } | { userId: string };
    set?: object;
    query?: string;
    method?: string;
  }

  /** Asks for a member's feed. @returns what the handler answers. */
  async function askFor({ of = { email: secrets.email }, set, query = '', method }: Asking = {}) {
    const sku = 'sid:one';
    const token = await createSubscribeToken({ ...of, sku }, secret);
    const service = { ...configFor(operator.url), extensions: true, ...set };
    const response = await fetch(endpoint + query, {
      method,
      headers: {
        ...headersOf({ service, secret, allowedOrigins: [] }),
        authorization: `Bearer ${token}`,
      },
    });
    return (await response.json()) as Partial<Subscription> & { code?: string };
  }

  /** @returns the feed URL or a problem's code, and the calls that it took to find the feed. */
  async function ask(asking: Asking = {}) {
    const { feedUrl, code } = await askFor(asking);
    const calls = operator.seen
      .splice(0)
      .flatMap(({ path }) => /token|profile|auto-onboard|access|reset/.exec(path)?.[0] ?? []);
    return { answer: feedUrl ?? code, calls };
  }

  it('keeps the user of an address for a minute, the link for five, and the entitlement for a day', async () => {
    const answer = secrets.feedUrl;
    expect(await ask()).toEqual({ answer, calls: everyCall });
    expect(await ask()).toEqual({ answer, calls: [] });
    await wordPress.age(A_MINUTE);
    expect(await ask()).toEqual({ answer, calls: ['profile'] });
    await wordPress.age(FIVE_MINUTES);
    expect(await ask()).toEqual({ answer, calls: ['profile', 'access'] });
    expect(await ask()).toEqual({ answer, calls: [] });
    await wordPress.age(A_DAY);
    expect(await ask()).toEqual({ answer, calls: everyCall });
  });

  it('gives a new holder of an address their own link after a minute', async () => {
    const theirs = 'https://feeds.example.com/theirs';
    expect((await ask()).answer).toBe(secrets.feedUrl);
    operator.answer('GET /profile', { body: { id: 'email|new' } });
    operator.answer('POST /vault', { body: [{ entitlementId: 'ent:2' }] });
    operator.answer('GET /vault/entitlements/ent%3A2', feedAt(theirs));
    await wordPress.age(A_MINUTE);
    expect(await ask()).toEqual({ answer: theirs, calls: everyCall.slice(1) });
    expect(await ask({ of: { userId: 'email|5f1' } })).toEqual({
      answer: secrets.feedUrl,
      calls: [],
    });
  });

  it('keeps for seconds that an address is nobody’s', async () => {
    const set = { createUsers: false };
    operator.answer('GET /profile', { status: 404, body: { message: 'unknown' } });
    expect(await ask({ set })).toEqual({ answer: 'no-access', calls: ['token', 'profile'] });
    expect(await ask({ set })).toEqual({ answer: 'no-access', calls: [] });
    operator.answer('GET /profile', { body: { id: 'email|5f1' } });
    await wordPress.age(7);
    expect((await ask({ set })).answer).toBe(secrets.feedUrl);
  });

  it('looks up at once whose an address is, if the operator refuses the user that is kept', async () => {
    await ask();
    operator.answer('GET /profile', { body: { id: 'email|new' } });
    operator.answer('POST /vault/entitlements/auto-onboard', {
      body: [{ entitlementId: 'ent:2' }],
    });
    operator.answer(renewal, { status: 404, body: { message: 'Gone' } });
    operator.answer('POST /vault/entitlements/ent%3A2/reset', feedAt(renewed));
    expect(await ask({ query: '&reset', method: 'POST' })).toEqual({
      answer: renewed,
      calls: ['reset', 'profile', 'auto-onboard', 'reset'],
    });
  });

  it('keeps “no access” for seconds', async () => {
    operator.answer('POST /vault', [{ body: [] }, { body: [{ entitlementId: 'ent:1' }] }]);
    expect(await ask()).toEqual({ answer: 'no-access', calls: everyCall.slice(0, 3) });
    await wordPress.age(7);
    expect(await ask()).toEqual({ answer: secrets.feedUrl, calls: ['auto-onboard', 'access'] });
  });

  it('asks again if the IDs are no longer right', async () => {
    await ask();
    await wordPress.age(FIVE_MINUTES);
    operator.answer(entitlement, { status: 404, body: { message: 'Gone' } });
    operator.answer('POST /vault', { body: [{ entitlementId: 'ent:2' }] });
    expect(await ask()).toEqual({
      answer: secrets.feedUrl,
      calls: ['profile', 'access', 'auto-onboard', 'access'],
    });
  });

  it('keeps an answer only for the settings under which it was asked', async () => {
    await ask();
    expect((await ask({ set: { onboardingOriginId: 'origin-2' } })).calls).toEqual(
      everyCall.slice(1),
    );
    expect((await ask({ set: { clientSecret: 'another secret' } })).calls).toEqual(everyCall);
    expect((await ask()).calls).toEqual([]);
  });

  it('forgets the old link, whatever the page calls the member', async () => {
    const byId = { of: { userId: 'email|5f1' } };
    const inCapitals = { of: { email: secrets.email.toUpperCase() } };
    await ask();
    await ask(byId);
    await ask(inCapitals);
    operator.answer(renewal, feedAt(renewed));
    const reset = await ask({ query: '&reset', method: 'POST' });
    operator.answer(entitlement, feedAt(renewed));
    expect(reset).toEqual({ answer: renewed, calls: ['reset'] });
    expect(await ask(byId)).toEqual({ answer: renewed, calls: ['access'] });
    expect(await ask()).toEqual({ answer: renewed, calls: [] });
    expect(await ask(inCapitals)).toEqual({ answer: renewed, calls: [] });
  });

  it('forgets what an older request finds later', async () => {
    await ask();
    await wordPress.age(FIVE_MINUTES);
    let give!: (answer: Answer) => void;
    const held = new Promise<Answer>((resolve) => (give = resolve));
    operator.answer(entitlement, () => held);
    const page = ask();
    await vi.waitFor(() => expect(operator.asked('GET /vault')).toHaveLength(1), 20_000);
    operator.answer(renewal, feedAt(renewed));
    expect((await ask({ query: '&reset', method: 'POST' })).answer).toBe(renewed);
    give(feedAt(secrets.feedUrl));
    expect((await page).answer).toBe(secrets.feedUrl);
    operator.answer(entitlement, feedAt(renewed));
    expect(await ask()).toEqual({ answer: renewed, calls: ['access'] });
  });

  it('forgets what a page finds while the link is replaced', async () => {
    operator.answer(renewal, async () => {
      expect((await ask()).answer).toBe(secrets.feedUrl);
      return feedAt(renewed);
    });
    expect((await ask({ query: '&reset', method: 'POST' })).answer).toBe(renewed);
    operator.answer(entitlement, feedAt(renewed));
    expect(await ask()).toEqual({ answer: renewed, calls: ['access'] });
  });

  it('keeps the apps of a link for a minute, and no longer than the link', async () => {
    const line = `${entitlement}/connections`;
    const overcast = { app: 'overcast', name: 'Overcast', lastFetchedAt: '2026-03-01T12:00:00Z' };
    const more = { firstFetchedAt: '2026-03-01T12:00:00Z' };
    operator.answer(line, { body: { connections: Array(5).fill({ ...overcast, ...more }) } });
    const appsOf = async (asking: Asking = {}) => (await askFor(asking)).connections;
    expect(await appsOf()).toEqual([overcast, overcast, overcast]);
    expect(await appsOf()).toHaveLength(3);
    expect(operator.asked(line)).toHaveLength(1);

    operator.answer(line, { body: { connections: [] } });
    operator.answer(renewal, feedAt(renewed));
    expect(await appsOf({ query: '&reset', method: 'POST' })).toBeUndefined();
    operator.answer(`${entitlement}/access`, feedAt(renewed));
    expect(await appsOf()).toEqual([]);
    expect(operator.asked(line)).toHaveLength(2);

    operator.answer(line, 'never');
    await wordPress.age(A_MINUTE);
    const late = await askFor();
    expect(late).toMatchObject({ feedUrl: renewed, hasConnections: true });
    expect(late).not.toHaveProperty('connections');
    expect(await appsOf()).toBeUndefined();
    expect(operator.asked(line)).toHaveLength(3);
  });

  it('keeps nothing that a reader of the database could use', async () => {
    await ask();
    const rows = (await wordPress.run(
      `global $wpdb; return $wpdb->get_col("SELECT CONCAT(option_name, ' ', SUBSTRING_INDEX(option_value, ':', -1)) FROM $wpdb->options WHERE option_name LIKE 'private_podcast_subscribe_kept_%'");`,
    )) as string[];
    // The token, the user, the entitlement, the feed, its apps and a counter.
    expect(rows).toHaveLength(6);
    const plain = rows.map((row) => row + Buffer.from(row.split(' ')[1]!, 'base64').toString());
    expectNoSecret(plain.join('\n'), [secret]);
    for (const hidden of [
      'jane',
      'email|5f1',
      'ent:1',
      'sid:one',
      'feeds.example',
      'Member Show',
    ]) {
      expect(plain.join('\n')).not.toContain(hidden);
    }
  });
});

describeInWordPress('AccessTokens', () => {
  it('takes the token that another process got while it waited for the lock', async () => {
    const operator = await startOperator();
    await wordPress.forget();
    wordPress.define(constantsFor(operator.url));
    const tokens = await wordPress.run(`
      use PrivatePodcastSubscribe\\Service\\{FeedService, Http};
      $others = null;
      add_filter('query', function ($sql) use (&$others) {
        if ($others === null && str_contains($sql, 'GET_LOCK')) {
          $others = '';
          $others = (new FeedService(new Http()))->tokens->get()['token'];
        }
        return $sql;
      });
      return [(new FeedService(new Http()))->tokens->get()['token'], $others];`);
    wordPress.define({});
    expect(tokens).toEqual([secrets.accessToken, secrets.accessToken]);
    expect(operator.asked('POST /oauth/token')).toHaveLength(1);
    await operator.close();
  });
});
