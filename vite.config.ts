/**
 * Builds what the package ships. `vite build` makes the entry points, module for
 * module, with every dependency left outside; `vite build --mode server` makes the one that renders
 * the element, one file that runs in any runtime; `vite build --mode embed` makes the
 * script-tag build, one self-contained file and the chunks it loads when first needed;
 * `vite build --mode single` puts all of that into one file. `vite build --mode service` and
 * `vite build --mode conformance` make the other two packages, module for module.
 */
import { literalsHtmlCssMinifier } from '@literals/rollup-plugin-html-css-minifier';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const entryPoints = [
  ...['index', 'define', 'react', 'jsx', 'vue'],
  ...['podcast', 'apps', 'api', 'publisher'],
];

/** Keeps what imports it only to register the element: package.json says so of the built file alone. */
const registration: Plugin = {
  name: 'registration',
  transform: {
    filter: { id: /src\/define\.ts$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: true }),
  },
};

const library: UserConfig = {
  plugins: [registration],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    lib: {
      entry: [
        ...entryPoints.map((name) => `src/${name}.ts`),
        // Started by path.
        'src/publisher/cli.ts',
      ],
      formats: ['es'],
    },
    rolldownOptions: {
      // Modules stay modules: `'use client'` keeps its place.
      checks: { pluginTimings: false, moduleLevelDirective: false },
      // Every package stays outside but the compiler's own helpers, which nobody installs.
      external: [/^node:/, /^(?!@oxc-project\/)[@a-z]/],
      output: {
        preserveModules: true,
        preserveModulesRoot: 'src',
        // The helpers' own names hold a version, which would move them with every update.
        entryFileNames: ({ name }) => `${name.replace(/^_virtual\/.*\//, 'compiled/')}.js`,
      },
    },
  },
};

/** Takes the indentation out of our templates and styles. */
const templates = literalsHtmlCssMinifier({ failOnError: true }) as Plugin;

/** Templates and styles as data, for what renders the element's views without a DOM. */
const withoutLit: UserConfig['resolve'] = {
  alias: [
    {
      find: /^lit(\/html\.js)?$/,
      replacement: fileURLToPath(new URL('src/server/lit.ts', import.meta.url)),
    },
  ],
};

/** A package of its own, with a copy of each module of ours that it uses. */
const service: UserConfig = {
  plugins: [templates],
  resolve: withoutLit,
  build: {
    ...library.build,
    outDir: 'packages/service/dist',
    lib: {
      // The program and the worker thread are started by path.
      entry: ['src/service.ts', 'src/service/cli.ts', 'src/service/feeds/feed-worker.ts'],
      formats: ['es'],
    },
    rolldownOptions: {
      ...library.build?.rolldownOptions,
      // Modules outside the bundle are not replaced.
      external: [/^node:/, /^(?!@oxc-project\/|lit(\/|$))[@a-z]/],
    },
  },
};

/** Another one, for Node and whoever checks an operator, a feed or a site. */
const conformance: UserConfig = {
  build: {
    ...library.build,
    outDir: 'packages/conformance/dist',
    lib: { entry: ['src/conformance/cli.ts'], formats: ['es'] },
  },
};

/** The licences of what the script-tag build holds of others, which ask for it. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds : [],
    );
    const packages = new Set(
      modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []),
    );
    const texts = [...packages].sort().map((folder) => {
      const name = folder.replace(/^.*\/node_modules\//, '');
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (!file) throw new Error(`${name} has no licence file.`);
      return `${name}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
    });
    this.emitFile({
      type: 'asset',
      fileName: 'LICENCES.txt',
      source: texts.join(`\n${'-'.repeat(72)}\n\n`),
    });
  },
};

/**
 * The bundler's runtime is one function in a file of its own, which a browser finds named in the chunks that it
 * waits for: each of them gets the function instead.
 */
const withoutRuntime: Plugin = {
  name: 'without-runtime',
  generateBundle(_, bundle) {
    const [path] = Object.keys(bundle).filter((name) => name.includes('rolldown-runtime'));
    if (path === undefined) return;
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replace(
        /import\s*\{(?:\w+ as )?(\w+)\}\s*from\s*["'`][^"'`]*rolldown-runtime[^"'`]*["'`]/,
        'var $1=(its,all={})=>{for(let name in its)Object.defineProperty(all,name,{get:its[name]});return all}',
      );
    }
    Reflect.deleteProperty(bundle, path);
  },
};

