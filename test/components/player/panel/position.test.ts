/** Where the recording is, and how fast: the slider and the menu of speeds. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { enPlayer } from '../../../../src/components/language/texts/player/en.js';
import type { PrivatePodcastSubscribe } from '../../../../src/index.js';
import { all, nameOf, placedWithEpisodes, useNetwork } from '../../../support/element/element.js';
import {
  choicesOf,
  choose,
  inPlayer,
  isAt,
  mediaOf,
  menuOf,
  openPlayer,
  plays,
  restAt,
  useRecordings,
} from '../../../support/element/player.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

const sliderOf = (element: PrivatePodcastSubscribe) =>
  inPlayer(element, 'seek') as HTMLInputElement;
const spoken = (element: PrivatePodcastSubscribe) => sliderOf(element).ariaValueText;

/** Moves the slider as a pointer does, before it is let go. */
function drag(element: PrivatePodcastSubscribe, seconds: number): void {
  const slider = sliderOf(element);
  slider.value = String(seconds);
  slider.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

const letGo = (element: PrivatePodcastSubscribe) =>
  sliderOf(element).dispatchEvent(new Event('change', { bubbles: true }));

describe('PlayerBar: position', () => {
  useNetwork();
  useRecordings();

  it('shows the time that a drag would lead to, and seeks when the slider is let go', async () => {
    const element = await placedWithEpisodes();
    const player = await openPlayer(element);
    await restAt(element, 60);
    drag(element, 300);
    expect(mediaOf(element).currentTime, 'while it is dragged').to.equal(60);
    await waitUntil(() => player.textContent.includes('5:00'), 'the time');
    expect(player.querySelector<HTMLElement>('.seek')!.style.getPropertyValue('--_at')).to.equal(
      '0.5',
    );
    letGo(element);
    await isAt(element, 300);
  });

  it('follows the sound again after a drag', async () => {
    const element = await placedWithEpisodes();
    const player = await openPlayer(element);
    await restAt(element, 60);
    drag(element, 300);
    letGo(element);
    await isAt(element, 300);
    mediaOf(element).currentTime = 120;
    await waitUntil(
      () => player.querySelector<HTMLElement>('.seek')!.style.getPropertyValue('--_at') === '0.2',
      'a fifth',
    );
    expect(player.textContent).to.contain('2:00');
  });

  it('moves with the keys, and says where to', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    await restAt(element, 60);
    sliderOf(element).focus();
    await sendKeys({ press: 'ArrowRight' });
    await isAt(element, 65);
    const said = '1 minute 5 seconds of 10 minutes';
    await waitUntil(() => spoken(element) === said, said);
    await sendKeys({ press: 'ArrowDown' });
    await isAt(element, 60);
    await waitUntil(() => spoken(element) === '1 minute of 10 minutes', 'back');
    await sendKeys({ press: '5' });
    await waitUntil(() => spoken(element) === '5 minutes of 10 minutes', 'half');
    expect(element.shadowRoot?.activeElement === sliderOf(element)).to.equal(true);
  });

  it('keeps its words while the recording plays and the slider has the focus', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    await restAt(element, 60);
    const slider = sliderOf(element);
    slider.focus();
    await sendKeys({ press: 'ArrowRight' });
    const said = '1 minute 5 seconds of 10 minutes';
    await waitUntil(() => spoken(element) === said, said);
    let count = 0;
    const changes = new MutationObserver((records) => void (count += records.length));
    changes.observe(slider, { attributeFilter: ['aria-valuetext', 'value', 'aria-valuenow'] });
    mediaOf(element).playbackRate = 2;
    void mediaOf(element).play();
    await waitUntil(() => mediaOf(element).currentTime > 67, 'two seconds of sound');
    expect([count, spoken(element), slider.value]).to.deep.equal([0, said, '65']);
    slider.blur();
    await waitUntil(() => spoken(element) !== said, 'words of now, without the focus');
    changes.disconnect();
  });
});

describe('PlayerBar: speed', () => {
  useNetwork();
  useRecordings();

  it('has a menu of all speeds, in the member’s numbers', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    expect(nameOf(inPlayer(element, 'speed')!)).to.equal(enPlayer.speed);
    expect(choicesOf(element, 'speed')).to.deep.equal(['0.8×', '1×', '1.2×', '1.5×', '1.8×', '2×']);
    expect(menuOf(element, 'speed').value).to.equal('1');
    element.locale = 'de';
    await waitUntil(() => choicesOf(element, 'speed')[0] === '0,8×', 'German numbers');
  });

  it('plays as fast as chosen, the next episode too, and after a reload', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    choose(element, 'speed', '1.5');
    expect(mediaOf(element).playbackRate).to.equal(1.5);
    all(element, '.episode [part~=play]')[1]!.click();
    await waitUntil(() => mediaOf(element).src.endsWith('/11.mp3'), 'the next');
    await plays(element);
    expect(mediaOf(element).playbackRate, 'of the next episode').to.equal(1.5);
    element.remove();
    const again = await placedWithEpisodes();
    await openPlayer(again);
    expect(mediaOf(again).playbackRate, 'after a reload').to.equal(1.5);
    const menu = menuOf(again, 'speed');
    await waitUntil(() => menu.value === '1.5', 'the menu');
  });

  it('shows in the menu a speed that something else has set', async () => {
    const element = await placedWithEpisodes();
    await openPlayer(element);
    mediaOf(element).playbackRate = 2;
    const menu = menuOf(element, 'speed');
    await waitUntil(() => menu.value === '2', 'the menu');
  });
});
