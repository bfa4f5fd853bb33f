/**
 * A publisher's page for tests: the element on it, and a network on which the publisher's
 * subscribe handler and the feed parser answer as a test says.
 */
import { aTimeout, fixture, waitUntil } from '@open-wc/testing';
import { html, render, type TemplateResult } from 'lit';
import '../../src/define.js';
import type { ElementState, PrivatePodcastSubscribe } from '../../src/index.js';

export const endpoint = 'https://publisher.example/subscribe';
export const parserUrl = 'https://parser.example';
export const consumeUrl = 'https://operator.example/consume';
/** What must never be seen outside: the parts of it that are secret are `s3cret` and `t0ken`. */
export const feedUrl = 'https://feeds.example/s3cret/show_private.rss?token=a%2Fb+c';
export const consumePage = `${consumeUrl}/en?rss=${encodeURIComponent(feedUrl)}`;

type Answer = (request: Request) => Response | Promise<Response>;

export const json =
  (body: unknown, status = 200): Answer =>
  () =>
    new Response(JSON.stringify(body), { status });
export const problem = (code: string, status: number): Answer =>
  json({ type: 'about:blank', code, status }, status);
/** The answer never comes; the request can be aborted only. */
export const silent: Answer = () => new Promise<never>(() => undefined);
export const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** An answer that is given when the test says so. */
export function later(): { answer: Answer; give: (answer: Answer) => void } {
  let give!: (answer: Answer) => void;
  const given = new Promise<Answer>((resolve) => (give = resolve));
  return { answer: async (request) => (await given)(request), give };
}

export const subscription = (more: object = {}): Answer =>
  json({ feedUrl, title: 'Quiet Harbours', sku: 'sid:harbours', consumeUrl, parserUrl, ...more });

export function episode(number: number, more: object = {}) {
  return {
    guid: `harbour-${number}`,
    title: `Harbour ${number}`,
    description: `What was said in harbour ${number}.`,
    descriptionWithHtml: `<p>What was said in <a href="https://example.com/${number}">harbour ${number}</a>.</p>`,
    publishDate: new Date(Date.UTC(2025, 0, 1, 12) + number * 864e5).toISOString(),
    duration: 60 * number,
    url: `https://media.example/${number}.mp3`,
    contentType: 'audio/mpeg',
    ...more,
  };
}

/** A podcast with its newest episode first, as a feed has it. */
export function podcast(count: number, more: object = {}) {
  return {
    title: 'Quiet Harbours',
    author: 'Norra Kajen Radio',
    language: 'sv',
    episodes: Array.from({ length: count }, (_, index) => episode(count - index)),
    ...more,
  };
}

/** Silence as a WAV file: 8 bit, one channel. */
export function silence(seconds: number): Blob {
  const rate = 8000;
  const head = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => head.setUint8(at + index, byte));
  const size = rate * seconds;
  write(0, 'RIFF');
  head.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  write(36, 'data');
  head.setUint32(40, size, true);
  return new Blob([head, new Uint8Array(size).fill(128)], { type: 'audio/wav' });
}

/** Who answers on this page, and what was asked. */
export interface Network {
  handler: Answer;
  parser: Answer;
  /** The feed's own host, asked where there is no parser or it fails. */
  feed: Answer;
  /** Where chapters files lie. */
  media: Answer;
  /** Everything that was asked of a host: `publisher.example` and so on. */
  asked: (host: 'publisher' | 'parser' | 'feeds' | 'media') => Request[];
}

/** Stands in for the network before each test of a suite, and is gone after it. */
export function useNetwork(): Network {
  before(async function () {
    // What the element loads when it is needed is there before the first test, whatever the machine.
    this.timeout(60_000);
    await Promise.all([
      import('../../src/apps/catalogue.js'),
      import('../../src/components/actions/app-actions.js'),
      import('../../src/components/actions/help-view.js'),
      import('../../src/components/actions/phone-dialog.js'),
      import('../../src/components/episodes/episodes-section.js'),
      import('../../src/components/episodes/notes.js'),
      import('../../src/components/episodes/player.js'),
      import('../../src/components/episodes/search.js'),
      import('../../src/components/texts/languages.js').then(({ languages }) => languages.en()),
      import('../../src/podcast/parse-podcast.js'),
    ]);
  });
  const own = window.fetch.bind(window);
  let requests: Request[] = [];
  const network: Network = {
    handler: silent,
    parser: silent,
    feed: offline,
    media: offline,
    asked: (host) => requests.filter(({ url }) => new URL(url).host === `${host}.example`),
  };
  const answers: Record<string, () => Answer> = {
    'publisher.example': () => network.handler,
    'parser.example': () => network.parser,
    'feeds.example': () => network.feed,
    'media.example': () => network.media,
  };
  beforeEach(() => {
    localStorage.clear();
    requests = [];
    network.handler = subscription();
    network.parser = json(podcast(12));
    network.feed = offline;
    network.media = offline;
    window.fetch = (input, init) => {
      const request = new Request(input, init);
      const answer = answers[new URL(request.url).host]?.();
      if (!answer || request.signal.aborted) return own(input, init);
      requests.push(request);
      return new Promise((resolve, reject) => {
        const abort = () => reject(new DOMException('Aborted', 'AbortError'));
        request.signal.addEventListener('abort', abort);
        Promise.resolve(answer(request)).then(resolve, reject);
      });
    };
  });
  afterEach(() => {
    window.fetch = own;
  });
  return network;
}

