/** Subscription page (docs/interface.md 4.6): GET /consume/{locale}?rss=…, a page with the element on it. */
import type { Context, Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';
import { languageFor, type PageLanguage } from './consume-texts.js';
import type { RouteContext } from '../routes/route-context.js';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}

function page({ language, direction, texts }: PageLanguage, content: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../assets/consume.css">
</head>
<body>
<main>
<h1>${texts.title}</h1>
${content}
</main>
<script src="../assets/consume.js"></script>
<script type="module" src="../embed/private-podcast-subscribe.js"></script>
</body>
</html>
`;
}

function subscribe(feedUrl: string, base: string, locale: string, texts: PageLanguage['texts']) {
  const attributes = Object.entries({
    'feed-url': feedUrl,
    'parser-url': base,
    // Used by the QR code and the links that take the member to another device.
    'consume-url': `${base}/consume`,
    links: 'direct',
    locale,
  }).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  return `<private-podcast-subscribe ${attributes.join(' ')}></private-podcast-subscribe>
<noscript>
<p>${texts.copyUrl}</p>
<output dir="ltr">${escapeHtml(feedUrl)}</output>
</noscript>`;
}

/** Covers and audio may come from any host, scripts and styles only from this one. */
function contentPolicy(baseUrl: string): string {
  // A page on plain http (a demo on loopback) may also load http media.
  const web = baseUrl.startsWith('https:') ? 'https:' : 'https: http:';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
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

export function consumePage({ baseUrl }: RouteContext): Handler {
  return (c) => {
    const locale = readLocale(c);
    const language = languageFor(locale);
    const rss = c.req.query('rss');
    const base = baseUrl(c);
    const content = isWebUrl(rss)
      ? subscribe(rss, base, locale, language.texts)
      : `<p>${language.texts.noFeed}</p>`;
    return c.html(page(language, content), isWebUrl(rss) ? 200 : 400, {
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': contentPolicy(base),
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    });
  };
}
