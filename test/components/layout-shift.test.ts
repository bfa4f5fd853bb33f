/**
 * Nothing moves while the feed URL, the texts and the podcast come in, whatever the font. The fonts
 * are those of the machine; the letter spacing makes any of them very wide.
 */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import { languages } from '../../src/components/language/texts/language-table.js';
import {
  all,
  endpoint,
  json,
  later,
  one,
  place,
  placed,
  podcast,
  present,
  reach,
  subscription,
  useNetwork,
} from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';

const widths = ['320px', '390px', '700px', '1000px'];
const fonts = {
  sans: 'system-ui, sans-serif',
  serif: 'serif',
  monospace: 'monospace',
  DejaVu: '"DejaVu Sans", Verdana, sans-serif',
  'very wide': '"DejaVu Sans Mono", monospace',
};

function dress(element: PrivatePodcastSubscribe, width: string, font: keyof typeof fonts): void {
  element.style.inlineSize = width;
  element.style.setProperty('--pps-font', fonts[font]);
  if (font !== 'very wide') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.root, .root * { letter-spacing: 0.12em }');
  element.shadowRoot!.adoptedStyleSheets.push(sheet);
}

/** The places of pieces of the element, and the height of its head. */
type Places = Record<string, number>;

function placesOf(element: PrivatePodcastSubscribe, ...selectors: string[]): Places {
  const numbers = selectors.flatMap((selector) => {
    const piece = one(element, selector)!;
    const { top, left, right, height } = piece.getBoundingClientRect();
    // Where lines begin: a shorter label ends earlier.
    const start = getComputedStyle(piece).direction === 'rtl' ? right : left;
    return Object.entries({ top, start, height }).map(
      ([name, value]) => [`${selector} ${name}`, value] as const,
    );
  });
  return {
    ...Object.fromEntries(numbers),
    '.head height': one(element, '.head')!.getBoundingClientRect().height,
  };
}

/** Compares with the places as they were: an engine may round a skeleton to another sixty-fourth. */
function expectSame(now: Places, before: Places): void {
  const moved = Object.entries(before).flatMap(([name, value]) =>
    Math.abs(now[name]! - value) <= 0.5 ? [] : [`${name}: ${value} → ${now[name]}`],
  );
  expect(moved).to.deep.equal([]);
}

describe('PrivatePodcastSubscribe: layout shift', () => {
  const network = useNetwork();

  for (const font of Object.keys(fonts) as (keyof typeof fonts)[]) {
    for (const width of widths) {
      it(`moves nothing while it loads, ${width} wide, ${font}`, async () => {
        const handler = later();
        const parser = later();
        network.handler = handler.answer;
        network.parser = parser.answer;
        const element = await place({ token: 't0ken', endpoint, 'preferred-app': 'overcast' });
        dress(element, width, font);
        await reach(element, 'resolving');
        const pieces = ['.cover', '.primary', '.apps', '.apps li:last-child'];
        const waiting = placesOf(element, ...pieces);

        handler.give(subscription());
        await reach(element, 'ready');
        expectSame(placesOf(element, ...pieces), waiting);

        const { offsetTop } = await present(element, 'section');
        const title = placesOf(element, 'h2');
        parser.give(json(podcast(12)));
        await present(element, '.episode');
        expectSame(placesOf(element, ...pieces), waiting);
        expectSame(placesOf(element, 'h2'), title);
        expect(one(element, 'section')!.offsetTop).to.equal(offsetTop);
      });
    }
  }

  for (const width of widths) {
    it(`moves nothing if the podcast has no author, ${width} wide`, async () => {
      const parser = later();
      network.parser = parser.answer;
      const element = await placed('ready', { style: `inline-size: ${width}` });
      const before = placesOf(element, '.apps, .phone-card');
      parser.give(json(podcast(2, { author: undefined })));
      await present(element, '.episode');
      expectSame(placesOf(element, '.apps, .phone-card'), before);
    });
  }

  for (const locale of Object.keys(languages)) {
    it(`moves nothing when the texts come, in ${locale}`, async () => {
      const element = await place({
        token: 't0ken',
        endpoint,
        'preferred-app': 'overcast',
        locale,
      });
      dress(element, '320px', 'DejaVu');
      const waiting = placesOf(element, '.cover', '.primary', '.apps');
      await reach(element, 'ready');
      await waitUntil(() => all(element, '[data-app]').length > 0, 'the buttons');
      expectSame(placesOf(element, '.cover', '.primary', '.apps'), waiting);
    });
  }
});
