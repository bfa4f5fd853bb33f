/** The guide's look, on VitePress's own theme, and what its pages are made of. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { answerExamples } from './example-network.js';
import LiveExample from './LiveExample.vue';
import PlaygroundView from './Playground.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveExample', LiveExample);
    app.component('PlaygroundView', PlaygroundView);
    if (!import.meta.env.SSR) answerExamples();
  },
} satisfies Theme;
