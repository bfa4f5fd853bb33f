/** The sleep timer in the player, with a clock that the test moves. */
import { expect } from '@open-wc/testing';
import { enPlayer } from '../../../../src/components/language/texts/player/en.js';
import type { PrivatePodcastSubscribe } from '../../../../src/index.js';
import {
  nameOf,
  placedWithEpisodes,
  present,
  says,
  useNetwork,
  useStub,
} from '../../../support/element/element.js';
import {
  choicesOf,
  choose,
  inPlayer,
  mediaOf,
  menuOf,
  openPlayer,
  pauses,
  playerOf,
  plays,
  RECORDING_S,
  restAt,
  useRecordings,
} from '../../../support/element/player.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

const MINUTE_MS = 60_000;

describe('PlayerBar: sleep timer', () => {
  useNetwork();
  useRecordings();
  const stub = useStub();
  let later = 0;
  beforeEach(() => {
    later = 0;
    const own = Date.now.bind(Date);
    stub(Date, 'now', () => own() + later);
  });

  /** Waits until the recording has gone on since now: the timer was asked. */
  async function goesOn(element: PrivatePodcastSubscribe): Promise<void> {
    const from = mediaOf(element).currentTime;
    await waitUntil(() => mediaOf(element).currentTime > from + 0.5, 'more sound');
  }

  it('has a menu of times, the end of the episode, and off', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    expect(nameOf(menuOf(element, 'sleep'))).to.equal(enPlayer.sleepTimer);
    expect(choicesOf(element, 'sleep')).to.deep.equal([
      enPlayer.sleepOff,
      '15 min',
      '30 min',
      '45 min',
      '1 hr',
      enPlayer.sleepEnd,
    ]);
    expect(menuOf(element, 'sleep').selectedIndex).to.equal(0);
  });

  it('pauses after 15 minutes, says so, and is off again', async () => {
    const element = await placedWithEpisodes();
    const player = await openPlayer(element);
    choose(element, 'sleep', '15');
    await waitUntil(() => player.textContent.includes('15 min'), 'what is left');
    later = 14 * MINUTE_MS;
    await goesOn(element);
    expect(mediaOf(element).paused, 'a minute before').to.equal(false);
    later = 15 * MINUTE_MS;
    await pauses(element);
    await says(element, enPlayer.sleepEnded);
    await waitUntil(() => menuOf(element, 'sleep').selectedIndex === 0, 'off');
    inPlayer(element, 'play')!.click();
    await plays(element);
    later = 60 * MINUTE_MS;
    await goesOn(element);
    expect(mediaOf(element).paused, 'played again').to.equal(false);
  });

  it('is off after the end of the episode that it waited for', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    choose(element, 'sleep', 'end');
    expect(menuOf(element, 'sleep').value).to.equal('end');
    mediaOf(element).currentTime = RECORDING_S - 0.3;
    await waitUntil(() => mediaOf(element).ended, 'the end');
    await waitUntil(() => menuOf(element, 'sleep').selectedIndex === 0, 'off');
  });

  it('does not stop what the member plays after it has run out in a pause', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    await restAt(element, 60);
    choose(element, 'sleep', '15');
    later = 20 * MINUTE_MS;
    inPlayer(element, 'play')!.click();
    await plays(element);
    await goesOn(element);
    expect(mediaOf(element).paused).to.equal(false);
    expect(menuOf(element, 'sleep').selectedIndex).to.equal(0);
  });

  it('is off in a player that was closed and opened again', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    choose(element, 'sleep', '15');
    inPlayer(element, 'player-open')!.click();
    await present(element, '[part=player-close]');
    inPlayer(element, 'player-close')!.click();
    await waitUntil(() => !(playerOf(element) as HTMLElement | undefined), 'closed');
    await openPlayer(element);
    expect(menuOf(element, 'sleep').selectedIndex).to.equal(0);
  });
});
