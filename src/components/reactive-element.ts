/**
 * The base of the element: attributes and properties, updates in batches, controllers. It is as much of
 * Lit's `ReactiveElement` as the element needs, under the same names: see docs/decisions/0023. Lit's
 * templates do the rendering.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { render, type RenderOptions } from 'lit/html.js';
import { adoptStyles } from './adopt-styles.js';

export interface PropertyOptions {
  /** `false`: it has no attribute. Else that has the property's name, as in `feed-url`. */
  attribute?: false;
  /** The attribute's presence is the value. */
  type?: typeof Boolean;
  /** The value of an attribute; `null` if the attribute was removed. */
  converter?: (value: string | null) => unknown;
  /** Default: not the same value. */
  hasChanged?: (now: unknown, before: unknown) => boolean;
}

/** The options of each property. */
export type PropertyTable = Readonly<Record<string, PropertyOptions>>;

/** What changed since the last update, with the values before. */
export type ChangedProperties<Host> = ReadonlyMap<keyof Host, unknown>;

/** Node has no elements: importing this module there must not throw. */
const Base = 'HTMLElement' in globalThis ? HTMLElement : (Object as unknown as typeof HTMLElement);

const isNot = (now: unknown, before: unknown) => !Object.is(now, before);

/** `feed-url` for `feedUrl`. */
const kebabCase = (name: string) => name.replace(/[A-Z]/g, '-$&').toLowerCase();

export abstract class ReactiveElement extends Base implements ReactiveControllerHost {
  static properties: PropertyTable = {};
  static styles = '';

  /** The property of each attribute. */
  static readonly #propertyOf = new Map<string, string>();

  readonly renderOptions: RenderOptions = { host: this };
  readonly #controllers = new Set<ReactiveController>();
  readonly #values: Record<string, unknown> = {};
  /** Properties that the page set before the element was defined. */
  #early: Record<string, unknown> | undefined;
  #root: ShadowRoot | undefined;
  #changed = new Map<string, unknown>();
  #isOnPage = false;
  #isPending = false;
  #updating!: Promise<boolean>;
  #enable!: () => void;
  /** Nothing is rendered before the element is on a page. */
  readonly #enabled = new Promise<void>((resolve) => (this.#enable = resolve));

  /** The browser reads it when the element is defined, which is when the properties are made. */
  static get observedAttributes(): string[] {
    return Object.entries(this.properties).flatMap(([name, options]) => {
      ReactiveElement.#define(this.prototype, name, options);
      if (options.attribute === false) return [];
      const attribute = kebabCase(name);
      ReactiveElement.#propertyOf.set(attribute, name);
      return attribute;
    });
  }

  static #define(prototype: object, name: string, { hasChanged = isNot }: PropertyOptions): void {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: ReactiveElement) {
        return this.#values[name];
      },
      set(this: ReactiveElement, value: unknown) {
        const before = this.#values[name];
        this.#values[name] = value;
        if (!hasChanged(value, before)) return;
        if (!this.#changed.has(name)) this.#changed.set(name, before);
        this.requestUpdate();
      },
    });
  }

  constructor() {
    super();
    for (const name of Object.keys(this.#properties)) {
      if (!Object.hasOwn(this, name)) continue;
      (this.#early ??= {})[name] = this[name as keyof this];
      Reflect.deleteProperty(this, name);
    }
    this.requestUpdate();
  }

  get #properties() {
    return (this.constructor as typeof ReactiveElement).properties;
  }

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
    if (this.#isOnPage) controller.hostConnected?.();
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  connectedCallback(): void {
    this.#isOnPage = true;
    this.#enable();
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  disconnectedCallback(): void {
    this.#isOnPage = false;
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  attributeChangedCallback(attribute: string, _: string | null, value: string | null): void {
    const name = ReactiveElement.#propertyOf.get(attribute) ?? '';
    const { type, converter } = this.#properties[name] ?? {};
    Object.assign(this, { [name]: type ? value !== null : (converter?.(value) ?? value) });
  }

  get renderRoot(): ShadowRoot {
    return (this.#root ??= this.createRenderRoot());
  }

  /** Settles after the update that is due, with whether none is due any more; rejects if it threw. */
  get updateComplete(): Promise<boolean> {
    return this.#updating;
  }

  /** Renders anew, soon: once for all changes of this moment. */
  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    this.#updating = this.#update();
  }

  async #update(): Promise<boolean> {
    await this.#enabled;
    Object.assign(this, this.#early);
    this.#early = undefined;
    const changed = this.#changed as ChangedProperties<this>;
    try {
      this.willUpdate?.(changed);
      for (const controller of this.#controllers) controller.hostUpdate?.();
      this.update();
    } catch (error) {
      this.#settle();
      throw error;
    }
    for (const controller of this.#controllers) controller.hostUpdated?.();
    return !this.#isPending;
  }

  /** Whatever changes from now on is another update's. */
  #settle(): void {
    this.#changed = new Map();
    this.#isPending = false;
  }

  protected createRenderRoot(): ShadowRoot {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    adoptStyles(root, (this.constructor as typeof ReactiveElement).styles);
    return root;
  }

  protected update(): void {
    const content = this.render();
    this.#settle();
    render(content, this.renderRoot, this.renderOptions);
  }

  /** Before each rendering: derives what it needs. */
  protected willUpdate?(changed: ChangedProperties<this>): void;

  protected abstract render(): unknown;
}
