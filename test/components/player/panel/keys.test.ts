/**
 * The keys of the player as the browser sends them: inside it, and nowhere else.
 *
 * @engines keys
 */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { enPlayer } from '../../../../src/components/language/texts/player/en.js';
import type { PrivatePodcastSubscribe } from '../../../../src/index.js';
import { all, one, placedWithEpisodes, useNetwork } from '../../../support/element/element.js';
import {
  inPlayer,
  isAt,
  mediaOf,
  openPlayer,
  playerOf,
  restAt,
  useRecordings,
} from '../../../support/element/player.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

const press = (key: string) => sendKeys({ press: key });

describe('PlayerBar: keys', () => {
  useNetwork();
  useRecordings();

  /** The open player, at 300 s and paused, with the focus on its play button. */
  async function atRest(attributes = {}): Promise<PrivatePodcastSubscribe> {
    const element = await placedWithEpisodes(attributes);
    await openPlayer(element);
    await restAt(element, 300);
    inPlayer(element, 'forward')!.focus();
    return element;
  }

  it('skip, jump, mute, and change the speed from any of its buttons', async () => {
    const element = await atRest();
    const media = mediaOf(element);
    await press('j');
    await isAt(element, 285);
    await press('l');
    await isAt(element, 315);
    await press('ArrowLeft');
    await isAt(element, 310);
    await press('ArrowRight');
    await isAt(element, 315);
    await press('7');
    await isAt(element, 420);
    await press('m');
    expect(media.muted).to.equal(true);
    await press('m');
    expect(media.muted).to.equal(false);
    await press('>');
    await waitUntil(() => media.playbackRate === 1.2, 'faster');
    await press('<');
    await press('<');
    await waitUntil(() => media.playbackRate === 0.8, 'slower');
    await press('<');
    expect(media.playbackRate, 'the slowest').to.equal(0.8);
  });

  it('go from a speed that is none of the menu’s to the next one that is', async () => {
    const element = await atRest();
    const media = mediaOf(element);
    media.playbackRate = 1.35;
    await press('>');
    expect(media.playbackRate, 'faster').to.equal(1.5);
    media.playbackRate = 3;
    await press('>');
    expect(media.playbackRate, 'nothing is faster').to.equal(3);
    await press('<');
    expect(media.playbackRate, 'slower').to.equal(2);
  });

  it('closes what is behind the bar with Escape, and leaves Escape to the page after that', async () => {
    const element = await atRest();
    const heard: string[] = [];
    const hear = ({ key }: KeyboardEvent) => void heard.push(key);
    document.addEventListener('keydown', hear);
    try {
      await press('Escape');
      await waitUntil(() => !inPlayer(element, 'speed'), 'the bar alone');
      expect(heard).to.deep.equal([]);
      inPlayer(element, 'play')!.focus();
      await press('Escape');
      await waitUntil(() => heard.length, 'the page’s');
      expect(playerOf(element).isConnected).to.equal(true);
    } finally {
      document.removeEventListener('keydown', hear);
    }
  });

  it('keeps the focus in the player when Escape takes away what had it', async () => {
    const element = await atRest();
    inPlayer(element, 'speed')!.focus();
    await press('Escape');
    await waitUntil(() => !inPlayer(element, 'speed'), 'the bar alone');
    expect(playerOf(element).contains(element.shadowRoot!.activeElement)).to.equal(true);
  });

  it('does nothing outside the player, and nothing while the member types', async () => {
    const element = await atRest();
    const media = mediaOf(element);
    const still = (where: string) => {
      expect([media.currentTime, media.muted, media.paused], where).to.deep.equal([
        300,
        false,
        true,
      ]);
    };
    one(element, '.episode [part~=notes-toggle]')!.focus();
    for (const key of ['j', 'l', 'm', '5', 'k', 'ArrowLeft']) await press(key);
    still('in a row');
    one(element, '[part=search-open]')!.click();
    const field = all<HTMLInputElement>(element, '[part=search]')[0]!;
    field.focus();
    await sendKeys({ type: 'jklm5' });
    expect(field.value).to.equal('jklm5');
    still('in the search field');
    const outside = document.createElement('button');
    element.after(outside);
    outside.focus();
    for (const key of ['j', 'l', 'm', '5', 'k']) await press(key);
    still('on the page');
    outside.remove();
  });

  it('are listed once there is a keyboard, as the first of them tells', async () => {
    const element = await atRest();
    await press('l');
    const summaries = () =>
      all(element, '[part~=player] summary').map((it) => it.textContent.trim());
    await waitUntil(() => summaries().includes(enPlayer.keys), 'the list of keys');
  });

  it('leaves the arrows as they are where the page is read from right to left: time is not', async () => {
    const element = await atRest({ locale: 'ar' });
    await waitUntil(() => playerOf(element).matches(':dir(rtl)'), 'from right to left');
    inPlayer(element, 'forward')!.focus();
    await press('ArrowRight');
    await isAt(element, 305);
    await press('ArrowLeft');
    await isAt(element, 300);
  });
});