type Attributes = Partial<Record<string, string>>;

/** Puts the element on the page: with a token and an endpoint, where the attributes name no other source. */
export async function place(
  attributes: Attributes = { token: 't0ken', endpoint },
  children: TemplateResult = html``,
): Promise<PrivatePodcastSubscribe> {
  const element = document.createElement('private-podcast-subscribe');
  for (const [name, value = ''] of Object.entries(attributes)) element.setAttribute(name, value);
  render(children, element);
  const page = await fixture(html`<main>${element}</main>`);
  await element.updateComplete;
  return page.firstElementChild as PrivatePodcastSubscribe;
}

const source = { token: 't0ken', endpoint };

/** The element in a state, with more attributes than the source. */
export async function placed(
  state: ElementState,
  attributes: Attributes = {},
  children?: TemplateResult,
): Promise<PrivatePodcastSubscribe> {
  const element = await place({ ...source, ...attributes }, children);
  await reach(element, state);
  return element;
}

export async function reach(
  element: PrivatePodcastSubscribe,
  state: ElementState,
  timeout = 5000,
): Promise<void> {
  await waitUntil(() => element.state === state, `the state ${state}`, { timeout });
  await element.updateComplete;
}

/** The element with its episodes and the actions of its buttons. */
export async function placedWithEpisodes(
  attributes: Attributes = {},
): Promise<PrivatePodcastSubscribe> {
  const element = await placed('ready', attributes);
  await present(element, '.episode');
  return element;
}

export function all<T extends HTMLElement>(
  element: PrivatePodcastSubscribe,
  selector: string,
): T[] {
  return [...(element.shadowRoot?.querySelectorAll<T>(selector) ?? [])];
}

export const one = (element: PrivatePodcastSubscribe, selector: string): HTMLElement | undefined =>
  all(element, selector)[0];

export const has = (element: PrivatePodcastSubscribe, selector: string): boolean =>
  all(element, selector).length > 0;

/** What stands in the shadow root, with the language and the direction of the texts. */
export const root = (element: PrivatePodcastSubscribe): HTMLElement => one(element, '.root')!;

/** The text of a node as it is read, without the spaces of its mark-up. */
export const words = (node: Node): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim();

/** What a button or a link is called. */
export const nameOf = (node: HTMLElement): string => node.getAttribute('aria-label') ?? words(node);

/** Waits for something to stand in the element. */
export async function present<T extends HTMLElement>(
  element: PrivatePodcastSubscribe,
  selector: string,
): Promise<T> {
  await waitUntil(() => one(element, selector), `${selector} in the element`, { timeout: 5000 });
  await element.updateComplete;
  return all<T>(element, selector)[0]!;
}

/** Waits for the status region to say something. */
export async function says(element: PrivatePodcastSubscribe, text: string): Promise<void> {
  await waitUntil(
    () => one(element, '[role=status]')?.textContent.includes(text),
    `the status “${text}”`,
    { timeout: 5000 },
  );
}

/** Presses a button as a keyboard does: it has the focus when it acts. */
export function press(element: PrivatePodcastSubscribe, selector: string): HTMLElement {
  const button = one(element, selector);
  if (!button) throw new Error(`There is no ${selector}.`);
  button.focus();
  button.click();
  return button;
}

/** Writes into the search field, all at once. */
export function searchFor(element: PrivatePodcastSubscribe, text: string): void {
  const field = all<HTMLInputElement>(element, '[part=search]')[0]!;
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

/** Lets everything that is ready to run do so: answers that were given, updates they caused. */
export async function settled(element: PrivatePodcastSubscribe): Promise<void> {
  await aTimeout(0);
  await element.updateComplete;
}

const announcedEvents = [
  'pps-ready',
  'pps-no-access',
  'pps-error',
  'pps-token-expired',
  'pps-app-select',
  'pps-episode-play',
] as const;

/** An event as one line: its type and what its fields say. */
function lineOf(event: Event): string {
  const fields = Object.values(event).filter((value) => typeof value === 'string');
  return [event.type, ...fields].join(' ');
}

/** Collects the element's events where they come out, at the document. */
export function useEvents(): { events: Event[]; lines: () => string[] } {
  const heard = { events: [] as Event[], lines: () => heard.events.map(lineOf) };
  const hear = (event: Event) => void heard.events.push(event);
  beforeEach(() => {
    heard.events = [];
    for (const type of announcedEvents) document.addEventListener(type, hear);
  });
  afterEach(() => {
    for (const type of announcedEvents) document.removeEventListener(type, hear);
  });
  return heard;
}

/** Gives an object of the page another property until the test is over. */
export function useStand(): (target: object, name: string, value: unknown) => void {
  let undo: (() => void)[] = [];
  afterEach(() => {
    for (const step of undo) step();
    undo = [];
  });
  return (target, name, value) => {
    Object.defineProperty(target, name, { configurable: true, value });
    undo.push(() => Reflect.deleteProperty(target, name));
  };
}

/** Collects what the element reports to the page's developer, who would read it in the console. */
export function useReports(): { texts: () => string[] } {
  const own = window.reportError.bind(window);
  let reported: unknown[] = [];
  beforeEach(() => {
    reported = [];
    window.reportError = (error) => void reported.push(error);
  });
  afterEach(() => {
    window.reportError = own;
  });
  return { texts: () => reported.map(String) };
}
