/** The real thing beside the model: the element on a page whose clock, servers and chunks do as a step says. */
import type { PrivatePodcastSubscribe } from '../../../../src/index.js';
import { all, has, one, useDevice, useEvents, useStub, words } from '../publisher-page.js';
import { PageClock } from './page-clock.js';
import { answer, linkOf, serverOf, tokenOf, type Name, type Service } from './servers.js';
import { silenceMedia } from './silent-media.js';

/** Milliseconds after each step: a screen reader has been told by then, and nobody has been given up on. */
const REST_MS = 400;

interface Waiting {
  server: 'handler' | 'feeds' | 'chunks';
  go: () => void;
}

interface Listener {
  type: string;
  listener: unknown;
  signal: AbortSignal | undefined;
}

/** Gives each test of a suite a page of its own. */
export function useModelPage(): () => ModelPage {
  const stub = useStub();
  const heard = useEvents();
  const become = useDevice('ios');
  let page: ModelPage;
  beforeEach(() => (page = new ModelPage(stub, heard, become)));
  return () => page;
}

export class ModelPage {
  readonly clock: PageClock;
  element!: PrivatePodcastSubscribe;
  service!: Service;
  held = new Set<Waiting['server']>();
  areChunksLost = false;
  requests: Request[] = [];
  /** What was written to the clipboard, the console, and the live regions. */
  copied: string[] = [];
  lines: string[] = [];
  said: string[] = [];
  isHidden = false;
  /** What stands in the live regions. */
  #heard = '';
  #waiting: Waiting[] = [];
  #loading = new Set<Promise<unknown>>();
  #given = new Set<string>();
  #listeners: Listener[] = [];
  #places: HTMLElement[] = [];
  readonly #regions = new MutationObserver(() => this.#hear());

  constructor(
    readonly stub: ReturnType<typeof useStub>,
    readonly heard: ReturnType<typeof useEvents>,
    readonly become: ReturnType<typeof useDevice>,
  ) {
    this.clock = new PageClock(stub);
    silenceMedia(stub);
    stub(window, 'fetch', (...call: [RequestInfo, RequestInit?]) => this.#fetch(...call));
    stub(window, 'giveChunk', (path: string, load: () => Promise<unknown>) =>
      this.#giveChunk(path, load),
    );
    stub(navigator, 'clipboard', { writeText: (text: string) => void this.copied.push(text) });
    for (const name of ['warn', 'error'] as const) {
      stub(console, name, (...words: unknown[]) => void this.lines.push(words.join(' ')));
    }
    stub(window, 'reportError', (error: unknown) => void this.lines.push(String(error)));
    this.#stubGetter(navigator, 'onLine', () => !this.service.isOffline);
    this.#stubGetter(document, 'hidden', () => this.isHidden);
    for (const target of [window, document]) this.#watchListeners(target);
  }

  #stubGetter(target: object, name: string, get: () => unknown): void {
    // What was there comes back after the test.
    this.stub(target, name, undefined);
    Object.defineProperty(target, name, { configurable: true, get });
  }

