/**
 * The player on the narrowest phone, in the languages that need most room and in large letters.
 *
 * @engines layout
 */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  episode,
  json,
  one,
  placedWithEpisodes,
  podcast,
  present,
  root,
  useNetwork,
} from '../../support/element/element.js';
import {
  inPlayer,
  mediaOf,
  openPlayer,
  playerOf,
  useRecordings,
} from '../../support/element/player.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const LONG = 'Hafenkapitänsversammlungsprotokolle, vorgelesen von allen, die dabei waren';

describe('PlayerBar: 320 px', () => {
  const network = useNetwork();
  useRecordings();

  const chapters = [0, 100, 200, 300].map((start) => ({ start, title: `${LONG}, ${start}` }));

  /** The open player of an episode with a long title and chapters. */
  async function open(locale: string, fontSize: string): Promise<PrivatePodcastSubscribe> {
    const own = episode(2, { title: LONG, chapters });
    network.parser = json(podcast(0, { episodes: [own, episode(1)] }));
    const element = await placedWithEpisodes({ locale });
    element.style.width = '320px';
    element.style.fontSize = fontSize;
    await waitUntil(() => root(element).lang === locale && one(element, '[part~=play]'), locale);
    await openPlayer(element);
    mediaOf(element).pause();
    return element;
  }

  const boxOf = (part: Element) => part.getBoundingClientRect();
  const textOf = (part: Element) => part.outerHTML.replaceAll(/<!--.*?-->/g, '').slice(0, 90);

  /** A control is reached by scrolling, if it must be. */
  function expectToBeReached(control: Element): void {
    control.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = boxOf(control);
    const at = (control.getRootNode() as ShadowRoot).elementFromPoint(
      left + width / 2,
      top + height / 2,
    );
    expect(at && (control.contains(at) || at.contains(control)), textOf(control)).to.equal(true);
  }

  // That nothing reaches past it, and that targets are large, is asked of every state.
  for (const [locale, fontSize] of [
    ['en', '32px'],
    ['fi', '16px'],
    ['ar', '32px'],
  ] as const) {
    it(`leaves every control in reach, and room for the title, in ${locale} at ${fontSize}`, async () => {
      const element = await open(locale, fontSize);
      playerOf(element)
        .querySelectorAll('details')
        .forEach((fold) => (fold.open = true));
      await present(element, '[part~=player] [part=copy-moment]');
      for (const control of all(element, '[part~=player] :is(button, select, input, summary)')) {
        expectToBeReached(control);
      }
      inPlayer(element, 'player-open')!.click();
      await waitUntil(() => !inPlayer(element, 'speed'), 'the bar alone');
      const { width } = boxOf(playerOf(element).querySelector('.titles > .strong')!);
      expect(width, 'room for the title').to.be.at.least(60);
    });
  }

  it('has two rows of controls: play between the skips, and the menus at the ends below', async () => {
    const element = await open('en', '32px');
    const middleOf = (part: string) => {
      const { left, top, width, height } = boxOf(inPlayer(element, part)!);
      return [Math.round(left + width / 2), Math.round(top + height / 2)] as const;
    };
    const [back, play, forward] = ['back', 'play', 'forward'].map(middleOf);
    const [speed, sleep] = ['speed', 'sleep'].map(middleOf);
    expect([back![1], forward![1]], 'first row').to.deep.equal([play![1], play![1]]);
    expect([back![0] < play![0], play![0] < forward![0]]).to.deep.equal([true, true]);
    expect([speed![1], speed![1] > play![1]], 'second row').to.deep.equal([sleep![1], true]);
    expect([speed![0] < play![0], play![0] < sleep![0]]).to.deep.equal([true, true]);
  });

  it('keeps the head to three lines, of which two are the title’s', async () => {
    const element = await open('en', '16px');
    const [title, chapter] = playerOf(element).querySelectorAll('.titles > *');
    const linesOf = (part: Element) => boxOf(part).height / parseFloat(lineHeightOf(part));
    expect(Math.round(linesOf(title!))).to.equal(2);
    expect(Math.round(linesOf(chapter!))).to.equal(1);
  });

  const lineHeightOf = (part: Element) => getComputedStyle(part).lineHeight;
});
