/** The panel at the button that was pressed, by itself. */
import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { appTable, type AppId } from '../../../src/apps/app-table.js';
import { renderHelp, type HelpView } from '../../../src/components/actions/help-view.js';
import { de } from '../../../src/components/texts/de.js';
import { en } from '../../../src/components/texts/en.js';

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

  it('names the app that may be missing on this phone', () => {
    expect(text(panel('overcast'), '#help-title')).to.equal(
      'Nothing happened? Overcast may not be on this phone.',
    );
    const mac = panel('downcast', { platform: 'macos' });
    expect(text(mac, '#help-title')).to.contain('on this computer');
  });

  it('offers the app first, then the link', () => {
    const page = panel('overcast');
    expect(parts(page)).to.deep.equal(['store', 'help-copy']);
    const store = page.querySelector<HTMLAnchorElement>('[part=store]')!;
    expect(store.href).to.equal('https://apps.apple.com/app/id888422857');
    expect(store.target).to.equal('_blank');
    expect(store.rel).to.contain('noopener');
  });

  it('offers the link first to who pressed an app that takes only a pasted one', () => {
    const page = panel('podverse', { kind: 'paste' });
    expect(parts(page)).to.deep.equal(['help-copy', 'store']);
    expect(text(page, '.hint')).to.equal(
      'In Podverse, go to More › Add RSS feed and paste the link.',
    );
  });

  it('offers no app whose place in a store is unknown', () => {
    expect(parts(panel('podcast-guru', { platform: 'android' }))).to.deep.equal(['help-copy']);
  });

  it('tells where to paste as a place', () => {
    const page = panel('overcast');
    expect(text(page, '.hint')).to.equal(
      'Have it already? In Overcast, go to + › Add URL and paste the link.',
    );
    expect(text(page, '.hint b')).to.equal('+ › Add URL');
  });

  it('tells it in the words of the app’s own screens', () => {
    const page = panel('antennapod', { platform: 'android', placeLanguage: 'de', texts: de });
    expect(text(page, '.hint b')).to.equal(
      'Podcast hinzufügen › Podcast per RSS-Adresse hinzufügen',
    );
  });

  it('ends a path that ends in “…” without a full stop', () => {
    const texts = { ...en, stepPath: 'In {app}: {path}.' };
    expect(text(panel('apple-podcasts', { texts }), '.hint')).to.match(/by URL…$/);
    expect(text(panel('overcast', { texts }), '.hint')).to.match(/Add URL\.$/);
  });

  it('says what to look for where no place is known', () => {
    expect(text(panel('castro'), '.hint')).to.contain('look for “Add by URL” or “RSS”');
  });

  it('tells of an app whose server looks the podcast up that it may not find it', () => {
    expect(text(panel('pocket-casts'), '.hint')).to.contain('If Pocket Casts can’t find it');
  });

  it('asks whether it opened, and passes on the answer', () => {
    const answers: boolean[] = [];
    const page = panel('overcast', { kind: 'ask', onAnswer: (didOpen) => answers.push(didOpen) });
    expect(text(page, '#help-title')).to.equal('Did Overcast open?');
    page.querySelector<HTMLElement>('[part=did-open]')!.click();
    page.querySelector<HTMLElement>('[part=did-not-open]')!.click();
    expect(answers).to.deep.equal([true, false]);
  });

  it('wishes joy when it worked', () => {
    expect(text(panel('overcast', { kind: 'enjoy' }), '#help-title')).to.equal(en.enjoy);
    const connected = panel('overcast', { kind: 'connected' });
    expect(text(connected, '#help-title')).to.equal('✓ Overcast has your podcast');
    expect(connected.textContent).to.contain(en.enjoy);
  });
});
