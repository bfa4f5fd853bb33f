/** Pages with a short message, in every language and in the look of the consume page. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../src/languages/languages.js';
import { messagePage } from '../../src/pages/message-page.js';
import { messageTexts, type MessageName } from '../../src/pages/message-texts.js';
import { escapeHtml, renderPage } from '../../src/pages/page.js';

const names = Object.keys(messageTexts.en) as MessageName[];

describe('messagePage', () => {
  it.each(languageCodes)('shows the title and text of every message in %s', async (language) => {
    for (const name of names) {
      const html = await (await messagePage(name, language)).text();
      const [title, text] = messageTexts[language][name];
      expect(html).toContain(
        `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
      );
      expect(html).toContain(`<title>${escapeHtml(title)}</title>`);
      expect(html).toContain(`<h1>${escapeHtml(title)}</h1>`);
      expect(html).toContain(escapeHtml(text));
    }
  });

  it('translates every message', () => {
    for (const language of languageCodes.filter((code) => code !== 'en')) {
      for (const name of names) {
        expect(messageTexts[language][name]).not.toContain(messageTexts.en[name][0]);
        expect(messageTexts[language][name]).not.toContain(messageTexts.en[name][1]);
      }
    }
  });

  it('allows only its own style, and forbids storing', async () => {
    const response = await messagePage('usedCode', 'en');
    expect(response.status).toBe(410);
    const style = /<style>([^]*)<\/style>/.exec(await response.text())![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = response.headers.get('Content-Security-Policy');
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(policy).not.toContain('script-src');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  });
});

describe('renderPage', () => {
  it('escapes the title', () => {
    const html = renderPage({ language: 'en', title: '</title><script>"&', main: '' });
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;</title>');
  });
});
