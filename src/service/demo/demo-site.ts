/**
 * The publisher's site of `private-podcast-service demo`: one member page, which shows what each of
 * three people gets. A real site knows from its log-in who is there; this one takes it from the address.
 */
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { html } from 'hono/html';
import { createSubscribeToken } from '../../publisher/tokens/subscribe-token.js';

/** Product ID of the demo's podcast. */
export const sku = 'sid:demo-show';

/** The three people whom the page can be seen as: their place in the address, what the page calls them, and their access. */
export const people = {
  member: { name: 'A member', email: 'member@example.com', grant: {} },
  former: { name: 'A former member', email: 'former@example.com', grant: { until: '2026-01-31' } },
  visitor: { name: 'A visitor', email: 'visitor@example.com', grant: undefined },
} as const;
type Person = keyof typeof people;

const isPerson = (name: string | undefined): name is Person =>
  name !== undefined && Object.hasOwn(people, name);

/** The page's own script, as the guide has it: where a fresh token comes from. */
const script = `document.querySelector('private-podcast-subscribe').getToken = () =>
  fetch('/token' + location.search, { method: 'POST', redirect: 'manual' });
`;

const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; --line: light-dark(#d8d5cf, #3c3c42); }
body { margin: 0; background: light-dark(#fff, #1c1c1f); color: light-dark(#1c1c1f, #f2f0eb); }
body > * { max-width: 44rem; margin-inline: auto; padding: 1rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; border-bottom: 1px solid var(--line); font-size: .9375rem; }
nav a { padding-block: .5rem; color: inherit; text-underline-offset: .2em; }
nav a[aria-current] { font-weight: 600; text-decoration: none; }
private-podcast-subscribe:not(:defined) { display: block; min-height: 70rem; }
footer { border-top: 1px solid var(--line); font-size: .875rem; }
code { font-size: .9em; overflow-wrap: anywhere; }
`;

export interface DemoSite {
  serviceUrl: string;
  title: string;
  image?: string | undefined;
  /** The key that signs the site's subscribe tokens. */
  secret: string;
  /** Folder of the show's cover and audio, unless these have a host of their own. */
  showFolder?: string | undefined;
}

/** The Content Security Policy: it allows the needs of a page with the element on it, and nothing more. */
const policy = ({ serviceUrl }: DemoSite) =>
  [
    `default-src 'none'`,
    `script-src 'self' ${serviceUrl}`,
    `style-src 'self'`,
    `img-src 'self' http: https: data:`,
    `media-src http: https:`,
    `connect-src 'self' http: https:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types lit-html dompurify`,
  ].join('; ');

function page({ serviceUrl, title, image = '' }: DemoSite, person: Person, token: string) {
  const links = Object.entries(people).map(
    ([name, { name: label }]) =>
      html`<a href="?as=${name}" ${name === person ? html`aria-current="page"` : ''}>${label}</a>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/site.css" />
        <script type="module" src="${serviceUrl}/embed/private-podcast-subscribe.js"></script>
        <script type="module" src="/member.js"></script>
      </head>
      <body>
        <nav aria-label="See the page as">${links}</nav>
        <main>
          <private-podcast-subscribe
            token="${token}"
            endpoint="${serviceUrl}/subscribe"
            podcast-title="${title}"
            podcast-image="${image}"
          >
            <p slot="no-access">This podcast is for members. Your own offer stands here.</p>
          </private-podcast-subscribe>
        </main>
        <footer>
          <p>
            This page is a script tag, an element and a token: see its source. The service behind it
            is <code>${serviceUrl}</code>.
          </p>
        </footer>
      </body>
    </html>`;
}

export function createDemoSite(site: DemoSite): Hono {
  const app = new Hono();
  const mint = (person: Person) =>
    createSubscribeToken({ email: people[person].email, sku }, site.secret);
  const personOf = (name: string | undefined): Person => (isPerson(name) ? name : 'member');

  app.use(async (c, next) => {
    await next();
    c.header('Content-Security-Policy', policy(site));
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Content-Type-Options', 'nosniff');
  });
  app.get('/', async (c) => {
    const person = personOf(c.req.query('as'));
    c.header('Cache-Control', 'private, no-store');
    return c.html(page(site, person, await mint(person)));
  });
  app.post('/token', async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.text(await mint(personOf(c.req.query('as'))));
  });
  app.get('/member.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }));
  app.get('/site.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css' }));
  if (site.showFolder) {
    app.use('/media/*', cors({ origin: '*', exposeHeaders: ['Accept-Ranges', 'Content-Range'] }));
    app.get('/media/*', serveStatic({ root: site.showFolder }));
  }
  return app;
}
