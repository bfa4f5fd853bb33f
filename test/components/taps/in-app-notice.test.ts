/** The notice in a browser inside another app, from which no podcast app opens. */
import { expect } from '@open-wc/testing';
import { render } from 'lit';
import type { InAppBrowser } from '../../../src/apps/in-app-browser.js';
import { renderInAppNotice } from '../../../src/components/taps/in-app-notice.js';
import { cs } from '../../../src/components/language/texts/cs.js';
import { en, type Texts } from '../../../src/components/language/texts/en.js';
import { fi } from '../../../src/components/language/texts/fi.js';
import { pl } from '../../../src/components/language/texts/pl.js';

describe('renderInAppNotice', () => {
  const notice = (browser: InAppBrowser, intent?: string, texts: Texts = en) => {
    const page = document.createElement('div');
    const copyLabel = texts.copyPage;
    render(renderInAppNotice({ browser, intent, copyLabel, texts, onCopy: () => undefined }), page);
    return page;
  };
  const words = (page: HTMLElement) => page.textContent.trim().replace(/\s+/g, ' ');
  const exit = (page: HTMLElement) => page.querySelector<HTMLAnchorElement>('[part=exit]')!;

  it('names the app', () => {
    expect(words(notice({ name: 'Facebook' }))).to.contain('from inside Facebook.');
  });

  it('has a sentence of its own for an app whose name is not known', () => {
    for (const texts of [en, pl, cs, fi]) {
      expect(words(notice({}, undefined, texts))).to.contain(texts.inAnotherApp);
    }
  });

  it('says where the app has its own way out', () => {
    expect(words(notice({ name: 'Instagram', menu: 'dots-top' }))).to.contain(en.exitTop);
    expect(words(notice({ name: 'LINE', menu: 'dots-bottom' }))).to.contain(en.exitBottom);
    expect(words(notice({ name: 'Telegram', menu: 'icon-bottom' }))).to.contain(en.exitIcon);
  });

  it('leads out by an intent where there is one', () => {
    const page = notice({}, 'intent://news.example/#Intent;end');
    expect(exit(page).getAttribute('href')).to.equal('intent://news.example/#Intent;end');
    expect(words(page)).to.contain(en.openInBrowser);
    expect(words(page), 'the button says it').not.to.contain(en.exitAny);
  });

  it('copies the page’s address elsewhere', () => {
    const page = notice({});
    expect(exit(page).localName).to.equal('button');
    expect(words(page)).to.contain(en.exitAny).and.to.contain(en.copyPage);
  });
});
