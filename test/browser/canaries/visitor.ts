/** A browser whose pages are listened to: all that others could read of a visit. */
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from 'playwright-core';
import type { Heard } from './heard.js';

const isLoopback = ({ hostname }: URL) => hostname === '127.0.0.1' || hostname === 'localhost';

/** The path of a URL without what is somebody's own, for the name of a place. */
export function pathOf(address: string): string {
  if (address.startsWith('mailto:')) return 'a mail';
  const url = new URL(address);
  if (!isLoopback(url)) return 'another site';
  return url.pathname.replaceAll(/\/[^/]{21,}/g, '/…').replace(/\/embed\/.*/, '/embed/…');
}

export function hearHeaders(heard: Heard, address: string, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    heard.learnFrom(value);
    heard.hear(`${name} of an answer of ${pathOf(address)}`, value);
  }
}

export function hearBody(heard: Heard, address: string, body: string): void {
  const path = pathOf(address);
  heard.learnFrom(body);
  heard.hear(`answer of ${path}`, body);
}

/** Keeps the text of an answer that has come to its end. */
async function hearEnd(heard: Heard, request: Request): Promise<void> {
  const response = await request.response();
  const isText = /text|json|xml/.test(response?.headers()['content-type'] ?? '');
  // The element's own files are public.
  const isOurs = pathOf(request.url()).startsWith('/embed');
  if (response && isText && !isOurs) hearBody(heard, request.url(), await response.text());
}

/** Runs in each page before its own scripts. */
function listen(): void {
  const { tell } = window as unknown as { tell: (place: string, text: string) => void };
  const events = ['ready', 'no-access', 'error', 'token-expired', 'app-select', 'connected'];
  for (const type of [...events, 'episode-play', 'episode-pause', 'episode-end']) {
    document.addEventListener(`pps-${type}`, (event) => {
      for (const name in event) {
        const value: unknown = Reflect.get(event, name);
        if (value === null || !/object|function/.test(typeof value))
          tell(`${name} of events`, String(value));
      }
      tell(
        'detail of events',
        JSON.stringify([(event as CustomEvent).detail, Object.entries(event)]),
      );
    });
  }
  document.addEventListener('securitypolicyviolation', (event) => {
    const { blockedURI, documentURI, referrer, sample, sourceFile } = event;
    tell('reports', [blockedURI, documentURI, referrer, sample, sourceFile].join(' '));
  });
  new ReportingObserver((reports) => tell('reports', JSON.stringify(reports)), {
    buffered: true,
  }).observe();
  class HeardChannel extends BroadcastChannel {
    override postMessage(message: unknown) {
      tell('messages to other tabs', JSON.stringify(message));
      super.postMessage(message);
    }
  }
  window.BroadcastChannel = HeardChannel;
}

/** Everything in a page, in its storage and in its history now, with the name of each place. */
async function readPage(): Promise<[string, string][]> {
  const seen: [string, string][] = [];
  const read = (node: ParentNode) => {
    for (const element of node.querySelectorAll('*')) {
      const [part] = element.getAttribute('part')?.split(' ') ?? [];
      const isApp = element.hasAttribute('data-app');
      const name = `${element.localName}${isApp ? '[data-app]' : part ? `[part=${part}]` : ''}`;
      for (const { name: attribute, value } of element.attributes) {
        seen.push([`attribute ${attribute} of ${name}`, value]);
      }
      if (element instanceof HTMLInputElement) seen.push([`value of ${name}`, element.value]);
      for (const child of element.childNodes) {
        if (child instanceof Text) seen.push([`text of ${name}`, child.data]);
      }
      if (element instanceof HTMLTemplateElement) read(element.content);
      if (element.shadowRoot) read(element.shadowRoot);
    }
  };
  read(document);
  seen.push(['referrer', document.referrer], ['address', location.href], ['title', document.title]);
  const { navigation } = window as { navigation?: { entries: () => { url: string | null }[] } };
  for (const { url } of navigation?.entries() ?? []) seen.push(['history', url ?? '']);
  seen.push(['history', JSON.stringify(history.state)], ['window name', window.name]);
  const { metadata } = navigator.mediaSession;
  const { title, artist, album, artwork } = metadata ?? {};
  seen.push(['media session', JSON.stringify([title, artist, album, artwork])]);
  for (const storage of [localStorage, sessionStorage]) {
    seen.push(['storage', JSON.stringify(Object.entries(storage))]);
  }
  seen.push(['cookies for scripts', document.cookie]);
  for (const key of await caches.keys()) {
    const kept = await (await caches.open(key)).keys();
    seen.push(['kept answers', [key, ...kept.map(({ url }) => url)].join(' ')]);
  }
  for (const { name = '', version } of await indexedDB.databases()) {
    const opening = indexedDB.open(name, version);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const stores = [...opening.result.objectStoreNames];
    for (const store of stores) {
      const rows = opening.result.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => (rows.onsuccess = resolve));
      seen.push(['databases', JSON.stringify([name, store, rows.result])]);
    }
    opening.result.close();
  }
  return seen;
}

