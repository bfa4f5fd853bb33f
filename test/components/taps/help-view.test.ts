/** The panel at the button that was pressed, by itself. */
import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { appTable, type AppId } from '../../../src/apps/app-table.js';
import { renderHelp, type HelpView } from '../../../src/components/taps/help-view.js';
import { de } from '../../../src/components/language/texts/de.js';
import { en } from '../../../src/components/language/texts/en.js';

describe('renderHelp', () => {
  const panel = (id: AppId, change: Partial<HelpView> = {}) => {
    const page = document.createElement('div');
    const app = appTable.find((row) => row.id === id)!;
    const view: HelpView = {
      app,
      kind: 'help',
      platform: 'ios',
      placeLanguage: 'en',
      streamingLinkUrl: undefined,
      copyLabel: en.copyLink,
      field: undefined,
      texts: en,
      onCopy: () => undefined,
      onAnswer: () => undefined,
      onClose: () => undefined,
      ...change,
    };
    render(renderHelp(view), page);
    return page;
  };
  const text = (page: ParentNode, selector: string) =>
    page.querySelector(selector)?.textContent.trim().replace(/\s+/g, ' ');
  const parts = (page: ParentNode) =>
    [...page.querySelectorAll('.row > *')].map((it) => it.getAttribute('part'));

  const paste = { kind: 'paste' } as const;
  const german = { platform: 'android', placeLanguage: 'de', texts: de } as const;
  /** A path that ends in “…” gets no full stop. */
  const stopped = { texts: { ...en, stepPath: 'In {app}: {path}.' } };
  for (const [id, change, selector, expected] of [
    ['overcast', {}, '#help-title', 'Nothing happened? Overcast may not be on this phone.'],
    ['downcast', { platform: 'macos' }, '#help-title', /on this computer/],
    ['podverse', paste, '.hint', 'In Podverse, go to More › Add RSS feed and paste the link.'],
    [
      'overcast',
      {},
      '.hint',
      'Have it already? In Overcast, go to + › Add URL and paste the link.',
    ],
    ['overcast', {}, '.hint b', '+ › Add URL'],
    ['antennapod', german, '.hint b', 'Podcast hinzufügen › Podcast per RSS-Adresse hinzufügen'],
    ['apple-podcasts', stopped, '.hint', /by URL…$/],
    ['overcast', stopped, '.hint', /Add URL\.$/],
    ['castro', {}, '.hint', /look for “Add by URL” or “RSS”/],
    ['pocket-casts', {}, '.hint', /^Have it already\?/],
    ['pocket-casts', { wasAsked: true }, '.hint', /^If Pocket Casts can’t find it/],
    ['overcast', { kind: 'enjoy' }, '#help-title', en.enjoy],
    ['overcast', { kind: 'connected' }, '#help-title', '✓ Overcast has your podcast'],
  ] as const) {
    it(`says in ${selector} of ${id}: ${String(expected)}`, () => {
      const said = text(panel(id, change), selector);
      if (typeof expected === 'string') expect(said).to.equal(expected);
      else expect(said).to.match(expected);
    });
  }

  it('offers the app first, but the link first to who pressed an app that takes only that', () => {
    const page = panel('overcast');
    expect(parts(page)).to.deep.equal(['store', 'help-copy']);
    const store = page.querySelector<HTMLAnchorElement>('[part=store]')!;
    expect(store.href).to.equal('https://apps.apple.com/app/id888422857');
    expect([store.target, store.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
    expect(parts(panel('podverse', paste))).to.deep.equal(['help-copy', 'store']);
    expect(parts(panel('podcast-guru', { platform: 'android' }))).to.deep.equal(['help-copy']);
  });

  it('tells step by step what is left to do once the link is copied', () => {
    const steps = (change: Partial<HelpView>) => {
      const page = panel('overcast', { isCopied: true, ...change });
      expect(page.querySelector('.hint')).to.equal(null);
      return page.querySelector('ol')!;
    };
    const list = steps({ href: 'overcast://x' });
    expect(
      [...list.children].map((step) => step.textContent.trim().replace(/\s+/g, ' ')),
    ).to.deep.equal(['Open Overcast', 'In Overcast, go to + › Add URL and paste the link.']);
    expect(list.querySelector('a')?.href).to.equal('overcast://x');
    expect(steps({ href: undefined }).querySelector('a')).to.equal(null);
  });

  it('asks whether it opened, and passes on the answer', () => {
    const answers: boolean[] = [];
    const page = panel('overcast', { kind: 'ask', onAnswer: (didOpen) => answers.push(didOpen) });
    expect(text(page, '#help-title')).to.equal('Did Overcast open?');
    page.querySelector<HTMLElement>('[part=did-open]')!.click();
    page.querySelector<HTMLElement>('[part=did-not-open]')!.click();
    expect(answers).to.deep.equal([true, false]);
  });
});
