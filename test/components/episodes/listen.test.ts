/**
 * “Listen now”: which episode it plays, and what it pauses and goes on with. What it shows meanwhile, and
 * that it waits for the podcast, the element's model says (`model.test.ts`).
 *
 * @engines media
 */
import { expect } from '@open-wc/testing';
import { en } from '../../../src/components/language/texts/en.js';
import { rememberListened } from '../../../src/components/player/remembered-listening.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import type { ShownEpisode } from '../../../src/podcast/shown-podcast.js';
import { silenceMedia } from '../../support/element/model/silent-media.js';
import {
  all,
  episode,
  json,
  one,
  placedWithEpisodes,
  podcast,
  present,
  press,
  searchFor,
  subscription,
  useEvents,
  useNetwork,
  useStub,
  words,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

/** Remembers of an episode that it was heard, or how far. */
function remember(number: number, position?: number): void {
  const { guid, publishDate } = episode(number);
  const known = { guid, publishDate } as ShownEpisode;
  rememberListened(known, {
    position: position ?? 0,
    duration: 60,
    isHeard: position === undefined,
  });
}

describe('EpisodesSection: listen', () => {
  const network = useNetwork();
  const heard = useEvents();
  const stub = useStub();
  beforeEach(() => silenceMedia(stub));

  /** Presses the button so many times, and waits for what each press does. */
  async function listen(element: PrivatePodcastSubscribe, times = 1): Promise<string[]> {
    const label = () => words(one(element, '[part=listen]')!);
    for (let time = 0; time < times; time++) {
      const before = label();
      press(element, '[part=listen]');
      await waitUntil(() => label() !== before, `another label than ${before}`);
    }
    return heard.lines().flatMap((line) => /pps-episode-(.*)/.exec(line)?.[1] ?? []);
  }

  const serial = podcast(3, { podcastType: 'SERIAL' });
  for (const [what, given, remembered, played] of [
    ['the first of a serial podcast', serial, [], 1],
    ['the first of a serial one that was not heard to its end', serial, [[1], [2, 40]], 2],
    ['the first of a serial one once all were heard', serial, [[1], [2], [3]], 1],
    ['the newest of another podcast though it was heard', podcast(3), [[3]], 3],
    [
      'the newest with a recording',
      podcast(0, { episodes: [episode(2, { url: undefined }), episode(1)] }),
      [],
      1,
    ],
  ] as [string, object, [number, number?][], number][]) {
    it(`plays ${what}`, async () => {
      for (const [number, position] of remembered) remember(number, position);
      network.parser = json(given);
      const element = await placedWithEpisodes();
      expect(await listen(element)).to.deep.equal([`play harbour-${played}`]);
    });
  }

  it('goes on to the next episode of a serial podcast after the end of one', async () => {
    network.parser = json(serial);
    const element = await placedWithEpisodes();
    await listen(element, 2);
    remember(1);
    // As after the end: the button names the next one.
    element.requestUpdate();
    await element.updateComplete;
    const told = ['play harbour-1', 'pause harbour-1', 'play harbour-2'];
    expect(await listen(element)).to.deep.equal(told);
  });

  it('pauses another episode that plays here, and goes on with that one', async () => {
    const element = await placedWithEpisodes();
    all(element, '[part=play]')[2]!.click();
    await waitUntil(() => words(one(element, '[part=listen]')!) === en.pauseListening, 'playing');
    const told = ['play harbour-10', 'pause harbour-10', 'play harbour-10'];
    expect(await listen(element, 2)).to.deep.equal(told);
  });

  it('plays an episode whose row is not shown', async () => {
    const element = await placedWithEpisodes();
    searchFor(element, 'harbour 7');
    await waitUntil(() => all(element, '.episode').length === 1, 'one row');
    expect(await listen(element)).to.deep.equal(['play harbour-12']);
  });

  it('cuts off a long title on a narrow page, and never how long there is to hear', async () => {
    const lastFetchedAt = new Date().toISOString();
    const connections = [{ app: 'overcast', name: 'Overcast', lastFetchedAt }];
    network.handler = subscription({ connections });
    network.parser = json(podcast(0, { episodes: [episode(1, { title: 'x'.repeat(90) })] }));
    const element = await placedWithEpisodes();
    element.style.width = '280px';
    await present(element, '[part=listen] small');
    const line = one(element, '[part=listen] small');
    const time = document.createRange();
    time.selectNode(line!.lastChild!);
    const button = one(element, '[part=listen]')!.getBoundingClientRect();
    expect(String(time)).to.match(/^ · \d+ min$/);
    expect(time.getBoundingClientRect().right).to.be.below(button.right);
    expect(line!.firstElementChild).to.satisfy((it: Element) => it.scrollWidth > it.clientWidth);
  });

  it('offers nothing where no episode has a recording', async () => {
    network.parser = json(podcast(0, { episodes: [episode(1, { url: undefined })] }));
    const element = await placedWithEpisodes();
    expect(one(element, '[part=listen]')).to.have.property('disabled', true);
  });
});
