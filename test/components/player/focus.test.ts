/**
 * Where the focus goes around the player, for who listens with the keyboard: it is always in sight.
 *
 * @engines focus
 */
import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  has,
  one,
  placedWithEpisodes,
  searchFor,
  useNetwork,
} from '../../support/element/element.js';
import {
  inPlayer,
  openBar,
  openPlayer,
  mediaOf,
  playerOf,
  useRecordings,
} from '../../support/element/player.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

describe('PlayerBar: focus', () => {
  useNetwork();
  useRecordings();
  /** WebKit's driver cannot resize it: there the rows have more room. */
  const isResizable = !navigator.userAgent.includes('Version/');
  before(() => (isResizable ? setViewport({ width: 390, height: 700 }) : undefined));
  after(() => (isResizable ? setViewport({ width: 1280, height: 800 }) : undefined));

  const focused = (element: PrivatePodcastSubscribe) => element.shadowRoot!.activeElement!;

  /** Waits for the browser to have scrolled, if it does. */
  const painted = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

  /** How many pixels of what has the focus the player hides. */
  function hidden(element: PrivatePodcastSubscribe): number {
    const { top, bottom } = focused(element).getBoundingClientRect();
    const bar = playerOf(element).getBoundingClientRect();
    return Math.min(bottom, bar.bottom) - Math.max(top, bar.top);
  }

  it('is never hidden behind the bar, on the whole way through the rows', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    one(element, '[part=listen]')!.focus();
    let stops = 0;
    for (; focused(element) !== inPlayer(element, 'player-open'); stops += 1) {
      await sendKeys({ press: 'Tab' });
      await painted();
      if (playerOf(element).contains(focused(element))) break;
      const name = focused(element).outerHTML.slice(0, 80);
      expect(hidden(element), name).to.be.at.most(0);
    }
    expect(stops).to.be.greaterThan(10);
  });

  it('makes the panel small when it goes to what that hides', async () => {
    const element = await placedWithEpisodes();
    // The panel stands over “Listen now”.
    element.style.marginTop = '400px';
    await openPlayer(element);
    inPlayer(element, 'player-open')!.focus();
    await sendKeys({ press: 'Tab' });
    // Browsers differ in how far they scroll.
    window.scrollTo(0, 0);
    one(element, '[part=listen]')!.focus({ preventScroll: true });
    await waitUntil(() => !inPlayer(element, 'speed'), 'the bar alone');
    await painted();
    expect(hidden(element)).to.be.at.most(0);
    expect(mediaOf(element).paused, 'it plays on').to.equal(false);
  });

  it('leaves the panel open where it is in sight beside it', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    const rows = all(element, '.episode [part~=play]');
    rows[0]!.scrollIntoView({ block: 'start' });
    const { top } = playerOf(element).getBoundingClientRect();
    const above = rows.findLast((row) => row.getBoundingClientRect().bottom < top)!;
    above.focus({ preventScroll: true });
    await painted();
    expect(Boolean(inPlayer(element, 'speed'))).to.equal(true);
  });

  it('goes to the row of the episode when the player closes, and into sight', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    inPlayer(element, 'player-close')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !has(element, '[part~=player]'), 'closed');
    const row = all(element, '.episode [part~=play]')[0]!;
    expect(focused(element) === row).to.equal(true);
    const { top, bottom } = row.getBoundingClientRect();
    expect([top >= 0, bottom <= window.innerHeight]).to.deep.equal([true, true]);
  });

  it('goes to “Listen now” when the player closes while a search hides the row', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    searchFor(element, 'Harbour 3');
    await waitUntil(() => all(element, '.episode').length === 1, 'the row that was found');
    inPlayer(element, 'player-close')!.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !has(element, '[part~=player]'), 'closed');
    expect(focused(element).part.contains('listen')).to.equal(true);
  });
});
