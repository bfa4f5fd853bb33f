/** The list of episodes: how many, in which order, found by what, with their notes. */
import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { en } from '../../../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../../src/index.js';
import {
  all,
  episode,
  has,
  json,
  one,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  press,
  says,
  searchFor,
  useNetwork,
  useStub,
  words,
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

  it('interrupts adding rows for a search, and adds the rest after it', async () => {
    network.parser = json(podcast(1_000));
    const element = await placedWithEpisodes();
    const seen = () => all(element, '.episode').filter((row) => row.checkVisibility());
    const list = one(element, '.episodes')!;
    const some = new Promise<number>((resolve) => {
      const growth = new MutationObserver(() => resolve(shown(element).length));
      growth.observe(list, { childList: true, subtree: true });
    });
    buttonSaying(element, 'All 1,000 episodes')!.click();
    expect(await some).to.be.lessThan(1_000);
    searchFor(element, 'harbour 999');
    await waitUntil(() => seen().length === 1, 'one');
    expect(seen()[0]!.ariaLabel).to.equal('Harbour 999');
    expect(list.offsetHeight).to.be.below(2 * seen()[0]!.offsetHeight);
    searchFor(element, '');
    await waitUntil(() => seen().length === 1_000, 'all');
    const height = list.offsetHeight;
    // Some blocks of a group are hidden, and the groups after it.
    searchFor(element, 'harbour 9');
    await waitUntil(() => seen().length === 271, 'those with a 9');
    expect(list.offsetHeight / height).to.be.within(0.2, 0.35);
    searchFor(element, '');
    await waitUntil(() => seen().length === 1_000, 'all once more');
    choose(element, 'order', 'oldest');
    const up = Array.from({ length: 1_000 }, (_, index) => String(index + 1)).join();
    await waitUntil(() => shown(element).join() === up, 'all in the other order');
    expect(all(element, '.episode').every((row) => !row.closest('[hidden]'))).to.equal(true);
  });

  it('shows each of two episodes with the same GUID', async () => {
    network.parser = json({
      ...podcast(0),
      episodes: Array.from({ length: 10 }, (_, index) =>
        episode(index + 1, { guid: 'harbour-same' }),
      ),
    });
    const element = await placedWithEpisodes({ episodes: '3' });
    const titles = () => all(element, '[part=episode-title]').map((node) => node.textContent);
    expect(titles()).to.deep.equal(['Harbour 10', 'Harbour 9', 'Harbour 8']);
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
    const options = all<HTMLOptionElement>(element, '[part=order] option');
    expect(options.map(({ value, text }) => [value, text])).to.deep.equal([
      ['newest', en.newestFirst],
      ['oldest', en.oldestFirst],
    ]);
    choose(element, 'order', 'oldest');
    await waitUntil(() => shown(element)[0] === '1');
    expect(shown(element)).to.deep.equal(['1', '2', '3', '4', '5']);
    await says(element, en.oldestFirst);
    choose(element, 'order', 'newest');
    await says(element, en.newestFirst);
    expect(shown(element)[0]).to.equal('12');
  });

  it('shows one season of several by its name, or all of them', async () => {
    const seasons = podcast(12).episodes.map((own, index) =>
      index < 6 ? { ...own, season: 2, seasonName: 'Salt and Rain' } : { ...own, season: 1 },
    );
    network.parser = json(podcast(0, { episodes: seasons }));
    const element = await placedWithEpisodes();
    const options = [...one(element, '[part=season]')!.children].map(words);
    expect(options).to.deep.equal([en.allSeasons, 'Season 1', 'Season 2: Salt and Rain']);
    choose(element, 'season', '2');
    await says(element, 'Season 2: Salt and Rain');
    expect(shown(element)).to.deep.equal(['12', '11', '10', '9', '8']);
    expect(words(one(element, '.found')!)).to.equal('Season 2: Salt and Rain');
    searchFor(element, 'harbour 7');
    await says(element, '1 episode found');
    expect(words(one(element, '.found')!)).to.equal('Season 2: Salt and Rain · 1 episode found');
    searchFor(element, '');
    choose(element, 'season', '1');
    await says(element, 'Season 1');
    expect(shown(element)).to.deep.equal(['6', '5', '4', '3', '2']);
    choose(element, 'season', '');
    await says(element, en.allSeasons);
    expect(shown(element)[0]).to.equal('12');
    expect(has(element, '.found')).to.equal(false);
  });

  it('offers a season 0 too', async () => {
    const episodes = podcast(10).episodes.map((own, index) => ({ ...own, season: index && 1 }));
    network.parser = json(podcast(0, { episodes }));
    const element = await placedWithEpisodes();
    choose(element, 'season', '0');
    await waitUntil(() => shown(element).join() === '10');
  });

  it('offers no seasons if there is only one, and nothing at all for nine episodes', async () => {
    const element = await placedWithEpisodes();
    expect(has(element, '[part=order]')).to.equal(true);
    expect(has(element, '[part=season]')).to.equal(false);
    network.parser = json(podcast(9));
    expect(has(await placedWithEpisodes(), '.controls')).to.equal(false);
  });
});

