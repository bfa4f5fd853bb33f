/** The element in the language it is given, that of the page, or one the page brings. */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import { en } from '../../../src/components/language/texts/en.js';
import { languages } from '../../../src/components/language/texts/language-table.js';
import {
  one,
  openSheet,
  place,
  placed,
  placedWithEpisodes,
  present,
  press,
  reach,
  root,
  useDevice,
  useNetwork,
  words,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const listenButton = (element: PrivatePodcastSubscribe) => one(element, '[part=listen]');

/** Waits for "Listen now" in a language: it is there as soon as the texts are. */
async function speaks(element: PrivatePodcastSubscribe, text: string): Promise<void> {
  await waitUntil(() => listenButton(element)?.textContent.includes(text), `“${text}”`);
}

describe('LanguageController', () => {
  useNetwork();
  useDevice('ios');

  it('uses the language it is given, and sets lang', async () => {
    const element = await placed('ready', { locale: 'sv-FI' });
    await speaks(element, 'Lyssna nu');
    expect(root(element).lang).to.equal('sv-FI');
    expect(root(element).dir).to.equal('ltr');
  });

  it('uses English, dates too, if there are no texts in the language', async () => {
    const element = await placedWithEpisodes({ locale: 'el' });
    await speaks(element, 'Listen now');
    expect(root(element).lang).to.equal('en');
    const facts = one(element, '[part=episode-facts]')!.textContent.trim();
    expect(facts).to.match(/^[\x20-\x7e·\s]+$/);
  });

  it('writes Arabic from right to left, but not the link', async () => {
    const element = await placed('ready', { locale: 'ar', 'preferred-app': 'overcast' });
    await speaks(element, 'الاستماع الآن');
    expect(root(element).lang).to.equal('ar');
    expect(getComputedStyle(root(element)).direction).to.equal('rtl');
    const [icon, label] = one(element, '[part~=primary]')!.children;
    expect(icon!.getBoundingClientRect().left).to.be.greaterThan(
      label!.getBoundingClientRect().left,
    );
    const title = await present(element, 'h2');
    const line = document.createRange();
    line.selectNodeContents(title);
    expect(line.getBoundingClientRect().right).to.be.closeTo(
      title.getBoundingClientRect().right,
      1,
    );
    await openSheet(element);
    press(element, '[part=copy]');
    (await present(element, '[part=show-link]')).click();
    const link = await present(element, '[part=link]');
    expect(getComputedStyle(link).direction).to.equal('ltr');
  });

  it('opens its sheet in the language that was set last', async () => {
    const element = await placed('ready', { locale: 'de' });
    element.locale = 'cs';
    await speaks(element, 'Poslechnout hned');
    const sheet = await openSheet(element);
    expect(sheet.textContent).to.contain((await languages.cs()).sheetTitle);
  });

  it('lets the page replace single texts, and keeps the rest', async () => {
    const element = await placed('ready', { locale: 'de' });
    element.texts = { listen: 'Bitte anhören' };
    await speaks(element, 'Bitte anhören');
    expect(words(one(element, '[part=more]')!)).to.equal('Mehr');
    element.texts = undefined;
    await speaks(element, 'Jetzt anhören');
  });

  it('lets the page bring a language of its own', async () => {
    const element = await place();
    element.locale = 'el';
    element.texts = { ...en, listen: 'Ακρόαση τώρα' };
    await reach(element, 'ready');
    await speaks(element, 'Ακρόαση τώρα');
    expect(root(element).lang).to.equal('el');
    expect(root(element).dir).to.equal('ltr');
    element.locale = 'he';
    element.texts = { ...en, listen: 'האזנה עכשיו' };
    await speaks(element, 'האזנה עכשיו');
    expect(root(element).lang).to.equal('he');
    expect(root(element).dir).to.equal('rtl');
  });
});
