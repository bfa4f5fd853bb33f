/** Pages with a short message, in every language and in the look of the consume page. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../src/languages/languages.js';
import { messagePage } from '../../src/pages/message-page.js';
import { buttonTexts } from '../../src/pages/button-texts.js';
import { messageTexts, type MessageName } from '../../src/pages/message-texts.js';
import { escapeHtml, renderPage } from '../../src/pages/page.js';

const names = Object.keys(messageTexts.en) as MessageName[];

describe('messagePage', () => {
  it.each(languageCodes)('shows the title and text of every message in %s', async (language) => {
    for (const name of names) {
      const html = await (await messagePage(name, language)).text();
      const [title, text] = messageTexts[language][name];
      expect(html).toContain(
        `<html lang="${language === 'de-formal' ? 'de' : language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
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

  it.each(languageCodes)('has a button back to the publisher in %s', async (language) => {
    const name = 'The <b>Review</b> $& Co';
    const url = 'https://review.example/me?a=1&b="2"';
    const page = (await messagePage('usedCode', language, { name, url })).text();
    const shown = 'The &lt;b&gt;Review&lt;/b&gt; $&amp; Co';
    const href = 'https://review.example/me?a=1&amp;b=&quot;2&quot;';
    const label = buttonTexts[language].back.replace('{name}', () => `<bdi>${shown}</bdi>`);
    expect(await page).toContain(
      `<a class="button filled" href="${href}"><span>${label}</span></a>`,
    );
    expect(await page).toContain(`<header class="publisher"><span><bdi>${shown}</bdi></span>`);
    expect(buttonTexts[language].contact).toContain('{name}');
  });

  it('leads to the publisher’s help where no page is known', async () => {
    const html = async (contact: string) =>
      (await messagePage('dead', 'en', { name: 'The Review', contact })).text();
    const link = (href: string) =>
      `<a class="button filled" href="${href}"><span>Contact <bdi>The Review</bdi></span></a>`;
    expect(await html('help@review.example')).toContain(link('mailto:help@review.example'));
    expect(await html('mailto:help@review.example')).toContain(link('mailto:help@review.example'));
    expect(await html('https://review.example/')).toContain(link('https://review.example/'));
  });

  it('asks for the page again first where something did not answer', async () => {
    const publisher = { name: 'The Review', url: 'https://review.example/' };
    const html = await (await messagePage('failed', 'en', publisher)).text();
    const buttons = [...html.matchAll(/<a class="(button.*?)" href="(.*?)"><span>(.*?)<\/span>/g)];
    expect(buttons.map((button) => button.slice(1))).toEqual([
      ['button filled', '', 'Try again'],
      ['button', 'https://review.example/', 'Back to <bdi>The Review</bdi>'],
    ]);
  });

  it('never sends a member back to a code or a device that they may not have', () => {
    for (const name of ['usedCode', 'expired', 'dead'] as const) {
      expect(messageTexts.en[name].join(' ')).not.toMatch(/\b(code|computer|phone|scan)\b/i);
    }
  });

  it('has nothing of a publisher where none is known', async () => {
    for (const name of names.filter((name) => name !== 'failed')) {
      expect(await (await messagePage(name, 'en')).text()).not.toMatch(/<a |<header/);
    }
  });

  it('allows the publisher’s colour, which stands in a style of its own', async () => {
    const publisher = { name: 'The Review', accent: '#0f5560' };
    const response = await messagePage('usedCode', 'en', publisher);
    const html = await response.text();
    const sources = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(
      ([, sheet = '']) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
    );
    expect(html).toContain('--accent:light-dark(#0f5560,');
    expect(sources).toHaveLength(2);
    expect(response.headers.get('Content-Security-Policy')).toContain(
      `style-src ${sources.join(' ')};`,
    );
  });

  it('allows only its own style, and forbids storing, listing and passing on its URL', async () => {
    const response = await messagePage('usedCode', 'en');
    expect(response.status).toBe(410);
    const style = /<style>([^]*)<\/style>/.exec(await response.text())![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = response.headers.get('Content-Security-Policy');
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(policy).not.toContain('script-src');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
  });
});

describe('renderPage', () => {
  it('escapes the title', () => {
    const html = renderPage({ language: 'en', title: '</title><script>"&', main: '' });
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;</title>');
  });
});
