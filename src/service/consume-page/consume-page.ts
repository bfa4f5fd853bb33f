/** 4.6 Subscription page: GET /consume/{locale}?rss=…, the element on a page of its own. */
import type { Context, Handler } from 'hono';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';
import { languageFor, type PageLanguage } from './consume-texts.js';
import type { RouteContext } from '../routes/route-context.js';

/** Served as a file, because the page's policy runs no inline style. */
export const consumeStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1d1d1f, #f2f2f3);
  --quiet: light-dark(#5c5c66, #a5a5af);
  --paper: light-dark(#f6f5f3, #131316);
  --card: light-dark(#fff, #1d1d21);
  font: 100%/1.5 system-ui, sans-serif;
  color: var(--ink);
  background: var(--paper);
}
body { margin: 0; padding: clamp(1rem, 5vw, 4rem) 1rem; }
main {
  box-sizing: border-box;
  max-width: 48rem;
  margin: auto;
  padding: clamp(1rem, 4vw, 2.5rem);
  border-radius: 1.25rem;
  background: var(--card);
}
h1 { margin: 0 0 1.5rem; font-size: 1rem; font-weight: 500; color: var(--quiet); }
p { margin: 0 0 1rem; }
output {
  display: block;
  padding: 0.75rem 1rem;
  border-radius: 0.5rem;
  background: var(--paper);
  overflow-wrap: anywhere;
  user-select: all;
}
`;

/**
 * Runs before the element's script: takes the feed URL out of the address bar, and puts the
 * app first that the fragment names. The query stays with the history entry, which only this
 * origin reads, so that a reload shows the page again.
 */
export const consumeScript = `const element = document.querySelector('private-podcast-subscribe');
const { pathname, search } = location;
const prefer = () => element.setAttribute('preferred-app', location.hash.slice(1));
if (element) {
  history.replaceState({ search }, '', pathname + location.hash);
  addEventListener('hashchange', prefer);
  prefer();
} else if (history.state?.search) {
  location.replace(pathname + history.state.search + location.hash);
}
`;

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
    // For the codes and links that take the member to another device.
    'consume-url': `${base}/consume`,
    links: 'direct',
    locale,
  }).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  return `<private-podcast-subscribe ${attributes.join(' ')}></private-podcast-subscribe>
<noscript>
<p>${texts.byAddress}</p>
<output dir="ltr">${escapeHtml(feedUrl)}</output>
</noscript>`;
}

/** Covers and audio come from wherever the show keeps them; code and styles from here alone. */
function contentPolicy(baseUrl: string): string {
  // A page on plain http (a loopback demo) may show and play what is on http too.
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
