/** The element's HTML as a server renders it: what it holds, and that nothing foreign breaks out of its place. */
import { createHash } from 'node:crypto';
import { parseDocument } from 'htmlparser2';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ElementAttributes } from '../../src/components/frameworks/framework-types.js';
import { languageCodes } from '../../src/languages/languages.js';
import {
  PrivatePodcastError,
  renderSubscribeElement,
  subscribeStyleSource,
  type AttributeName,
  type Attributes,
  type RenderOptions,
} from '../../src/server.js';
import { naughtyStrings, purifyCases } from '../foreign-lists/lists.js';

const feedUrl = 'https://feeds.example/s3cret/show_private.rss?a=1&b=<2>';
const subscription = {
  feedUrl,
  title: 'The Member Show',
  sku: 'sid:show',
  consumeUrl: 'https://feeds.example/consume',
};
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0';

const render = (options: Partial<RenderOptions> = {}) =>
  renderSubscribeElement({ subscription, userAgent: iPhone, ...options });

type Node = ReturnType<typeof parseDocument>['children'][number];
interface Tag {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** Every tag of the HTML, with its text. */
function tagsOf(html: string): Tag[] {
  const textOf = (node: Node): string =>
    'data' in node ? node.data : 'children' in node ? node.children.map(textOf).join('') : '';
  const walk = (node: Node): Tag[] => {
    const below = 'children' in node ? node.children.flatMap(walk) : [];
    return 'attribs' in node
      ? [{ name: node.name, attributes: node.attribs, text: textOf(node) }, ...below]
      : below;
  };
  return parseDocument(html).children.flatMap(walk);
}

const named = (html: string, name: string) => tagsOf(html).filter((tag) => tag.name === name);
const rootOf = (html: string) =>
  named(html, 'div').find(({ attributes }) => attributes.part === 'root');

const appsIn = (html: string) =>
  tagsOf(html).flatMap(({ name, attributes }) =>
    attributes['data-app'] ? [`${name} ${attributes['data-app']}`] : [],
  );

const codeOf = (rendering: Promise<string>) =>
  rendering.then(
    () => 'no error',
    (error: unknown) =>
      error instanceof PrivatePodcastError ? `${error.code}: ${error.message}` : 'another error',
  );

describe('renderSubscribeElement', () => {
  it('renders title, cover frame, the app links of the device, and the link to copy', async () => {
    const html = await render();
    const [title] = tagsOf(html).filter(({ attributes }) => attributes.part === 'title');
    expect(title?.text.trim()).toBe('The Member Show');
    expect(html).toContain('part="cover"');
    expect(appsIn(html).slice(0, 2)).toEqual(['a apple-podcasts', 'a overcast']);
    expect(named(html, 'a').map(({ attributes }) => attributes.href)).toContain(
      `https://feeds.example/consume/en?rss=${encodeURIComponent(feedUrl)}#overcast~`,
    );
    expect(named(html, 'input').map(({ attributes }) => attributes.value)).toEqual([feedUrl]);
  });

  it('renders the marks of the visible apps, and the others as links for browsers without scripts', async () => {
    const [seen = '', folded = ''] = (await render()).split('<div class="without-script">');
    const tiles = named(seen, 'svg').filter(({ attributes }) =>
      attributes.class?.split(' ').includes('tile'),
    );
    expect(appsIn(seen)).toEqual(['a apple-podcasts', 'a overcast', 'a pocket-casts', 'a castro']);
    // The last tile is "More".
    expect(tiles).toHaveLength(appsIn(seen).length + 1);
    expect(named(seen, 'path').length).toBeGreaterThan(3);
    expect(appsIn(folded).length).toBeGreaterThan(2);
    expect(appsIn(folded).filter((app) => appsIn(seen).includes(app))).toEqual([]);
    expect(named(folded, 'path')).toEqual([]);
  });

  it('renders no app that a link cannot open, for browsers without scripts', async () => {
    const [, folded = ''] = (await render({ attributes: { links: 'direct' } })).split(
      '<div class="without-script">',
    );
    const links = named(folded, 'a');
    expect(links).not.toEqual([]);
    expect(links.filter(({ attributes }) => !attributes.href)).toEqual([]);
  });

  it('holds the views of a Mac and of an iPad, which calls itself one, and nothing of them is there twice', async () => {
    const html = await render({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' });
    const [mouse = '', touch = ''] = html.split(/<div class="for-(?:mouse|touch)">/).slice(1);
    expect(mouse).toContain('part="phone-card"');
    expect(touch).toMatch(/class="primary"\s+data-app="apple-podcasts"/);
    expect(touch).toContain('data-app="overcast"');
    const ids = tagsOf(html).flatMap(({ attributes }) => attributes.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await render()).not.toContain('class="for-');
  });

  it('goes on first for who is connected, and says in which app', async () => {
    const connections = [
      { app: 'overcast', name: 'Overcast', lastFetchedAt: new Date().toISOString() },
    ];
    const html = await render({ subscription: { ...subscription, connections } });
    const buttons = tagsOf(html).filter(({ attributes }) =>
      /^(app|listen|more)\b/.test(attributes.part ?? ''),
    );
    expect(
      buttons.slice(0, 3).map(({ attributes, text }) => [attributes.class, text.trim()]),
    ).toEqual([
      ['primary', 'Listen now'],
      ['button', 'Open Overcast'],
      ['link muted', 'More ways to listen'],
    ]);
    expect(html).toContain('In Overcast');
  });

  it('renders the view of the user agent’s device, and of a computer without a user agent', async () => {
    expect(appsIn(await render({ userAgent: windows }))[0]).toBe('a gpodder');
    expect(appsIn(await render({ userAgent: undefined }))).toContain('a kasts');
    expect(await render({ userAgent: `${iPhone} Instagram 300.0` })).toContain('part="in-app"');
  });

  it('renders declarative shadow DOM that holds the Subscription once', async () => {
    const html = await render({ attributes: { token: 't0ken', endpoint: '/subscribe' } });
    expect(html).toMatch(
      /^<private-podcast-subscribe token="t0ken" endpoint="\/subscribe" locale="en"><template shadowrootmode="open"><style>/,
    );
    const scripts = named(html, 'script');
    expect(scripts.map(({ attributes }) => attributes.type)).toEqual(['application/json']);
    expect(JSON.parse(scripts[0]!.text)).toEqual(subscription);
    expect(html).not.toMatch(/ (on\w+|style)=/);
  });

  it('gives browsers without declarative shadow DOM a link to the consume page, or the page’s own children', async () => {
    const fallback = async (options: Partial<RenderOptions>) =>
      (await render(options)).replace(/^[^]*<\/template>/, '');
    expect(await fallback({ locale: 'sv' })).toBe(
      `<a href="https://feeds.example/consume/sv?rss=${encodeURIComponent(feedUrl)}" rel="noreferrer">The Member Show</a></private-podcast-subscribe>`,
    );
    const withoutPage = { ...subscription, consumeUrl: undefined };
    expect(named(await fallback({ subscription: withoutPage }), 'a')[0]?.attributes.href).toBe(
      feedUrl,
    );
    expect(await fallback({ children: '<p slot="footer">Hello</p>' })).toBe(
      '<p slot="footer">Hello</p></private-podcast-subscribe>',
    );
  });

  it.each(languageCodes)('renders in %s, and sets the element’s locale to it', async (locale) => {
    const html = await render({ locale });
    const [host, root] = [named(html, 'private-podcast-subscribe')[0], rootOf(html)];
    const lang = locale === 'de-formal' ? 'de' : locale;
    expect([host?.attributes.locale, root?.attributes.lang]).toEqual([locale, lang]);
    expect(root?.attributes.dir).toBe(locale === 'ar' ? 'rtl' : 'ltr');
  });

  it('renders in the language that it is told, though an attribute names another', async () => {
    const html = await render({ locale: 'sv', attributes: { locale: 'de' } });
    expect(named(html, 'private-podcast-subscribe')[0]?.attributes.locale).toBe('sv');
    expect(rootOf(html)?.attributes.lang).toBe('sv');
  });

  it('takes every attribute of the element but the feed URL', () => {
    expectTypeOf<Exclude<keyof ElementAttributes, 'feed-url'>>().toExtend<AttributeName>();
  });

  it('follows the attributes', async () => {
    const html = await render({
      attributes: {
        links: 'direct',
        apps: 'castro overcast',
        episodes: 0,
        'podcast-image': 'https://host.example/cover.png',
        'forget-app': true,
        hidden: false,
        'data-place': 'main',
        dir: 'rtl',
        locale: 'nn',
      },
    });
    expect(appsIn(html)).toEqual(['a castro', 'a overcast']);
    expect(named(html, 'img')[0]?.attributes.src).toBe('https://host.example/cover.png');
    expect(named(html, 'section')).toEqual([]);
    expect(html).toMatch(
      / episodes="0" podcast-image="[^"]+" forget-app data-place="main" dir="rtl" locale="nn">/,
    );
    expect(rootOf(html)?.attributes).toMatchObject({ lang: 'nn', dir: 'rtl' });
  });

  it.each(['auto', '', 'sideways', 'RTL '])(
    'takes the direction of the language where `dir` says none: %j',
    async (dir) => {
      const html = await render({ attributes: { locale: 'ar', dir } });
      expect(rootOf(html)?.attributes).toMatchObject({ lang: 'ar', dir: 'rtl' });
    },
  );

  it('leaves playing to a page that has a player of its own', async () => {
    const listens = async (attributes: Attributes) =>
      tagsOf(await render({ attributes })).some(({ attributes: { part } }) => part === 'listen');
    expect(await listens({})).toBe(true);
    expect(await listens({ player: 'none' })).toBe(false);
  });

  it('gives each button that needs the script a popover, which is there before it and remembers the press', async () => {
    const html = await render({ userAgent: windows });
    const buttons = named(html, 'button').map(({ attributes }) => attributes.popovertarget);
    const popovers = tagsOf(html).filter(({ attributes }) => 'popover' in attributes);
    expect(buttons.length).toBeGreaterThan(2);
    expect(popovers.map(({ attributes }) => attributes.id)).toEqual(buttons);
    // A slow line may show the buttons while the rest of the page is on its way.
    expect(html.lastIndexOf(' popover ')).toBeLessThan(html.indexOf(' popovertarget='));
  });
});

describe('subscribeStyleSource', () => {
  it('returns the hash of the style sheet, which has the page’s nonce if given', async () => {
    const style = /<style>([^]*?)<\/style>/.exec(await render({ locale: 'ar' }))![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(await subscribeStyleSource()).toBe(`'sha256-${hash}'`);
    expect(await render({ nonce: 'r4nd0m"' })).toContain('<style nonce="r4nd0m&quot;">');
  });
});

describe('renderSubscribeElement: hostile input', () => {
  const hostile = [
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '</template></private-podcast-subscribe><img src=x onerror=alert(1)>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</style><svg onload=alert(1)>',
    '&lt;b&gt;\u2028\0',
    '{{constructor.constructor("alert(1)")()}}',
  ];

  const shape = (tags: Tag[]) =>
    tags.map(({ name, attributes }) => `${name} ${Object.keys(attributes).join(' ')}`);

  it('renders published attacks as text, wherever they come in', async () => {
    const fields = { token: 'a', id: 'b', apps: 'c', 'podcast-title': 'd' };
    const clean = shape(tagsOf(await render({ attributes: fields })));
    const attacks = [...purifyCases(), ...naughtyStrings()].filter((text) => text.trim());
    for (const text of attacks) {
      const html = await render({
        subscription: { ...subscription, title: text, sku: text, parserFormat: text },
        attributes: { token: text, id: text, apps: text, 'podcast-title': text },
        userAgent: text + iPhone,
        locale: text,
      });
      expect(shape(tagsOf(html)), text).toEqual(clean);
      const [script] = named(html, 'script');
      expect(JSON.parse(script!.text), text).toMatchObject({ title: text, sku: text });
    }
  });

  it.each(hostile)('renders it as text, wherever it comes in: %s', async (text) => {
    const clean = await render({
      attributes: { token: 'a', id: 'b', apps: 'c', 'podcast-title': 'd' },
    });
    const html = await render({
      subscription: {
        ...subscription,
        title: text,
        sku: text,
        feedUrl: `https://feeds.example/${text}`,
        parserFormat: text,
        consumeUrl: `https://feeds.example/${text}`,
      },
      attributes: { token: text, id: text, apps: text, 'podcast-title': text },
      userAgent: text + iPhone,
      locale: text,
    });
    expect(shape(tagsOf(html))).toEqual(shape(tagsOf(clean)));
    const [host] = named(html, 'private-podcast-subscribe');
    expect(host?.attributes).toMatchObject({ token: text, id: text, locale: 'en' });
    const [title] = tagsOf(html).filter(({ attributes }) => attributes.part === 'title');
    expect(title?.text.trim()).toBe(text.trim());
    const [script] = named(html, 'script');
    expect(script!.text).not.toContain('<');
    expect(JSON.parse(script!.text)).toMatchObject({ title: text, sku: text });
  });

  it.each([
    'onclick',
    'ONCLICK',
    'style',
    'x onload',
    'a"b',
    'data-',
    'data-x=',
    'shadowrootmode',
    '',
    'constructor',
  ])('refuses the attribute %j', async (name) => {
    const attributes = { [name]: 'alert(1)' } as Attributes;
    expect(await codeOf(render({ attributes }))).toMatch(/^bad-input: .*attribute/);
  });

  it('refuses the feed URL as an attribute, because the page would keep it', async () => {
    const attributes = { 'feed-url': feedUrl } as Attributes;
    const said = await codeOf(render({ attributes }));
    expect(said).toMatch(/^bad-input: Leave out the attribute `feed-url`/);
    expect(said).not.toContain('s3cret');
  });

  it.each(['consume-url', 'streaming-url', 'podcast-image'] as const)(
    'refuses a %s that is not an absolute web URL',
    async (name) => {
      for (const url of ['/consume', 'javascript:alert(1)', 'data:text/html,x']) {
        expect(await codeOf(render({ attributes: { [name]: url } }))).toBe(
          `bad-input: The attribute \`${name}\` must be an absolute URL.`,
        );
      }
    },
  );

  it.each([
    undefined,
    null,
    'text',
    { ...subscription, feedUrl: 'javascript:alert("s3cret")' },
    { ...subscription, title: 7 },
  ])('refuses an object that is not a Subscription: %j', async (given) => {
    const said = await codeOf(render({ subscription: given as never }));
    expect(said).toMatch(/^bad-input: The subscription cannot be used/);
    expect(said).not.toContain('s3cret');
  });

  it('never links a consume page on plain http', async () => {
    const html = await render({
      subscription: { ...subscription, consumeUrl: 'http://feeds.example/c' },
    });
    expect(html).not.toContain('http://feeds.example/c/');
  });
});
