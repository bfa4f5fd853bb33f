/**
 * Nothing moves while the feed URL, the texts and the podcast come in, whatever the font. The fonts
 * are those of the machine; the letter spacing makes any of them very wide.
 */
import { expect, waitUntil } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import { languages } from '../../src/components/texts/languages.js';
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
} from '../support/element.js';

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

/** Where pieces of the element stand, in whole pixels, and how high its head is. */
function places(element: PrivatePodcastSubscribe, ...selectors: string[]) {
  const rows = selectors.map((selector) => {
    const { top, left, height } = one(element, selector)!.getBoundingClientRect();
    return `${selector}: ${Math.round(top)} ${Math.round(left)}, ${Math.round(height)} high`;
  });
  return [...rows, `.head ${one(element, '.head')!.offsetHeight} high`];
}

describe('while things come', () => {
  const network = useNetwork();

  for (const font of Object.keys(fonts) as (keyof typeof fonts)[]) {
    for (const width of widths) {
      it(`nothing moves, ${width} wide, ${font}`, async () => {
        const handler = later();
        const parser = later();
        network.handler = handler.answer;
        network.parser = parser.answer;
        const element = await place({ token: 't0ken', endpoint, 'preferred-app': 'overcast' });
        dress(element, width, font);
        await reach(element, 'resolving');
        const pieces = ['.cover', '.primary', '.apps', '.tools', '.tools > :last-child'];
        const waiting = places(element, ...pieces);

        handler.give(subscription());
        await reach(element, 'ready');
        expect(places(element, ...pieces)).to.deep.equal(waiting);

        const { offsetTop } = await present(element, 'section');
        const title = places(element, 'h2');
        parser.give(json(podcast(12)));
        await present(element, '.episode');
        expect(places(element, ...pieces)).to.deep.equal(waiting);
        expect(places(element, 'h2')).to.deep.equal(title);
        expect(one(element, 'section')!.offsetTop).to.equal(offsetTop);
      });
    }
  }

  for (const width of widths) {
    it(`nothing moves if the podcast has no author, ${width} wide`, async () => {
      const parser = later();
      network.parser = parser.answer;
      const element = await placed('ready');
      element.style.inlineSize = width;
      const before = places(element, '.tools');
      parser.give(json(podcast(2, { author: undefined })));
      await present(element, '.episode');
      expect(places(element, '.tools')).to.deep.equal(before);
    });
  }

  for (const locale of Object.keys(languages)) {
    it(`nothing moves when the texts come, in ${locale}`, async () => {
      const element = await place({
        token: 't0ken',
        endpoint,
        'preferred-app': 'overcast',
        locale,
      });
      dress(element, '320px', 'DejaVu');
      const waiting = places(element, '.cover', '.primary', '.apps', '.tools');
      await reach(element, 'ready');
      await waitUntil(() => all(element, '[data-app]').length > 0, 'the buttons', {
        timeout: 5000,
      });
      expect(places(element, '.cover', '.primary', '.apps', '.tools')).to.deep.equal(waiting);
    });
  }
});
