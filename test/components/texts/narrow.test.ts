/**
 * The longest languages on the narrowest phone.
 *
 * @engines layout
 */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe, Texts } from '../../../src/index.js';
import { loadTexts } from '../../../src/components/texts/texts.js';
import { longerTexts } from './longer-texts.js';
import {
  all,
  json,
  offline,
  one,
  openSheet,
  placed,
  podcast,
  present,
  problem,
  root,
  useNetwork,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

/** WCAG 2.2, 1.4.10: no second scroll axis on the narrowest phone. */
const NARROWEST = 320;

describe(`PrivatePodcastSubscribe: ${NARROWEST} px`, () => {
  const network = useNetwork();

  /** Nothing lies beyond the end of a line, because the page would scroll sideways. */
  function expectToFit(element: PrivatePodcastSubscribe): void {
    const sheet = one(element, 'dialog');
    if (sheet) sheet.style.width = `${NARROWEST}px`;
    const frame = sheet ?? root(element);
    const { scrollWidth, clientWidth } = frame;
    const { dir } = root(element);
    const { left, right } = frame.getBoundingClientRect();
    const isBeyond = (box: DOMRect) =>
      box.width > 0 && (dir === 'rtl' ? box.left < left - 0.5 : box.right > right + 0.5);
    const beyond = [...frame.querySelectorAll(':not(.status, option)')].filter((part) =>
      isBeyond(part.getBoundingClientRect()),
    );
    expect(beyond.map((part) => part.outerHTML.slice(0, 60)).slice(0, 5)).to.deep.equal([]);
    // A browser with a scroll bar of its own takes some of it.
    expect(clientWidth).to.be.within(NARROWEST - 17, NARROWEST);
    expect(scrollWidth).to.be.at.most(clientWidth);
  }

  const speakers: Record<
    string,
    { speak: Partial<PrivatePodcastSubscribe>; said: () => Promise<Texts>; fontSize?: string }
  > = {
    // WCAG 2.2, 1.4.4: twice the size, here together with the narrowest phone.
    'English at 200 %': { speak: {}, said: () => loadTexts('en'), fontSize: '32px' },
    'words 40 % longer': {
      speak: { texts: longerTexts },
      said: () => Promise.resolve(longerTexts),
    },
    Arabic: { speak: { locale: 'ar' }, said: () => loadTexts('ar') },
    Finnish: { speak: { locale: 'fi' }, said: () => loadTexts('fi') },
  };
  /** A text of each state, which tells the language. */
  const signs = {
    ready: 'listen',
    'no-access': 'noAccessTitle',
    expired: 'expiredTitle',
    failed: 'failedTitle',
  } as const;

  for (const [language, { speak, said, fontSize = '16px' }] of Object.entries(speakers)) {
    /** The element at that width, in a state, once it speaks. */
    async function narrow(state: keyof typeof signs, more = {}): Promise<PrivatePodcastSubscribe> {
      const element = await placed(state, more);
      Object.assign(element.style, { inlineSize: `${NARROWEST}px`, fontSize });
      Object.assign(element, speak);
      const sign = (await said())[signs[state]];
      await waitUntil(() => root(element).textContent.includes(sign), `“${sign}”`);
      return element;
    }

    it(`fits app buttons, help and link in ${language}`, async () => {
      const element = await narrow('ready', { links: 'direct', apps: 'kasts overcast' });
      one(element, '[data-app=kasts]')!.click();
      await present(element, '[part=help]');
      expectToFit(element);
      await openSheet(element);
      one(element, '[part=copy]')!.click();
      (await present(element, '[part=show-link]')).click();
      await present(element, '[part=link]');
      expectToFit(element);
    });

    it(`fits all apps of all devices in ${language}`, async () => {
      const element = await narrow('ready', { 'preferred-app': 'overcast' });
      await openSheet(element);
      expectToFit(element);
      one(element, 'dialog [part=phone]')!.click();
      await present(element, 'dialog [part=back]');
      expectToFit(element);
    });

    it(`fits episodes, their controls and the streaming app in ${language}`, async () => {
      const own = podcast(120, { title: 'Hafenkapitänsversammlungsprotokolle'.repeat(2) });
      Object.assign(own.episodes[0]!, {
        title: own.title,
        episodeType: 'trailer',
        isExplicit: true,
        season: 2,
      });
      Object.assign(own.episodes[1]!, { episodeType: 'bonus', isExplicit: true, season: 1 });
      network.parser = json(own);
      const element = await narrow('ready', {
        'streaming-url': 'https://music.example/show',
        'streaming-link-url': 'https://music.example/link',
      });
      await present(element, '[part=season]');
      one(element, '[part=notes-toggle]')!.click();
      one(element, '[part=play]')!.click();
      await present(element, '[part=notes]');
      await openSheet(element);
      await present(element, '[part=streaming-link]');
      expect(all(element, '[part=badge]').length).to.equal(4);
      expectToFit(element);
    });

    it(`fits its code for the phone in ${language}`, async () => {
      const element = await narrow('ready');
      one(element, '[part=phone]')!.click();
      await present(element, '[part=qr] svg');
      expectToFit(element);
    });

    it(`fits its messages in place of the buttons in ${language}`, async () => {
      network.handler = problem('no-access', 403);
      expectToFit(await narrow('no-access'));
      network.handler = problem('token-expired', 401);
      expectToFit(await narrow('expired'));
      network.handler = offline;
      expectToFit(await narrow('failed'));
    });
  }
});
