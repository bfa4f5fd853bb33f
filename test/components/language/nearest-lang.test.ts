/** The language of an element is that of the nearest `lang`, through shadow roots. */
import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { nearestLang } from '../../../src/components/language/language-controller.js';

describe('nearestLang', () => {
  const page = document.documentElement;
  const own = page.getAttribute('lang');
  afterEach(() => {
    if (own === null) page.removeAttribute('lang');
    else page.setAttribute('lang', own);
  });

  /** An element in a shadow root in a shadow root. */
  async function nested() {
    const outer = await fixture(html`<div lang="sv"><section></section></div>`);
    const host = outer.firstElementChild as HTMLElement;
    const middle = document.createElement('div');
    host.attachShadow({ mode: 'closed' }).append(middle);
    const inner = document.createElement('p');
    middle.attachShadow({ mode: 'open' }).append(inner);
    return { outer, host, middle, inner };
  }

  it('looks through shadow roots', async () => {
    const { outer, host, middle, inner } = await nested();
    expect(nearestLang(inner)).to.equal('sv');
    host.lang = 'fi';
    expect(nearestLang(inner)).to.equal('fi');
    middle.lang = 'nb';
    expect(nearestLang(inner)).to.equal('nb');
    inner.lang = 'da';
    expect(nearestLang(inner)).to.equal('da');
    expect([nearestLang(host), nearestLang(outer)]).to.deep.equal(['fi', 'sv']);
  });

  it('falls back on the page’s language, then on English', async () => {
    const { outer, inner } = await nested();
    outer.removeAttribute('lang');
    page.lang = 'pl';
    expect(nearestLang(inner)).to.equal('pl');
    page.removeAttribute('lang');
    expect(nearestLang(inner)).to.equal('en');
  });

  it('returns English for an unknown language, and outside the page', async () => {
    const { outer, inner } = await nested();
    page.lang = 'pl';
    outer.setAttribute('lang', '');
    expect(nearestLang(inner)).to.equal('en');
    expect(nearestLang(document.createElement('div'))).to.equal('en');
  });
});
