/** No page of the demo holds a secret, but for the member's own short-lived token. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accounts } from '../../demo/accounts.js';
import { createSite } from '../../demo/site.js';
import { parsePodcast } from '../../src/podcast.js';

const siteUrl = 'http://127.0.0.1:8080';
const serviceUrl = 'http://127.0.0.1:8787';
const clientSecret = 'a-client-secret-that-no-page-may-show';
const tokenSecret = 'a-token-secret-that-no-page-may-ever-show-either';

const site = createSite({
  siteUrl,
  serviceUrl,
  service: {
    clientId: 'the-client',
    clientSecret,
    onboardingOriginId: 'the-origin',
    tokenUrl: serviceUrl,
    baseUrl: serviceUrl,
    parserUrl: serviceUrl,
    consumeUrl: `${serviceUrl}/consume`,
  },
  tokenSecret,
  show: {
    feed: '/the/feed/of/all.xml',
    isOwn: true,
    podcast: parsePodcast('<rss version="2.0"><channel><title>A show</title></channel></rss>'),
  },
});

// Nothing answers at the service's address, and the handler says so.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

const pages = ['/', '/member', '/site.css', '/member.js', '/icon.svg'];

it.each(accounts.flatMap(({ id }) => pages.map((page) => [page, id] as const)))(
  'createSite: %s shows no secret to %s',
  async (page, account) => {
    const body = new URLSearchParams({ account });
    const logIn = await site.request('/log-in', { method: 'POST', body });
    const cookie = logIn.headers.get('Set-Cookie')!.split(';')[0]!;
    const answer = await site.request(page, { headers: { cookie } });
    expect(answer.status).toBe(200);

    const shown = (await answer.text()) + JSON.stringify([...answer.headers]);
    for (const secret of [clientSecret, tokenSecret, '/feeds/', '/the/feed/of/all.xml']) {
      expect(shown).not.toContain(secret);
    }
    for (const { email } of accounts) expect(shown).not.toContain(email);
  },
);

it('createSite gives tokens that last at most five minutes', async () => {
  const logIn = await site.request('/log-in', {
    method: 'POST',
    body: new URLSearchParams({ account: 'mira' }),
  });
  const cookie = logIn.headers.get('Set-Cookie')!.split(';')[0]!;
  const answer = await site.request('/token', { method: 'POST', headers: { cookie } });
  const { token } = (await answer.json()) as { token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    exp: number;
    iat: number;
  };
  expect(claims.exp - claims.iat).toBeLessThanOrEqual(300);
});
