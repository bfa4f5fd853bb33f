/**
 * Subscription page (docs/interface.md 4.6): GET /consume/{locale}?rss=… leads to a page with
 * the element on it, whose URL holds a code in place of the feed URL. So the page survives
 * reload, back, sharing and "open in browser", and the feed URL is in no address bar.
 */
import type { Context, Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { languageOf } from '../../languages/languages.js';
import { messagePage } from '../../pages/message-page.js';
import { escapeHtml, privateHeaders, renderPage, styleSource } from '../../pages/page.js';
import { isWebUrl } from '../../urls/web-url.js';
import { findProduct, type Product } from '../catalogue/catalogue.js';
import type { RouteContext } from '../routes/route-context.js';
import { consumeTexts } from './consume-texts.js';
import { renderFallbackView, type FallbackView } from './fallback-view.js';
import type { FeedReference } from './page-codes.js';

/** Seconds for which the page's URL opens on any device: long enough to share it with one's own. */
const SHARED_FOR = 60 * 60;
/** Seconds for which it opens in a browser that has shown it before. */
const REMEMBERED_FOR = 30 * 24 * 60 * 60;
/** Holds a code with the longer lifetime, for this one page. */
const COOKIE = 'pps-page';

/** Relative to the page, because a proxy may have put the service below a path. */
const SCRIPTS = `<script src="../../assets/consume.js"></script>
<script type="module" src="../../embed/private-podcast-subscribe.js"></script>`;

/** Covers and audio may come from any host, scripts only from this one. */
async function contentPolicy(baseUrl: string): Promise<string> {
  // A page on plain http (a demo on loopback) may also load http media.
  const web = baseUrl.startsWith('https:') ? 'https:' : 'https: http:';
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${await styleSource()}`,
    `connect-src 'self' ${web}`,
    `img-src 'self' data: ${web}`,
    `media-src 'self' ${web}`,
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function readLocale(c: Context): string {
  const locale = c.req.param('locale') ?? '';
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(locale)) return locale;
  throw new PrivatePodcastError('not-found', 'The path must end in a language code, such as sv.');
}

/** The member's own variant of the page's language, if the browser names one: `en-GB` for `en`. */
function regionalLocale(locale: string, acceptLanguage = ''): string {
  const tags = acceptLanguage.split(',').map((range) => range.split(';')[0]?.trim() ?? '');
  const variant = tags.find((tag) => tag.toLowerCase().startsWith(`${locale.toLowerCase()}-`));
  return variant && /^[\w-]{2,35}$/.test(variant) ? variant : locale;
}

/** A cookie that only this page gets, and no script. */
function cookie(code: string, pageUrl: string): string {
  const { pathname, protocol } = new URL(pageUrl);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${COOKIE}=${code}; Path=${pathname}; Max-Age=${REMEMBERED_FOR}; HttpOnly; SameSite=Lax${secure}`;
}

function readCookie(header = ''): string | undefined {
  return new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w.-]+)`).exec(header)?.[1];
}

function renderElement(attributes: Record<string, string>, fallbackView: string): string {
  const list = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  return `<private-podcast-subscribe ${list.join(' ')}>
${fallbackView}
</private-podcast-subscribe>`;
}

/** GET /consume/{locale}?rss=…: leads to the page's own URL. */
export function openConsumePage({ foreignFeeds, ownFeed, pageCodes }: RouteContext): Handler {
  return async (c) => {
    const locale = readLocale(c);
    const language = languageOf(locale);
    const url = c.req.query('rss')?.trim();
    if (!url || !isWebUrl(url)) return messagePage('incomplete', language);
    const own = await ownFeed(c, url);
    if (own ? !own.link : !foreignFeeds.allows(url)) return messagePage('dead', language);
    const code = await pageCodes.create(own?.link ? { link: own.link } : { url }, SHARED_FOR);
    return new Response(null, {
      status: 303,
      // Relative, because a proxy may have put the service below a path. A fragment stays.
      headers: { ...privateHeaders, Location: `./${locale}/${code}` },
    });
  };
}

/** GET /consume/{locale}/{code}: the page. */
export function consumePage(context: RouteContext): Handler {
  const { baseUrl, catalogue, memberFeed, pageCodes } = context;

  const productOf = (feed: FeedReference): Product | undefined =>
    'link' in feed ? findProduct(catalogue.current, feed.link.sku) : undefined;

  /** Title and cover of a podcast of this service; without them the page still works. */
  async function podcastOf(feed: FeedReference, base: string): Promise<FallbackView['podcast']> {
    if (!('link' in feed)) return undefined;
    try {
      return await (await memberFeed(feed.link, base)).parsed();
    } catch {
      return undefined;
    }
  }

  async function opened(code: string, remembered: string | undefined, base: string) {
    const given = await pageCodes.open(code, base);
    return given === 'expired' && remembered ? pageCodes.open(remembered, base) : given;
  }

  return async (c) => {
    const locale = readLocale(c);
    const language = languageOf(locale);
    const base = baseUrl(c);
    const code = c.req.param('code') ?? '';
    const page = await opened(code, readCookie(c.req.header('Cookie')), base);
    if (typeof page === 'string') return messagePage(page, language);

    const texts = consumeTexts[language];
    const { streamingUrl, streamingLinkUrl } = productOf(page.feed) ?? {};
    const html = renderPage({
      language,
      title: texts.title,
      main: renderElement(
        {
          'feed-url': page.feedUrl,
          'parser-url': base,
          links: 'direct',
          ...(streamingUrl && { 'streaming-url': streamingUrl }),
          ...(streamingLinkUrl && { 'streaming-link-url': streamingLinkUrl }),
          locale: regionalLocale(locale, c.req.header('Accept-Language')),
        },
        renderFallbackView({
          feedUrl: page.feedUrl,
          podcast: await podcastOf(page.feed, base),
          userAgent: c.req.header('User-Agent') ?? '',
          texts,
        }),
      ),
      scripts: SCRIPTS,
    });
    const remember = await pageCodes.create(page.feed, REMEMBERED_FOR);
    return new Response(html, {
      headers: {
        ...privateHeaders,
        'Content-Security-Policy': await contentPolicy(base),
        'Set-Cookie': cookie(remember, `${base}/consume/${locale}/${code}`),
      },
    });
  };
}
