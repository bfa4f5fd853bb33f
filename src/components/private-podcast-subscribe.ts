/** The element: resolves what the page gives, and renders the podcast and its app buttons. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AppOverride } from '../apps/app-overrides.js';
import { detectPlatform } from '../apps/platform.js';
import { resolveWebUrl } from '../urls/web-url.js';
import { appButtons } from './app-buttons.js';
import { renderAppButtons } from './app-buttons-view.js';
import { AppTableController } from './app-table-controller.js';
import { renderCover, renderIntro } from './intro-view.js';
import { LazyChunks } from './lazy-chunks.js';
import { LazyFeatures } from './lazy-features.js';
import { renderLost, unreachableText } from './lost-view.js';
import { memoizeLatest } from './memoize-latest.js';
import { OnlineController } from './online-controller.js';
import { rememberedApp } from './remembered-app.js';
import { styles } from './styles.js';
import { SubscriptionController, type ElementState } from './subscription-controller.js';
import { enFirst, type FirstTexts } from './texts/en-first.js';
import type { Texts } from './texts/en.js';
import { LanguageController } from './texts/language-controller.js';

/**
 * Shows a member their private podcast, with buttons that open it in their own podcast app.
 *
 * @tagname private-podcast-subscribe
 * @summary A member's private podcast: cover, app buttons, episodes.
 *
 * @slot - Shown until the script has run and while there is nothing else to show: a plain link to the consume page.
 * @slot header - Above the podcast.
 * @slot no-access - Replaces the text for a member without access: the publisher's offer.
 * @slot error - Replaces the text for a failure.
 * @slot footer - Below the episodes.
 *
 * @csspart root - Everything inside the element.
 * @csspart cover - Frame of the cover.
 * @csspart cover-image - Cover image.
 * @csspart eyebrow - Line above the title.
 * @csspart title - Title of the podcast.
 * @csspart author - Author of the podcast.
 * @csspart app - Each app button.
 * @csspart primary - App button for this device.
 * @csspart apps - Each list of app buttons.
 * @csspart more - Each disclosure of more apps.
 * @csspart more-summary - Summary of such a disclosure.
 * @csspart icon - Each icon.
 * @csspart tools - Row of tools below the app buttons.
 * @csspart copy - Button that copies the feed link.
 * @csspart phone - Button that opens the dialog with the QR code.
 * @csspart link - Field with the feed link.
 * @csspart show-link - Button that shows or hides the feed link.
 * @csspart help - Help for an app that did not open.
 * @csspart help-copy - Copy button in the help.
 * @csspart store - Link to the app's store page in the help.
 * @csspart in-app - Notice shown in an in-app browser.
 * @csspart streaming - Panel of the streaming-music app.
 * @csspart streaming-open - Link to the show in that app.
 * @csspart streaming-link - Link to the page that links accounts.
 * @csspart dialog - Dialog with the QR code.
 * @csspart qr - QR code.
 * @csspart share - Share button in the dialog.
 * @csspart email - E-mail link in the dialog.
 * @csspart close - Close button of the dialog.
 * @csspart notice - Message shown in place of the buttons or the episodes.
 * @csspart retry - Button that tries again.
 * @csspart episodes - List of episodes.
 * @csspart episodes-heading - Heading of the episodes.
 * @csspart controls - Controls above the episodes.
 * @csspart search - Search field.
 * @csspart season - Season menu.
 * @csspart order - Sort menu.
 * @csspart episode - Each episode.
 * @csspart episode-title - Title of an episode.
 * @csspart episode-facts - Date, duration and badges of an episode.
 * @csspart notes-toggle - Button that opens an episode's notes.
 * @csspart notes - Notes of an episode.
 * @csspart chapters - List of an episode's chapters.
 * @csspart chapter - Button that plays a chapter.
 * @csspart transcript - Link to an episode's transcript.
 * @csspart play - Play button of an episode.
 * @csspart audio - The browser's own audio player.
 * @csspart playing - Panel with the player while its episode is filtered out.
 * @csspart badge - Trailer, bonus and explicit badges.
 * @csspart show-more - Buttons that show more episodes.
 *
 * @cssproperty [--pps-accent=currentColor] - Colour of the primary button and the focus ring. The text on it is black or white, whichever reads better.
 * @cssproperty [--pps-radius=0.75rem] - Corner radius of cover, buttons and fields.
 * @cssproperty [--pps-font=inherit] - Font family.
 * @cssproperty [--pps-gap=1.25em] - Space between the sections.
 * @cssproperty --pps-border-color - Colour of lines.
 * @cssproperty --pps-surface - Background of quiet surfaces.
 * @cssproperty --pps-muted - Colour of secondary text.
 *
 * @cssstate idle - There is nothing to show yet.
 * @cssstate resolving - The feed URL is being requested.
 * @cssstate ready - The app buttons are shown.
 * @cssstate no-access - The member has no access.
 * @cssstate expired - The subscribe token has expired.
 * @cssstate failed - Something failed.
 *
 * @fires {PpsReadyEvent} pps-ready - The feed URL is known and the app buttons are shown.
 * @fires {PpsNoAccessEvent} pps-no-access - The member has no access.
 * @fires {PpsErrorEvent} pps-error - Something failed: `code`.
 * @fires {PpsTokenExpiredEvent} pps-token-expired - The subscribe token has expired.
 * @fires {PpsAppSelectEvent} pps-app-select - The member chose an app: `app`, `via`.
 * @fires {PpsEpisodePlayEvent} pps-episode-play - An episode began to play: `guid`.
 *
 * @example
 * <private-podcast-subscribe token="…" endpoint="/podcast/subscribe">
 *   <a href="/podcast">Your podcast</a>
 * </private-podcast-subscribe>
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
    // Frameworks make the function anew at each render: only setting or removing it is a change.
    getToken: { attribute: false, hasChanged: (now: unknown, before: unknown) => !now !== !before },
    appOverrides: { attribute: false },
    texts: { attribute: false },
  };

  /** The member's feed URL; or set `token` and `endpoint`. */
  feedUrl = '';
  /** A subscribe token from the publisher's backend. */
  token = '';
  /** URL of the publisher's subscribe handler. */
  endpoint = '';
  /** Base URL of the feed parser (docs/interface.md 4.5). Without one the element reads the RSS itself, if the feed's host allows cross-origin requests. */
  parserUrl = '';
  /** Name of the parser's output format (docs/interface.md 4.5). */
  parserFormat = '';
  /** Base URL of the consume page (docs/interface.md 4.6), which the app buttons link to. */
  consumeUrl = '';
  /** `consume` (the default if there is a consume page) or `direct`: the buttons open the app itself. */
  links = '';
  /** App ids to show, in that order, separated by spaces or commas, or as an array. Default: what suits the device first. */
  apps: string | readonly string[] = '';
  /** Id of the app that goes first on every device. */
  preferredApp = '';
  /** Does not remember which app the member chose. */
  forgetApp = false;
  /** URL of the show in a streaming-music app. */
  streamingUrl = '';
  /** URL of the page where the member links their account of that app. */
  streamingLinkUrl = '';
  /** BCP 47 tag of the texts' language. Default: the nearest `lang`. */
  locale = '';
  /** How many episodes are shown at first; `0` for none. */
  episodes: number | string = 5;
  /** Called for the first token if there is none, and for a fresh one when it has expired. */
  getToken: (() => Promise<string>) | undefined = undefined;
  /** Rows that change the app table or add to it; see `private-podcast-subscribe/apps`. */
  appOverrides: readonly AppOverride[] | undefined = undefined;
  /** Texts that replace the element's own. */
  texts: Partial<Texts> | undefined = undefined;

  /** The messages for no access, expired and failed: a chunk loaded when needed. */
  #messages: typeof import('./state-message.js') | undefined;
  readonly #subscription = new SubscriptionController(this, this.attachInternals().states);
  readonly #chunks = new LazyChunks(this);
  readonly #language = new LanguageController(this, this.#chunks);
  readonly #platform = detectPlatform(navigator);
  readonly #appTable = new AppTableController(this, this.#chunks);
  readonly #features = new LazyFeatures(
    this,
    this.#subscription,
    {
      platform: this.#platform,
      consumePage: () => this.#consumePage,
      ask: (request) => this.#subscription.ask(request),
    },
    this.#language,
    this.#chunks,
  );
  /** Read once: the buttons must not change places under the member's finger. */
  readonly #remembered = rememberedApp();
  /** Computed when its input changes, not at every update: a search updates at every key. */
  readonly #appButtons = memoizeLatest(appButtons);

  constructor() {
    super();
    new OnlineController(this, () => {
      this.#subscription.retryOnline();
      const podcast = this.#features.current?.podcast;
      if (podcast?.hasFailed) void podcast.load();
      this.#chunks.retry();
    });
  }

  /** What the element is doing now. */
  get state(): ElementState {
    return this.#subscription.state;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has('feedUrl') || changed.has('token') || changed.has('endpoint');
    if (isOther || (changed.has('getToken') && this.#subscription.needsToken)) {
      void this.#subscription.resolve();
    }
    if (/no-access|expired|failed/.test(this.state) && !this.#messages) void this.#loadMessages();
  }

  /** The page's own consume page, else the handler's. An invalid URL counts as none. */
  get #consumePage(): string | undefined {
    const { consumeUrl, baseURI } = this;
    return consumeUrl
      ? resolveWebUrl(consumeUrl, baseURI)
      : this.#subscription.subscription?.consumeUrl;
  }

  #loadMessages = async (): Promise<void> => {
    const loading = import('./state-message.js');
    this.#messages = await this.#chunks.wait('messages', loading, this.#loadMessages);
    this.requestUpdate();
  };

  /** Keeps focus in the element when the focused node disappears. */
  protected override update(changed: PropertyValues<this>): void {
    const focused = this.shadowRoot?.activeElement;
    super.update(changed);
    if (focused?.isConnected === false) {
      this.renderRoot.querySelector<HTMLElement>('.actions')?.focus({ preventScroll: true });
    }
  }

  protected override render(): TemplateResult {
    const { state, failure, resolve, subscription } = this.#subscription;
    if (state === 'idle') return html`<slot></slot>`;
    const { first: texts, all, locale, dir } = this.#language;
    const features = this.#features.current;
    const podcast = features?.podcast.podcast;
    const message = all && this.#messages?.stateMessage(state, failure, all);
    // Without `getToken` there is no other token to try: the page has to bring one.
    const again = state === 'expired' && !this.getToken ? () => location.reload() : resolve;
    const lost = texts && this.#chunks.areMissing ? unreachableText(texts) : undefined;
    const isReady = state === 'ready';
    const isLoading = !podcast && !features?.podcast.hasFailed && !this.#chunks.areMissing;
    const isWaiting = state === 'resolving' || (isReady && isLoading);
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
          ${message ? nothing : renderIntro(subscription?.title, podcast, isWaiting, texts)}
          <div class="actions" tabindex="-1">
            ${
              message
                ? this.#messages?.renderStateMessage(message, again)
                : texts && lost && !isWaiting && !isReady
                  ? renderLost(texts, this.#chunks.retry)
                  : this.#renderButtons(texts)
            }
          </div>
        </div>
        ${features?.renderSection() ?? nothing}
        <slot name="footer"></slot>
        <div class="status" role="status">
          ${message?.title ?? lost ?? features?.announcement ?? (isReady ? texts?.ready : nothing)}
        </div>
      </div>
    `;
  }

  /** The buttons; until feed URL and texts are there, hidden and in English, to keep their space. */
  #renderButtons(texts: FirstTexts | undefined): TemplateResult {
    const features = this.#features.current;
    const { subscription } = this.#subscription;
    const remembers = !this.forgetApp;
    const buttons = this.#appButtons({
      feedUrl: subscription?.feedUrl,
      consumeUrl: this.#consumePage,
      language: this.#language.code,
      links: this.links,
      apps: this.apps,
      preferred: this.preferredApp || (remembers ? this.#remembered : undefined),
      platform: this.#platform,
      rows: this.#appTable.rows,
    });
    return html`
      ${features?.renderNotice() ?? nothing}
      ${renderAppButtons({
        buttons,
        texts: texts ?? enFirst,
        isWaiting: !subscription || !texts,
        iconOf: (app) => features?.iconOf(app),
        onSelect: (button) =>
          void this.#features.act((it, input) => it.select(button, remembers, input)),
        onCopy: () => void this.#features.act((it, input) => it.copy(input)),
        onPhone: () => void this.#features.act((it, input) => it.openPhone(input)),
      })}
      ${texts && this.#chunks.areMissing ? renderLost(texts, this.#chunks.retry) : nothing}
      ${features?.renderHelp() ?? nothing}
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'private-podcast-subscribe': PrivatePodcastSubscribe;
  }
}
