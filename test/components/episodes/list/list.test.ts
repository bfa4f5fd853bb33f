/** The list of episodes: how many, in which order, found by what, with their notes. */
import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { en } from '../../../../src/components/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../../src/index.js';
import {
  all,
  episode,
  has,
  json,
  one,
  placedWithEpisodes,
  podcast,
  present,
  says,
  searchFor,
  useNetwork,
  useStub,
} from '../../../support/element/element.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

const shown = (element: PrivatePodcastSubscribe) =>
  all(element, '.episode').map(({ dataset }) => dataset.episode?.replace('harbour-', ''));
const buttonSaying = (element: PrivatePodcastSubscribe, text: string) =>
  all(element, '[part=show-more]').find(({ textContent }) => textContent.trim() === text);

function choose(element: PrivatePodcastSubscribe, part: string, value: string): void {
  const select = all<HTMLSelectElement>(element, `[part=${part}]`)[0]!;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('EpisodeList: the number of episodes', () => {
  const network = useNetwork();
  const stub = useStub();

  it('shows five at first, and all on request', async () => {
    const element = await placedWithEpisodes();
    expect(shown(element)).to.deep.equal(['12', '11', '10', '9', '8']);
    expect(buttonSaying(element, en.showMore), 'more than all').to.equal(undefined);
    buttonSaying(element, 'Show all 12')!.click();
    await element.updateComplete;
    expect(shown(element).length).to.equal(12);
    expect(has(element, '[part=show-more]')).to.equal(false);
  });

  it('shows fifty more with each press, and moves the focus to the first of them', async () => {
    network.parser = json(podcast(120));
    const element = await placedWithEpisodes();
    for (const count of [55, 105]) {
      const before = shown(element).length;
      const more = buttonSaying(element, en.showMore)!;
      more.focus();
      more.click();
      await waitUntil(() => shown(element).length === count, 'fifty more');
      const first = all(element, '.episode')[before]!;
      await waitUntil(
        () => element.shadowRoot?.activeElement === first,
        'focus on the first new one',
      );
      expect(first.ariaLabel).to.equal(`Harbour ${120 - before}`);
    }
    expect(buttonSaying(element, en.showMore) === undefined, 'fewer than fifty are left').to.equal(
      true,
    );
  });

  it('moves the focus though a row before has to be rendered first', async () => {
    network.parser = json(podcast(120));
    const element = await placedWithEpisodes();
    buttonSaying(element, en.showMore)!.click();
    await waitUntil(() => shown(element).length === 55, 'fifty more');
    // The code that opens notes is loaded after this.
    all(element, '[part=notes-toggle]')[0]!.click();
    await present(element, '[part=notes]');
    // Time is up after each piece of work.
    let now = performance.now();
    stub(performance, 'now', () => (now += 1000));
    all(element, '[part=notes-toggle]')[30]!.click();
    buttonSaying(element, en.showMore)!.click();
    await waitUntil(
      () => element.shadowRoot?.activeElement?.ariaLabel === 'Harbour 65',
      'focus on the first new one',
    );
    expect(all(element, '[part=notes]').length).to.equal(2);
  });

  it('adds thousands of episodes a few at a time, until all are there', async () => {
    network.parser = json(podcast(3_000));
    const element = await placedWithEpisodes();
    expect(shown(element).length, 'at first').to.equal(5);
    let additions = 0;
    const growth = new MutationObserver(() => additions++);
    growth.observe(one(element, '.episodes')!, { childList: true, subtree: true });
    const showAll = buttonSaying(element, 'Show all 3,000')!;
    showAll.focus();
    showAll.click();
    await waitUntil(() => shown(element).length === 3_000, 'all');
    growth.disconnect();
    expect(additions).to.be.greaterThan(10);
    expect(element.shadowRoot?.activeElement?.className).to.equal('episode');
    const down = Array.from({ length: 3_000 }, (_, index) => String(3_000 - index));
    expect(shown(element).join()).to.equal(down.join());
  });

  it('interrupts adding rows for a search, and adds the rest after it', async () => {
    network.parser = json(podcast(1_000));
    const element = await placedWithEpisodes();
    const isVisible = (row: HTMLElement) => row.checkVisibility();
    const some = new Promise<number>((resolve) => {
      const growth = new MutationObserver(() => resolve(shown(element).length));
      growth.observe(one(element, '.episodes')!, { childList: true, subtree: true });
    });
    buttonSaying(element, 'Show all 1,000')!.click();
    expect(await some).to.be.lessThan(1_000);
    searchFor(element, 'harbour 999');
    await waitUntil(() => all(element, '.episode').filter(isVisible).length === 1, 'one');
    // The rows before are hidden at once, and go a few at a time.
    await waitUntil(() => shown(element).join() === '999', 'only one');
    searchFor(element, '');
    await waitUntil(() => shown(element).length === 1_000, 'all');
    choose(element, 'order', 'oldest');
    const up = Array.from({ length: 1_000 }, (_, index) => String(index + 1)).join();
    await waitUntil(() => shown(element).join() === up, 'all in the other order');
    expect(all(element, '.episode').every((row) => !row.closest('[hidden]'))).to.equal(true);
  });

  it('shows each of two episodes with the same GUID', async () => {
    network.parser = json({
      ...podcast(0),
      episodes: [1, 2, 3].map((number) => episode(number, { guid: 'harbour-same' })),
    });
    const element = await placedWithEpisodes();
    const titles = () => all(element, '[part=episode-title]').map((node) => node.textContent);
    expect(titles()).to.deep.equal(['Harbour 3', 'Harbour 2', 'Harbour 1']);
    all(element, '[part=notes-toggle]')[1]!.click();
    await present(element, '[part=notes]');
    expect(all(element, '[part=notes]').length).to.equal(1);
    choose(element, 'order', 'oldest');
    await waitUntil(() => titles()[0] === 'Harbour 1');
    expect(titles().length).to.equal(3);
  });
});

describe('EpisodeList: order and seasons', () => {
  const network = useNetwork();

  it('puts the newest first, or the oldest if the member chooses so', async () => {
    const element = await placedWithEpisodes();
    choose(element, 'order', 'oldest');
    await waitUntil(() => shown(element)[0] === '1');
    expect(shown(element)).to.deep.equal(['1', '2', '3', '4', '5']);
    await says(element, '12 episodes found');
    choose(element, 'order', 'newest');
    await waitUntil(() => shown(element)[0] === '12');
  });

  it('puts the oldest of a serial podcast first, and its control says so', async () => {
    network.parser = json(podcast(3, { podcastType: 'SERIAL' }));
    const element = await placedWithEpisodes();
    expect(shown(element)).to.deep.equal(['1', '2', '3']);
    expect(all<HTMLSelectElement>(element, '[part=order]')[0]?.value).to.equal('oldest');
  });

  it('shows one season of several, or all of them', async () => {
    const episodes = [6, 5, 4, 3, 2, 1].map((n) => episode(n, { season: n > 3 ? 2 : 1 }));
    network.parser = json(podcast(0, { episodes }));
    const element = await placedWithEpisodes();
    choose(element, 'season', '1');
    await waitUntil(() => shown(element).length === 3);
    expect(shown(element)).to.deep.equal(['3', '2', '1']);
    await says(element, '3 episodes found');
    choose(element, 'season', '');
    await waitUntil(() => shown(element).length === 5);
  });

  it('offers a season 0 too', async () => {
    const seasons = [0, 1].map((season) => episode(season + 1, { season }));
    network.parser = json(podcast(0, { episodes: seasons }));
    const element = await placedWithEpisodes();
    choose(element, 'season', '0');
    await waitUntil(() => shown(element).join() === '1');
  });

  it('offers no seasons if there is only one, and no controls for one episode', async () => {
    const element = await placedWithEpisodes();
    expect(has(element, '[part=season]')).to.equal(false);
    network.parser = json(podcast(1));
    expect(has(await placedWithEpisodes(), '.controls')).to.equal(false);
  });
});

describe('EpisodeList: search', () => {
  useNetwork();

  it('searches as the member types, shows the number found, and shows all again', async () => {
    const element = await placedWithEpisodes();
    searchFor(element, 'HARBOUR 1');
    await says(element, '4 episodes found');
    expect(shown(element)).to.deep.equal(['12', '11', '10', '1']);
    searchFor(element, 'harbour 11');
    await says(element, '1 episode found');
    expect(shown(element)).to.deep.equal(['11']);
    searchFor(element, '');
    await waitUntil(() => shown(element).length === 5);
    await says(element, '12 episodes found');
  });

  it('shows that nothing was found', async () => {
    const element = await placedWithEpisodes();
    searchFor(element, 'lighthouse');
    await says(element, 'No episodes match “lighthouse”');
    expect(shown(element)).to.deep.equal([]);
    expect(one(element, 'section')?.textContent).to.contain('No episodes match “lighthouse”');
  });

  it('offers a button that clears a search without results, and moves the focus to the field', async () => {
    const element = await placedWithEpisodes();
    searchFor(element, 'lighthouse');
    (await present(element, '[part=clear]')).click();
    await says(element, '12 episodes found');
    expect(shown(element).length).to.equal(5);
    expect(all<HTMLInputElement>(element, '[part=search]')[0]!.value).to.equal('');
    expect(element.shadowRoot?.activeElement?.part.value).to.equal('search');
  });

  it('stays on the page when the member presses Enter', async () => {
    const element = await placedWithEpisodes();
    const form = (await present(element, '[part=search]')).closest('form')!;
    const submitted = oneEvent(form, 'submit');
    searchFor(element, 'harbour 11');
    one(element, '[part=search]')?.focus();
    await sendKeys({ press: 'Enter' });
    expect((await submitted).defaultPrevented).to.equal(true);
    await says(element, '1 episode found');
  });

  it('combines the search with the order', async () => {
    const element = await placedWithEpisodes();
    searchFor(element, 'harbour 1');
    choose(element, 'order', 'oldest');
    await waitUntil(() => shown(element).join() === '1,10,11,12');
  });
});

describe('EpisodeList: an episode', () => {
  const network = useNetwork();

  it('shows its day, its duration and its badges', async () => {
    const episodes = [
      episode(43, { episodeType: 'trailer', isExplicit: true }),
      episode(2, { episodeType: 'bonus', duration: undefined, url: undefined }),
    ];
    network.parser = json(podcast(0, { episodes }));
    const element = await placedWithEpisodes();
    const [first, second] = all(element, '.episode').map((row) => ({
      facts: row.querySelector('[part=episode-facts]')?.textContent.trim().replace(/\s+/g, ' '),
      badges: [...row.querySelectorAll('[part=badge]')].map((badge) => badge.textContent),
      plays: row.querySelector('[part=play]') !== null,
    }));
    expect(first).to.deep.equal({
      facts: 'Feb 13, 2025 · 43 min Trailer Explicit',
      badges: ['Trailer', 'Explicit'],
      plays: true,
    });
    expect(second).to.deep.equal({ facts: 'Jan 3, 2025 Bonus', badges: ['Bonus'], plays: false });
  });

  it('opens the notes in place of their first line, and closes them', async () => {
    const element = await placedWithEpisodes();
    const toggle = one(element, '[part=notes-toggle]')!;
    expect(toggle.ariaExpanded).to.equal('false');
    expect(all(element, '.excerpt').length).to.equal(5);
    toggle.click();
    const link = await present<HTMLAnchorElement>(element, '[part=notes] a');
    expect(link.href).to.equal('https://example.com/12');
    expect(toggle.ariaExpanded).to.equal('true');
    expect(all(element, '.excerpt').length).to.equal(4);
    toggle.click();
    await element.updateComplete;
    expect(has(element, '[part=notes]')).to.equal(false);
    expect(toggle.ariaExpanded).to.equal('false');
  });

  it('keeps its notes open when the order changes', async () => {
    const element = await placedWithEpisodes({ episodes: '12' });
    one(element, '[part=notes-toggle]')!.click();
    await present(element, '[part=notes] a');
    choose(element, 'order', 'oldest');
    await waitUntil(() => shown(element)[0] === '1');
    const open = one(element, '[part=notes]')?.closest<HTMLElement>('.episode');
    expect(open?.dataset.episode).to.equal('harbour-12');
  });
});