describe('EpisodeControls', () => {
  useNetwork();

  const focused = (element: PrivatePodcastSubscribe) =>
    element.shadowRoot?.activeElement?.getAttribute('part');
  const isOpen = (element: PrivatePodcastSubscribe, part: string) =>
    one(element, `[part=${part}]`)!.checkVisibility();
  /** Where the first row begins, below the heading's top. */
  const top = (element: PrivatePodcastSubscribe) =>
    one(element, '.episode')!.getBoundingClientRect().top -
    one(element, '.episode-head')!.getBoundingClientRect().top;

  it('opens the search field in the row of the heading, with the focus in it', async () => {
    const element = await placedWithEpisodes();
    const before = top(element);
    expect(isOpen(element, 'search')).to.equal(false);
    const button = press(element, '[part=search-open]');
    // Before anything else runs: a phone brings its keyboard only then.
    expect(focused(element)).to.equal('search');
    await element.updateComplete;
    expect(isOpen(element, 'search')).to.equal(true);
    expect(button.ariaExpanded).to.equal('true');
    expect(top(element)).to.equal(before);
  });

  for (const part of ['search', 'sort']) {
    it(`does what a press on ${part}-open asks for as soon as it is there, with its code or before`, async () => {
      const element = await placed('ready');
      await new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!has(element, `[part=${part}-open]`)) return;
          observer.disconnect();
          press(element, `[part=${part}-open]`);
          resolve();
        }).observe(element.shadowRoot!, { childList: true, subtree: true });
      });
      await waitUntil(() => has(element, `[part=${part}]`) && isOpen(element, part), 'open');
      expect(focused(element)).to.equal(part === 'search' ? 'search' : 'sort-open');
    });
  }

  for (const [how, close] of [
    ['Escape', () => sendKeys({ press: 'Escape' })],
    ['its icon', (element: PrivatePodcastSubscribe) => press(element, '[part=search-open]')],
  ] as const) {
    it(`closes and empties the field with ${how}`, async () => {
      const element = await placedWithEpisodes();
      press(element, '[part=search-open]');
      await sendKeys({ type: 'harbour 7' });
      await waitUntil(() => shown(element).join() === '7', 'found');
      expect(words(one(element, '.found')!)).to.equal('1 episode found');
      await close(element);
      await waitUntil(() => shown(element).length === 5, 'all again');
      expect(isOpen(element, 'search')).to.equal(false);
      expect(all<HTMLInputElement>(element, '[part=search]')[0]!.value).to.equal('');
      expect(focused(element)).to.equal('search-open');
      expect(has(element, '.found')).to.equal(false);
    });
  }

  it('opens the menu in sight, low on the screen', async () => {
    const element = await placedWithEpisodes();
    element.style.marginBlock = '120vh';
    const head = one(element, '.episode-head')!;
    head.scrollIntoView({ block: 'end' });
    press(element, '[part=sort-open]');
    const bottom = () => one(element, '[part=sort]')!.getBoundingClientRect().bottom;
    await waitUntil(() => bottom() > 0 && bottom() <= innerHeight, 'the whole menu');
  });

  it('makes room for what a search will find', async () => {
    const element = await placedWithEpisodes();
    element.style.marginBlock = '120vh';
    const headTop = () => one(element, '.episode-head')!.getBoundingClientRect().top;
    one(element, '.episode-head')!.scrollIntoView({ block: 'end' });
    press(element, '[part=search-open]');
    await waitUntil(() => headTop() >= 0 && headTop() < innerHeight / 3, 'the heading to be up');
    scrollBy(0, -0.2 * innerHeight);
    const before = headTop();
    press(element, '[part=search-open]');
    press(element, '[part=search-open]');
    await element.updateComplete;
    expect(headTop(), 'it moves only where that is needed').to.equal(before);
  });

  it('opens the menu over the rows, and closes it with Escape alone', async () => {
    const element = await placedWithEpisodes();
    const before = top(element);
    let escapes = 0;
    const count = () => (escapes += 1);
    document.addEventListener('keydown', count);
    const button = press(element, '[part=sort-open]');
    await element.updateComplete;
    expect(isOpen(element, 'order')).to.equal(true);
    expect(button.ariaExpanded).to.equal('true');
    expect(top(element)).to.equal(before);
    one(element, '[part=order]')!.focus();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !isOpen(element, 'order'), 'closed');
    expect(focused(element)).to.equal('sort-open');
    expect(escapes, 'for what is around the element').to.equal(0);
    await sendKeys({ press: 'Escape' });
    expect(escapes).to.equal(1);
    document.removeEventListener('keydown', count);
  });

  it('closes the menu when the member goes on to something else, and not within it', async () => {
    const element = await placedWithEpisodes();
    const open = async () => {
      press(element, '[part=sort-open]');
      await element.updateComplete;
      one(element, '[part=order]')!.focus();
      const pressed = new PointerEvent('pointerdown', { bubbles: true, composed: true });
      one(element, '[part=order]')!.dispatchEvent(pressed);
      await element.updateComplete;
      expect(isOpen(element, 'order'), 'open').to.equal(true);
    };
    await open();
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await waitUntil(() => !isOpen(element, 'order'), 'closed by a press elsewhere');
    await open();
    one(element, '[part=play]')!.focus();
    await waitUntil(() => !isOpen(element, 'order'), 'closed by the focus');
    await open();
    press(element, '[part=sort-open]');
    await waitUntil(() => !isOpen(element, 'order'), 'closed by its icon');
  });
});