  #watchListeners(target: EventTarget): void {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    const listen: typeof add = (type, listener, options) => {
      const { signal, once = false } = Object(options) as AddEventListenerOptions;
      if (!once) this.#listeners.push({ type, listener, signal });
      add(type, listener, options);
    };
    this.stub(target, 'addEventListener', listen);
    const forget: typeof remove = (type, listener, options) => {
      this.#listeners = this.#listeners.filter(
        (one) => one.type !== type || one.listener !== listener,
      );
      remove(type, listener, options);
    };
    this.stub(target, 'removeEventListener', forget);
  }

  /** The events of the page that something listens to. */
  get listenedTo(): string[] {
    return this.#listeners.flatMap(({ type, signal }) => (signal?.aborted ? [] : type));
  }

  /** A page opened anew, in which nothing has been loaded yet. */
  open(service: Service, device: 'ios' | 'macos'): void {
    this.become(device);
    this.service = service;
    this.held.clear();
    this.areChunksLost = this.isHidden = false;
    this.#given.clear();
    // What the element before waited for must not come to it now.
    this.#waiting = [];
    localStorage.clear();
    sessionStorage.clear();
    this.#listeners = [];
    this.requests = [];
    this.copied = [];
    this.lines = [];
    this.#places = ['main', 'aside'].map((name) => document.createElement(name));
    // No press may leave the page.
    for (const place of this.#places) place.onclick = (event) => event.preventDefault();
    document.body.append(...this.#places);
    this.place();
  }

  /** A new element; it has nothing to show yet. */
  place(): void {
    this.element = document.createElement('private-podcast-subscribe');
    this.element.setAttribute('endpoint', 'https://publisher.example/subscribe');
    this.#places[0]!.append(this.element);
    this.#regions.observe(this.element.shadowRoot!, { subtree: true, childList: true });
  }

  /** Within the page, to where it is not. */
  move(): void {
    this.#places.find((place) => !place.contains(this.element))!.append(this.element);
  }

  putBack(): void {
    this.#places[0]!.append(this.element);
  }

  close(): void {
    this.#regions.disconnect();
    for (const place of this.#places) place.remove();
  }

  #hear(): void {
    const text = all(this.element, '.status').map(words).join('');
    if (text && text !== this.#heard) this.said.push(text);
    this.#heard = text;
  }

  #fetch(input: RequestInfo, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const server = serverOf(request);
    this.requests.push(request);
    return new Promise((resolve, reject) => {
      const abort = () => reject(new DOMException('Aborted', 'AbortError'));
      if (request.signal.aborted) {
        abort();
        return;
      }
      request.signal.addEventListener('abort', abort);
      const go = () => void answer(request, this.service).then(resolve, reject);
      if (!server) reject(new TypeError('Failed to fetch'));
      else if (this.held.has(server)) this.#waiting.push({ server, go });
      else go();
    });
  }

  /** A browser keeps a chunk that it has loaded. */
  #giveChunk(path: string, load: () => Promise<unknown>): Promise<unknown> {
    const give = () => {
      this.#given.add(path);
      const loading = load().finally(() => this.#loading.delete(loading));
      this.#loading.add(loading);
      return loading;
    };
    if (this.#given.has(path)) return give();
    if (this.areChunksLost) return Promise.reject(new TypeError('Failed to fetch'));
    if (!this.held.has('chunks')) return give();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ server: 'chunks', go: () => void give().then(resolve, reject) });
    });
  }

  /** The answers that were held back come, in an order that the step says. */
  async release(server: Waiting['server'], order: readonly number[]): Promise<void> {
    this.held.delete(server);
    const due = this.#waiting
      .filter((one) => one.server === server)
      .map((one, index) => ({ ...one, at: order[index % order.length]! }))
      .sort((a, b) => a.at - b.at);
    this.#waiting = this.#waiting.filter((one) => one.server !== server);
    for (const { go } of due) {
      go();
      await this.rest(0);
    }
  }

  /** Lets everything happen that is due by then. */
  async rest(ms = REST_MS): Promise<void> {
    await this.clock.pass(ms, () => this.#busy());
    await this.element.updateComplete;
  }

  /** What real time has to pass for. */
  #busy(): Promise<unknown> | undefined {
    if (this.#loading.size) return Promise.all(this.#loading);
    // A browser tells with its next frame that a dialog has closed.
    return has(this.element, 'dialog:not([open])') ? this.clock.frame() : undefined;
  }

  setTokenSource(name: Name | ''): void {
    const { service } = this;
    this.element.getToken = name ? () => Promise.resolve(tokenOf(name, service)) : undefined;
  }

  setFeed(name: Name | ''): void {
    if (name) this.element.setAttribute('feed-url', linkOf(name));
    else this.element.removeAttribute('feed-url');
  }

  /** Presses what stands there, as a keyboard does. */
  press(selector: string): void {
    const button = one(this.element, selector);
    if (!button?.checkVisibility()) throw new Error(`There is no ${selector} to press.`);
    button.focus();
    button.click();
  }

  /** Presses a key where the focus is. */
  key(key: string): void {
    const { activeElement } = this.element.shadowRoot!;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true });
    (activeElement ?? document.body).dispatchEvent(event);
  }
}
