/** A publisher's page for tests: puts the element on it, and finds, presses and hears what is there. */
import { aTimeout, fixture } from '@open-wc/testing';
import { html, render, type TemplateResult } from 'lit';
import '../../../src/define.js';
import type { ElementState, PrivatePodcastSubscribe } from '../../../src/index.js';
import { endpoint } from './element-network.js';
import { waitUntil } from '../waiting/wait-until.js';

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

export async function reach(element: PrivatePodcastSubscribe, state: ElementState): Promise<void> {
  await waitUntil(() => element.state === state, `the state ${state}`);
  await element.updateComplete;
  // The message of these states is a chunk of its own.
  if (/no-access|expired|failed/.test(state)) await present(element, '[part=notice]');
}

/** The element with its episodes and the actions of its buttons. */
export async function placedWithEpisodes(
  attributes: Attributes = {},
): Promise<PrivatePodcastSubscribe> {
  const element = await placed('ready', attributes);
  await present(element, '.episode');
  // What the icons open is loaded when the pointer comes near.
  if (has(element, '[part=controls]')) {
    approachSearch(element);
    await present(element, '[part=search]');
  }
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

/** The root in the shadow root, with the language and the direction of the texts. */
export const root = (element: PrivatePodcastSubscribe): HTMLElement => one(element, '.root')!;

/** The text of a node as it is read, without the spaces of its mark-up. */
export const words = (node: Node): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The texts of the pieces of a node, one for each: a heading and its sentence, for example. */
export const linesOf = (node: Element): string[] => [...node.children].map(words);

/** The name of a button or a link. */
export const nameOf = (node: HTMLElement): string => node.getAttribute('aria-label') ?? words(node);

/** Waits for something to stand in the element. */
export async function present<T extends HTMLElement>(
  element: PrivatePodcastSubscribe,
  selector: string,
): Promise<T> {
  await waitUntil(() => one(element, selector), `${selector} in the element`);
  await element.updateComplete;
  return all<T>(element, selector)[0]!;
}

/** What is said now: in the open dialog if there is one, because what is outside is silent. */
function spoken(element: PrivatePodcastSubscribe): string {
  const region = all(element, 'dialog[open] .status').at(-1) ?? one(element, '.status');
  return region?.textContent ?? '';
}

/** Waits for the status region to say something. */
export async function says(element: PrivatePodcastSubscribe, text: string): Promise<void> {
  await waitUntil(() => spoken(element).includes(text), `the status “${text}”`);
}

/** Opens the sheet behind "More". */
export async function openSheet(element: PrivatePodcastSubscribe): Promise<HTMLDialogElement> {
  press(element, '[part=more]');
  return present<HTMLDialogElement>(element, 'dialog[open]');
}

/** Presses a button as a keyboard does: it has the focus when it acts. */
export function press(element: PrivatePodcastSubscribe, selector: string): HTMLElement {
  const button = one(element, selector);
  if (!button) throw new Error(`There is no ${selector}.`);
  button.focus();
  button.click();
  return button;
}

/** Taps an app's button; a link is not followed, because no test may leave its page. */
export function tap(element: PrivatePodcastSubscribe, app: string): void {
  const button = one(element, `[data-app=${app}]`);
  const stay = (event: Event) => event.preventDefault();
  button?.addEventListener('click', stay, { capture: true, once: true });
  press(element, `[data-app=${app}]`);
}

/** The pointer comes near the button for the search, whose code then loads. */
export const approachSearch = (element: PrivatePodcastSubscribe): unknown =>
  one(element, '[part=search-open]')?.dispatchEvent(
    new PointerEvent('pointerover', { bubbles: true }),
  );

/** Writes into the search field, all at once; opens it if it is closed. */
export function searchFor(element: PrivatePodcastSubscribe, text: string): void {
  const open = one(element, '[part=search-open][aria-expanded=false]');
  open?.click();
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
  'pps-connected',
  'pps-episode-play',
  'pps-episode-pause',
  'pps-episode-end',
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

/** Replaces a property of an object of the page until the test is over. */
export function useStub(): (target: object, name: string, value: unknown) => void {
  let undo: (() => void)[] = [];
  afterEach(() => {
    // The last first: a property may have been replaced twice.
    for (const step of undo.reverse()) step();
    undo = [];
  });
  return (target, name, value) => {
    const own = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
    undo.push(() => {
      if (own) Object.defineProperty(target, name, own);
      else Reflect.deleteProperty(target, name);
    });
  };
}

/** The values of `navigator` on each device. An iPad in its desktop mode says that it is a Mac. */
const devices = {
  ios: {
    platform: 'iPhone',
    maxTouchPoints: 5,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  android: {
    platform: 'Linux armv81',
    maxTouchPoints: 5,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  },
  macos: {
    platform: 'MacIntel',
    maxTouchPoints: 0,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  },
  windows: {
    platform: 'Win32',
    maxTouchPoints: 0,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  },
  linux: {
    platform: 'Linux x86_64',
    maxTouchPoints: 0,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  },
};

/**
 * Takes the browser for one on another device, in each test of a suite; an element sees it that is
 * placed after that.
 * @returns a function that changes the device within a test.
 */
export function useDevice(device: keyof typeof devices): (device: keyof typeof devices) => void {
  const stub = useStub();
  const become = (device: keyof typeof devices) => {
    stub(navigator, 'userAgentData', undefined);
    for (const [name, value] of Object.entries(devices[device])) stub(navigator, name, value);
  };
  beforeEach(() => become(device));
  return become;
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
