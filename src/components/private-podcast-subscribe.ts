/** The element: takes what the page gives, resolves it, and renders the podcast and its app buttons. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { PrivatePodcastError, type ErrorCode } from '../api/errors.js';
import type { Subscription } from '../api/subscription.js';
import { detectPlatform } from '../apps/platform.js';
import type { Podcast } from '../podcast/schema.js';
import { appButtons, type AppButton } from './app-buttons.js';
import { renderAppButtons } from './app-buttons-view.js';
import { copyText } from './copy-link.js';
import type { EpisodeList } from './episodes/episode-list.js';
import {
  PpsAppSelectEvent,
  PpsEpisodePlayEvent,
  PpsErrorEvent,
  PpsNoAccessEvent,
  PpsReadyEvent,
  PpsTokenExpiredEvent,
} from './events.js';
import { loadIcon } from './icons/load-icon.js';
import { copyGlyph, podcastGlyph } from './icons/glyphs.js';
import { nearestLang, validLocale } from './locale.js';
import { requestSubscription } from './request-subscription.js';
import { isComplete, resolveSubscription, type Source } from './resolve-subscription.js';
import { renderExpired, renderFailed, renderNoAccess, renderSkeleton } from './state-views.js';
import { styles } from './styles.js';
import { en, type Texts } from './texts/en.js';
import { fill, languageOf, loadTexts } from './texts/texts.js';

/** What the element is doing; reflected as the custom state of the same name. */
export type ElementState = 'idle' | 'resolving' | 'ready' | 'no-access' | 'expired' | 'failed';

/** The properties that say whose podcast it is: when one changes, everything begins anew. */
const SOURCE = ['feedUrl', 'token', 'endpoint', 'getToken'] as const;
/** The properties that say who reads the feed. */
const READER = ['parserUrl', 'parserFormat'] as const;

