/** A page of a few words: what went wrong with a link, and what to do next. */
import type { LanguageCode } from '../languages/languages.js';
import { buttonTexts } from './button-texts.js';
import { messageTexts, type MessageName } from './message-texts.js';
import { escapeHtml, privateHeaders, renderPage, styleSource } from './page.js';
import { contactHref, type Publisher } from './publisher.js';

/** HTTP status of each message (RFC 9110 §15). */
const STATUS: Readonly<Record<MessageName, number>> = {
  incomplete: 400,
  dead: 410,
  expired: 410,
  usedCode: 410,
  failed: 503,
  preview: 200,
};

interface Button {
  href: string;
  /** HTML. */
  label: string;
}

/** The buttons to press next, the best first. */
function buttonsOf(message: MessageName, language: LanguageCode, publisher?: Publisher): Button[] {
  const texts = buttonTexts[language];
  // An empty address is this page's own.
  const again = message === 'failed' ? [{ href: '', label: texts.again }] : [];
  if (!publisher) return again;
  const name = `<bdi>${escapeHtml(publisher.name)}</bdi>`;
  // A function, because a text would be searched for `$&` and its like.
  const named = (text: string) => escapeHtml(text).replace('{name}', () => name);
  if (publisher.url) return [...again, { href: publisher.url, label: named(texts.back) }];
  if (!publisher.contact) return again;
  return [...again, { href: contactHref(publisher.contact), label: named(texts.contact) }];
}

function renderButtons(buttons: readonly Button[]): string {
  if (buttons.length === 0) return '';
  const links = buttons.map(
    ({ href, label }, index) =>
      `<a class="button${index === 0 ? ' filled' : ''}" href="${escapeHtml(href)}"><span>${label}</span></a>`,
  );
  return `\n<div class="buttons">\n${links.join('\n')}\n</div>`;
}

/**
 * Answers with one of the messages in the member's language.
 * @param publisher whose name and colour the page has, and where its button leads back to.
 * @example
 * return messagePage('usedCode', languageOf(request.headers.get('accept-language') ?? ''));
 */
export async function messagePage(
  name: MessageName,
  language: LanguageCode,
  publisher?: Publisher,
): Promise<Response> {
  const [title, text] = messageTexts[language][name];
  const buttons = renderButtons(buttonsOf(name, language, publisher));
  const html = renderPage({
    language,
    title,
    publisher,
    isMessage: true,
    main: `<h1>${escapeHtml(title)}</h1>\n<p class="quiet">${escapeHtml(text)}</p>${buttons}`,
  });
  return new Response(html, {
    status: STATUS[name],
    headers: {
      ...privateHeaders,
      'Content-Security-Policy': `default-src 'none'; style-src ${await styleSource(publisher)}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
