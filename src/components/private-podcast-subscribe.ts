/** The element: takes what the page gives, resolves it, and renders the podcast and its app buttons. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Subscription } from '../api/subscription.js';
import type { AppOverride } from '../apps/app-overrides.js';
import type { App } from '../apps/app-table.js';
import { detectPlatform } from '../apps/platform.js';
import type { AppActions, AppActionsInput } from './actions/app-actions.js';
import { appButtons } from './app-buttons.js';
import { renderAppButtons } from './app-buttons-view.js';
import type { EpisodesSection } from './episodes/episodes-section.js';
import { renderLost, unreachableText } from './lost-view.js';
import { renderCover, renderIntro } from './intro-view.js';
import { memoizeLatest } from './memoize-latest.js';
import { Parts } from './parts.js';
import { rememberedApp } from './remembered-app.js';
import { styles } from './styles.js';
import { Subscribing, type ElementState } from './subscribing.js';
import { enFirst, type FirstTexts } from './texts/en-first.js';
import type { Texts } from './texts/en.js';
import { Language } from './texts/language.js';
import { resolveWebUrl } from '../urls/web-url.js';

/**
 * Shows a member their private podcast and puts the button for their own app under their thumb.
 *
 * @tagname private-podcast-subscribe
 * @summary A member's private podcast: cover, app buttons, episodes.
 *
 * @slot - What a page shows before the script is there, and while there is nothing to show yet: a plain link to the consume page.
 * @slot header - Above the podcast.
 * @slot no-access - In place of the text for a member without access: the publisher's offer.
 * @slot error - In place of the text for a failure.
 * @slot footer - Below the episodes.
 *
 * @csspart root - Everything inside the element.
 * @csspart cover - The frame of the cover.
 * @csspart cover-image - The cover itself.
 * @csspart eyebrow - The line above the title.
 * @csspart title - The podcast's title.
 * @csspart author - Who makes it.
 * @csspart app - Each app button.
 * @csspart primary - The app button for this device.
 * @csspart apps - Each list of app buttons.
 * @csspart more - The disclosures of more apps.
 * @csspart more-summary - What opens them.
 * @csspart icon - Each icon.
 * @csspart tools - The line below the app buttons.
 * @csspart copy - The copy button.
 * @csspart phone - The button that opens the dialog with the QR code.
 * @csspart link - The field with the feed link.
 * @csspart show-link - The button that shows the link in clear.
 * @csspart help - What to do where an app did not open.
 * @csspart help-copy - Its copy button.
 * @csspart store - Its link to the app's store page.
 * @csspart in-app - The word to who reads the page inside another app.
 * @csspart streaming - The streaming-music app.
 * @csspart streaming-open - Its link to the show.
 * @csspart streaming-link - Its link to account linking.
 * @csspart dialog - The dialog with the QR code.
 * @csspart qr - The code.
 * @csspart share - Its share button.
 * @csspart email - Its e-mail link.
 * @csspart close - Its close button.
 * @csspart notice - What stands in place of the buttons when there are none.
 * @csspart retry - The button that tries again.
 * @csspart episodes - The list of episodes.
 * @csspart episodes-heading - Its heading.
 * @csspart controls - The controls above the episodes.
 * @csspart search - The search field.
 * @csspart season - The choice of season.
 * @csspart order - The choice of order.
 * @csspart episode - Each episode.
 * @csspart episode-title - Its title.
 * @csspart episode-facts - Its date, duration and badges.
 * @csspart notes-toggle - The button that opens its notes.
 * @csspart notes - Its notes.
 * @csspart chapters - The list of its chapters.
 * @csspart chapter - Each chapter, which plays from there.
 * @csspart transcript - The link to its transcript.
 * @csspart play - Its play button.
 * @csspart audio - The browser's own player.
 * @csspart playing - What plays, while its row is not shown.
 * @csspart badge - Trailer, bonus, explicit.
 * @csspart show-more - The button that shows more episodes.
 *
 * @cssproperty [--pps-accent=currentColor] - Colour of the primary button and of focus; the text on it is computed.
 * @cssproperty [--pps-radius=0.75rem] - Radius of cover, buttons and fields.
 * @cssproperty [--pps-font=inherit] - Font family.
 * @cssproperty [--pps-gap=1.25em] - Space between the parts.
 * @cssproperty --pps-border-color - Colour of lines.
 * @cssproperty --pps-surface - Colour of quiet surfaces.
 * @cssproperty --pps-muted - Colour of what matters less.
 *
 * @cssstate idle - There is nothing to show yet.
 * @cssstate resolving - The feed URL is on its way.
 * @cssstate ready - The app buttons stand.
 * @cssstate no-access - The member has no access.
 * @cssstate expired - The subscribe token has expired.
 * @cssstate failed - Something failed.
 *
 * @fires {PpsReadyEvent} pps-ready - The feed URL is known and the app buttons stand.
 * @fires {PpsNoAccessEvent} pps-no-access - The member has no access.
 * @fires {PpsErrorEvent} pps-error - Something failed: `code`.
 * @fires {PpsTokenExpiredEvent} pps-token-expired - The subscribe token has expired.
 * @fires {PpsAppSelectEvent} pps-app-select - The member chose an app: `app`, `via`.
 * @fires {PpsEpisodePlayEvent} pps-episode-play - An episode plays: `guid`.
 */
