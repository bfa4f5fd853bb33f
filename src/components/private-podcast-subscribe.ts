/** The element: resolves what the page gives, and renders the podcast and its app buttons. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AppOverride } from '../apps/app-overrides.js';
import type { AppButtons } from './buttons/app-buttons.js';
import { DeviceApps } from './buttons/device-apps.js';
import { hasListen, renderAppButtons, renderInAppSpace } from './buttons/app-buttons-view.js';
import type { PlayOptions } from './element/element-host.js';
import { enFirst, type FirstTexts } from './language/texts/en-first.js';
import type { Texts } from './language/texts/en.js';
import type { PlayerTexts } from './language/texts/player/en.js';
import { renderEpisodesSpace } from './episodes/episodes-space.js';
import { styles } from './styles/first-styles.js';
import { elementView, type ElementView } from './element/element-view.js';
import { line, renderFrame, renderIntro } from './view/frame-view.js';
import { LanguageController } from './language/language-controller.js';
import { afterPaint, LazyChunks } from './loading/lazy-chunks.js';
import { LazyFeatures, type FeatureServices } from './view/lazy-features.js';
import { renderLost } from './messages/lost-view.js';
import { givenUrl } from './page/page-source.js';
import { announceIn, watchPictures } from './view/shadow-root.js';
import { rememberTaps } from './taps/remember-tap.js';
import type { StateMessages } from './messages/state-messages.js';
import {
  SubscriptionController,
  type ElementState,
} from './subscription/subscription-controller.js';

/**
 * Shows a member their private podcast, with buttons that open it in their own podcast app.
 *
 * @tagname private-podcast-subscribe
 * @summary A member's private podcast: cover, app buttons, episodes.
 * @slot - Shown until the script has run and while there is nothing else to show: a plain link to the consume page.
 * @slot header - Above the podcast.
 * @slot no-access - Replaces the text for a member without access: the publisher's offer.
 * @slot error - Replaces the text for a failure.
 * @slot footer - Below the episodes.
 *
 * @csspart root - Everything inside the element.
 * @csspart cover - Frame of the cover.
 * @csspart cover-image - Cover image.
 * @csspart title - Title of the podcast.
 * @csspart author - Author of the podcast.
 * @csspart status - The line below: just for the member, or which app has the podcast.
 * @csspart app - Each app button.
 * @csspart listen - Button that plays the newest episode here.
 * @csspart starter - Link to a first app, for members who have none.
 * @csspart primary - App button for this device.
 * @csspart apps - Each list of app buttons.
 * @csspart more - Button that opens the sheet with everything else.
 * @csspart phone-card - Card that takes the podcast to the member's phone.
 * @csspart icon - Each icon.
 * @csspart copy - Button that copies the feed link.
 * @csspart phone - Button that shows the QR code.
 * @csspart link - Field with the feed link.
 * @csspart show-link - Button that shows or hides the feed link.
 * @csspart help - Help for an app that did not open.
 * @csspart help-close - The panel's close button.
 * @csspart did-open - The answer that the app opened.
 * @csspart did-not-open - The answer that it did not.
 * @csspart forget - The button that takes back the app chosen before.
 * @csspart help-copy - Copy button in the help.
 * @csspart store - Link to the app's store page in the help.
 * @csspart in-app - Notice shown in an in-app browser.
 * @csspart exit - The way out of it: opens the page in the browser, or copies its address.
 * @csspart streaming-link - Link to the page that connects the account of a streaming-music app.
 * @csspart dialog - The sheet behind "More".
 * @csspart sheet-back - Button that leads back within the sheet.
 * @csspart qr - QR code.
 * @csspart share - Button that sends the code to another device.
 * @csspart email - Link that mails the member a link of its own.
 * @csspart new-code - Button that shows a new code after one was opened.
 * @csspart close - Close button of the sheet.
 * @csspart reset - Button that offers a new link in place of a leaked one.
 * @csspart reset-panel - Dialog that follows it: question and outcome.
 * @csspart reset-confirm - Button that makes the new link.
 * @csspart reset-cancel - Button that closes that dialog.
 * @csspart notice - Message shown in place of the buttons or the episodes.
 * @csspart retry - Button that tries again.
 * @csspart contact - Link to the publisher's help.
 * @csspart episodes - List of episodes.
 * @csspart episodes-heading - Heading of the episodes.
 * @csspart controls - Controls above the episodes.
 * @csspart search-open - Button that opens the search field.
 * @csspart search - Search field.
 * @csspart clear - Button that clears a search without results.
 * @csspart sort-open - Button that opens the menu for order and season.
 * @csspart sort - That menu.
 * @csspart season - Choice of a season.
 * @csspart order - Choice of the order.
 * @csspart episode - Each episode.
 * @csspart episode-title - Title of an episode.
 * @csspart episode-facts - Date, duration and badges of an episode.
 * @csspart episode-image - An episode's own image.
 * @csspart notes-toggle - Title of an episode as the button that opens its notes.
 * @csspart notes - Notes of an episode.
 * @csspart chapters - List of an episode's chapters.
 * @csspart chapter - Button that plays a chapter.
 * @csspart chapters-link - The same button in an episode's notes.
 * @csspart transcript-link - Link to an episode's transcript.
 * @csspart play - Play button of an episode, and of the player.
 * @csspart player - The player at the lower edge.
 * @csspart player-open - Button that opens the rest of the player.
 * @csspart player-close - Button that closes the player.
 * @csspart back - In the player: button that goes 15 seconds back.
 * @csspart forward - Button that goes 30 seconds forward.
 * @csspart seek - Slider for the position.
 * @csspart speed - Menu for the speed.
 * @csspart sleep - Menu for the sleep timer.
 * @csspart transcript - Transcript in the player.
 * @csspart media - The audio or video element.
 * @csspart cast - Button that plays on another device.
 * @csspart copy-moment - Button that copies a link to this moment.
 * @csspart forget-listening - Button that forgets what was heard.
 * @csspart progress - How much of an episode is left, or that it was heard.
 * @csspart badge - Trailer, bonus and explicit badges.
 * @csspart show-more - Buttons that show more episodes.
 * @csspart description - What the show is about, after the episodes.
 *
 * @cssproperty [--pps-accent=currentColor] - Colour of the primary button and the focus ring. The text on it is black or white, whichever reads better.
 * @cssproperty [--pps-radius=1em] - Corner radius of cover, buttons and fields.
 * @cssproperty [--pps-font=inherit] - Font family.
 * @cssproperty [--pps-gap=1.25em] - Space between the sections.
 * @cssproperty --pps-tile-color - One colour for all app tiles. Default: each app's own.
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
 * @fires {PpsConnectedEvent} pps-connected - After a tap, an app has fetched the feed: `app`.
 * @fires {PpsEpisodePlayEvent} pps-episode-play - An episode plays on the page: `guid`.
 * @fires {PpsEpisodePauseEvent} pps-episode-pause - It was paused: `guid`.
 * @fires {PpsEpisodeEndEvent} pps-episode-end - It was heard to its end: `guid`.
 *
 * @example
 * <private-podcast-subscribe token="…" endpoint="/podcast/subscribe">
 *   <a href="/podcast">Your podcast</a>
 * </private-podcast-subscribe>
 */
