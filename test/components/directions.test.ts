/**
 * Both directions, large text and opened pieces: nothing reaches past the element, breaks or moves.
 *
 * @engines layout
 */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  json,
  one,
  openSheet,
  placedWithEpisodes,
  podcast,
  present,
  press,
  root,
  tap,
  useDevice,
  useNetwork,
  useStub,
} from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';
import { beyond } from './narrow.js';

type Direction = 'ltr' | 'rtl';
const directions: readonly Direction[] = ['ltr', 'rtl'];
/** Languages of each direction. */
const locales = { ltr: 'en', rtl: 'ar' };
/** Two phones and a tablet. */
const widths = [320, 390, 768];

/** Waits for the element to speak its language, which decides its direction. */
const speaks = (element: PrivatePodcastSubscribe, locale: string) =>
  waitUntil(() => root(element).lang === locale && one(element, '[part=listen]'), locale);

async function openLink(element: PrivatePodcastSubscribe): Promise<void> {
  await openSheet(element);
  press(element, '[part=copy]');
  (await present(element, '[part=show-link]')).click();
  await present(element, '[part=link]');
}

/** Opens all that folds: notes with chapters, the sheet, the link. */
async function openAll(element: PrivatePodcastSubscribe): Promise<void> {
  press(element, '[part=notes-toggle]');
  await present(element, '[part=chapters] button, .chapters button');
  await openLink(element);
  await element.updateComplete;
}

describe('PrivatePodcastSubscribe: direction', () => {
  const network = useNetwork();
  useDevice('ios');
  const stub = useStub();
  afterEach(() => {
    document.documentElement.removeAttribute('dir');
  });
  beforeEach(() => {
    stub(navigator, 'clipboard', { writeText: () => Promise.resolve() });
    const own = podcast(12);
    Object.assign(own.episodes[0]!, { chapters: [{ start: 754, title: 'Ropes' }] });
    network.parser = json(own);
  });

  for (const page of directions) {
    for (const element of directions) {
      for (const width of widths) {
        it(`adds no sideways scroll: ${element} on a page that is ${page}, ${width} px wide`, async () => {
          document.documentElement.dir = page;
          const placed = await placedWithEpisodes({ locale: locales[element], links: 'direct' });
          const frame = placed.parentElement!;
          Object.assign(frame.style, { inlineSize: `${width}px`, overflow: 'auto' });
          await speaks(placed, locales[element]);
          expect(getComputedStyle(root(placed)).direction).to.equal(element);
          await openAll(placed);
          expect(frame.scrollWidth).to.equal(width);
          expect(one(placed, 'dialog')!.scrollWidth).to.be.at.most(window.innerWidth);
          one(placed, 'dialog')!.remove();
          expect(beyond(placed).slice(0, 5)).to.deep.equal([]);
        });
      }
    }
  }

  it('follows the nearest `dir`, the element’s own first', async () => {
    const element = await placedWithEpisodes();
    const isIn = (direction: Direction) => {
      element.requestUpdate();
      return element.updateComplete.then(() => {
        expect(getComputedStyle(root(element)).direction).to.equal(direction);
      });
    };
    await isIn('ltr');
    element.parentElement!.dir = 'rtl';
    await isIn('rtl');
    element.dir = 'ltr';
    await isIn('ltr');
    element.parentElement!.removeAttribute('dir');
    element.dir = 'rtl';
    await isIn('rtl');
    element.dir = '';
    await isIn('ltr');
  });

  it('follows the language that the page sets on the element, whatever is around it', async () => {
    document.documentElement.dir = 'ltr';
    const element = await placedWithEpisodes({ locale: 'ar' });
    await speaks(element, 'ar');
    expect(root(element).dir).to.equal('rtl');
    element.dir = 'ltr';
    element.requestUpdate();
    await element.updateComplete;
    expect(root(element).dir).to.equal('ltr');
  });
});

describe('PrivatePodcastSubscribe: text of 200 %', () => {
  useNetwork();
  useDevice('ios');
  const stub = useStub();

  /** The words of a text that stand on two lines. */
  function brokenWords(node: Text): { word: string; range: Range }[] {
    return [...node.data.matchAll(/[^\s\u00ad-]+/g)].flatMap((match) => {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      // WebKit tells of the end of the line before, too, which has no width.
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const lines = new Set(boxes.map(({ top }) => Math.round(top)));
      return lines.size > 1 ? [{ word: match[0], range }] : [];
    });
  }

  /** How wide a word is that is not broken, in the same font. */
  function widthOf(word: string, like: Element): number {
    const copy = document.createElement('span');
    copy.textContent = word;
    copy.style.cssText = 'position: absolute; white-space: nowrap';
    like.append(copy);
    const { width } = copy.getBoundingClientRect();
    copy.remove();
    return width;
  }

  for (const width of [390, 320]) {
    for (const locale of ['en', 'de', 'fi']) {
      it(`breaks no word that would fit, ${width} px wide, in ${locale}`, async () => {
        stub(navigator, 'clipboard', { writeText: () => Promise.resolve() });
        const element = await placedWithEpisodes({ locale, links: 'direct' });
        Object.assign(element.style, { inlineSize: `${width}px`, fontSize: '32px' });
        await speaks(element, locale);
        tap(element, 'apple-podcasts');
        await openLink(element);
        const texts = document.createTreeWalker(root(element), NodeFilter.SHOW_TEXT);
        const broken: string[] = [];
        let looked = 0;
        while (texts.nextNode()) {
          const node = texts.currentNode as Text;
          const parent = node.parentElement!;
          if (!parent.checkVisibility() || parent.closest('.status, option')) continue;
          looked += 1;
          // A word may be as long as a line of the whole element, without the paddings of its button.
          const room = width - (parent.closest('button, a, summary') ? 96 : 0);
          for (const { word } of brokenWords(node)) {
            const wide = widthOf(word, parent);
            if (wide <= room) broken.push(`${word}: ${Math.round(wide)} px in ${parent.className}`);
          }
        }
        expect(looked).to.be.greaterThan(20);
        expect(broken).to.deep.equal([]);
      });
    }
  }
});
