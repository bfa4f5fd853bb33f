/** A page whose global style sheet spoils what it reaches: the element keeps its own look. */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  all,
  json,
  one,
  placedWithEpisodes,
  podcast,
  present,
  useNetwork,
} from '../support/element/element.js';

const hostile = `
* { font: italic 700 18px/3 Georgia !important; letter-spacing: 0.4em; word-spacing: 2em;
  text-transform: uppercase; text-align: right; text-indent: 3em; text-shadow: 1px 1px red;
  white-space: nowrap; box-sizing: content-box; margin: 6px; padding: 6px; max-width: 40px }
a, button, li, input, select, summary { display: block !important; background: yellow !important;
  color: crimson !important; border: 9px dotted !important; float: right }
h2, h3, p { font-size: 70px !important; margin: 50px !important }
svg, img { width: 3px !important; filter: invert(1) }
ul { list-style: square !important; padding: 60px !important }
`;

/** The properties that a page could spoil, of each piece that a member sees. */
const properties = [
  'fontStyle',
  'letterSpacing',
  'wordSpacing',
  'textIndent',
  'textShadow',
  'whiteSpace',
  'boxSizing',
  'backgroundColor',
  'display',
  'float',
  'listStyleType',
  'marginTop',
  'paddingLeft',
  'maxWidth',
] as const;
const pieces = [
  'h2',
  '[part=author]',
  '.primary',
  '.primary span',
  '[part=listen]',
  '.apps .app',
  '.apps .app > span',
  '[part=more]',
  '[part=phone-card]',
  '[part=phone]',
  'h3',
  '[part=search-open]',
  '[part=search]',
  '[part=sort-open]',
  '[part=order]',
  '.episode',
  '[part=episode-title]',
  '[part=episode-facts]',
  '[part=notes-toggle]',
  '[part=play]',
  'svg',
];

function looks(element: PrivatePodcastSubscribe) {
  return Object.fromEntries(
    pieces.map((piece) => {
      const style = getComputedStyle(one(element, piece)!);
      const own = properties.map((property) => [property, style[property]]);
      // As shares of the text's size, which is the page's to say.
      const size = parseFloat(style.fontSize) / parseFloat(getComputedStyle(element).fontSize);
      const line = parseFloat(style.lineHeight) / parseFloat(style.fontSize);
      return [
        piece,
        {
          ...Object.fromEntries(own),
          size: size.toFixed(2),
          line: Number.isNaN(line) ? style.lineHeight : line.toFixed(2),
          transform: style.textTransform,
        },
      ];
    }),
  );
}

describe('PrivatePodcastSubscribe: a hostile style sheet', () => {
  const network = useNetwork();
  const sheet = new CSSStyleSheet();
  before(() => sheet.replaceSync(hostile));
  beforeEach(() => {
    network.parser = json(podcast(10));
  });
  afterEach(() => {
    document.adoptedStyleSheets = [];
  });

  it('looks as it does on any other page', async () => {
    const element = await placedWithEpisodes({ 'preferred-app': 'overcast' });
    Object.assign(element.style, { fontSize: '18px', inlineSize: '600px', maxInlineSize: 'none' });
    const own = looks(element);
    document.adoptedStyleSheets = [sheet];
    expect(getComputedStyle(element).textTransform, 'the style sheet').to.equal('uppercase');
    expect(looks(element)).to.deep.equal(own);
  });

  it('keeps its weight and its size if the page has another', async () => {
    document.adoptedStyleSheets = [sheet];
    const element = await placedWithEpisodes({ 'preferred-app': 'overcast' });
    const weight = (piece: string) => getComputedStyle(one(element, piece)!).fontWeight;
    expect([weight('[part=author]'), weight('.primary'), weight('h2')]).to.deep.equal([
      '400',
      '600',
      '700',
    ]);
    expect(getComputedStyle(one(element, '[part=author]')!).textAlign).to.be.oneOf([
      'start',
      'left',
    ]);
  });

  it('protects its card and help as well', async () => {
    document.adoptedStyleSheets = [sheet];
    const element = await placedWithEpisodes({ apps: 'kasts', links: 'direct' });
    one(element, '[data-app=kasts]')!.click();
    await present(element, '[part=help]');
    one(element, '[part=phone]')!.click();
    await present(element, '[part=qr]');
    for (const piece of [...all(element, '[part=help] p'), ...all(element, '.phone-card p')]) {
      const { letterSpacing, textTransform, whiteSpace } = getComputedStyle(piece);
      expect([letterSpacing, textTransform, whiteSpace]).to.deep.equal([
        'normal',
        'none',
        'normal',
      ]);
    }
  });

  it('is hidden if the page hides it', async () => {
    const element = await placedWithEpisodes();
    element.hidden = true;
    expect(element.getBoundingClientRect().height).to.equal(0);
  });

  for (const [what, css, least] of [
    ['a flex row', 'main { display: flex }', 300],
    ['a float', 'private-podcast-subscribe { float: left }', 300],
    ['a grid', 'main { display: grid; grid-template-columns: 1fr 1fr; inline-size: 800px }', 300],
    ['a grid by content', 'main { display: grid; grid-template-columns: auto 1fr }', 240],
    ['a float by content', 'main { float: left }', 240],
  ] as const) {
    it(`keeps a width in ${what}`, async () => {
      const layout = new CSSStyleSheet();
      layout.replaceSync(css);
      document.adoptedStyleSheets = [layout];
      const element = await placedWithEpisodes();
      expect(element.getBoundingClientRect().width).to.be.at.least(least);
    });
  }

  it('fits a phone in a grid that would shrink it', async () => {
    const layout = new CSSStyleSheet();
    layout.replaceSync(
      'main { display: grid; inline-size: 320px; padding: 24px; box-sizing: border-box }',
    );
    document.adoptedStyleSheets = [layout];
    const element = await placedWithEpisodes();
    expect(element.getBoundingClientRect().width).to.equal(272);
  });
});
