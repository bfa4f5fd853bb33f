/** The tests of a subscribe handler with an operator behind it: its calls, its faults, its cache. */
import { describe, expect, it } from 'vitest';
import { page } from '../support/publisher/member.js';
import { secrets } from '../support/operator/operator.js';
import {
  accessItem,
  problemOf,
  tokenOf,
  useHandler,
  type StartHandler,
} from './handler-requests.js';

/** Runs the tests. */
export function describeOperator(start: StartHandler): void {
  describe('the operator', () => {
    const { operator, urlWith, send, ask } = useHandler(start);

    it('is asked for the member by e-mail address, and onboards them', async () => {
      expect((await ask(await tokenOf())).status).toBe(200);
      const [onboarding] = operator().asked('POST /vault/entitlements/auto-onboard');
      expect(JSON.parse(onboarding!.body)).toEqual({
        onboardingOriginId: 'origin-1',
        userId: 'email|5f1',
        sku: 'sid:one',
        origin: 'EXTERNAL',
      });
      expect(operator().asked('GET /profile')[0]?.path).toBe(
        `/profile/email/${encodeURIComponent(secrets.email)}?forceCreation=true`,
      );
    });

    it('is asked for the member by user ID if the token names one', async () => {
      const token = await tokenOf({ email: undefined, userId: 'email|5f1' });
      expect((await ask(token)).status).toBe(200);
      expect(operator().asked('GET /profile')).toEqual([]);
    });

    it('is asked past the cache with ?fresh, and what it says is kept', async () => {
      const feedUrlOf = async (response: Response) =>
        ((await response.json()) as { feedUrl: string }).feedUrl;
      await ask(await tokenOf());
      const feedUrl = 'https://feeds.example.com/new-feed-key/sid:one_private.rss';
      operator().answer('GET /vault', { body: [{ ...accessItem, url: feedUrl }] });
      const authorization = `Bearer ${await tokenOf()}`;
      const fresh = await send({ authorization }, { url: urlWith('fresh') });
      expect(await feedUrlOf(fresh)).toBe(feedUrl);
      expect(await feedUrlOf(await ask(await tokenOf()))).toBe(feedUrl);
      const posted = await send({ authorization }, { url: urlWith('fresh'), method: 'POST' });
      expect(posted.status).toBe(405);
    });

    it('is understood if it lists the feed of another podcast first', async () => {
      const filename = 'sid:two_private.rss';
      const other = { ...accessItem, filename, url: `https://feeds.example.com/x/${filename}` };
      operator().answer('GET /vault', { body: [other, accessItem] });
      const response = await ask(await tokenOf());
      expect(await response.json()).toMatchObject({ feedUrl: secrets.feedUrl });
    });

    it.each<[string, () => unknown, number, string, string | null]>([
      ['no access', () => operator().answer('POST /vault', { body: [] }), 403, 'no-access', null],
      ['no connection', () => operator().close(), 503, 'unavailable', null],
      [
        'a gateway',
        () => operator().answer('POST /vault', { status: 502, body: '<h1>' }),
        503,
        'unavailable',
        null,
      ],
      ['no answer', () => operator().answer('POST /vault', 'never'), 504, 'timeout', null],
      [
        'a limit',
        () => operator().answer('POST /vault', { status: 429, headers: { 'retry-after': '30' } }),
        429,
        'rate-limited',
        '30',
      ],
      [
        'a redirect',
        () =>
          operator().answer('GET /profile', {
            status: 302,
            headers: { location: 'https://evil.example/' },
          }),
        502,
        'bad-response',
        null,
      ],
      [
        'a wrong client secret',
        () =>
          operator().answer('POST /oauth', { status: 403, body: { message: 'Client not found' } }),
        502,
        'bad-response',
        null,
      ],
      [
        'a script for a feed',
        () =>
          operator().answer('GET /vault', {
            body: [{ type: 'feed', mimeType: 'application/rss+xml', url: 'javascript:alert(1)' }],
          }),
        502,
        'bad-response',
        null,
      ],
    ])('is reported if it fails: %s', async (_, fault, status, code, retryAfter) => {
      await fault();
      const response = await ask(await tokenOf(), { origin: page });
      expect(response.status).toBe(status);
      expect(response.headers.get('retry-after')).toBe(retryAfter);
      expect(response.headers.get('access-control-allow-origin')).toBe(page);
      expect(await problemOf(response)).toBe(code);
    });

    describe('a page that is opened again', () => {
      it('costs the operator no call, also with a hand-off', async () => {
        const first: unknown = await (await ask(await tokenOf())).json();
        expect(operator().seen).toHaveLength(4);
        const again = await ask(await tokenOf());
        expect(await again.json()).toEqual(first);
        const made = await ask(await tokenOf(), {}, { method: 'POST', url: urlWith('handoff') });
        expect(made.status).toBe(200);
        expect(operator().seen).toHaveLength(4);
        // Another member's feed is another.
        operator().answer('GET /profile/email/other', { body: { id: 'email|other' } });
        await ask(await tokenOf({ email: 'other@example.org' }));
        expect(operator().seen).toHaveLength(7);
      });

      it('costs the operator no call for a member without access', async () => {
        operator().answer('POST /vault', { body: [] });
        const answers = [await ask(await tokenOf()), await ask(await tokenOf())];
        expect(answers.map(({ status }) => status)).toEqual([403, 403]);
        expect(operator().seen).toHaveLength(3);
      });
    });

    describe('the access token', () => {
      it('is requested once for simultaneous requests', async () => {
        const token = await tokenOf();
        const answers = await Promise.all(Array.from({ length: 4 }, () => ask(token)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        expect((await ask(token)).status).toBe(200);
        expect(operator().asked('POST /oauth/token')).toHaveLength(1);
      });

      it('is replaced once if it is refused', async () => {
        const profile = { body: { id: 'email|5f1' } };
        operator().answer('GET /profile', [{ status: 401 }, profile]);
        expect((await ask(await tokenOf())).status).toBe(200);
        expect(operator().asked('POST /oauth/token')).toHaveLength(2);
        operator().answer('GET /profile', { status: 401 });
        expect((await ask(await tokenOf({ email: 'other@example.org' }))).status).toBe(502);
        expect(operator().asked('POST /oauth/token')).toHaveLength(3);
      });
    });
  });
}
