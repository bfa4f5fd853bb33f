/**
 * The server writes the same HTML as Lit renders: our own views, and every kind of placeholder.
 *
 * @engines markup
 */
import { expect } from '@open-wc/testing';
import { html, nothing, render, svg } from 'lit/html.js';
import { detectPlatform } from '../../src/apps/platform.js';
import { appButtons } from '../../src/components/buttons/app-buttons.js';
import { renderAppButtons } from '../../src/components/buttons/app-buttons-view.js';
import { renderEpisodesSpace } from '../../src/components/episodes/episodes-space.js';
import { renderFrame, renderIntro } from '../../src/components/view/frame-view.js';
import { ar } from '../../src/components/language/texts/ar.js';
import { en } from '../../src/components/language/texts/en.js';
import { renderTemplate } from '../../src/server/render-template.js';

/** The nodes as text: without comments and white space around, with properties that the server writes as attributes. */
function outline(node: Node): string {
  if (node instanceof Text) return node.data.replace(/\s+/g, ' ').trim();
  if (!(node instanceof Element)) return '';
  const { value } = node as HTMLInputElement;
  if (node.localName === 'input') node.setAttribute('value', value);
  const attributes = [...node.attributes]
    .map(({ name, value: text }) => `${name}=${JSON.stringify(text)}`)
    .sort();
  return `<${node.namespaceURI?.slice(-4)} ${node.localName} ${attributes.join(' ')}>${outlines(node)}</>`;
}

/** Lit marks its values with comments, which part texts. */
function withoutComments(node: Node): void {
  for (const child of [...node.childNodes]) {
    if (child instanceof Comment) child.remove();
    else withoutComments(child);
  }
  node.normalize();
}

const outlines = (node: Node) => [...node.childNodes].map(outline).filter(Boolean).join('\n');

function expectAlike(template: unknown): void {
  const [ours, lits] = [document.createElement('div'), document.createElement('div')];
  ours.innerHTML = renderTemplate(template, () => '');
  render(template, lits);
  withoutComments(lits);
  expect(outlines(ours)).to.equal(outlines(lits));
  expect(outlines(lits)).not.to.equal('');
}

const hostile = `<b class="x">&amp;</b>'`;

describe('renderTemplate', () => {
  it('puts values where Lit puts them', () => {
    for (const value of [
      nothing,
      undefined,
      null,
      '',
      0,
      false,
      true,
      7,
      hostile,
      [1, hostile, [2]],
    ]) {
      expectAlike(html`<p>a${value}b</p>`);
      expectAlike(html`<p title=${value} lang="${value}" ?hidden=${value}>x</p>`);
      if (value !== nothing) expectAlike(html`<input .value=${String(value)} />`);
    }
    expectAlike(
      html`<ul>
        ${['a', 'b'].map((item) => html`<li id=${item}>${item}</li>`)}
      </ul>`,
    );
    expectAlike(
      html`<svg viewBox="0 0 1 1">${svg`<path d=${'M0 0'} /><g>${svg`<path />`}</g>`}</svg>`,
    );
    expectAlike(html`<a href=${'/x'} @click=${() => 1}>x</a><button @click=${() => 1}>y</button>`);
  });

  it('refuses a placeholder that it cannot fill', () => {
    for (const template of [
      html`<p class="a ${'b'}">x</p>`,
      html`<p class="${'b'} a">x</p>`,
      html`<p ${'hidden'}>x</p>`,
    ]) {
      expect(() => renderTemplate(template, () => '')).to.throw(TypeError, /placeholder/);
    }
  });

  it('renders the element’s own views as Lit does', () => {
    const systems = ['iPhone', 'Android', 'Macintosh', 'Windows', 'Linux'];
    for (const texts of [en, ar]) {
      for (const userAgent of systems) {
        const buttons = appButtons({
          feedUrl: 'https://feeds.example/s3cret?a=1&b="2"',
          language: 'en',
          apps: '',
          platform: detectPlatform({ userAgent }),
        });
        const view = {
          buttons,
          texts,
          isWaiting: false,
          iconOf: () => undefined,
          below: () => nothing,
          phoneCard: undefined,
          isAsking: false,
          listen: { label: hostile, detail: { title: hostile, length: hostile } },
          onSelect: () => undefined,
          onListen: () => undefined,
          onMore: () => undefined,
          onCode: () => undefined,
          onStarter: () => undefined,
        };
        expectAlike(
          renderFrame({
            locale: 'en',
            dir: 'ltr',
            isBusy: false,
            cover: 'https://host.example/?a=1&b=2',
            intro: renderIntro({
              title: hostile,
              podcast: undefined,
              isWaiting: true,
              isAlone: false,
              wasUntitled: false,
              texts,
              status: undefined,
            }),
            actions: renderAppButtons(view),
            episodes: renderEpisodesSpace(5),
          }),
        );
      }
    }
  });
});
