/** Loads the episodes and button actions of a Subscription, and reloads them for another podcast. */
import type { ReactiveController } from 'lit';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import type { Subscription } from '../../api/subscription.js';
import type { AppButton } from '../buttons/app-buttons.js';
import type { ButtonPlace } from '../buttons/app-buttons-view.js';
import type { ActionServices, AppActionsController } from '../taps/app-actions-controller.js';
import type { ElementHost, PlayOptions } from '../element/element-host.js';
import type { EpisodesSection, EpisodesServices } from '../episodes/episodes-section.js';
import type { TakeOverServices } from '../server-view/take-over.js';
import { tell } from '../page/tell.js';
import { LatestOnly } from '../loading/latest-only.js';

/** The features take this from the element. */
export interface FeatureServices extends ActionServices, EpisodesServices, TakeOverServices {
  readonly host: ElementHost;
  readonly subscriptionController: ActionServices['subscriptionController'];
  readonly language: ActionServices['language'];
  readonly apps: ActionServices['apps'];
  readonly view: ActionServices['view'];
  /** Settles once the first view is on the screen. */
  readonly painted: Promise<void>;
}

const WORDS_AFTER_MS = 1000;

const loadPlayWhenLoaded = () => import('../episodes/play-when-loaded.js');

export class LazyFeatures implements ReactiveController {
  /** The podcast and its episodes; `undefined` until they are loaded. */
  section: EpisodesSection | undefined;
  /** Acts on the buttons; likewise. */
  actions: AppActionsController | undefined;
  #actionsLoaded: Promise<void> | undefined;
  #sectionLoaded: Promise<void> | undefined;
  #playWhenLoadedLoaded: ReturnType<typeof loadPlayWhenLoaded> | undefined;
  /** The Subscription whose features are loaded, or loading. */
  #subscription: Subscription | undefined;
  readonly #loading = new LatestOnly();
  #isTakingOver = false;
  /** It left the page while the browser was offline. */
  #leftOffline = false;

  constructor(private readonly services: FeatureServices) {
    services.host.addController(this);
    services.host.addEventListener('pps-error', tell);
    void services.painted.then(() => tell(services.host));
  }

  /** A server has rendered the first view: it stays until the element's own is complete. */
  hostConnected(): void {
    window.addEventListener('online', this.#retryOnline);
    if (this.#leftOffline && navigator.onLine) this.#retryOnline();
    const { chunks, subscriptionController } = this.services;
    if (!subscriptionController.rendered || this.#isTakingOver) return;
    this.#isTakingOver = true;
    void chunks
      .get(() => import('../server-view/take-over.js'))
      .then(({ TakeOver }) => new TakeOver(this.services, this));
  }

  hostUpdate(): void {
    const { subscription, replaced } = this.services.subscriptionController;
    const before = this.#subscription;
    // An episode plays on while the page renews its token: the section knows when it is over.
    if (this.section?.isOver) {
      this.section.dispose();
      this.section = undefined;
    }
    if (subscription === before) return;
    this.#subscription = subscription;
    // The same podcast under a new link: its features read the link when they need it.
    if (before && before === replaced) return;
    const signal = this.#loading.begin();
    this.actions?.dispose();
    this.actions = undefined;
    // An announcement that is still due is about the podcast before.
    if (before) this.services.announce('');
    if (!subscription) return;
    if (!this.section) this.#sectionLoaded = this.#loadSection(signal);
    this.#actionsLoaded = this.#loadActions(signal);
  }

  hostDisconnected(): void {
    window.removeEventListener('online', this.#retryOnline);
    this.#leftOffline = !navigator.onLine;
    this.services.announce('');
  }

  /** The browser is online again: what failed is worth another try. */
  readonly #retryOnline = (): void => {
    const { chunks, subscriptionController } = this.services;
    const podcast = this.section?.podcast;
    subscriptionController.retryOnline();
    if (podcast?.hasFailed) void podcast.load();
    chunks.retry();
  };

  async #loadSection(signal: AbortSignal): Promise<void> {
    const { services } = this;
    await services.painted;
    const load = () => import('../episodes/episodes-section.js');
    const { EpisodesSection } = await services.chunks.get(load);
    if (!signal.aborted) this.section = new EpisodesSection(services);
  }

  async #loadActions(signal: AbortSignal): Promise<void> {
    const { services } = this;
    await services.painted;
    const load = () => import('../taps/app-actions-controller.js');
    const [{ AppActionsController }] = await Promise.all([
      services.chunks.get(load),
      services.language.loaded,
      // It is in the chunk that these share, which a browser would find named in them a round trip later.
      import('../styles/adopt-styles.js').catch(() => undefined),
    ]);
    const texts = services.language.all;
    if (!texts || signal.aborted) return;
    this.actions = new AppActionsController(services, texts);
    services.host.requestUpdate();
  }

  /** Plays an episode, or pauses it: the one that the button names. */
  listen(event: Event, episode?: ShownEpisode): void {
    void this.#wait(event, async () => {
      if (!this.section) await this.#sectionLoaded;
      await this.section?.listen(episode);
    });
  }

  /** Plays an episode within the call, as browsers demand, or once the podcast is there. */
  async play(guid: string, options?: PlayOptions): Promise<boolean> {
    const { playback } = this.section ?? {};
    if (playback) return playback.request(guid, options);
    // One promise for all calls keeps their order: what was asked for last is what plays.
    const { playWhenLoaded } = await (this.#playWhenLoadedLoaded ??=
      this.services.chunks.get(loadPlayWhenLoaded));
    return playWhenLoaded(this.services, () => this.section, guid, options);
  }

  /** The member chose an app. The browser itself follows the link; this is what comes after. */
  select(button: AppButton, place: ButtonPlace, event: Event): void {
    const act = (it: AppActionsController, tappedAt?: number) =>
      it.select(button, { place, tappedAt, event });
    if (button.href) void this.afterPress(act);
    else this.act(act, event);
  }

  /** Does what the member asks for by a button, which waits for the code that it takes. */
  act(use: (actions: AppActionsController) => unknown, event: Event): void {
    void this.#wait(event, () => this.afterPress(use));
  }

  /**
   * Does what comes after a press. Once the actions are loaded, it happens within the click event, as
   * browsers demand for the clipboard; before that, the time of the click is told.
   */
  async afterPress(
    use: (actions: AppActionsController, tappedAt?: number) => unknown,
  ): Promise<void> {
    const tappedAt = this.actions ? undefined : Date.now();
    if (!this.actions) await this.#actionsLoaded;
    if (this.actions) await use(this.actions, tappedAt);
  }

  /** A press that has to wait says so at once (WAI-ARIA 1.2, 6.6), and after a second in words; another does nothing. */
  async #wait({ currentTarget }: Event, work: () => Promise<void>): Promise<void> {
    const control = currentTarget as Element;
    if (control.ariaBusy) return;
    const region = this.services.host.renderRoot.querySelector('.status');
    const say = (text = '') => region?.replaceChildren(text);
    const timer = setTimeout(say, WORDS_AFTER_MS, this.services.language.first?.oneMoment);
    control.ariaBusy = 'true';
    await work();
    control.ariaBusy = null;
    clearTimeout(timer);
    say();
  }
}