export class PrivatePodcastSubscribe extends LitElement {
  /** @internal */ static override styles = styles;

  /** @internal */ static override properties = {
    feedUrl: { attribute: 'feed-url' },
    token: {},
    endpoint: {},
    parserUrl: { attribute: 'parser-url' },
    parserFormat: { attribute: 'parser-format' },
    consumeUrl: { attribute: 'consume-url' },
    links: {},
    apps: {},
    preferredApp: { attribute: 'preferred-app' },
    oneApp: { attribute: 'one-app' },
    forgetApp: { attribute: 'forget-app', type: Boolean },
    streamingUrl: { attribute: 'streaming-url' },
    streamingLinkUrl: { attribute: 'streaming-link-url' },
    podcastTitle: { attribute: 'podcast-title' },
    podcastImage: { attribute: 'podcast-image' },
    contact: {},
    locale: {},
    player: {},
    episodes: {},
    // Frameworks make the function anew at each render: only setting or removing it is a change.
    getToken: { attribute: false, hasChanged: (now: unknown, before: unknown) => !now !== !before },
    appOverrides: { attribute: false },
    texts: { attribute: false },
  };

  /** @internal */
  declare readonly renderRoot: ShadowRoot;

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
  links: 'consume' | 'direct' | '' = '';
  /** App ids to show, in that order, separated by spaces or commas, or as an array. Default: what suits the device first. */
  apps: string | readonly string[] = '';
  /** Id of the app that goes first on every device. */
  preferredApp = '';
  /** Id of an app to show alone, as on a page that a link to that app leads to. */
  oneApp = '';
  /** Does not remember which app the member chose. */
  forgetApp = false;
  /** URL of the show in a streaming-music app. */
  streamingUrl = '';
  /** URL of the page where the member links their account of that app. */
  streamingLinkUrl = '';
  /** Title of the podcast: shown until the podcast is loaded, and to a member without access. */
  podcastTitle = '';
  /** URL of its cover, likewise. */
  podcastImage = '';
  /** Mail address or URL of the publisher's help: a button wherever a text says to get in touch. */
  contact = '';
  /** BCP 47 tag of the texts' language. Default: the nearest `lang`. */
  locale = '';
  /** How many episodes are shown at first; `0` for none. */
  episodes: number | string = 5;
  /** `none` for a page that has a player of its own: nothing plays in the element. */
  player: 'none' | '' = '';
  /** Called for the first token and, once it has expired, for another: as text, or in an answer. */
  getToken: (() => Promise<string | Response>) | undefined = undefined;
  /** Rows that change the app table or add to it; see `private-podcast-subscribe/apps`. */
  appOverrides: readonly AppOverride[] | undefined = undefined;
  /** Texts that replace the element's own. */
  texts: Partial<Texts & PlayerTexts> | undefined = undefined;