/**
 * Shows a member their private podcast and puts the button for their own app under their thumb.
 *
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
 * @csspart link - The field with the feed link, when it is shown.
 * @csspart notice - What stands in place of the buttons when there are none.
 * @csspart retry - The button that tries again.
 * @csspart episodes - The list of episodes.
 * @csspart episodes-heading - Its heading.
 * @csspart episode - Each episode.
 * @csspart episode-title - Its title.
 * @csspart episode-facts - Its date, duration and badges.
 * @csspart badge - Trailer, bonus, explicit.
 * @csspart show-more - The button that shows more episodes.
 *
 * @cssproperty [--pps-accent=currentColor] - Colour of the primary button and of focus; the text on it is computed.
 * @cssproperty [--pps-radius=0.75rem] - Radius of cover, buttons and fields.
 * @cssproperty [--pps-font=inherit] - Font family.
 * @cssproperty [--pps-gap=1.25rem] - Space between the parts.
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

  /** The member's feed URL; or give `token` and `endpoint`. */
  @property({ attribute: 'feed-url' }) feedUrl = '';
  /** A subscribe token from the publisher's backend. */
  @property() token = '';
  /** Address of the publisher's subscribe handler. */
  @property() endpoint = '';
  /** Base address of the feed parser (INTERFACE.md 4.5); without one the element reads the RSS itself, where the feed's host allows it. */
  @property({ attribute: 'parser-url' }) parserUrl = '';
  /** Name of the parser's output format (INTERFACE.md 4.5). */
  @property({ attribute: 'parser-format' }) parserFormat = '';
  /** Base address of the consume page (INTERFACE.md 4.6), to which the app buttons lead. */
  @property({ attribute: 'consume-url' }) consumeUrl = '';
  /** `direct`: the buttons open the app itself, though there is a consume page. */
  @property() links = '';
  /** App ids to show, separated by spaces or commas, in that order; default: what suits the device first. */
  @property() apps = '';
  /** The app id that goes first, whatever the device. */
  @property({ attribute: 'preferred-app' }) preferredApp = '';
  /** Language of the texts; default: the nearest `lang`. */
  @property() locale = '';
  /** How many episodes stand at first; `0` for none. */
  @property({ type: Number }) episodes = 5;
  /** Asked for the first token, and for a fresh one when it has expired. */
  @property({ attribute: false }) getToken?: () => Promise<string>;

  @state() private subscription: Subscription | undefined;
  @state() private podcast: Podcast | undefined;
  @state() private episodesFailed = false;
  @state() private texts: Texts | undefined;
  @state() private linkShown = false;
  @state() private announcement = '';

  #state: ElementState = 'idle';
  #failure: ErrorCode = 'bad-response';
  #episodeList: EpisodeList | undefined;
  #icons = new Map<string, string>();
  #resolving: AbortController | undefined;
  #loading: AbortController | undefined;
  readonly #internals = this.attachInternals();
  readonly #platform = detectPlatform(navigator);

  /** What the element is doing now. */
  get state(): ElementState {
    return this.#state;
  }

  #enter(next: ElementState): void {
    this.#internals.states.delete(this.#state);
    this.#internals.states.add(next);
    this.#state = next;
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#state === 'idle') this.#enter('idle');
    // What was under way when the element left the page was aborted: it begins anew.
    if (this.hasUpdated && this.#resolving?.signal.aborted) void this.#resolve();
    else if (this.hasUpdated && this.#loading?.signal.aborted) void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resolving?.abort();
    this.#loading?.abort();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated || changed.has('locale')) void this.#loadTexts();
    if (SOURCE.some((name) => changed.has(name))) void this.#resolve();
    else if (READER.some((name) => changed.has(name))) void this.#load();
  }

  async #loadTexts(): Promise<void> {
    const language = languageOf(this.#locale());
    if (language === 'en') {
      this.texts = en;
      return;
    }
    const texts = await loadTexts(language);
    if (language === languageOf(this.#locale())) this.texts = texts;
  }

  #locale(): string {
    return validLocale(this.locale || nearestLang(this));
  }

  async #resolve(): Promise<void> {
    this.#resolving?.abort();
    this.#loading?.abort();
    const { signal } = (this.#resolving = new AbortController());
    const source: Source = this;
    this.subscription = this.podcast = this.#episodeList = undefined;
    this.linkShown = false;
    if (!isComplete(source)) {
      this.#enter('idle');
      return;
    }
    this.#enter('resolving');
    try {
      const subscription = await resolveSubscription(source, {
        request: (endpoint, token) =>
          requestSubscription(new URL(endpoint, this.baseURI).href, token, signal),
        onTokenExpired: () => {
          if (signal.aborted) return;
          this.#enter('expired');
          this.dispatchEvent(new PpsTokenExpiredEvent());
        },
      });
      if (signal.aborted) return;
      this.#resolving = undefined;
      this.subscription = subscription;
      this.#enter('ready');
      this.#announce((this.texts ?? en).ready);
      void this.#load();
      this.dispatchEvent(new PpsReadyEvent());
    } catch (error) {
      if (signal.aborted) return;
      this.#resolving = undefined;
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const code = error instanceof PrivatePodcastError ? error.code : 'bad-response';
    this.#failure = code;
    if (code === 'no-access') {
      this.#enter('no-access');
      this.dispatchEvent(new PpsNoAccessEvent());
    } else if (code === 'token-expired') {
      this.#enter('expired');
    } else {
      this.#enter('failed');
      this.dispatchEvent(new PpsErrorEvent(code));
    }
  }

  /** Gets the podcast behind the feed URL; its failure costs the episodes, nothing else. */
  async #load(): Promise<void> {
    this.#loading?.abort();
    const { subscription } = this;
    if (!subscription) return;
    const { signal } = (this.#loading = new AbortController());
    this.episodesFailed = false;
    try {
      const [{ loadPodcast }, { EpisodeList }, { episodeStyles }] = await Promise.all([
        import('./episodes/load-podcast.js'),
        import('./episodes/episode-list.js'),
        import('./episodes/episode-styles.js'),
      ]);
      const podcast = await loadPodcast(
        {
          feedUrl: subscription.feedUrl,
          parserUrl: this.parserUrl || subscription.parserUrl,
          parserFormat: this.parserFormat || subscription.parserFormat,
        },
        signal,
      );
      if (signal.aborted) return;
      this.#adopt(episodeStyles.styleSheet);
      this.#episodeList = new EpisodeList(
        {
          requestUpdate: () => this.requestUpdate(),
          announce: (text) => this.#announce(text),
          played: (guid) => this.dispatchEvent(new PpsEpisodePlayEvent(guid)),
        },
        podcast,
        this.episodes,
      );
      this.podcast = podcast;
    } catch (error) {
      if (signal.aborted) return;
      this.episodesFailed = true;
      const code = error instanceof PrivatePodcastError ? error.code : 'unavailable';
      this.dispatchEvent(new PpsErrorEvent(code));
    } finally {
      if (!signal.aborted) this.#loading = undefined;
    }
  }

  #adopt(sheet: CSSStyleSheet | undefined): void {
    const root = this.renderRoot as ShadowRoot;
    if (sheet && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  }

  #announce(text: string): void {
    this.announcement = text;
  }

  #select = ({ app, href, via }: AppButton): void => {
    if (!href) this.linkShown = true;
    this.dispatchEvent(new PpsAppSelectEvent(app.id, href ? via : 'copy'));
  };

  #copy = async (): Promise<void> => {
    const { feedUrl = '' } = this.subscription ?? {};
    if (await copyText(feedUrl, navigator)) {
      this.#announce(this.texts!.linkCopied);
    } else {
      this.linkShown = true;
      await this.updateComplete;
      this.renderRoot.querySelector('input')?.select();
      this.#announce(this.texts!.linkSelected);
    }
    this.dispatchEvent(new PpsAppSelectEvent('', 'copy'));
  };

  #retry = (): void => void this.#resolve();
  #retryEpisodes = (): void => void this.#load();

  #iconOf = (appId: string): string | undefined => {
    if (!this.#icons.has(appId)) {
      this.#icons.set(appId, '');
      void loadIcon(appId).then((path) => {
        if (!path) return;
        this.#icons.set(appId, path);
        this.requestUpdate();
      });
    }
    return this.#icons.get(appId);
  };

  protected override render(): TemplateResult {
    const { texts } = this;
    if (this.#state === 'idle') return html`<slot></slot>`;
    return html`
      <div class="root" part="root" aria-busy=${this.#state === 'resolving' || !texts}>
        <slot name="header"></slot>
        <div class="head">
          ${this.#renderCover()}
          <div class="intro">${this.#renderIntro(texts ?? en)}</div>
          <div class="actions">${texts ? this.#renderActions(texts) : renderSkeleton()}</div>
        </div>
        ${texts ? this.#renderEpisodes(texts) : nothing}
        <slot name="footer"></slot>
        <div class="status" role="status">${this.announcement}</div>
      </div>
    `;
  }

  #renderCover(): TemplateResult {
    const image = this.podcast?.image;
    return html`<div class="cover" part="cover">
      ${
        image
          ? html`<img part="cover-image" src=${image} alt="" referrerpolicy="no-referrer" />`
          : podcastGlyph
      }
    </div>`;
  }

  #renderIntro(texts: Texts): TemplateResult {
    const { podcast, subscription } = this;
    const waits =
      this.#state === 'resolving' || (this.#state === 'ready' && !podcast && !this.episodesFailed);
    const title = podcast?.title || subscription?.title;
    const author = podcast?.author;
    const wait = html`<span class="skeleton line"></span>`;
    return html`
      <p part="eyebrow" class="eyebrow">${texts.eyebrow}</p>
      <h2 part="title" lang=${podcast?.language ?? nothing} dir="auto">
        ${title || (waits ? wait : texts.untitled)}
      </h2>
      <p part="author" class="muted" dir="auto">
        ${author ? fill(texts.by, { author }) : waits ? wait : nothing}
      </p>
    `;
  }

  #renderActions(texts: Texts): TemplateResult {
    switch (this.#state) {
      case 'ready':
        return this.#renderButtons(texts);
      case 'no-access':
        return renderNoAccess(texts);
      case 'expired':
        return renderExpired(texts, this.#retry);
      case 'failed':
        return renderFailed(texts, this.#failure, this.#retry);
      default:
        return renderSkeleton();
    }
  }

  #renderButtons(texts: Texts): TemplateResult {
    const { feedUrl, consumeUrl } = this.subscription!;
    const buttons = appButtons({
      feedUrl,
      consumeUrl: this.consumeUrl || consumeUrl,
      locale: languageOf(this.#locale()),
      links: this.links,
      picked: this.apps.split(/[\s,]+/).filter(Boolean),
      preferred: this.preferredApp,
      platform: this.#platform,
    });
    return html`
      ${renderAppButtons({ buttons, texts, iconOf: this.#iconOf, onSelect: this.#select })}
      <div part="tools" class="tools">
        <button type="button" part="copy" class="quiet" @click=${this.#copy}>
          ${copyGlyph} ${texts.copyLink}
        </button>
      </div>
      ${
        this.linkShown
          ? html`<input
              part="link"
              class="link-field"
              readonly
              aria-label=${texts.linkLabel}
              .value=${feedUrl}
            />`
          : nothing
      }
    `;
  }

  #renderEpisodes(texts: Texts): TemplateResult | typeof nothing {
    if (this.#state !== 'ready' || this.episodes <= 0) return nothing;
    if (this.#episodeList)
      return html`<section>${this.#episodeList.render(texts, this.#locale())}</section>`;
    if (!this.episodesFailed) return html`<p class="muted">${texts.episodesLoading}</p>`;
    return html`<div part="notice" class="notice">
      <p class="muted">${texts.episodesUnavailable}</p>
      <button type="button" part="retry" class="button" @click=${this.#retryEpisodes}>
        ${texts.retry}
      </button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'private-podcast-subscribe': PrivatePodcastSubscribe;
  }
}
