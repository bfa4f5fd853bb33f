/**
 * What comes after the app buttons of one subscription: the podcast with its episodes, and what the
 * buttons do. A chunk of its own, so that none of it delays the buttons.
 */
import { nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { Subscription } from '../api/subscription.js';
import type { App } from '../apps/app-table.js';
import type { Platform } from '../apps/platform.js';
import type { AppActionsController, AppActionsInput } from './actions/app-actions-controller.js';
import type { ElementServices } from './element-services.js';
import { EpisodesSection } from './episodes/episodes-section.js';
import { PodcastController } from './episodes/podcast-controller.js';
import type { LazyChunks } from './lazy-chunks.js';
import type { SubscriptionController } from './subscription-controller.js';
import type { LanguageController } from './texts/language-controller.js';

export interface FeaturesHost extends LitElement {
  readonly parserUrl: string;
  readonly parserFormat: string;
  readonly episodes: number | string;
  readonly streamingUrl: string;
  readonly streamingLinkUrl: string;
}

/** Where the buttons of this subscription lead. */
export interface Target {
  platform: Platform;
  /** Base URL of the consume page that the page or the handler names now. */
  consumePage: () => string | undefined;
  /** Asks the subscribe handler for more. */
  ask: SubscriptionController['ask'];
}

export class FeaturesController implements ReactiveController, ElementServices {
  readonly podcast: PodcastController;
  /** Last screen-reader announcement since the buttons are shown. */
  announcement: string | undefined;
  #actions: AppActionsController | undefined;
  readonly #section: EpisodesSection;
  #parser: string;
  #isDisposed = false;

  constructor(
    private readonly host: FeaturesHost,
    private readonly subscription: Subscription,
    private readonly target: Target,
    readonly language: LanguageController,
    readonly chunks: LazyChunks,
  ) {
    this.#parser = this.#currentParser;
    this.podcast = new PodcastController(host, subscription, this);
    this.#section = new EpisodesSection(host, this.podcast, this);
    host.addController(this);
    void this.podcast.load();
    this.#loadActions();
  }

  hostUpdate(): void {
    if (this.#parser === this.#currentParser) return;
    this.#parser = this.#currentParser;
    void this.podcast.load();
  }

  /** Another subscription takes the place of this one. */
  dispose(): void {
    this.#isDisposed = true;
    this.podcast.dispose();
    this.#section.dispose();
    this.#actions?.dispose();
    this.host.removeController(this);
  }

  get #currentParser(): string {
    return `${this.host.parserFormat} ${this.host.parserUrl}`;
  }

  announce = (text: string): void => {
    this.announcement = text;
    this.host.requestUpdate();
  };

  /** An app's icon, once it is loaded. */
  iconOf = (app: App): TemplateResult | undefined => this.#actions?.iconOf(app);

  /** What the actions work on; `undefined` until the texts are there. */
  get #input(): AppActionsInput | undefined {
    const { feedUrl, title, handoff } = this.subscription;
    const { all: texts, code: language } = this.language;
    return (
      texts && {
        feedUrl,
        title: this.podcast.podcast?.title || title,
        consumeUrl: this.target.consumePage(),
        platform: this.target.platform,
        language,
        texts,
        ask: this.target.ask,
        handoff,
      }
    );
  }

  /**
   * Does what the member asks for. Once the chunk of the actions is loaded, it acts within the click
   * event, as browsers demand for the clipboard.
   */
  async act(
    use: (actions: AppActionsController, input: AppActionsInput) => unknown,
  ): Promise<void> {
    if (!this.#actions || !this.language.all) {
      const loading = Promise.all([
        import('./actions/app-actions-controller.js'),
        this.language.load(),
      ]);
      const [chunk] = (await this.chunks.wait('actions', loading, this.#loadActions)) ?? [];
      if (!chunk || this.#isDisposed) return;
      this.#actions ??= new chunk.AppActionsController(this.host, this);
    }
    const input = this.#input;
    if (input) use(this.#actions, input);
  }

  #loadActions = (): void => {
    void this.act(() => this.host.requestUpdate());
  };

  /** The notice for a member who reads the page in an in-app browser. */
  renderNotice(): TemplateResult | typeof nothing {
    const input = this.#input;
    return (input && this.#actions?.renderNotice(input.texts)) ?? nothing;
  }

  /** Help and link field, once the member has asked for them. */
  renderHelp(): TemplateResult | typeof nothing {
    const input = this.#input;
    return (input && this.#actions?.render(input)) ?? nothing;
  }

  /** Episodes and streaming-music app. */
  renderSection(): TemplateResult | typeof nothing {
    const { all, locale } = this.language;
    return all ? this.#section.render(all, locale, this.target.platform) : nothing;
  }
}
