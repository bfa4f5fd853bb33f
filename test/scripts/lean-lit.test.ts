/** The build leaves out of Lit only what no template of ours needs. */
import { describe, expect, it } from 'vitest';
import { checkTemplates, leanSource } from '../../scripts/embed/lean-lit.js';

it('refuses a version of Lit that it does not know', () => {
  expect(() => leanSource('const DEV_MODE = true;')).toThrow('Lit has changed');
});

describe('checkTemplates', () => {
  it.each([
    'html`<p>${a} ${b}</p>${c}`',
    'html`<a class=${a} href="${b}" @click=${c} ?hidden=${d} .value=${e}>${f}</a>`',
    'html`<img\nsrc=${a}\n/>`',
    'html`<p>${a ? html`<b id=${b}></b>` : c}</p>`',
    'css`a{color:${colour} red}`',
  ])('takes %s', (code) => {
    expect(() => checkTemplates(code)).not.toThrow();
  });

  it.each([
    [
      'text before a placeholder',
      'html`<a href="mailto:${a}"></a>`',
      'whole value of its attribute: <a href="mailto:${…}">',
    ],
    ['text after a placeholder', 'html`<a href="${a}#b"></a>`', 'whole value'],
    ['two placeholders in an attribute', 'html`<a href="${a}${b}"></a>`', 'whole value'],
    ['a placeholder for an element', 'html`<a ${ref}></a>`', 'whole value'],
    ['a part in an inner template', 'html`${html`<a id=a${b}></a>`}`', 'whole value'],
    ['a comment', 'html`<!-- ${a} -->`', '<!--'],
    ['text without markup', 'html`<textarea>${a}</textarea>`', '<textarea'],
    ['a template of SVG', 'svg`<path d=${a} />`', 'html`…`'],
    ['a directive', "import { keyed } from 'lit/directives/keyed.js';", 'no directives'],
  ])('refuses %s', (_, code, message) => {
    expect(() => checkTemplates(code)).toThrow(message);
  });
});
