/** The tests of a subscribe handler once the member has the feed: hand-off, connections, new links. */
import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/api/subscription.js';
import { expectNoSecret } from '../support/operator/failures.js';
import { page } from '../support/publisher/member.js';
import { accessItem, tokenOf, useHandler, type StartHandler } from './handler-requests.js';

/** Runs the tests of the hand-off. */
export function describeHandoff(start: StartHandler): void {
  describe('the hand-off', () => {
    const { handler, expected, urlWith, send, ask } = useHandler(start);

    async function linkOf(token: string, way = ''): Promise<URL> {
      const response = await ask(
        token,
        { origin: page },
        { method: 'POST', url: urlWith(`handoff${way && `&for=${way}`}`) },
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const { url, expiresIn } = (await response.json()) as { url: string; expiresIn: number };
      expect(expiresIn).toBe(way ? 86_400 : 600);
      expectNoSecret(url, [expected().feedUrl]);
      const link = new URL(url, handler().url);
      expect(link.searchParams.get('h')).toMatch(way ? /^m[\w-]{22}$/ : /^[\w-]{22}$/);
      return link;
    }
    const scan = (link: URL, headers: Record<string, string> = {}, method = 'GET') =>
      send(headers, { url: link.href, method });
    const isOpened = async (link: URL, token: string) => {
      const url = urlWith(`handoff=${link.searchParams.get('h')}`);
      return ((await (await ask(token, {}, { url })).json()) as { opened: boolean }).opened;
    };

    it('leads to the consume page once, and reports that to the member who made it', async () => {
      const token = await tokenOf();
      const link = await linkOf(token);
      expect(await isOpened(link, token)).toBe(false);
      for (const [headers, method] of [
        [{}, 'HEAD'],
        [{ 'sec-purpose': 'prefetch;prerender' }, 'GET'],
        [{ 'user-agent': 'WhatsApp/2.24.20.71 A' }, 'GET'],
      ] as const) {
        const looked = await scan(link, headers, method);
        expect(looked.status).toBe(200);
        expectNoSecret(await looked.text(), [expected().feedUrl]);
      }
      const response = await scan(link, { 'accept-language': 'sv-SE,sv;q=0.9' });
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(
        `${expected().consumeUrl}/sv?rss=${encodeURIComponent(expected().feedUrl)}`,
      );
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await isOpened(link, token)).toBe(true);
      expect(await isOpened(link, await tokenOf({ email: 'someone.else@example.org' }))).toBe(
        false,
      );

      const used = await scan(link);
      expect(used.status).toBe(410);
      expect(used.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(used.headers.get('cache-control')).toBe('private, no-store');
      expect(await used.text()).toContain('already used');
    });

    it.each([
      ['pt-PT,pt;q=0.9', 'pt', 'pt-PT'],
      ['pt-BR', 'pt', 'pt'],
      ['zh-HK, en', 'zh', 'zh-Hant'],
      ['zh-CN', 'zh', 'zh-Hans'],
      ['nn-NO', 'nb', 'nb'],
    ])('speaks the language of %s, whose page has two letters', async (asked, short, language) => {
      const link = await linkOf(await tokenOf());
      const opened = await scan(link, { 'accept-language': asked });
      expect(opened.headers.get('location')).toContain(`/${short}?rss=`);
      const used = await scan(link, { 'accept-language': asked });
      expect(await used.text()).toContain(`<html lang="${language}"`);
    });

    it('does not work with a changed code, and needs a token', async () => {
      const link = await linkOf(await tokenOf());
      link.searchParams.set('h', `${link.searchParams.get('h')}A`);
      expect((await scan(link)).status).toBe(410);
      expect((await send({}, { method: 'POST', url: urlWith('handoff') })).status).toBe(401);
    });

    it('works once if two devices scan it at the same time', async () => {
      const link = await linkOf(await tokenOf());
      const statuses = (await Promise.all([scan(link), scan(link)])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([303, 410]);
    });

    it('opens a link for a mail three times, whoever scans it at the same time', async () => {
      const link = await linkOf(await tokenOf(), 'mail');
      expect((await scan(link, {}, 'HEAD')).status).toBe(200);
      expect((await scan(link, { 'user-agent': 'Slackbot 1.0' })).status).toBe(200);
      const scans = await Promise.all(Array.from({ length: 5 }, () => scan(link)));
      const opened = scans.filter(({ status }) => status === 303);
      expect(opened).toHaveLength(3);
      expect(opened[0]?.headers.get('location')).toContain(
        `?rss=${encodeURIComponent(expected().feedUrl)}`,
      );
      expect((await scan(link)).status).toBe(410);
    });
  });
}

/** Runs the tests of connections and new links, which an operator may offer. */
export function describeExtensions(start: StartHandler): void {
  describe('connections and new links', () => {
    const { operator, restartWith, urlWith, ask } = useHandler(start);

    const line = 'vault/entitlements/ent%3A1';

    it('are not offered unless the service has them', async () => {
      const token = await tokenOf();
      expect((await ask(token, {}, { url: urlWith('connections') })).status).toBe(404);
      expect((await ask(token, {}, { url: urlWith('reset'), method: 'POST' })).status).toBe(404);
    });

    it('come from the service', async () => {
      await restartWith({ extensions: true });
      const connection = {
        app: 'overcast',
        name: 'Overcast',
        firstFetchedAt: '2026-03-01T12:00:00Z',
        lastFetchedAt: '2026-03-01T12:00:00.000Z',
      };
      operator().answer(`GET /${line}/connections`, {
        body: { connections: [{ ...connection, lastFetchedAt: 'yesterday' }, connection] },
      });
      const renewed = 'https://feeds.example.com/renewed';
      operator().answer(`POST /${line}/reset`, {
        body: [{ ...accessItem, url: renewed }],
      });
      const token = await tokenOf();
      const before = (await (await ask(token)).json()) as Subscription;
      const { app, name, lastFetchedAt } = connection;
      expect(before).toMatchObject({
        canReset: true,
        hasConnections: true,
        connections: [{ app, name, lastFetchedAt }],
      });
      expect(before.connections).toHaveLength(1);

      const connections = await ask(token, {}, { url: urlWith('connections') });
      expect(await connections.json()).toEqual({ connections: [connection] });
      const reset = await ask(token, { origin: page }, { url: urlWith('reset'), method: 'POST' });
      expect(reset.headers.get('cache-control')).toBe('no-store');
      expect(await reset.json()).toEqual({ ...before, feedUrl: renewed, connections: undefined });

      expect((await ask(token, {}, { url: urlWith('reset') })).status).toBe(405);
      expect((await ask(token, {}, { url: urlWith('connections'), method: 'POST' })).status).toBe(
        405,
      );
      // Five in a minute; a new minute may begin meanwhile.
      let last = reset;
      for (let asked = 1; asked <= 10 && last.status === 200; asked++) {
        last = await ask(token, {}, { url: urlWith('reset'), method: 'POST' });
      }
      expect(last.status).toBe(429);
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
}
