/** The chapters in the player: where they begin, which one is heard, and how to go to one. */
import { expect } from '@open-wc/testing';
import { chapterAt } from '../../../../src/components/player/features/episode-chapters.js';
import type { PrivatePodcastSubscribe } from '../../../../src/index.js';
import {
  all,
  episode,
  json,
  placedWithEpisodes,
  podcast,
  useNetwork,
  words,
} from '../../../support/element/element.js';
import {
  inPlayer,
  isAt,
  mediaOf,
  openPlayer,
  playerOf,
  plays,
  restAt,
  useRecordings,
} from '../../../support/element/player.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

const chapters = [
  { start: 0, title: 'On the quay' },
  { start: 150, title: 'Ropes' },
  { start: 450, title: 'Tides' },
];

const late = [...chapters, { start: 1e308, title: 'Never' }];

const chaptersOf = (element: PrivatePodcastSubscribe) =>
  all(element, '[part~=player] [part~=chapter]');
const current = (element: PrivatePodcastSubscribe) =>
  chaptersOf(element).flatMap((chapter) => (chapter.ariaCurrent === 'true' ? words(chapter) : []));

describe('chapterAt', () => {
  it('is the last chapter that has begun', () => {
    const at = [0, 149.9, 150, 600].map((seconds) => chapterAt(chapters, seconds));
    expect(at).to.deep.equal([0, 0, 1, 2]);
  });

  it('is none before the first chapter, and none without chapters', () => {
    expect([chapterAt(chapters.slice(1), 20), chapterAt([], 20)]).to.deep.equal([-1, -1]);
  });
});

describe('PlayerBar: chapters', () => {
  const network = useNetwork();
  useRecordings();

  async function opened(more: object): Promise<PrivatePodcastSubscribe> {
    network.parser = json(podcast(0, { episodes: [episode(12, more)] }));
    const element = await placedWithEpisodes();
    await openPlayer(element);
    return element;
  }

  it('are in the order of time, whatever the feed’s order', async () => {
    const element = await opened({ chapters: [...chapters].reverse() });
    await waitUntil(() => chaptersOf(element).length === 3, 'the list');
    expect(words(chaptersOf(element)[0]!)).to.equal('0:00 On the quay');
  });

  it('play when they are pressed', async () => {
    const element = await opened({ chapters });
    await restAt(element, 20);
    chaptersOf(element)[1]!.click();
    await plays(element);
    expect(mediaOf(element).currentTime).to.be.within(150, 153);
  });

  it('play from the start where one begins after the end', async () => {
    network.parser = json(podcast(0, { episodes: [episode(12, { chapters: late })] }));
    const element = await placedWithEpisodes();
    await openPlayer(element);
    await restAt(element, 60);
    chaptersOf(element).at(-1)!.click();
    await isAt(element, 0);
    expect(mediaOf(element).ended).to.equal(false);
  });

  it('give the player the picture of the one that is heard', async () => {
    const image = new URL('/demo/public/icon.svg?chapter', location.href).href;
    const element = await opened({ chapters: [chapters[0], { ...chapters[1], image }] });
    const pictures = () =>
      [...playerOf(element).querySelectorAll('img')].map(({ src }) => src).join();
    await restAt(element, 200);
    await waitUntil(() => pictures() === image, 'the chapter’s');
    await restAt(element, 20);
    await waitUntil(() => pictures() !== image, 'another');
  });

  it('are notches of the slider, but for the first one’s beginning', async () => {
    const element = await opened({ chapters });
    const notches = () => playerOf(element).querySelector('svg path[d^="M0."]')?.getAttribute('d');
    await waitUntil(() => notches() === 'M0.25 0V1M0.75 0V1', 'a quarter and three quarters');
  });

  it('are notches within the slider alone, from left to right in every language', async () => {
    const beyond = [...chapters, { start: 700, title: 'After the end' }];
    const element = await opened({ chapters: beyond.slice(1) });
    element.locale = 'ar';
    await waitUntil(() => playerOf(element).matches(':dir(rtl)'), 'from right to left');
    await restAt(element, 450);
    const slider = inPlayer(element, 'seek')!.getBoundingClientRect();
    const path = playerOf(element).querySelector<SVGElement>('path[d^="M0."]')!;
    // Firefox adds the stroke to what it measures, as wide as the slider would stretch it.
    path.style.stroke = 'none';
    const notches = path.getBoundingClientRect();
    // Three quarters of the way, the last one.
    expect(slider.right - notches.right).to.be.closeTo(slider.width / 4, 3);
    expect(notches.left - slider.left).to.be.closeTo(slider.width / 4, 3);
  });

  it('are no notches where there are too many to tell apart', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      start: index * 6,
      title: `Part ${index}`,
    }));
    const element = await opened({ chapters: many });
    await waitUntil(() => chaptersOf(element).length === 100, 'the list');
    expect(playerOf(element).querySelector('svg path[d^="M0."]')).to.equal(null);
  });

  it('are rendered when another one begins, and not with every second', async () => {
    const thousand = Array.from({ length: 1000 }, (_, index) => ({
      start: index / 2,
      title: `Part ${index}`,
    }));
    const element = await opened({ chapters: thousand });
    await waitUntil(() => chaptersOf(element).length === 1000, 'the list');
    await restAt(element, 550);
    await waitUntil(() => current(element).length === 1, 'the last');
    let count = 0;
    const changes = new MutationObserver((records) => void (count += records.length));
    changes.observe(inPlayer(element, 'chapters')!, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (let second = 0; second < 20; second += 1) {
      mediaOf(element).dispatchEvent(new Event('timeupdate'));
      await element.updateComplete;
    }
    expect(count).to.equal(0);
    await restAt(element, 10.2);
    await waitUntil(() => String(current(element)).includes('Part 20'), 'another');
    // The mark of one goes, and another gets it.
    await waitUntil(() => count > 0, 'a change');
    expect(count).to.equal(2);
    changes.disconnect();
  });
});