export class PrivatePodcastSubscribe extends LitElement {
  static override styles = styles;

  static override properties = {
    feedUrl: { attribute: 'feed-url' },
    token: {},
    endpoint: {},
    parserUrl: { attribute: 'parser-url' },
    parserFormat: { attribute: 'parser-format' },
    consumeUrl: { attribute: 'consume-url' },
    links: {},
    apps: {},
    preferredApp: { attribute: 'preferred-app' },
    forgetApp: { type: Boolean, attribute: 'forget-app' },
    streamingUrl: { attribute: 'streaming-url' },
    streamingLinkUrl: { attribute: 'streaming-link-url' },
    locale: {},
    episodes: { converter: (value: string | null) => Number(value ?? 5) },
    // A framework may make the function anew at each render: the new one is asked next time.
    getToken: { attribute: false, hasChanged: (now: unknown, before: unknown) => !now !== !before },
    catalogue: { attribute: false },
    texts: { attribute: false },
  };

  /** The member's feed URL; or give `token` and `endpoint`. */
  feedUrl = '';
  /** A subscribe token from the publisher's backend. */
  token = '';
  /** Address of the publisher's subscribe handler. */
  endpoint = '';
  /** Base address of the feed parser (INTERFACE.md 4.5); without one the element reads the RSS itself, where the feed's host allows it. */
  parserUrl = '';
  /** Name of the parser's output format (INTERFACE.md 4.5). */
  parserFormat = '';
  /** Base address of the consume page (INTERFACE.md 4.6), to which the app buttons lead. */
  consumeUrl = '';
  /** `consume` (the default where there is a consume page) or `direct`: the buttons open the app itself. */
  links = '';
  /** App ids to show, separated by spaces or commas or in an array, in that order; default: what suits the device first. */
  apps: string | readonly string[] = '';
  /** The app id that goes first, whatever the device. */
  preferredApp = '';
  /** The member's choice of app is not kept in the browser. */
  forgetApp = false;
  /** The show's address in a streaming-music app. */
  streamingUrl = '';
  /** Where the member links their account of that app. */
  streamingLinkUrl = '';
  /** Language of the texts; default: the nearest `lang`. */
  locale = '';
  /** How many episodes stand at first; `0` for none. */
  episodes: number | string = 5;
  /** Asked for the first token, and for a fresh one when it has expired. */
  getToken: (() => Promise<string>) | undefined = undefined;
  /** Rows that change or add to the app table; see `private-podcast-subscribe/apps`. */
  catalogue: readonly AppOverride[] | undefined = undefined;
  /** Texts in place of the element's own. */
  texts: Partial<Texts> | undefined = undefined;

