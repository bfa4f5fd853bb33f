/**
 * A long podcast on a slow line: its first episodes stand there before the rest has come, and what the member does with
 * them meanwhile is kept.
 *
 * @engines media
 */
import { expect } from '@open-wc/testing';
import { en } from '../../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import { silenceMedia } from '../../support/element/model/silent-media.js';
import {
  all,
  episode,
  has,
  json,
  one,
  placed,
  podcast,
  present,
  press,
  settled,
  useEvents,
  useNetwork,
  useStub,
  words,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const COUNT = 600;
/** Bytes of the answer that are there, of twice as many. */
const BEGINNING = 250_000;

const description = 'What was said in this harbour, at length. '.repeat(16);
const newestFirst = Array.from({ length: COUNT }, (_, at) => episode(COUNT - at, { description }));

/** The answer that stops after its beginning, until the rest comes or is lost. */
function inTwo(body: unknown) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  let line!: ReadableStreamDefaultController;
  const start = (it: ReadableStreamDefaultController) => {
    line = it;
    line.enqueue(bytes.slice(0, BEGINNING));
  };
  return {
    answer: () => new Response(new ReadableStream({ start })),
    finish: () => {
      line.enqueue(bytes.slice(BEGINNING));
      line.close();
    },
    breakOff: () => line.error(new TypeError('network error')),
  };
}

describe('EpisodesSection: a beginning', () => {
  const network = useNetwork();
  const heard = useEvents();
  const stub = useStub();
  beforeEach(() => silenceMedia(stub));

  const titles = (element: PrivatePodcastSubscribe) =>
    all(element, '[part=episode-title]').map(words);
  const isWhole = (element: PrivatePodcastSubscribe) => present(element, '[part=show-more]');
  const newest = [600, 599, 598, 597, 596].map((number) => `Harbour ${number}`);

  async function begun(more: object = {}) {
    const parser = inTwo({
      podcastType: 'EPISODIC',
      ...podcast(0, { episodes: newestFirst }),
      ...more,
    });
    network.parser = parser.answer;
    const element = await placed('ready');
    return { element, ...parser };
  }

  it('shows the first rows before the rest has come, and keeps them', async () => {
    const { element, finish } = await begun();
    const row = await present(element, '.episode');
    expect(titles(element)).to.deep.equal(newest);
    // Only the whole podcast tells how many there are, and what else can be found.
    for (const part of ['show-more', 'search-open', 'sort-open'])
      expect(has(element, `[part=${part}]`), part).to.equal(false);
    expect(words(one(element, '[part=listen]')!)).to.equal(en.listen);
    finish();
    await isWhole(element);
    expect(titles(element)).to.deep.equal(newest);
    expect(one(element, '.episode')).to.equal(row);
    expect(words(all(element, '[part=show-more]').at(-1)!)).to.equal(`All ${COUNT} episodes`);
    expect(has(element, '[part=search-open]')).to.equal(true);
  });

  it('keeps the notes that were opened', async () => {
    const { element, finish } = await begun();
    await present(element, '.episode');
    press(element, '[part=notes-toggle]');
    await present(element, '[part=notes]');
    finish();
    await isWhole(element);
    await settled(element);
    expect(all(element, '[part=notes]').length).to.equal(1);
  });

  for (const [what, selector, played] of [
    ['a row', '.episode:nth-child(3) [part=play]', 598],
    ['“Listen now”', '[part=listen]', 600],
  ] as const) {
    it(`plays what ${what} was pressed for once all of it is there, and once`, async () => {
      const { element, finish } = await begun();
      await present(element, '.episode');
      press(element, selector);
      await settled(element);
      expect(heard.lines()).to.deep.equal(['pps-ready']);
      finish();
      await waitUntil(() => heard.lines().length > 1, 'an episode plays');
      await isWhole(element);
      await settled(element);
      expect(heard.lines()).to.deep.equal(['pps-ready', `pps-episode-play harbour-${played}`]);
    });
  }

  it('waits for the whole podcast when the page asks for an episode', async () => {
    const { element, finish } = await begun();
    await present(element, '.episode');
    const found = element.play('harbour-1');
    await settled(element);
    finish();
    expect(await found).to.equal(true);
  });

  it('takes the rows back if the rest is lost', async () => {
    const { element, breakOff } = await begun();
    await present(element, '.episode');
    breakOff();
    const notice = await present(element, '[part=notice]');
    expect(words(notice)).to.contain(en.episodesUnavailable);
    expect(titles(element)).to.deep.equal([]);
    const again = inTwo({ podcastType: 'EPISODIC', episodes: newestFirst });
    network.parser = again.answer;
    press(element, '[part=retry]');
    await present(element, '.episode');
    again.finish();
    await isWhole(element);
    expect(titles(element)).to.deep.equal(newest);
  });

  it('keeps the wish to listen while the line is lost', async () => {
    const { element, breakOff } = await begun();
    await present(element, '.episode');
    press(element, '[part=listen]');
    stub(navigator, 'onLine', false);
    breakOff();
    await present(element, '[part=notice]');
    stub(navigator, 'onLine', true);
    network.parser = json({ episodes: newestFirst });
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => heard.lines().includes('pps-episode-play harbour-600'), 'it plays');
  });

  for (const [what, more] of [
    ['a serial podcast starts with its oldest', { podcastType: 'SERIAL' }],
    ['a feed may have its newest at its end', { episodes: [...newestFirst].reverse() }],
  ] as const) {
    it(`shows none of them before all are there, where it cannot know: ${what}`, async () => {
      const { element, finish } = await begun(more);
      await waitUntil(() => network.asked('parser').length > 0, 'the parser is asked');
      await settled(element);
      expect(titles(element)).to.deep.equal([]);
      finish();
      await isWhole(element);
    });
  }
});
