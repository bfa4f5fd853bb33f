/**
 * Subscription page (docs/interface.md 4.6): GET /consume/{locale}?rss=… leads to a page with
 * the element on it, whose URL holds a code in place of the feed URL. So the page survives
 * reload, back, sharing and "open in browser", and the feed URL is in no address bar.
 */
import { createHash } from 'node:crypto';
import type { Context, Handler } from 'hono';
import { loadTexts } from '../../../components/language/texts/language-table.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { languageOf } from '../../../languages/languages.js';
import { againTexts } from '../../../pages/again-texts.js';
import { messagePage } from '../../../pages/message-page.js';
import type { Publisher } from '../../../pages/publisher.js';
import { escapeHtml, privateHeaders, renderPage, styleSource } from '../../../pages/page.js';
import { subscribeStyleSource } from '../../../server/first-view-styles.js';
import { renderOneAppViews } from '../../../server/one-app-views.js';
import { renderSubscribeElement } from '../../../server/render-subscribe-element.js';
import { isWebUrl } from '../../../urls/web-url.js';
import { findProduct } from '../../catalogue/catalogue.js';
import type { ParsedFeed } from '../../feeds/feed-tasks.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { ForeignFeeds } from '../../feeds/foreign-feeds.js';
import type { MemberFeeds } from '../../feeds/member-feed.js';
import type { BaseUrl, ServiceUrls } from '../requests/base-url.js';
import fragmentScript from './consume-page-script.js?raw';
import startScript from './consume-page-start.js?raw';
import type { FeedReference, OpenedPage, PageCodes } from './page-codes.js';

/** Seconds for which the page's URL opens on any device: long enough to share it with one's own. */
const SHARED_FOR = 60 * 60;
/** Seconds for which it opens in a browser that has shown it before. */
const REMEMBERED_FOR = 30 * 24 * 60 * 60;
/** Holds a code with the longer lifetime, for this one page. */
const COOKIE = 'pps-page';

/** Relative to the page, because a proxy may have put the service below a path. */
const ELEMENT_SCRIPT =
  '<script type="module" src="../../embed/private-podcast-subscribe.js"></script>';

/** The hash sources that `script-src` must list for the inline scripts (CSP 3, section 2.3.1). */
const inlineScriptSources = [startScript, fragmentScript]
  .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  .join(' ');

/** Covers and audio may come from any host, scripts only from this one. */
async function contentPolicy(baseUrl: string, publisher: Publisher | undefined): Promise<string> {
  // A page on plain http (a demo on loopback) may also load http media.
  const web = baseUrl.startsWith('https:') ? 'https:' : 'https: http:';
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScriptSources}`,
    `style-src ${await styleSource(publisher)} ${await subscribeStyleSource()}`,
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

/**
 * The member's own variant of the page's language, if the browser names one: `en-GB` for `en`. The URL has
 * the language alone, so this also tells Portugal's Portuguese and the Chinese scripts apart.
 */
function regionalLocale(c: Context): string {
  const locale = readLocale(c);
  const acceptLanguage = c.req.header('Accept-Language') ?? '';
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

/** GET /consume/{locale}?rss=…: leads to the page's own URL. */
export function openConsumePage(
  catalogue: LiveCatalogue,
  foreignFeeds: ForeignFeeds,
  pageCodes: PageCodes,
  ownFeed: ServiceUrls['ownFeed'],
): Handler {
  return async (c) => {
    const { publisher } = catalogue.current;
    const locale = readLocale(c);
    const language = languageOf(regionalLocale(c));
    const url = c.req.query('rss')?.trim();
    if (!url || !isWebUrl(url)) return messagePage('incomplete', language, publisher);
    const own = await ownFeed(c, url);
    if (own ? !own.link : !foreignFeeds.allows(url))
      return messagePage('dead', language, publisher);
    const code = await pageCodes.create(own?.link ? { link: own.link } : { url }, SHARED_FOR);
    return new Response(null, {
      status: 303,
      // Relative, because a proxy may have put the service below a path. A fragment stays.
      headers: { ...privateHeaders, Location: `./${locale}/${code}` },
    });
  };
}

/** GET /consume/{locale}/{code}: the page. */
export function consumePage(
  catalogue: LiveCatalogue,
  memberFeeds: MemberFeeds,
  pageCodes: PageCodes,
  baseUrl: BaseUrl,
): Handler {
  /** Title and cover of a podcast of this service; without them the page still works. */
  async function podcastOf(
    feed: FeedReference,
    base: string,
  ): Promise<Omit<ParsedFeed, 'json'> | undefined> {
    if (!('link' in feed)) return undefined;
    try {
      return await (await memberFeeds.memberFeed(feed.link, () => base)).parsed();
    } catch {
      return undefined;
    }
  }

  /** The podcast's title is unknown for a foreign feed: the element reads it from the feed. */
  function subscriptionTo({ feed, feedUrl }: OpenedPage, title: string | undefined) {
    const product = 'link' in feed ? findProduct(catalogue.current, feed.link.sku) : undefined;
    const { sku = '', streamingUrl, streamingLinkUrl } = product ?? {};
    return { feedUrl, title: title || product?.title || '', sku, streamingUrl, streamingLinkUrl };
  }

  async function opened(code: string, remembered: string | undefined, base: string) {
    const given = await pageCodes.open(code, base);
    return given === 'expired' && remembered ? pageCodes.open(remembered, base) : given;
  }

  return async (c) => {
    const locale = regionalLocale(c);
    const language = languageOf(locale);
    const base = baseUrl(c);
    const code = c.req.param('code') ?? '';
    const page = await opened(code, readCookie(c.req.header('Cookie')), base);
    const { publisher } = catalogue.current;
    if (typeof page === 'string') return messagePage(page, language, publisher);

    const podcast = await podcastOf(page.feed, base);
    const subscription = subscriptionTo(page, podcast?.title);
    const options = {
      subscription,
      attributes: {
        'parser-url': base,
        links: 'direct',
        'podcast-image': podcast?.image,
        contact: publisher?.contact,
      },
      userAgent: c.req.header('User-Agent'),
      locale,
    };
    const element = await renderSubscribeElement(options);
    const { yourPodcast } = await loadTexts(language);
    const [almostThere, onceMore] = againTexts[language];
    const html = renderPage({
      language,
      title: subscription.title || yourPodcast,
      publisher,
      head: `<script>${startScript}</script>\n`,
      main: [
        // The element's own headings begin with the podcast's title.
        `<h1 class="heard" data-again="${escapeHtml(almostThere)}">${escapeHtml(yourPodcast)}</h1>`,
        element,
        await renderOneAppViews(options, onceMore),
        `<script>${fragmentScript}</script>`,
      ].join('\n'),
      scripts: ELEMENT_SCRIPT,
    });
    const remember = await pageCodes.create(page.feed, REMEMBERED_FOR);
    return new Response(html, {
      headers: {
        ...privateHeaders,
        'Content-Security-Policy': await contentPolicy(base, publisher),
        'Set-Cookie': cookie(remember, `${base}/consume/${readLocale(c)}/${code}`),
      },
    });
  };
}
