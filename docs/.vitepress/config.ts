/** The guide: a static site made from `docs` and the documents at the root. `npm run docs` shows it. */
import { existsSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { writeFiles } from './files.js';
import { markdown } from './markdown.js';
import { base, homes, pageOf, root } from './pages.js';

/** Every page of the API reference, as docs/typedoc.json lists the entry points. */
const entryPoints = [
  'private-podcast-subscribe',
  ...['define', 'react', 'jsx', 'vue', 'server', 'apps', 'podcast', 'api', 'publisher'].map(
    (name) => `private-podcast-subscribe/${name}`,
  ),
  'private-podcast-service',
];

/** A group of the sidebar: the document of each page, and its name there. */
function group(text: string, pages: Record<string, string>): DefaultTheme.SidebarItem {
  const items = Object.entries(pages)
    .filter(([file]) => existsSync(`${root}${file}`))
    .map(([file, name]) => ({
      text: name,
      link: `/${pageOf(file)}`.replace(/index\.md$/, '').replace(/\.md$/, ''),
    }));
  return { text, items };
}

export default defineConfig({
  title: 'Private podcast subscribe',
  description: 'Gets a member’s private podcast feed into the podcast app on their phone.',
  lang: 'en-GB',
  base,
  srcDir: '..',
  srcExclude: [
    ...homes,
    '{src,test,demo,scripts,bench,deploy,integrations,dist,coverage}/**',
    '.*/**',
  ],
  rewrites: pageOf,
  outDir: '../.cache/guide',
  cacheDir: '../.cache/vitepress',
  markdown,
  head: [
    ['link', { rel: 'icon', href: `${base}icon.svg` }],
    ['script', { type: 'module', src: `${base}embed/private-podcast-subscribe.js` }],
  ],
  buildEnd: ({ outDir }) => writeFiles(outDir),
  vite: { configFile: false },
  vue: {
    template: {
      compilerOptions: { isCustomElement: (tag) => tag === 'private-podcast-subscribe' },
    },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Playground', link: '/playground' },
      { text: 'API', link: '/reference/' },
      { text: 'Errors', link: '/errors' },
    ],
    sidebar: [
      group('Start', {
        'docs/index.md': 'What it is',
        'docs/start.md': 'Ten minutes to a working page',
        'docs/playground.md': 'Playground',
        'docs/podlove.md': 'Moving from Podlove’s button',
      }),
      group('The element', {
        'docs/element/source.md': 'Where the podcast comes from',
        'docs/element/apps.md': 'The app buttons',
        'docs/element/podcast.md': 'The podcast and its episodes',
        'docs/element/listening.md': 'Listening on your page',
        'docs/element/language.md': 'Language and texts',
        'docs/element/events.md': 'States, events and slots',
        'docs/theming.md': 'Theming',
        'docs/accessibility.md': 'Accessibility',
      }),
      group('Your site', {
        'docs/wordpress.md': 'WordPress',
        'docs/ghost.md': 'Ghost',
        'docs/frameworks.md': 'React, Vue, Svelte, Angular',
        'docs/template-languages.md': 'PHP, Python, Ruby',
        'docs/server-rendering.md': 'Rendered on your server',
        'docs/content-security-policy.md': 'Content Security Policy',
        'docs/hosting.md': 'Hosting the script',
        'docs/editors.md': 'Editors',
      }),
      group('Backend', {
        'docs/publisher.md': 'The publisher’s backend',
        'docs/logins.md': 'Auth0, Clerk, Supabase, Keycloak',
        'docs/conformance.md': 'Checking a site or an operator',
        'docs/running.md': 'Running the service',
        'docs/runbook.md': 'Runbook',
        'docs/security-practices.md': 'Security practices',
        'docs/stripe.md': 'Members from Stripe',
        'docs/ledger.md': 'Who may hear',
        'docs/scale.md': 'Many members',
        'docs/errors.md': 'Error catalogue',
      }),
      group('API reference', {
        'docs/reference/README.md': 'Entry points',
        ...Object.fromEntries(
          entryPoints.map((name) => [
            `docs/reference/${name}.md`,
            // Short enough for the sidebar: `/apps`.
            name.replace('private-podcast-subscribe/', '/'),
          ]),
        ),
      }),
      group('How it works', {
        'docs/interface.md': 'The interface',
        'docs/service.md': 'What our service adds',
        'docs/architecture.md': 'Architecture',
        'docs/recipes.md': 'Recipes',
        'docs/testing.md': 'Testing',
        'docs/licences.md': 'Licences',
        'docs/decisions/README.md': 'Decisions',
        'SECURITY.md': 'Security',
        'CONTRIBUTING.md': 'Contributing',
        'CHANGELOG.md': 'Changes',
      }),
    ],
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    externalLinkIcon: false,
  },
});
