// @ts-check
/**
 * A small publisher's site: log-in, and a member page with the element. Four of its routes are
 * the integration: `/member`, `/token`, `/subscribe`, and `/listen` for browsers without scripts.
 * `/guide` has the package's documentation.
 */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createFeedServiceClient, PrivatePodcastError } from 'private-podcast-subscribe/api';
import { createSubscribeHandler, createSubscribeToken } from 'private-podcast-subscribe/publisher';
import { subscribeStyleSource } from 'private-podcast-subscribe/server';
import { accounts } from './accounts.js';
import { publisherAt, sku } from './catalogue.js';
import { createGuide } from './guide.js';
import { media } from './media.js';
import { homePage, memberElement, memberPage, offerPage } from './pages.js';
import { contentSecurityPolicy } from './security.js';

const sessionCookie = 'breakwater_session';
/** Milliseconds that the member page waits for the feed service. */
const MAX_WAIT_MS = 1000;
const styleSource = await subscribeStyleSource();

/**
 * @param {object} config
 * @param {string} config.siteUrl
 * @param {string} config.serviceUrl
 * @param {import('private-podcast-subscribe/api').FeedServiceConfig} config.service
 * @param {string} config.tokenSecret Signs subscribe tokens; used for nothing else.
 * @param {import('./show.js').Show} config.show
 */
export function createSite({ siteUrl, serviceUrl, service, tokenSecret, show }) {
  const { podcast } = show;
  const client = createFeedServiceClient(service);
  /**
   * Hand-off links and whether they were used. Several processes would share a Redis, through unstorage.
   * @type {Map<string, string>}
   */
  const handoffs = new Map();
  const subscribe = createSubscribeHandler({
    service: client,
    secret: tokenSecret,
    allowedOrigins: [siteUrl],
    publisher: publisherAt(siteUrl),
    cache: {
      getItem: (key) => handoffs.get(key),
      setItem: (key, value) => handoffs.set(key, value),
    },
  });
  const policy = contentSecurityPolicy({
    serviceUrl,
    styleSource,
    media: show.isOwn ? siteUrl : 'https: http:',
  });

  /**
   * Session id to account.
   * @type {Map<string, import('./accounts.js').Account>}
   */
  const sessions = new Map();
  /** @param {import('hono').Context} c */
  const accountOf = (c) => sessions.get(getCookie(c, sessionCookie) ?? '');

  /**
   * The e-mail address in a token comes from the session, never from the page.
   * @param {import('./accounts.js').Account} account
   */
  const mintToken = ({ email }) => createSubscribeToken({ email, sku }, tokenSecret);

  /**
   * The member's Subscription, as the element would get it: from the handler, but in this process.
   * @param {string} token
   * @returns {Promise<import('private-podcast-subscribe/server').Subscription | undefined>}
   *   `undefined` if there is none, or not in time: the element then asks for itself.
   */
  async function subscriptionOf(token) {
    const headers = { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const answer = await subscribe(new Request(`${siteUrl}/subscribe`, { headers, signal }));
    return answer.ok ? await answer.json() : undefined;
  }

  const site = new Hono();

  site.use(async (c, next) => {
    await next();
    // The guide's pages have a policy of their own.
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy);
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Content-Type-Options', 'nosniff');
  });

  site.get('/', (c) => c.html(homePage({ podcast, account: accountOf(c) })));

  site.post('/log-in', async (c) => {
    const { account: id } = await c.req.parseBody();
    const account = accounts.find((each) => each.id === id);
    if (!account) return c.text('Choose one of the three accounts.', 400);
    const session = randomUUID();
    sessions.set(session, account);
    setCookie(c, sessionCookie, session, {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      secure: siteUrl.startsWith('https:'),
    });
    return c.redirect('/member', 303);
  });

  site.post('/log-out', (c) => {
    sessions.delete(deleteCookie(c, sessionCookie, { path: '/' }) ?? '');
    return c.redirect('/', 303);
  });

  site.get('/member', async (c) => {
    const account = accountOf(c);
    if (!account) return c.redirect('/', 303);
    // The page holds the member's feed URL.
    c.header('Cache-Control', 'private, no-store');
    const token = await mintToken(account);
    // `/member?service` shows the page of a site that only makes tokens: the feed service answers the
    // element itself. `/member?plain` shows it as a site without a server of its own has it.
    const { service: byService, plain } = c.req.query();
    const endpoint = byService === undefined ? '/subscribe' : `${serviceUrl}/subscribe`;
    const isRendered = byService === undefined && plain === undefined;
    const subscription = isRendered ? await subscriptionOf(token) : undefined;
    const userAgent = c.req.header('User-Agent');
    const content = { podcast, account, token, endpoint, subscription, userAgent };
    const element = await memberElement(content);
    const scriptUrl = `${serviceUrl}/embed/private-podcast-subscribe.js`;
    return c.html(memberPage({ account, element, scriptUrl }));
  });

  site.post('/token', async (c) => {
    const account = accountOf(c);
    c.header('Cache-Control', 'no-store');
    if (!account) return c.json({ error: 'Log in first.' }, 401);
    return c.json({ token: await mintToken(account) });
  });

  site.all('/subscribe', (c) => subscribe(c.req.raw));

  site.get('/listen', async (c) => {
    const account = accountOf(c);
    if (!account) return c.redirect('/', 303);
    c.header('Cache-Control', 'no-store');
    try {
      const { feedUrl } = await client.privateFeed({ email: account.email, sku });
      return c.redirect(client.consumeUrl(feedUrl, 'en'), 303);
    } catch (error) {
      if (!(error instanceof PrivatePodcastError)) throw error;
      const hasAccess = error.code !== 'no-access';
      return c.html(offerPage({ account, hasAccess }), hasAccess ? 503 : 403);
    }
  });

  site.get('/guide', (c) => c.redirect('/guide/', 301));
  site.route('/guide', createGuide());
  site.route('/media', media);
  site.get('*', serveStatic({ root: fileURLToPath(new URL('public', import.meta.url)) }));

  return site;
}
