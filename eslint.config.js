/** The rules every file keeps: type-checked TypeScript, and Lit's, the element's and accessibility's own. */
import js from '@eslint/js';
import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  // VitePress, with its types, is installed in `docs` alone, when the guide is built.
  {
    ignores: [
      '**/dist',
      'build',
      'examples/next',
      '.cache',
      'test/**/fixtures',
      'demo/show',
      'docs/.vitepress',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      // An empty attribute or field counts as none, so `||` on strings is meant.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/service/cli.ts'],
    rules: { 'no-console': 'error', 'max-lines': ['error', 400] },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message:
            'After some thousand calls, Node 20 and 22 refuse hosts beyond ASCII: use parseUrl.',
        },
      ],
    },
  },
  {
    files: ['src/components/**/*.ts'],
    extends: [lit['flat/recommended'], wc['flat/recommended'], litA11y.configs.recommended],
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // A plugin for comparing DOM types chai's plain `equal` as a promise, which it is not.
    // `accessible()` is one, and has to be awaited.
    files: ['test/components/**/*.ts', 'test/**/*.browser.test.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: '@open-wc/semantic-dom-diff', name: 'Equal' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    // The type check reads these files too, and knows each one's globals better.
    rules: { 'no-undef': 'off' },
  },
);