  #rows: readonly App[] | undefined;
  /** What was last said to who cannot see it, since the buttons stand. */
  #announcement: string | undefined;
  /** The subscription whose podcast and actions are loaded, or being loaded. */
  #shown: Subscription | undefined;
  #actions: AppActions | undefined;
  #section: EpisodesSection | undefined;
  /** The messages for no access, expired and failed. */
  #messages: typeof import('./state-message.js') | undefined;
  readonly #subscribing = new Subscribing(this, this.attachInternals().states);
  readonly #language = new Language(this);
  readonly #parts = new Parts(this);
  /** Computed when its input changes, not at every update: a search updates at every key. */
  readonly #appButtons = memoizeLatest(appButtons);
  readonly #platform = detectPlatform(navigator);
  /** Read once: the buttons must not change places under the member's finger. */
  readonly #remembered = rememberedApp();

  /** What the element is doing now. */
  get state(): ElementState {
    return this.#subscribing.state;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('online', this.#backOnline);
    this.#section?.resume();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('online', this.#backOnline);
    this.#section?.abort();
    // Moved, it would stand there as a box that is no dialog any more.
    this.renderRoot.querySelector('dialog')?.close();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.#language.isStale) this.#speak();
    if (changed.has('catalogue') && this.catalogue !== changed.get('catalogue')) {
      void this.#readCatalogue();
    }
    const isOther = changed.has('feedUrl') || changed.has('token') || changed.has('endpoint');
    if (isOther || (changed.has('getToken') && this.#subscribing.wantsToken)) {
      void this.#subscribing.resolve();
    }
    if (/no-access|expired|failed/.test(this.state) && !this.#messages) void this.#loadMessages();
    if (this.#subscribing.subscription !== this.#shown) this.#follow();
    else if (changed.has('parserUrl') || changed.has('parserFormat')) void this.#load();
  }

  /** Another subscription, or none: what belonged to the one before goes. */
  #follow(): void {
    this.#section?.abort();
    this.#actions?.leave();
    this.#actions = this.#section = this.#announcement = undefined;
    this.#shown = this.#subscribing.subscription;
    if (!this.#shown) return;
    void this.#load();
    this.#prepare();
  }

  #announce = (text: string): void => {
    this.#announcement = text;
    this.requestUpdate();
  };

  #readCatalogue = async (): Promise<void> => {
    const { catalogue } = this;
    const chunk = import('./overridden-apps.js');
    const part = await this.#parts.load('catalogue', chunk, this.#readCatalogue);
    if (!part || catalogue !== this.catalogue) return;
    this.#rows = catalogue ? part.rowsOf(catalogue, this) : undefined;
    this.requestUpdate();
  };

  #load = async (): Promise<void> => {
    const subscription = this.#shown;
    if (!subscription) return;
    const loading = import('./episodes/episodes-section.js');
    const part = await this.#parts.load('episodes', loading, this.#load);
    if (!part || subscription !== this.#shown) return;
    this.#section ??= new part.EpisodesSection(this, subscription, this.#announce, this.#parts);
    await this.#section.load();
  };

  /**
   * Does what the member asked for. What the buttons do is loaded once they stand; then it is done
   * within the very event, as a browser that guards its clipboard wants it.
   */
  async #withActions(use: (actions: AppActions, input: AppActionsInput) => void): Promise<void> {
    if (!this.#actions || !this.#language.all) {
      const subscription = this.#shown;
      const parts = Promise.all([import('./actions/app-actions.js'), this.#language.load()]);
      const [part] = (await this.#parts.load('actions', parts, this.#prepare)) ?? [];
      if (!part || subscription !== this.#shown) return;
      this.#actions ??= new part.AppActions(this, this.#announce, this.#parts);
    }
    const input = this.#actionsInput();
    if (input) use(this.#actions, input);
  }

  /** The page's own consume page, else the handler's; an address that is none counts as none. */
  get #consumeUrl(): string | undefined {
    const { consumeUrl } = this;
    return consumeUrl ? resolveWebUrl(consumeUrl, this.baseURI) : this.#shown?.consumeUrl;
  }

  #actionsInput(): AppActionsInput | undefined {
    const subscription = this.#shown;
    const texts = this.#language.all;
    if (!subscription || !texts) return undefined;
    return {
      feedUrl: subscription.feedUrl,
      title: this.#section?.podcast?.title || subscription.title,
      consumeUrl: this.#consumeUrl,
      platform: this.#platform,
      language: this.#language.code,
      texts,
    };
  }

  #prepare = (): void => {
    void this.#withActions(() => this.requestUpdate());
  };

  #loadMessages = async (): Promise<void> => {
    const chunk = import('./state-message.js');
    this.#messages = await this.#parts.load('messages', chunk, this.#loadMessages);
    this.requestUpdate();
  };

  #speak = (): void => {
    void this.#parts.load('texts', this.#language.load(), this.#speak);
  };

