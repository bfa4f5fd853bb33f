/** The element's HTML, rendered on a publisher's server for one member. */
import { escapeUTF8 } from 'entities/escape';
import { readSubscription, type Subscription } from '../api/subscription.js';
import { loadTexts } from '../components/language/texts/language-table.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { findLanguage, languageOf, validLocale } from '../languages/languages.js';
import { joinConsumePageUrl } from '../urls/consume-page-url.js';
import { readAttributes, renderAttributes, type Attributes } from './attributes.js';
import { firstViewStyles } from './first-view-styles.js';
import { consumePageOf, renderFirstView, type FirstView } from './first-view.js';
import { renderTemplate } from './render-template.js';
import { WaitForScript } from './wait-for-script.js';

/** Options of {@link renderSubscribeElement}. */
export interface RenderOptions {
  /** The member's Subscription, as the subscribe handler answers it (docs/interface.md 11.1). */
  subscription: Subscription;
  /**
   * Attributes of the element. URLs in them must be absolute. `token` and `endpoint` serve what
   * comes later: a short QR code, connections, a new link.
   */
  attributes?: Attributes | undefined;
  /** The request's `User-Agent` header, which tells the device. */
  userAgent?: string | undefined;
  /** BCP 47 tag of the page's language. Default: the attribute `locale`, else English. */
  locale?: string | undefined;
  /** Nonce for the inline style sheet, where a Content Security Policy asks for one (CSP 3). */
  nonce?: string | undefined;
  /**
   * HTML of the element's own children, written as it is: content of its slots, and what browsers
   * without declarative shadow DOM show until the script runs. Default: a link to the consume page.
   */
  children?: string | undefined;
}

/**
 * Renders the whole `<private-podcast-subscribe>` with its first view as declarative shadow DOM:
 * cover frame, title, the app links of the member's device, and the link to copy. It works without
 * JavaScript; when the script loads, the element takes over and requests nothing that is there.
 *
 * The HTML holds the member's feed URL: send it with `Cache-Control: private, no-store`.
 * @returns HTML, to be sent as part of a page; scripts must insert it with `setHTMLUnsafe`.
 * @throws {PrivatePodcastError} `bad-input` for a Subscription or an attribute that cannot be used.
 * @example
 * const html = await renderSubscribeElement({
 *   subscription, // what the subscribe handler answers for this member
 *   attributes: { token, endpoint: '/podcast/subscribe' },
 *   userAgent: request.headers.get('User-Agent') ?? '',
 *   locale: 'en-GB',
 * });
 */
export async function renderSubscribeElement(options: RenderOptions): Promise<string> {
  const view = await firstViewOf(options);
  const { subscription, attributes } = view;
  const waiting = new WaitForScript();
  const html = renderTemplate(await renderFirstView(view), waiting.next);
  const { nonce } = options;
  const style = nonce ? `<style nonce="${escapeUTF8(nonce)}">` : '<style>';
  // The element reads the script's text first, and takes `noscript` for the end of the server's view.
  const shadowTree = [
    `${style}${firstViewStyles}</style>`,
    `<script type="application/json">${scriptJson(subscription)}</script>`,
    // Before their buttons, which a slow line shows while the rest is on its way: a press finds its own.
    waiting.render(view.texts),
    html,
    '<noscript><i></i></noscript>',
  ];
  return `<private-podcast-subscribe${renderAttributes(attributes)}><template shadowrootmode="open">${shadowTree.join(
    '',
  )}</template>${options.children ?? renderFallback(view)}</private-podcast-subscribe>`;
}

/**
 * Reads the options.
 * @throws {PrivatePodcastError} `bad-input`
 */
export async function firstViewOf(options: RenderOptions): Promise<FirstView> {
  const { userAgent = '' } = options;
  const subscription = checkedSubscription(options.subscription);
  const given = readAttributes(options.attributes ?? {});
  const asked = options.locale || given.get('locale') || 'en';
  const tag = findLanguage(asked) ? asked : 'en';
  const locale = validLocale(tag);
  const language = languageOf(tag);
  // The element must speak the language that the server chose, whatever the page around it.
  const attributes = new Map(given).set('locale', tag);
  const texts = await loadTexts(language);
  return { subscription, attributes, userAgent, locale, texts };
}

function checkedSubscription(subscription: Subscription): Subscription {
  try {
    return readSubscription(subscription);
  } catch (cause) {
    throw new PrivatePodcastError(
      'bad-input',
      'The subscription cannot be used. Give what the subscribe handler answers: `feedUrl` as an http(s) URL, `title` and `sku`.',
      { cause },
    );
  }
}

/** JSON that cannot end the script element around it, nor open a comment in it. */
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A way to the podcast where declarative shadow DOM is unknown. */
function renderFallback(view: FirstView): string {
  const { subscription, locale, texts } = view;
  const consumeUrl = consumePageOf(view);
  const { feedUrl, title } = subscription;
  const href = consumeUrl ? joinConsumePageUrl(consumeUrl, feedUrl, languageOf(locale)) : feedUrl;
  return `<a href="${escapeUTF8(href)}" rel="noreferrer">${escapeUTF8(title || texts.yourPodcast)}</a>`;
}
