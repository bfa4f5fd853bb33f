/** The rules every file keeps: type-checked TypeScript, and Lit's, the element's and accessibility's own. */
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const browserGlobals = Object.fromEntries(
  ['window', 'document', 'location', 'history', 'navigator', 'customElements', 'localStorage'].map(
    (name) => [name, 'readonly'],
  ),
);

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'test/**/fixtures', 'demo/show'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
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
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        ...browserGlobals,
        ...Object.fromEntries(
          ['process', 'console', 'URL', 'Buffer', 'fetch', 'Response', 'Request', 'TextDecoder', 'TextEncoder', 'setTimeout', 'clearTimeout', 'performance', 'URLSearchParams', 'crypto', 'AbortSignal'].map((name) => [name, 'readonly']),
        ),
      },
    },
  },
  prettier,
);
