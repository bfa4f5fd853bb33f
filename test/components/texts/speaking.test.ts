/** The element in the language it is given, that of the page, or one the page brings. */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe, Texts } from '../../../src/index.js';
import { afterPaint } from '../../../src/components/first-load/after-paint.js';
import { en } from '../../../src/components/texts/en.js';
import { languages } from '../../../src/components/texts/language-table.js';
import {
  one,
  place,
  placed,
  placedWithEpisodes,
  present,
  reach,
  root,
  settled,
  useDevice,
  useNetwork,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const copyButton = (element: PrivatePodcastSubscribe) => one(element, '[part=copy]');

/** Waits for the copy button to speak, which is there as soon as the texts are. */
async function speaks(element: PrivatePodcastSubscribe, text: string): Promise<void> {
  await waitUntil(() => copyButton(element)?.textContent.includes(text), `“${text}”`);
}

describe('LanguageController', () => {
  useNetwork();
  useDevice('ios');
  const loads = languages as Record<string, () => Promise<Texts>>;
  const own = { ...loads };
  afterEach(() => void Object.assign(loads, own));

  /** Keeps a language on its way. @returns what lets it come. */
  function hold(code: string): () => void {
    let give!: () => void;
    const given = new Promise<void>((resolve) => (give = resolve));
    loads[code] = () => given.then(own[code]);
    return give;
  }

  it('uses the language it is given, and sets lang', async () => {
    const element = await placed('ready', { locale: 'sv-FI' });
    await speaks(element, 'Kopiera din länk');
    expect(root(element).lang).to.equal('sv-FI');
    expect(root(element).dir).to.equal('ltr');
  });

  it('sets a lang that is registered, with a region', async () => {
    const element = await placed('ready', { locale: 'de-formal-AT' });
    await waitUntil(() => copyButton(element), 'the copy button');
    expect(root(element).lang).to.equal('de-AT');
  });

  it('uses the nearest language of the page', async () => {
    document.documentElement.lang = 'no';
    try {
      const element = await placed('ready');
      await speaks(element, 'Kopier lenken din');
      expect(root(element).lang).to.equal('no');
    } finally {
      document.documentElement.removeAttribute('lang');
    }
  });

  it('uses English, dates too, if there are no texts in the language', async () => {
    const element = await placedWithEpisodes({ locale: 'el' });
    await speaks(element, 'Copy private link');
    expect(root(element).lang).to.equal('en');
    const facts = one(element, '[part=episode-facts]')!.textContent.trim();
    expect(facts).to.match(/^[\x20-\x7e·\s]+$/);
  });

  it('writes Arabic from right to left, but not the link', async () => {
    const element = await placed('ready', { locale: 'ar', 'preferred-app': 'overcast' });
    await speaks(element, 'نسخ الرابط الخاص');
    expect(root(element).lang).to.equal('ar');
    expect(getComputedStyle(root(element)).direction).to.equal('rtl');
    const [icon, label] = one(element, '[part~=primary]')!.children;
    expect(icon!.getBoundingClientRect().left).to.be.greaterThan(
      label!.getBoundingClientRect().left,
    );
    const title = await present(element, 'h2');
    const words = document.createRange();
    words.selectNodeContents(title);
    expect(words.getBoundingClientRect().right).to.be.closeTo(
      title.getBoundingClientRect().right,
      1,
    );
    copyButton(element)!.click();
    const link = await present(element, '.link-field');
    expect(getComputedStyle(link).direction).to.equal('ltr');
  });

  it('changes its language whenever the page does', async () => {
    const element = await placed('ready', { locale: 'de' });
    await speaks(element, 'Deinen Link kopieren');
    element.locale = 'ja';
    await speaks(element, '専用リンクをコピー');
    expect(root(element).lang).to.equal('ja');
    element.locale = 'ar';
    element.locale = 'fi';
    await speaks(element, 'Kopioi linkki');
    expect(root(element).dir).to.equal('ltr');
  });

  it('uses the language set last, whichever loads first', async () => {
    const givePolish = hold('pl');
    const element = await placed('ready', { locale: 'pl' });
    element.locale = 'cs';
    await speaks(element, 'Kopírovat odkaz');
    givePolish();
    await own.pl?.();
    await settled(element);
    await speaks(element, 'Kopírovat odkaz');
  });

  it('does what its buttons say if its language changes while the first loads', async () => {
    const giveGerman = hold('de');
    const giveCzech = hold('cs');
    const element = await placed('ready', { locale: 'de' });
    await afterPaint();
    element.locale = 'cs';
    await import('../../../src/components/actions/app-actions-controller.js');
    giveGerman();
    await own.de?.();
    await settled(element);
    giveCzech();
    await speaks(element, 'Kopírovat odkaz');
    copyButton(element)!.click();
    await present(element, '[part=link]');
  });

  it('lets the page replace single texts, and keeps the rest', async () => {
    const element = await placed('ready', { locale: 'de' });
    element.texts = { copyLink: 'Den Link kopieren, bitte' };
    await speaks(element, 'Den Link kopieren, bitte');
    expect(one(element, '[part=phone]')!.textContent).to.match(/QR-Code|Handy/);
    element.texts = undefined;
    await speaks(element, 'Deinen Link kopieren');
  });

  it('lets the page bring a language of its own', async () => {
    const element = await place();
    element.locale = 'el';
    element.texts = { ...en, copyLink: 'Αντιγραφή συνδέσμου' };
    await reach(element, 'ready');
    await speaks(element, 'Αντιγραφή συνδέσμου');
    expect(root(element).lang).to.equal('el');
    expect(root(element).dir).to.equal('ltr');
    element.locale = 'he';
    element.texts = { ...en, copyLink: 'העתקת הקישור' };
    await speaks(element, 'העתקת הקישור');
    expect(root(element).lang).to.equal('he');
    expect(root(element).dir).to.equal('rtl');
  });
});