export class Visitor {
  #pending: Promise<unknown>[] = [];

  private constructor(
    readonly context: BrowserContext,
    private readonly heard: Heard,
  ) {}

  static async open(
    browser: Browser,
    heard: Heard,
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const visitor = new Visitor(context, heard);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.exposeFunction('tell', (place: string, text: string) => heard.hear(place, text));
    await context.addInitScript(listen);
    // A request that leads out of the demo is heard, and goes nowhere.
    await context.route(
      (url) => !isLoopback(url),
      (route) => route.abort(),
    );
    context.on('request', (request) => visitor.#hearRequest(request));
    context.on('response', (response) => {
      // All header fields of a request are known once it has an answer; one that is refused gets none.
      const sent = response.request().allHeaders();
      visitor.#keep(sent.then((fields) => visitor.#hearFields(fields)));
      const got = response.allHeaders();
      visitor.#keep(got.then((fields) => hearHeaders(heard, response.url(), fields)));
    });
    // A page may leave an answer unread, and then it never ends.
    context.on('requestfinished', (request) => visitor.#keep(hearEnd(heard, request)));
    context.on('console', (message) => {
      // These are Chromium's own words for the press on "E-mail it to yourself", with the mail's link.
      if (/^(?:Launched|Failed to|Not allowed)[^']* 'mailto:/.test(message.text())) return;
      heard.hear('console', message.text());
      visitor.#keep(
        Promise.all(message.args().map((each) => each.jsonValue())).then((values) =>
          heard.hear('console', JSON.stringify(values)),
        ),
      );
    });
    context.on('weberror', (error) => heard.hear('console', String(error.error().stack)));
    return visitor;
  }

  /** A page may close before its answer is read. */
  #keep(work: Promise<unknown>): void {
    this.#pending.push(work.catch(() => undefined));
  }

  #hearRequest(request: Request): void {
    const path = pathOf(request.url());
    // The address of a feed is the secret itself: the element reads it there when the parser is away.
    if (!path.startsWith('/feeds/')) {
      this.heard.hear(`address of a request for ${path}`, request.url());
    }
    this.heard.hear(`body of a request for ${path}`, request.postData() ?? '');
    this.#hearFields(request.headers());
  }

  #hearFields({ authorization, cookie, ...others }: Record<string, string>): void {
    this.heard.learnFrom(authorization ?? '');
    this.heard.hear('cookies', cookie ?? '');
    for (const [name, value] of Object.entries(others)) {
      this.heard.hear(name === 'referer' ? 'referrer' : 'header fields of requests', value);
    }
  }

  /** Keeps all that stands in a page now. */
  async look(page: Page): Promise<void> {
    for (const [place, text] of await page.evaluate(readPage)) {
      this.heard.learnFrom(text);
      this.heard.hear(place, text);
    }
    for (const { value } of await this.context.cookies()) this.heard.hear('cookies', value);
  }

  async close(): Promise<void> {
    await Promise.all(this.#pending);
    await this.context.close();
  }
}