  #backOnline = (): void => {
    if (this.#section?.hasFailed) void this.#load();
    this.#parts.retry();
  };

  /** Focus stays in the element when what had it goes: where that stood, or what took its place. */
  protected override update(changed: PropertyValues<this>): void {
    const focused = this.shadowRoot?.activeElement;
    super.update(changed);
    if (focused?.isConnected === false) {
      this.renderRoot.querySelector<HTMLElement>('.actions')?.focus({ preventScroll: true });
    }
  }

  protected override render(): TemplateResult {
    const { state, failure, resolve } = this.#subscribing;
    if (state === 'idle') return html`<slot></slot>`;
    const { first: texts, all, locale, dir } = this.#language;
    const message = all && this.#messages?.stateMessage(state, failure, all);
    // A token that is still the expired one is of no more use: the page has to bring another.
    const again = state === 'expired' && !this.getToken ? () => location.reload() : resolve;
    const lost = texts && this.#parts.areLost ? unreachableText(texts) : undefined;
    const podcast = this.#section?.podcast;
    const isReady = state === 'ready';
    const isWaiting =
      state === 'resolving' ||
      (isReady && !podcast && !this.#section?.hasFailed && !this.#parts.areLost);
    return html`
      <div
        class="root"
        part="root"
        lang=${locale}
        dir=${dir}
        aria-busy=${String(state === 'resolving')}
      >
        <slot name="header"></slot>
        <div class="head">
          ${renderCover(podcast)}
          ${message ? nothing : renderIntro(this.#shown?.title, podcast, isWaiting, texts)}
          <div class="actions" tabindex="-1">
            ${
              message
                ? this.#messages?.renderStateMessage(message, again)
                : texts && lost && !isWaiting && !isReady
                  ? renderLost(texts, this.#parts.retry)
                  : this.#renderButtons(texts)
            }
          </div>
        </div>
        ${isReady && all ? this.#section?.render(all, locale, this.#platform) : nothing}
        <slot name="footer"></slot>
        <div class="status" role="status">
          ${message?.title ?? lost ?? this.#announcement ?? (isReady ? texts?.ready : nothing)}
        </div>
      </div>
    `;
  }

  /** The buttons; until feed URL and texts are there, in English and hidden, to keep their space. */
  #renderButtons(texts: FirstTexts | undefined): TemplateResult {
    const input = this.#actionsInput();
    const remembers = !this.forgetApp;
    const buttons = this.#appButtons({
      feedUrl: this.#shown?.feedUrl,
      consumeUrl: this.#consumeUrl,
      language: this.#language.code,
      links: this.links,
      apps: this.apps,
      preferred: this.preferredApp || (remembers ? this.#remembered : undefined),
      platform: this.#platform,
      rows: this.#rows,
    });
    return html`
      ${(input && this.#actions?.renderNotice(input.texts)) ?? nothing}
      ${renderAppButtons({
        buttons,
        texts: texts ?? enFirst,
        isWaiting: !this.#shown || !texts,
        iconOf: (app) => this.#actions?.iconOf(app),
        onSelect: (button) =>
          void this.#withActions((actions, given) => void actions.select(button, remembers, given)),
        onCopy: () => void this.#withActions((actions, given) => void actions.copy(given)),
        onPhone: () =>
          void this.#withActions(
            (actions, given) => void actions.openPhone(given, this.#subscribing.handoff()),
          ),
      })}
      ${texts && this.#parts.areLost ? renderLost(texts, this.#parts.retry) : nothing}
      ${(input && this.#actions?.render(input)) ?? nothing}
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'private-podcast-subscribe': PrivatePodcastSubscribe;
  }
}
