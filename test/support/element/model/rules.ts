/** What must hold after every step, once the element is at rest. */
import { de } from '../../../../src/components/language/texts/de.js';
import { ar } from '../../../../src/components/language/texts/ar.js';
import { en, type Texts } from '../../../../src/components/language/texts/en.js';
import { errorCodes } from '../../../../src/errors/private-podcast-error.js';
import { all, has, one, words } from '../publisher-page.js';
import type { Expected } from './expected.js';
import type { ModelPage } from './model-page.js';
import { EPISODES, linkOf, names } from './servers.js';

const textsOf: Record<string, Texts> = { en, de: { ...en, ...de }, ar: { ...en, ...ar } };
/** What a mocha page reports of an error is its message. */
function same(seen: unknown, expected: unknown, what: string): void {
  const [is, should] = [seen, expected].map((it) => JSON.stringify(it));
  if (is !== should) throw new Error(`${what}: ${is} in place of ${should}`);
}

const states = ['idle', 'resolving', 'ready', 'no-access', 'expired', 'failed'];

/** Everything that can be seen, read out or followed, and more. */
function traces({ element }: ModelPage): string {
  const fields = all<HTMLInputElement>(element, 'input').map(({ value }) => value);
  return decodeURIComponent([element.shadowRoot!.innerHTML, ...fields].join(' '));
}

/** What is said of the state. */
function message({ state, failure, page, podcast, service }: Expected): string {
  const texts = textsOf[page.locale]!;
  if (state === 'ready') return podcast === 'failed' ? texts.episodesUnavailable : texts.ready;
  if (state === 'no-access') return texts.noAccessTitle;
  if (state === 'expired') return texts.expiredTitle;
  if (failure === 'network' && service.isOffline) return texts.offlineTitle;
  return failure === 'no-feed' ? texts.deadTitle : texts.failedTitle;
}

function expectNothingOfOthers(model: Expected, page: ModelPage): void {
  const { name, player, failure, isVague } = model;
  const { feed, token, renews } = model.page;
  // Until the chunks are there, whoever the page names may be shown.
  const sources = isVague ? [feed, token.split('-')[1], renews] : [];
  const shown = traces(page);
  const have = (known: unknown[], mark: string) =>
    names.filter((one) => !known.includes(one) && shown.includes(mark + one));
  // The title of a podcast whose link is dead stays above the message.
  if (failure !== 'no-feed')
    same(have([name, player?.name, ...sources], ''), [], 'names of others');
  same(have([name, ...sources], 's3cret-'), [], 'links of others');
}

function expectShown(model: Expected, { element }: ModelPage): void {
  const { state, name, page, showsAll } = model;
  const shown = {
    state: element.state,
    customStates: states.filter((one) => element.matches(`:state(${one})`)),
    isOpen: has(element, 'dialog[open]'),
    hasHelp: has(element, '[part=help]'),
    codes: all(element, '[part=qr]').length,
    rows: all(element, '.episode').length,
    notices: all(element, '[part=notice] :is(h2, h3)').map(words),
    player: has(element, '[part=player]'),
    lang: one(element, '.root')?.lang,
  };
  const isMessage = /no-access|expired|failed/.test(state);
  const rows = showsAll && page.episodes ? EPISODES : Math.min(page.episodes, EPISODES);
  const expected = {
    state,
    customStates: [state],
    isOpen: model.isSheetOpen,
    hasHelp: model.help === 'open',
    codes: Number(model.hasCode) + Number(model.isElsewhere),
    rows: model.hasList ? rows : 0,
    notices: isMessage ? [message(model)] : [],
    player: model.player !== undefined && state !== 'idle',
    lang: state === 'idle' ? undefined : page.locale,
  };
  same(shown, expected, 'shown');
  const links = all<HTMLAnchorElement>(element, '.actions a[data-app]');
  const wrong = links.filter(
    ({ href }) => state !== 'ready' || !decodeURIComponent(href).includes(linkOf(name).slice(8)),
  );
  same(
    wrong.map(({ href }) => href),
    [],
    'wrong links',
  );
}

/** On the page that the element stands on. */
function expectEvents(model: Expected, page: ModelPage): void {
  const { token } = model.page;
  const isStale = token && !token.endsWith(`-${model.service.generation}`);
  // What is asked for beside the link, such as a code, finds a token expired too.
  const counted = (lines: string[]) =>
    lines
      .filter((line, at) => line !== 'pps-token-expired' || lines.indexOf(line) === at)
      .filter((line) => !(isStale && model.state === 'ready' && line === 'pps-token-expired'))
      .sort();
  const lines = page.heard.lines().filter((line) => !/^pps-app-select \w/.test(line));
  same(counted(lines), counted(model.events), 'events');
  const told = page.heard.events.map((event) => JSON.stringify(Object.entries(event))).join();
  same(/s3cret|t0ken|c0de/.exec(told), null, 'secrets in events');
}

/** What must have been said since the last look, and was not. */
export function unsaid(model: Expected, page: ModelPage): string | undefined {
  if (!model.isNews || /idle|resolving/.test(model.state)) return undefined;
  const text = message(model);
  return page.said.filter((line) => line.includes(text)).length === 1 ? undefined : text;
}

function expectSaid(model: Expected, page: ModelPage): void {
  const text = unsaid(model, page);
  if (text) same(page.said, [text], 'said');
}

export function expectFocusKept({ isOnPage, state }: Expected, { element }: ModelPage): void {
  if (!isOnPage || state === 'idle') return;
  same(document.activeElement?.localName, element.localName, 'the focus');
  const focused = element.shadowRoot!.activeElement;
  const isLost = !focused?.checkVisibility() || focused.closest('[inert], :disabled');
  same(Boolean(isLost), false, 'the focus is lost');
}

/** Before the step: how many requests there were, and whether chunks were on their way. */
interface Before {
  before: number;
  wasVague: boolean;
}

export function expectAtRest(model: Expected, page: ModelPage, { before, wasVague }: Before): void {
  // The page's developer is told of each failure, and once of what is missing.
  const isFailure = (line: string) => errorCodes.some((code) => line.endsWith(`.md#${code}`));
  const others = page.lines.filter((line) => !isFailure(line));
  const hint = others.length === 1 && /(nothing to show|is missing)\..*#hints$/.test(others[0]!);
  if (!hint) same(others, [], 'lines in the console');
  same(/s3cret|t0ken|c0de/.exec(page.lines.join()), null, 'secrets in the console');
  if (!model.isOnPage) same(page.requests.length, before, 'requests while away');
  expectNothingOfOthers(model, page);
  if (model.isVague || !model.isOnPage) return;
  expectShown(model, page);
  if (wasVague) return;
  expectEvents(model, page);
  expectSaid(model, page);
}

/** Nothing goes on once the element has left the page. */
export async function expectQuiet(page: ModelPage): Promise<void> {
  page.element.remove();
  await page.rest();
  const { length } = page.requests;
  await page.rest(300_000);
  same(page.requests.length, length, 'requests after leaving');
  same(page.clock.pending, 0, 'timers after leaving');
  same(page.listenedTo, [], 'listeners after leaving');
}
