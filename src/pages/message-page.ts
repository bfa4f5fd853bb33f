/** A page of a few words: what went wrong with a link, and what to do next. */
import type { LanguageCode } from '../languages/languages.js';
import { messageTexts, type MessageName } from './message-texts.js';
import { escapeHtml, privateHeaders, renderPage, styleSource } from './page.js';

/** HTTP status of each message (RFC 9110 §15). */
const STATUS: Readonly<Record<MessageName, number>> = {
  incomplete: 400,
  dead: 410,
  expired: 410,
  usedCode: 410,
  failed: 503,
  preview: 200,
};

/**
 * Answers with one of the messages in the member's language.
 * @example
 * return messagePage('usedCode', languageOf(request.headers.get('accept-language') ?? ''));
 */
export async function messagePage(name: MessageName, language: LanguageCode): Promise<Response> {
  const [title, text] = messageTexts[language][name];
  const html = renderPage({
    language,
    title,
    isMessage: true,
    main: `<h1>${escapeHtml(title)}</h1>\n<p class="quiet">${escapeHtml(text)}</p>`,
  });
  return new Response(html, {
    status: STATUS[name],
    headers: {
      ...privateHeaders,
      'Content-Security-Policy': `default-src 'none'; style-src ${await styleSource()}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
