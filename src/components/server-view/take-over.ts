/**
 * Puts the element's own view in the place of the one that a server rendered. Ours is hidden behind
 * the server's until it is complete: texts, icons, and what the buttons do. Then the two change
 * places at once, and what the member was doing goes on.
 */
import type { DeviceApps } from '../buttons/device-apps.js';
import type { ReactiveController } from 'lit';
import type { Platform } from '../../apps/platform.js';
import type { ElementHost } from '../element/element-host.js';
import type { SubscriptionController } from '../subscription/subscription-controller.js';

/** It takes this from the element. */
export interface TakeOverServices {
  readonly host: ElementHost;
  readonly subscriptionController: SubscriptionController;
  readonly apps: Pick<DeviceApps, 'platform'>;
}

/** The parts that load after the app buttons (`lazy-features.ts`). */
interface Features {
  readonly actions: object | undefined;
  readonly section: object | undefined;
}

const otherDevice = (platform: Platform) => (platform === 'ios' ? '.for-mouse' : '.for-touch');

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Names a control: the same in both views. */
const keyOf = (control: HTMLElement) => control.dataset.app || control.part[0];

const all = (view: ParentNode, selector: string) => [
  ...view.querySelectorAll<HTMLElement>(selector),
];

/** The controls of a view that are the same as this one. */
const likeControls = (view: ParentNode, control: HTMLElement) =>
  all(view, 'a, button').filter((other) => keyOf(other) === keyOf(control));

export class TakeOver implements ReactiveController {
  readonly #root: ShadowRoot;
  /** The server's nodes; `noscript` is the last. */
  readonly #served: readonly Element[];
  readonly #view: HTMLElement;
  #isEnding = false;

  constructor(
    private readonly services: TakeOverServices,
    private readonly features: Features,
  ) {
    const { host } = services;
    const root = (this.#root = host.renderRoot);
    const nodes = [...root.children];
    this.#served = nodes.slice(0, nodes.findIndex(({ localName }) => localName === 'noscript') + 1);
    [this.#view] = all(root, '.root') as [HTMLElement];
    // Of the views for a Mac and for an iPad, which calls itself one, the other is not seen.
    for (const other of all(this.#view, otherDevice(services.apps.platform))) other.remove();
    host.addController(this);
    host.requestUpdate();
    // A button was pressed whose code may have been lost on the way.
    root.addEventListener('toggle', () => host.requestUpdate(), { capture: true });
  }

  /** The element's own view; `undefined` while it has none. */
  get #own(): HTMLElement | undefined {
    return all(this.#root, '.root').find((view) => view !== this.#view);
  }

  hostUpdated(): void {
    if (!this.#isEnding && this.#isComplete) void this.#end();
  }

  /** Whether ours has all that the server's has, or something else to say. */
  get #isComplete(): boolean {
    const own = this.#own;
    const { state, subscription, rendered } = this.services.subscriptionController;
    // The page has set another token, perhaps another member's: the links before must not stay.
    const isOver = /resolving|ready/.test(state) && subscription !== rendered;
    if (!own || isOver) return true;
    const has = (selector: string) => own.querySelector(selector) !== null;
    if (has('.actions [part=notice]')) return true;
    if (has('.actions [part=retry]')) return this.#pressed.length > 0;
    const { actions, section } = this.features;
    const notice = '[part=in-app]';
    return (
      has(notice) === all(this.#view, notice).length > 0 &&
      actions !== undefined &&
      (section !== undefined || !has('section')) &&
      all(own, '.tile').every((tile) => tile.firstElementChild)
    );
  }

  /** The buttons that the member pressed, and that only a script can answer. */
  get #pressed(): HTMLElement[] {
    return all(this.#root, ':popover-open').flatMap(({ id }) =>
      all(this.#view, `[popovertarget="${id}"]`),
    );
  }

  async #end(): Promise<void> {
    this.#isEnding = true;
    await this.#decodeCover();
    // A finger or a key is down: the click belongs to what it went down on.
    while (this.#root.querySelector(':active')) await nextFrame();
    this.services.host.removeController(this);
    this.#swap();
  }

  /** A cover that is there must not blink. */
  async #decodeCover(): Promise<void> {
    const served = this.#view.querySelector('img');
    const own = this.#own?.querySelector('img');
    if (served?.complete && own?.src === served.src) await own.decode().catch(() => undefined);
  }

  /** In one task, so that nothing of it is seen. */
  #swap(): void {
    const moveFocus = this.#focusMove();
    const pressed = this.#pressed.map((control) => this.#counterpart(control));
    for (const node of this.#served) node.remove();
    moveFocus();
    for (const control of pressed) control?.click();
  }

  /** Reads where the focus is; the result brings it over. */
  #focusMove(): () => void {
    const from = this.#root.activeElement as HTMLElement | null;
    const to = from && this.#counterpart(from);
    if (!to) return () => undefined;
    const focusVisible = from.matches(':focus-visible');
    return () => to.focus({ preventScroll: true, focusVisible });
  }

  #counterpart(control: HTMLElement): HTMLElement | undefined {
    const own = this.#own;
    return own && likeControls(own, control)[likeControls(this.#view, control).indexOf(control)];
  }
}
