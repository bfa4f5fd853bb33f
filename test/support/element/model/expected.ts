/**
 * The model: what the element must show, by the guide (docs/element) alone. Where it says nothing, as about
 * what is on its way, the model has a state only where members see one.
 */
import { tokenOf, type Name, type Service } from './servers.js';

type State = 'idle' | 'resolving' | 'ready' | 'no-access' | 'expired' | 'failed';

export class Expected {
  /** What the page gives. `renews` is the member for whom `getToken` gets tokens. */
  page = { feed: '', token: '', hasEndpoint: true, renews: '', locale: 'en', episodes: 5 };
  isOnPage = true;
  leftOffline = false;
  hasPlayer = true;
  /** Whose answers are held back. */
  held = new Set<'handler' | 'feeds'>();
  /** Some chunks are late or lost: what the element shows meanwhile is not said. */
  isVague = false;
  /** Whether the buttons have been there since before that. */
  isUnchanged = false;

  state: State = 'idle';
  failure = '';
  /** Whose link is on the page. */
  name = '';
  podcast: '' | 'loading' | 'there' | 'failed' = '';
  /** What the element waits for: the handler's answer, its fresh one after a dead link, the podcast. */
  isAsking = false;
  isAskingFresh = false;
  isLoading = false;
  isSheetOpen = false;
  /** In the sheet, on the way to another device. */
  isElsewhere = false;
  /** On the page of a computer. */
  hasCode = false;
  isHidden = false;
  /** Milliseconds until help comes. */
  #patience = 0;
  /** After the tap on an app: nothing is known of it yet, the member is there, or help stands on the page. */
  help: '' | 'due' | 'away' | 'open' = '';
  showsAll = false;
  isListenDue = false;
  /** What is in the player. */
  player: { name: string; isPlaying: boolean } | undefined;
  /** What must have happened since the last look. */
  events: string[] = [];
  /** The state was entered since the last look, and must have been said. */
  isNews = false;

  constructor(
    readonly service: Service,
    readonly isPhone: boolean,
  ) {}

  /** Starts over with what the page gives. */
  resolve(): void {
    const { feed, token, hasEndpoint, renews } = this.page;
    this.#forget();
    this.isAsking = false;
    if (!feed && !(hasEndpoint && (token || renews))) {
      this.#enter('idle');
      return;
    }
    this.state = 'resolving';
    if (feed && this.isOnPage) this.#beReady(feed);
    else {
      this.isAsking = true;
      if (this.isOnPage && !this.held.has('handler')) this.handlerAnswers();
    }
  }

