/** How the guide reads documents: GitHub's anchors, links between files, and examples that run. */
import { slug } from 'github-slugger';
import type { MarkdownOptions } from 'vitepress';
import { guideLink } from './pages.js';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Where a document's links lead: see `guideLink`. */
function followLinks(md: MarkdownIt): void {
  md.core.ruler.push('guide-links', ({ tokens, env }) => {
    const { realPath, path } = env as { realPath?: string; path: string };
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const href = guideLink(token.attrGet('href') ?? '', realPath ?? path);
      if (href === undefined) token.attrs = [];
      else token.attrSet('href', href);
      // A copy of a file is no page, so the browser is to load it.
      if (href?.endsWith('.txt')) token.attrSet('target', '_self');
    }
  });
}

/** A block marked `html live` is shown as it runs, above its code. `live no-access` names what the handler answers. */
function runExamples(md: MarkdownIt): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const code = fence?.(tokens, index, options, env, self) ?? '';
    const { info = '', content = '' } = tokens[index] ?? {};
    const [, answer] = /^html live ?([\w-]*)/.exec(info) ?? [];
    if (answer === undefined) return code;
    const html = md.utils.escapeHtml(content);
    return `<LiveExample html="${html}" answer="${answer || 'ready'}">${code}</LiveExample>`;
  };
}

export const markdown: MarkdownOptions = {
  anchor: { slugify: slug },
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  config(md) {
    followLinks(md);
    runExamples(md);
  },
};
