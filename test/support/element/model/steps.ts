/** What may happen to the element: each step says when it can, what it means to the model, and does it. */
import fc from 'fast-check';
import { all, approachSearch, has, one, searchFor } from '../publisher-page.js';
import type { Expected } from './expected.js';
import type { ModelPage } from './model-page.js';
import { names, tokenOf, type Name, type Service } from './servers.js';
import { expectAtRest, expectFocusKept, unsaid } from './rules.js';

interface Step<Choice> {
  /** Out of which it is chosen. */
  choice?: fc.Arbitrary<Choice>;
  /** How often, compared with the others. */
  can?: (model: Expected, choice: Choice) => boolean;
  means?: (model: Expected, choice: Choice) => void;
  does: (page: ModelPage, choice: Choice) => unknown;
}

const who = fc.constantFrom<Name | ''>(...names, '');
const order = fc.array(fc.nat(9), { minLength: 4, maxLength: 4 });
const server = fc.constantFrom<'handler' | 'feeds'>('handler', 'feeds');

/** Whether the member can press what is on the page itself. */
const isFree = (m: Expected) => m.isOnPage && !m.isVague && !m.isSheetOpen;
const isReady = (m: Expected) => isFree(m) && m.state === 'ready';
const isInSheet = (m: Expected) => m.isOnPage && !m.isVague && m.isSheetOpen;
const canAsk = (m: Expected) => !m.held.has('handler');
/** What plays on meanwhile depends on what comes first. */
const canBeVague = (m: Expected) => !m.isVague && !m.player;
const hasRows = (m: Expected) => isReady(m) && m.podcast === 'there' && m.page.episodes > 0;

const step = <Choice>(it: Step<Choice>) => it as Step<unknown>;