  /** Shows a message in place of the app buttons. */
  #messages: StateMessages | undefined;
  /** Its chunk is asked for when needed, and once: each loss of it renders again. */
  #hasAsked = false;
  readonly #chunks = new LazyChunks(this);
  readonly #subscription = new SubscriptionController(
    this,
    this.attachInternals().states,
    this.#chunks,
  );
  readonly #painted = afterPaint();
  readonly #language = new LanguageController(this, this.#chunks, this.#painted);
  readonly #apps = new DeviceApps(this, this.#subscription, this.#language, this.#chunks);
  readonly #services: FeatureServices = {
    host: this,
    subscriptionController: this.#subscription,
    language: this.#language,
    chunks: this.#chunks,
    painted: this.#painted,
    apps: this.#apps,
    view: () => this.#view,
    url: (name) => givenUrl(this[name], this, this.#subscription.subscription?.[name]),
    announce: (text) => announceIn(this, text),
  };
  readonly #features = new LazyFeatures(this.#services);

  /** The element's current state. */
  get state(): ElementState {
    return this.#subscription.state;
  }

  /**
   * Plays an episode, as for a link in the page's own text; one that plays already goes on. It waits for
   * the podcast if that is not there yet. Outside a click, a browser may refuse the sound: the player
   * then waits for the member to press.
   *
   * Resolves to whether the episode was found and asked to play: to `false` for an unknown GUID, for a
   * podcast that cannot be had, and with `player="none"`. It never rejects.
   * @param guid of the episode, as the feed has it, or an event of the element.
   * @param options `at`: where to start, in seconds; by default where the member stopped.
   * @example
   * link.addEventListener('click', () => element.play('harbour-12', { at: 754 }));
   */
  play(guid: string, options?: PlayOptions): Promise<boolean> {
    return this.#features.play(guid, options);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has('feedUrl') || changed.has('token') || changed.has('endpoint');
    if (isOther || (changed.has('getToken') && this.#subscription.needsToken)) {
      void this.#subscription.resolve();
    } else if (changed.has('parserUrl') || changed.has('parserFormat')) {
      void this.#features.section?.podcast.load();
    }
    if (changed.has('appOverrides')) void this.#apps.readOverrides();
    if (this.#subscription.failure && !this.#hasAsked) void this.#loadMessages();
  }

  get #view(): ElementView {
    return elementView(
      this.#subscription,
      this.#features.section?.podcast ?? {},
      [this.podcastTitle, givenUrl(this.podcastImage, this)],
      {
        message: this.#messages?.current,
        isLost: this.#chunks.areMissing,
        texts: this.#language.first,
      },
    );
  }

  async #loadMessages(): Promise<void> {
    this.#hasAsked = true;
    const { StateMessages } = await this.#chunks.get(() => import('./messages/state-messages.js'));
    this.#messages = new StateMessages(this.#services);
    this.requestUpdate();
  }

  /** Renders behind what a server rendered, which stays until our view is complete (take-over.ts). */
  protected override createRenderRoot(): ShadowRoot {
    const root = watchPictures(super.createRenderRoot() as ShadowRoot);
    this.renderOptions.renderBefore = null;
    rememberTaps(root);
    // An iPad calls itself a Mac: a server has rendered both views, and CSS has chosen.
    if (root.querySelector('.for-touch')) {
      const isTouched = matchMedia('(pointer: coarse) and (hover: none)').matches;
      this.#apps.platform = isTouched ? 'ios' : 'macos';
    }
    return root;
  }

  /** Keeps focus in the element when the focused node disappears, or can no longer be pressed. */
  protected override update(changed: PropertyValues<this>): void {
    const focused = this.renderRoot.activeElement;
    super.update(changed);
    if (focused && (!focused.isConnected || focused.closest('[inert], :disabled'))) {
      this.renderRoot.querySelector<HTMLElement>('.actions')?.focus({ preventScroll: true });
    }
  }

  protected override render(): TemplateResult {
    const { state, failure, subscription } = this.#subscription;
    if (state === 'idle') return html`<slot></slot>`;
    const { first: texts, locale, dir } = this.#language;
    const { section, actions } = this.#features;
    const message = this.#messages?.current;
    const view = this.#view;
    const { isAlone } = view;
    // In which app it is will be said once the words are there.
    const status = actions?.status ?? (subscription?.connections?.length ? line : undefined);
    const { buttons } = this.#apps;
    return renderFrame({
      locale,
      dir,
      isBusy: state === 'resolving',
      cover: view.cover,
      intro: renderIntro({ ...view, texts, status }),
      actions: message
        ? this.#messages?.render(message)
        : texts && isAlone
          ? renderLost(texts, this.#chunks.retry, 'primary')
          : this.#renderButtons(buttons, texts),
      episodes:
        isAlone || buttons.layout === 'one'
          ? nothing
          : // Until the episodes' own chunk takes over.
            (section?.render() ?? (failure ? nothing : renderEpisodesSpace(this.episodes))),
    });
  }

  /** The buttons; until feed URL and texts are there, hidden and in English, to keep their space. */
  #renderButtons(buttons: AppButtons, texts: FirstTexts | undefined): unknown {
    const features = this.#features;
    const { section, actions } = features;
    // The words for members with a connected app are not in the first load.
    const known = buttons.isConnected ? this.#language.all : texts;
    return [
      actions?.renderNotice() ?? renderInAppSpace(),
      renderAppButtons({
        buttons,
        texts: known ?? enFirst,
        isWaiting: !this.#subscription.subscription || !known,
        iconOf: (app) => actions?.iconOf(app),
        below: (place) => actions?.renderBelow(place) ?? nothing,
        phoneCard: actions?.phoneCard,
        isAsking: actions?.isAsking ?? false,
        listen: hasListen(this, buttons) ? (section?.listening ?? {}) : undefined,
        onSelect: (...tap) => features.select(...tap),
        onListen: (...press) => features.listen(...press),
        onMore: (event) => features.act((it) => it.openMore(), event),
        onCode: (event) => features.act((it) => it.showCode(), event),
        onStarter: () => void features.afterPress((it) => it.getStarter()),
      }),
      texts && this.#chunks.areMissing ? renderLost(texts, this.#chunks.retry) : nothing,
    ];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'private-podcast-subscribe': PrivatePodcastSubscribe;
  }
}