/** Makes what the bundler has minified another hundredth smaller. */
const minifier: Plugin = {
  name: 'minifier',
  async generateBundle({ format }, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      const { code } = await minify(file.code, {
        module: format === 'es',
        ecma: 2020,
        compress: { passes: 3, keep_fargs: false, unsafe_arrows: true },
      });
      file.code = code ?? file.code;
    }
  },
};

/** Stands for the hash until that is known. */
const HASH = '_of_all_';

/** One hash in the names of all chunks, which change together: to load one of each would take a hundred bytes more. */
const oneHash: Plugin = {
  name: 'one-hash',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file : []));
    const hash = createHash('sha256')
      .update(chunks.map(({ code }) => code).join(''))
      .digest('hex')
      .slice(0, HASH.length);
    for (const chunk of chunks) {
      chunk.fileName = chunk.fileName.replace(HASH, hash);
      chunk.code = chunk.code.replaceAll(HASH, hash);
    }
  },
};

const embed: UserConfig = {
  plugins: [templates, licences, withoutRuntime, minifier, oneHash],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    outDir: 'dist/embed',
    emptyOutDir: true,
    // As a library, because an application gets a preload helper that it has no use for.
    lib: {
      entry: { 'private-podcast-subscribe': 'src/define.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // The first load is one file: all that the entry point imports statically. Chunks import it too.
      preserveEntrySignatures: false,
      output: {
        minify: { codegen: true },
        comments: false,
        entryFileNames: '[name].js',
        // The player's texts of a language are in a file of the same name as its other ones.
        chunkFileNames: ({ facadeModuleId }) =>
          `chunks/[name]${facadeModuleId?.includes('/texts/player/') ? '.player' : ''}-${HASH}.js`,
        codeSplitting: {
          groups: [
            { name: 'first-load', tags: ['$initial'] },
            // The table of HTML's character references is large, and seldom needed.
            { name: 'entities', test: /entities|xml.decode/, minShareCount: 2 },
            // One file has what reads the handler's answer and what the chunks of each page share. It is asked
            // for with the first of them: a browser would find it named in these, a round trip later.
            {
              name: 'shared',
              test: /resolve-subscription|adopt-styles|styles.panel-styles|print-styles|later-glyphs|request-connected|page.contact-url\.ts|values.(guid|safe-url)|search-form|own-machine|files-nearby|languages\.ts|copying|character-ref|request-text|secret-in-address|public-guid|remembered-listening|panel-controls|player-texts/,
            },
            { name: 'shared-rarely', minShareCount: 2 },
          ],
        },
      },
    },
  },
};

/**
 * The script-tag build once more, as one file that loads nothing else. Its names are a function's own: a page
 * that runs it as a classic script keeps its names.
 */
const single: UserConfig = {
  ...embed,
  build: {
    ...embed.build,
    emptyOutDir: false,
    lib: {
      entry: { 'private-podcast-subscribe': 'src/define.ts' },
      formats: ['iife'],
      name: 'privatePodcastSubscribe',
    },
    rolldownOptions: {
      ...embed.build?.rolldownOptions,
      output: {
        minify: { codegen: true },
        comments: false,
        entryFileNames: '[name].single.js',
        // As in a module, and within the function: others' scripts may stand in the same file.
        strict: false,
        intro: '"use strict";',
        codeSplitting: false,
      },
    },
  },
};

/** One file, except for the error class that all entry points share. */
const server: UserConfig = {
  plugins: [templates],
  resolve: withoutLit,
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    lib: { entry: { server: 'src/server.ts' }, formats: ['es'] },
    rolldownOptions: {
      checks: { pluginTimings: false },
      external: [/errors\/private-podcast-error\.js$/],
      output: {
        codeSplitting: false,
        entryFileNames: '[name].js',
        paths: (id) =>
          id.endsWith('private-podcast-error.js') ? './errors/private-podcast-error.js' : id,
      },
    },
  },
};

const configs: Partial<Record<string, UserConfig>> = {
  embed,
  single,
  server,
  service,
  conformance,
};

export default defineConfig(({ mode }) => configs[mode] ?? library);