export const steps: Record<string, Step<unknown>> = {
  setToken: step({
    choice: who,
    means: (m, name) => m.setToken(name),
    does: ({ element, service }, name) => {
      if (name) element.setAttribute('token', tokenOf(name, service));
      else element.removeAttribute('token');
    },
  }),
  setFeed: step({
    choice: who,
    means: (m, name) => {
      if (name === m.page.feed) return;
      m.page.feed = name;
      m.resolve();
    },
    does: (page, name) => page.setFeed(name),
  }),
  setEndpoint: step({
    choice: fc.boolean(),
    means: (m, isThere) => {
      if (isThere === m.page.hasEndpoint) return;
      m.page.hasEndpoint = isThere;
      m.resolve();
    },
    does: ({ element }, isThere) => {
      element.endpoint = isThere ? 'https://publisher.example/subscribe' : '';
    },
  }),
  setGetToken: step({
    choice: who,
    can: (m) => !m.page.feed && m.state !== 'ready',
    means: (m, name) => {
      const isChange = !name !== !m.page.renews;
      m.page.renews = name;
      // A token that the page has given, or that is being asked for with, is used first.
      if (isChange && (!m.page.token || /expired|failed/.test(m.state))) m.resolve();
    },
    does: (page, name) => page.setTokenSource(name),
  }),
  setLocale: step({
    choice: fc.constantFrom('en', 'de', 'ar'),
    means: (m, locale) => (m.page.locale = locale),
    does: ({ element }, locale) => (element.locale = locale),
  }),
  setEpisodes: step({
    choice: fc.constantFrom(0, 3, 5, 12),
    means: (m, count) => (m.page.episodes = count),
    does: ({ element }, count) => element.setAttribute('episodes', String(count)),
  }),
  setPlayer: step({
    choice: fc.boolean(),
    can: (m) => !m.isVague && m.state !== 'resolving',
    means: (m, isThere) => {
      m.hasPlayer = isThere;
      if (!isThere && m.state !== 'idle') m.stop();
      if (!isThere) m.isListenDue = false;
    },
    does: ({ element }, isThere) => (element.player = isThere ? '' : 'none'),
  }),
  expireTokens: step({
    // A token that `getToken` gave may be on its way to the handler: the model does not know its age.
    can: (m) => !m.isVague && !(m.page.renews && (m.isAsking || m.isAskingFresh)),
    means: (m) => m.service.generation++,
    does: () => undefined,
  }),
  setHandler: step({
    choice: fc.constantFrom<Service['handler']>('ok', 'ok', 'no-access', 'unavailable'),
    can: (m) => !m.isVague,
    means: (m, handler) => (m.service.handler = handler),
    does: () => undefined,
  }),
  setFeeds: step({
    choice: fc.constantFrom<Service['feeds']>('ok', 'ok', 'down', 'gone'),
    can: (m) => !m.isVague,
    means: (m, feeds) => (m.service.feeds = feeds),
    does: () => undefined,
  }),
  goOffline: step({
    can: (m) => !m.isVague,
    means: (m) => (m.service.isOffline = true),
    does: () => window.dispatchEvent(new Event('offline')),
  }),
  /** The network is whole again: late chunks come, in some order, and lost ones are found. */
  goOnline: step({
    choice: order,
    can: (m) => (m.isVague ? m.isOnPage : m.service.isOffline),
    means: (m) => {
      m.service.isOffline = m.isVague = false;
      if (m.isOnPage) m.tryAgain();
    },
    does: async (page, order) => {
      page.areChunksLost = false;
      await page.release('chunks', order);
      window.dispatchEvent(new Event('online'));
    },
  }),
  loseChunks: step({
    can: canBeVague,
    means: (m) => m.beVague(),
    does: (page) => (page.areChunksLost = true),
  }),
  holdChunks: step({
    can: canBeVague,
    means: (m) => m.beVague(),
    does: (page) => page.held.add('chunks'),
  }),
  /** The sheet comes with its chunk, if nothing else has come by then. */
  pressMore: step({
    can: (m) => m.isOnPage && m.isVague && m.isUnchanged && !m.isSheetOpen,
    means: (m) => (m.isSheetOpen = true),
    does: (page) => page.press('[part=more]'),
  }),
  hold: step({
    choice: server,
    can: (m) => !m.isVague,
    means: (m, name) => m.held.add(name),
    does: (page, name) => page.held.add(name),
  }),
  release: step({
    choice: fc.record({ name: server, order }),
    can: (m, { name }) => m.held.has(name),
    means: (m, { name }) => {
      m.held.delete(name);
      // Who has left asks for nothing.
      if (!m.isOnPage) return;
      if (name === 'feeds' && m.isLoading && !m.isAskingFresh) m.feedAnswers();
      else if (name === 'handler' && m.isAsking) m.handlerAnswers();
      else if (name === 'handler' && m.isAskingFresh) m.freshAnswers();
    },
    does: (page, { name, order }) => page.release(name, order),
  }),
  leave: step({
    can: (m) => m.isOnPage && !(m.isVague && m.isSheetOpen),
    means: (m) => {
      m.isOnPage = false;
      m.leftOffline = m.service.isOffline;
      m.closePanels();
      m.pause();
    },
    does: ({ element }) => element.remove(),
  }),
  comeBack: step({
    can: (m) => !m.isOnPage && canAsk(m),
    means: (m) => {
      m.isOnPage = true;
      if (m.isAsking) m.resolve();
      else if (m.isLoading) m.load();
      else if (m.leftOffline && !m.service.isOffline) m.tryAgain();
    },
    does: (page) => page.putBack(),
  }),
  move: step({
    can: (m) => m.isOnPage && !(m.isVague && m.isSheetOpen) && canAsk(m),
    means: (m) => {
      m.closePanels();
      if (m.isAsking) m.resolve();
      else if (m.isLoading) m.load();
    },
    does: (page) => page.move(),
  }),
  hide: step({
    choice: fc.boolean(),
    can: (m, isHidden) => isHidden !== m.isHidden,
    means: (m, isHidden) => {
      m.isHidden = isHidden;
      if (isHidden && m.help === 'due') m.help = 'away';
      else if (m.help === 'away') m.help = 'open';
    },
    does: (page, isHidden) => {
      page.isHidden = isHidden;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  }),
  wait: step({
    can: (m) => m.held.size === 0 && !m.isVague,
    does: (page) => page.rest(5000),
  }),
  retry: step({
    can: (m) =>
      isFree(m) &&
      (m.podcast === 'failed'
        ? m.state === 'ready' && m.page.episodes > 0
        : (m.state === 'failed' && m.failure !== 'no-feed') ||
          (m.state === 'expired' && m.page.renews !== '')),
    means: (m) => (m.podcast === 'failed' ? m.load() : m.resolve()),
    does: (page) => page.press('[part=retry]'),
  }),
  listen: step({
    // A question about an app takes its place.
    can: (m) => isReady(m) && m.hasPlayer && !m.help && /there|loading/.test(m.podcast),
    means: (m) => m.listen(),
    does: (page) => page.press('[part=listen]'),
  }),
  closePlayer: step({
    can: (m) => isFree(m) && m.player !== undefined,
    means: (m) => m.stop(),
    does: (page) => page.press('[part=player-close]'),
  }),
  openNotes: step({
    can: hasRows,
    does: (page) => page.press('[part=notes-toggle]'),
  }),
  showAll: step({
    can: (m) => hasRows(m) && !m.showsAll && m.page.episodes < 12,
    means: (m) => (m.showsAll = true),
    does: (page) => page.press('[part=show-more]'),
  }),
  search: step({
    can: hasRows,
    does: async (page) => {
      approachSearch(page.element);
      await page.rest();
      // Its code may be held back, or lost.
      if (!has(page.element, '[part=search]')) return;
      searchFor(page.element, '7');
      await page.rest();
      const found = all(page.element, '.episode');
      if (found.length !== 1) throw new Error(`Found ${found.length} episodes in place of one.`);
      const field = one(page.element, '[part=search]')!;
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    },
  }),
  tapApp: step({
    choice: fc.nat(3),
    can: (m) => isReady(m) && !m.isHidden,
    means: (m) => m.tap(),
    does: (page, index) => {
      const apps = all(page.element, '.actions a[data-app]').map(({ dataset }) => dataset.app);
      page.press(`.actions [data-app=${apps[index % apps.length]!}]`);
    },
  }),
  closeHelp: step({
    choice: fc.constantFrom('button', 'Escape'),
    can: (m) => isReady(m) && m.help === 'open',
    means: (m) => (m.help = ''),
    does: (page, how) => {
      if (how === 'button') page.press('[part=help-close]');
      else {
        // The notes and the search have a use of their own for the key.
        one(page.element, '[part=help]')!.focus();
        page.key('Escape');
      }
    },
  }),
  showCode: step({
    can: (m) => isReady(m) && !m.isPhone && canAsk(m) && !m.hasCode,
    means: (m) => (m.hasCode = true),
    does: (page) => page.press('[part=phone]'),
  }),
  openSheet: step({
    can: isReady,
    means: (m) => (m.isSheetOpen = true),
    does: (page) => page.press('[part=more]'),
  }),
  copyLink: step({
    can: (m) => isInSheet(m) && !m.isElsewhere,
    means: (m) => m.events.push('pps-app-select  copy'),
    does: (page) => {
      page.copied = [];
      page.press('dialog [part=copy]');
    },
  }),
  goElsewhere: step({
    can: (m) => isInSheet(m) && canAsk(m) && !m.isElsewhere,
    means: (m) => (m.isElsewhere = true),
    does: (page) => page.press('dialog [part=phone]'),
  }),
  goBack: step({
    can: (m) => isInSheet(m) && m.isElsewhere,
    means: (m) => (m.isElsewhere = false),
    does: (page) => page.press('[part=sheet-back]'),
  }),
  closeSheet: step({
    choice: fc.constantFrom('button', 'Escape'),
    can: isInSheet,
    means: (m) => (m.isSheetOpen = m.isElsewhere = false),
    does: (page, how) => {
      if (how === 'button') page.press('[part=close]');
      else
        (
          one(page.element, 'dialog') as HTMLDialogElement & { requestClose(): void }
        ).requestClose();
    },
  }),
};

export class StepCommand implements fc.AsyncCommand<Expected, ModelPage> {
  constructor(
    private readonly name: string,
    private readonly choice: unknown,
  ) {}

  check(model: Expected): boolean {
    return steps[this.name]!.can?.(model, this.choice) ?? true;
  }

  async run(model: Expected, page: ModelPage): Promise<void> {
    const { means, does } = steps[this.name]!;
    const hadFocus = document.activeElement === page.element;
    const before = page.requests.length;
    const wasVague = model.isVague;
    const startedAt = page.clock.now;
    page.heard.events = [];
    page.said = [];
    model.events = [];
    model.isNews = false;
    means?.(model, this.choice);
    await does(page, this.choice);
    await page.rest();
    // What changed late, such as a player that is still loading, put it off.
    if (unsaid(model, page)) await page.rest();
    model.pass(page.clock.now - startedAt);
    // A browser takes the focus from what it moves.
    if (hadFocus && this.name !== 'move') expectFocusKept(model, page);
    expectAtRest(model, page, { before, wasVague });
  }

  toString(): string {
    return `${this.name}(${this.choice === undefined ? '' : JSON.stringify(this.choice)})`;
  }
}

export const commands = Object.entries(steps).map(([name, { choice = fc.constant(undefined) }]) =>
  choice.map((chosen) => new StepCommand(name, chosen)),
);