describe('EpisodeList: search', () => {
  useNetwork();

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
      facts: 'Feb 13, 2025 · 43 min · Trailer · Explicit',
      badges: ['Trailer', 'Explicit'],
      plays: true,
    });
    expect(second).to.deep.equal({ facts: 'Jan 3, 2025 · Bonus', badges: ['Bonus'], plays: false });
  });

  it('closes the notes with Escape from inside them, and returns the focus to the title', async () => {
    const element = await placedWithEpisodes();
    const toggle = press(element, '[part=notes-toggle]');
    (await present(element, '[part=notes] a')).focus();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !has(element, '[part=notes]'), 'closed');
    expect(element.shadowRoot?.activeElement === toggle, 'focus on the title').to.equal(true);
  });

  it('keeps lines of its text apart that end without a stop', async () => {
    const description = 'Hydra\nFalmouth\nIt has chapters.\nListen';
    network.parser = json(podcast(1, { episodes: [episode(1, { description })] }));
    const element = await placedWithEpisodes();
    expect(words(one(element, '.excerpt')!)).to.equal('Hydra · Falmouth · It has chapters. Listen');
  });

  it('ends the beginning of its text at the end of a word', async () => {
    const description = 'harbour '.repeat(60);
    network.parser = json(podcast(1, { episodes: [episode(1, { description })] }));
    const element = await placedWithEpisodes();
    expect(words(one(element, '.excerpt')!)).to.match(/^(harbour ){10,}harbour$/);
  });

  it('never has its arrow alone on a line of a small screen', async () => {
    const title = 'A lighthouse keeper’s Tuesday in the fog';
    network.parser = json(podcast(1, { episodes: [episode(1, { title })] }));
    const element = await placedWithEpisodes();
    const arrow = one(element, '.notes-toggle .glyph')!;
    const text = one(element, '[part=episode-title]')!;
    for (let width = 240; width > 140; width -= 3) {
      element.style.inlineSize = `${width}px`;
      const lines = [...text.getClientRects()];
      const { top, bottom } = lines.at(-1)!;
      const at = arrow.getBoundingClientRect();
      expect(at.top + at.height / 2, `${width} px`).to.be.within(top, bottom);
    }
  });

  it('shows an episode’s own image, at a size that it has before it comes', async () => {
    const [cover, own] = ['https://media.example/cover.png', 'https://media.example/own.png'];
    const episodes = [episode(2, { image: own }), episode(1, { image: cover })];
    network.parser = json(podcast(0, { image: cover, episodes }));
    const element = await placedWithEpisodes();
    const images = all<HTMLImageElement>(element, '[part=episode-image]');
    expect(images.map(({ src, alt, loading }) => ({ src, alt, loading }))).to.deep.equal([
      { src: own, alt: '', loading: 'lazy' },
    ]);
    const { width, height } = images[0]!.getBoundingClientRect();
    expect({ width, height }).to.deep.equal({ width: 56, height: 56 });
  });

  it('shows the glyph wherever a picture cannot be loaded, and a picture that can', async () => {
    const [torn, other] = ['https://nowhere.invalid/a.png', 'https://nowhere.invalid/b.png'];
    network.parser = json(podcast(0, { image: other, episodes: [episode(1, { image: torn })] }));
    const element = await placedWithEpisodes();
    one(element, '[part=play]')!.click();
    await present(element, '[part=player] .art img');
    const pictures = () => all<HTMLImageElement>(element, 'img');
    await waitUntil(() => pictures().every(({ hidden }) => hidden), 'the glyphs');
    expect(pictures().length).to.equal(3);
    for (const picture of pictures()) {
      expect(picture.checkVisibility({ visibilityProperty: true })).to.equal(false);
      expect(picture.parentElement?.querySelector('.glyph')?.checkVisibility()).to.equal(true);
      const { width, height } = picture.parentElement!.getBoundingClientRect();
      expect([width > 40, Math.round(width - height)]).to.deep.equal([true, 0]);
    }
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const good = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    for (const picture of pictures()) picture.src = good;
    await waitUntil(() => pictures().every(({ hidden }) => !hidden), 'the pictures');
    URL.revokeObjectURL(good);
  });
});

describe('PrivatePodcastSubscribe: the show’s description', () => {
  const network = useNetwork();

  it('says what the show is about after its episodes', async () => {
    network.parser = json(podcast(2, { description: 'Harbours at night.' }));
    const element = await placedWithEpisodes();
    const description = one(element, '[part=description]')!;
    expect(words(description)).to.equal('Harbours at night.');
    const { lang, dir } = description;
    expect({ lang, dir }).to.deep.equal({ lang: 'sv', dir: 'auto' });
    const last = all(element, '.episode').at(-1)!.getBoundingClientRect();
    expect(description.getBoundingClientRect().top).to.be.at.least(last.bottom);
  });
});