  /** Nothing of the link before is left. */
  #forget(): void {
    this.isUnchanged = false;
    this.closePanels();
    this.name = this.podcast = '';
    this.isLoading = this.isAskingFresh = this.isListenDue = false;
  }

  /** While an episode is in the player, its list stays until it is known who asks. */
  get hasList(): boolean {
    if (this.state === 'resolving') return this.player !== undefined;
    return this.state === 'ready' && this.podcast === 'there';
  }

  beVague(): void {
    this.isVague = true;
    this.isUnchanged = this.state === 'ready' && this.isOnPage && !this.isSheetOpen;
  }

  /** The connection is back: what failed is tried again. */
  tryAgain(): void {
    if (this.failure === 'network' && this.state === 'failed') this.resolve();
    else if (this.podcast === 'failed') this.load();
  }

  tap(): void {
    this.help = 'due';
    this.#patience = 2000;
  }

  /** A page that opens the app itself stays in sight if there is no such app. */
  pass(ms: number): void {
    this.#patience -= ms;
    if (this.help !== 'due' || !this.page.feed || this.#patience > 0) return;
    this.help = this.isHidden ? 'away' : 'open';
  }

  closePanels(): void {
    this.isSheetOpen = this.isElsewhere = this.hasCode = false;
    this.help = '';
  }

  #enter(state: State, failure = ''): void {
    this.#forget();
    this.state = state;
    this.failure = failure;
    this.isNews = true;
    const goesOn = state === 'expired' || /network|unavailable/.test(failure);
    if (!goesOn) this.stop();
  }

  #fail(code: string): void {
    this.events.push(`pps-error ${code}`);
    this.#enter('failed', code);
  }

  /** The handler says something else than a link. */
  #refuse(): boolean {
    const { service, page } = this;
    const { token, renews } = page;
    const isExpired = Boolean(token) && !token.endsWith(`-${service.generation}`);
    if (service.isOffline) this.#fail('network');
    else if (isExpired) {
      this.events.push('pps-token-expired');
      if (renews) return this.#refuseRenewed();
      this.#enter('expired');
    } else return this.#refuseRenewed();
    return true;
  }

  #refuseRenewed(): boolean {
    const { handler } = this.service;
    if (handler === 'no-access') {
      this.events.push('pps-no-access');
      this.#enter('no-access');
    } else if (handler === 'unavailable') this.#fail('unavailable');
    return handler !== 'ok';
  }

  /** Whose link the handler gives: a token that has expired is replaced by what the page renews. */
  get #member(): string {
    const { token, renews } = this.page;
    const isGood = token.endsWith(`-${this.service.generation}`);
    return isGood || !renews ? token.split('-')[1]! : renews;
  }

  handlerAnswers(): void {
    this.isAsking = false;
    if (!this.#refuse()) this.#beReady(this.#member);
  }

  #beReady(name: string): void {
    const isSame = this.player?.name === name;
    this.state = 'ready';
    this.name = name;
    this.isNews = true;
    this.events.push('pps-ready');
    if (!isSame) {
      this.stop();
      this.showsAll = false;
    }
    this.podcast = isSame ? 'there' : '';
    this.load();
  }

  load(): void {
    if (this.podcast !== 'there') this.podcast = 'loading';
    this.isLoading = true;
    if (this.isOnPage && !this.held.has('feeds')) this.feedAnswers();
  }

  feedAnswers(): void {
    const { feeds, isOffline } = this.service;
    if (!isOffline && feeds === 'gone') {
      this.isAskingFresh = !this.page.feed;
      if (this.page.feed) this.#beDead();
      else if (!this.held.has('handler')) this.freshAnswers();
      return;
    }
    this.isLoading = false;
    const code = isOffline ? 'network' : feeds === 'down' ? 'unavailable' : '';
    if (!code) this.podcast = 'there';
    // A podcast that is there stays when loading it again fails.
    else if (this.podcast !== 'there') {
      this.podcast = 'failed';
      // The member's wish outlasts a lost line.
      this.isListenDue &&= isOffline;
      this.events.push(`pps-error ${code}`);
    }
    if (this.isListenDue && this.podcast === 'there') this.listen();
  }

  /** The handler has no other link in place of a dead one. */
  freshAnswers(): void {
    this.isAskingFresh = this.isLoading = false;
    if (!this.#refuse()) this.#beDead();
  }

  #beDead(): void {
    this.events.push('pps-error not-found');
    this.#enter('failed', 'no-feed');
  }

  /** "Listen now". */
  listen(): void {
    const { player, podcast, name } = this;
    this.isListenDue = podcast === 'loading';
    if (this.isListenDue) return;
    this.player ??= { name, isPlaying: false };
    this.player.isPlaying = !player?.isPlaying;
    this.#tell();
  }

  #tell(): void {
    const { name, isPlaying } = this.player!;
    this.events.push(`pps-episode-${isPlaying ? 'play' : 'pause'} ${name}-12`);
  }

  pause(): void {
    if (!this.player?.isPlaying) return;
    this.player.isPlaying = false;
    this.#tell();
  }

  stop(): void {
    this.pause();
    this.player = undefined;
  }

  setToken(name: Name | ''): void {
    const token = name && tokenOf(name, this.service);
    if (token === this.page.token) return;
    this.page.token = token;
    this.resolve();
  }
}
