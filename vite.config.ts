/**
 * Builds what the package ships. `vite build` makes the entry points, module for
 * module, with every dependency left outside; `vite build --mode embed` makes the
 * script-tag build, one self-contained file and the chunks it loads when first needed.
 */
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const entryPoints = ['index', 'define', 'podcast', 'apps', 'api', 'publisher', 'service'];

const library: UserConfig = {
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    lib: {
      entry: [...entryPoints.map((name) => `src/${name}.ts`), 'src/service/cli.ts'],
      formats: ['es'],
    },
    rolldownOptions: {
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

/** A style sheet without its comments and without the white space between its tokens. */
function leanSheet(sheet: string): string {
  return sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/(?<=[{};,])\n\s*/g, '')
    .replace(/ \{/g, '{')
    .replace(/;\}/g, '}');
}

/** What is no content of the element's templates only makes the first load longer. */
const leanTemplates: Plugin = {
  name: 'lean-templates',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/components\/.*\.ts$/ },
    handler: (code) => code.replace(/\bcss`[^`]*`/g, leanSheet).replace(/\n\s+/g, '\n'),
  },
};

const embed: UserConfig = {
  plugins: [leanTemplates],
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
      // What the chunks share stays in the first file: a second one would cost a round trip.
      preserveEntrySignatures: false,
      output: {
        minify: { codegen: true },
        // Marks for a bundler that comes after this one: none does.
        comments: { annotation: false, jsdoc: false },
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] },
      },
    },
  },
};

export default defineConfig(({ mode }) => (mode === 'embed' ? embed : library));
