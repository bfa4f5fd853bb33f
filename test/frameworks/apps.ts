/**
 * One small app for each framework: the guide's component, and around it what such a project has
 * anyway. Each is rendered once on a server, by `render`, and hydrated in the browser.
 */
import { guideFile } from './guide.js';
import { defineTypes, reactTypes, vueTypes } from './types.js';

export interface App {
  name: string;
  /** The packages to install beside ours, in npm's notation. */
  packages: string[];
  /** Content by path. */
  files: Record<string, string>;
  /** Module that exports `render(page)`. */
  server: string;
  /** Each is an HTML file of its own. */
  pages: string[];
  /** The files to type-check. */
  typed: string[];
}

const indexHtml = (client: string) =>
  `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Podcast</title><link rel="icon" href="data:," /></head>
  <body><div id="app"><!--app--></div><script type="module" src="/src/${client}"></script></body>
</html>
`;

/** As a reader of the guide would copy them. */
const fromGuide = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`src/${name}`, guideFile(name)]));

const react = (version: number): App => ({
  name: `React ${version}`,
  packages: [
    ...['@lit/react', `react@${version}`, `react-dom@${version}`, 'vite'],
    `@types/react@${version}`,
  ],
  files: {
    ...fromGuide('get-token.ts', 'Podcast.tsx', 'PodcastTag.tsx'),
    'types.tsx': reactTypes,
    'index.html': indexHtml('client.tsx'),
    'src/client.tsx': `import { hydrateRoot } from 'react-dom/client';
import { Podcast } from './Podcast';
import { PodcastTag } from './PodcastTag';
hydrateRoot(
  document.getElementById('app')!,
  location.pathname.endsWith('tag.html') ? <PodcastTag /> : <Podcast />,
);
`,
    'src/server.tsx': `import { renderToString } from 'react-dom/server';
import { Podcast } from './Podcast';
import { PodcastTag } from './PodcastTag';
export const render = (page: string) => renderToString(page === 'tag' ? <PodcastTag /> : <Podcast />);
`,
  },
  server: 'src/server.tsx',
  pages: ['index', 'tag'],
  typed: ['src/Podcast.tsx', 'src/PodcastTag.tsx', 'types.tsx'],
});

const vue: App = {
  name: 'Vue 3',
  packages: ['vue@3', 'vite', '@vitejs/plugin-vue', 'vue-tsc', 'typescript@6.0'],
  files: {
    ...fromGuide('get-token.ts', 'Podcast.vue'),
    'types.vue': vueTypes,
    'vite.config.ts': guideFile('vite.config.ts'),
    'index.html': indexHtml('client.ts'),
    'src/client.ts': `import { createSSRApp } from 'vue';
import Podcast from './Podcast.vue';
createSSRApp(Podcast).mount('#app');
`,
    'src/server.ts': `import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Podcast from './Podcast.vue';
export const render = () => renderToString(createSSRApp(Podcast));
`,
  },
  server: 'src/server.ts',
  pages: ['index'],
  typed: ['src/Podcast.vue', 'types.vue'],
};

const svelte: App = {
  name: 'Svelte 5',
  packages: ['svelte@5', 'vite', '@sveltejs/vite-plugin-svelte'],
  files: {
    ...fromGuide('get-token.ts', 'Podcast.svelte', 'plain.ts'),
    'types.ts': defineTypes,
    'vite.config.ts': `import { svelte } from '@sveltejs/vite-plugin-svelte';
export default { plugins: [svelte()] };
`,
    'index.html': indexHtml('client.ts'),
    'src/client.ts': `import { hydrate } from 'svelte';
import Podcast from './Podcast.svelte';
hydrate(Podcast, { target: document.getElementById('app')! });
`,
    'src/server.ts': `import { render as renderComponent } from 'svelte/server';
import Podcast from './Podcast.svelte';
export const render = () => renderComponent(Podcast).body;
`,
  },
  server: 'src/server.ts',
  pages: ['index'],
  // Where neither React nor Vue is installed: the element alone.
  typed: ['src/plain.ts', 'types.ts'],
};

export const apps: readonly App[] = [react(19), react(18), vue, svelte];

/** Writes what the server renders into the built page, one file for each page. */
export const prerender = (site: string, pages: readonly string[]) => `
import { readFileSync, writeFileSync } from 'node:fs';
import { render } from './server/server.js';
const site = ${JSON.stringify(site)};
const html = readFileSync(site + '/index.html', 'utf8');
for (const page of ${JSON.stringify(pages)}) {
  writeFileSync(site + '/' + page + '.html', html.replace('<!--app-->', await render(page)));
}
`;
