/**
 * The element for who has no mouse: everything is reached, works and keeps the focus (WCAG 2.2, 2.1.1 and 2.4.3).
 *
 * @engines focus and keys
 */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { en } from '../../src/components/texts/en.js';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import { useRecordingsAt } from '../support/element/recordings-at.js';
import {
  all,
  endpoint,
  json,
  later,
  nameOf,
  one,
  openSheet,
  place,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  problem,
  reach,
  says,
  subscription,
  useDevice,
  useNetwork,
  useStub,
} from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';

const focused = (element: Subscribe) => element.shadowRoot?.activeElement as HTMLElement | null;
/** The name of the focused element. Names are compared, because a report of two elements that differ hangs. */
const focusOf = (element: Subscribe) => {
  const at = focused(element);
  return at ? nameOf(at) : `outside, on ${document.activeElement?.localName}`;
};

async function press(key: string): Promise<void> {
  // In a window that has lost the focus a key is heard, and does nothing.
  expect(document.hasFocus(), 'the page has the focus').to.equal(true);
  await sendKeys({ press: key });
}

/** Presses Tab until the focus leaves the element, or so many times, and names each stop. */
async function walk(
  element: Subscribe,
  { steps = 30, look }: { steps?: number; look?: (at: HTMLElement) => void } = {},
): Promise<string[]> {
  // The walk ends on the page: beyond it the keys would be the browser's own.
  const end = document.createElement('button');
  element.after(end);
  const names: string[] = [];
  while (names.length < steps) {
    await press('Tab');
    const at = focused(element);
    if (!at) break;
    names.push(nameOf(at));
    look?.(at);
  }
  end.remove();
  return names;
}

describe('PrivatePodcastSubscribe: keyboard', () => {
  const network = useNetwork();
  useRecordingsAt(20);
  const become = useDevice('ios');
  const stub = useStub();
  const apps = 'overcast castro pocket-casts downcast icatcher podverse';

  it('has every control in reading order, with a visible focus ring', async () => {
    const element = await placedWithEpisodes({ apps, episodes: '2' });
    const before = document.createElement('button');
    element.before(before);
    before.focus();
    const look = (at: HTMLElement) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      expect(outlineStyle, nameOf(at)).to.equal('solid');
      expect(parseFloat(outlineWidth), nameOf(at)).to.be.at.least(2);
      const { top, bottom } = at.getBoundingClientRect();
      // An engine scrolls by whole pixels.
      const isInView = top >= 0 && Math.floor(bottom) <= window.innerHeight;
      expect(isInView, `${nameOf(at)} in view`).to.equal(true);
    };
    expect(await walk(element, { look })).to.deep.equal([
      'Open in Overcast',
      en.listen,
      'Open in Castro',
      'Open in Pocket Casts',
      'Open in Downcast',
      'More',
      'Search episodes',
      'Sort and filter',
      'Play Harbour 12',
      'Harbour 12',
      'Play Harbour 11',
      'Harbour 11',
      'All 12 episodes',
    ]);
  });

  for (const key of ['Enter', ' ']) {
    const called = key === ' ' ? 'Space' : key;

    it(`opens and closes the sheet with ${called}, and takes the focus along`, async () => {
      const element = await placed('ready', { apps });
      const more = one(element, '[part=more]')!;
      more.focus();
      await press(key);
      const sheet = await present(element, 'dialog[open]');
      expect(await walk(element, { steps: 3 })).to.deep.equal([
        en.close,
        'Open in iCatcher!',
        'Open in Podverse',
      ]);
      one(element, '[part=close]')!.focus();
      await press(key);
      await waitUntil(() => !sheet.isConnected, 'closed');
      expect(focusOf(element)).to.equal(nameOf(more));
    });

    it(`opens and closes notes with ${called}, and keeps the focus`, async () => {
      const element = await placedWithEpisodes();
      const toggle = one(element, '.notes-toggle')!;
      toggle.focus();
      await press(key);
      await present(element, '.notes a');
      expect(toggle.ariaExpanded).to.equal('true');
      expect(focusOf(element)).to.equal(nameOf(toggle));
      expect(await walk(element, { steps: 2 })).to.deep.equal(['harbour 12', 'Play Harbour 11']);
      toggle.focus();
      await press(key);
      await waitUntil(() => toggle.ariaExpanded === 'false', 'closed');
      expect(all(element, '.notes')).to.have.length(0);
      expect(focusOf(element)).to.equal(nameOf(toggle));
    });

    it(`shows the code with ${called}, and goes on with what to do with it`, async () => {
      become('windows');
      stub(navigator, 'share', () => Promise.resolve());
      const element = await placed('ready', { apps });
      one(element, '[part=phone]')!.focus();
      await press(key);
      await present(element, '[part=qr] svg');
      const text = one(element, '.phone-text')!;
      await waitUntil(() => element.shadowRoot?.activeElement === text, 'the focus in the card');
      expect(await walk(element, { steps: 2 })).to.deep.equal([en.email, en.share]);
    });

    it(`copies and shows the link with ${called}, and keeps the focus`, async () => {
      stub(navigator, 'clipboard', { writeText: () => Promise.resolve() });
      const element = await placed('ready', { apps });
      await openSheet(element);
      one(element, '[part=copy]')!.focus();
      await press(key);
      await says(element, en.linkCopied);
      expect(focusOf(element)).to.equal(en.linkCopied);
      const toggle = one(element, '[part=show-link]')!;
      toggle.focus();
      await press(key);
      await waitUntil(() => toggle.ariaLabel === en.hideLink, 'shown');
      expect(focusOf(element)).to.equal(en.hideLink);
    });

    it(`plays and pauses an episode with ${called}, and keeps the focus`, async () => {
      const element = await placedWithEpisodes();
      one(element, '.play')!.focus();
      for (const next of ['Pause Harbour 12', 'Play Harbour 12']) {
        await press(key);
        await waitUntil(() => focusOf(element) === next, next);
      }
    });

    it(`shows all episodes with ${called}, and moves the focus to the first new one`, async () => {
      const element = await placedWithEpisodes({ episodes: '2' });
      one(element, '[part=show-more]')!.focus();
      await press(key);
      await waitUntil(() => all(element, '.episode').length === 12, 'all twelve');
      // From the first new row, which gets the focus and is read as its title.
      await waitUntil(() => focusOf(element) === 'Harbour 10', 'focus on the first new one');
      expect(await walk(element, { steps: 3 })).to.deep.equal([
        'Play Harbour 10',
        'Harbour 10',
        'Play Harbour 9',
      ]);
    });
  }

  for (const [state, code, status] of [
    ['expired', 'token-expired', 401],
    ['failed', 'unavailable', 503],
  ] as const) {
    it(`keeps the focus in the element when the member leaves the state ${state}`, async () => {
      network.handler = problem(code, status);
      const element = await place({ endpoint });
      element.getToken = () => Promise.resolve('t0ken');
      await reach(element, state);
      const { answer, give } = later();
      network.handler = answer;
      one(element, '[part=retry]')!.focus();
      await press('Enter');
      await reach(element, 'resolving');
      expect(focused(element)?.className).to.equal('actions');
      give(subscription());
      await reach(element, 'ready');
      expect(focused(element), 'focus in the element').to.be.an.instanceOf(HTMLElement);
      await press('Tab');
      expect(focusOf(element)).to.equal(nameOf(one(element, '.primary')!));
    });
  }

  it('searches while the member types, and keeps the focus in the field', async () => {
    const element = await placedWithEpisodes();
    const field = one(element, '[part=search]')!;
    one(element, '[part=search-open]')!.focus();
    await press('Enter');
    await sendKeys({ type: 'harbour 7' });
    await waitUntil(() => all(element, '.episode').length === 1, 'the one episode');
    expect(focusOf(element)).to.equal(nameOf(field));
    expect(await walk(element, { steps: 3 })).to.deep.equal([
      en.search,
      en.sortAndFilter,
      'Play Harbour 7',
    ]);
  });

  it('keeps the focus in the element when the episodes are tried again', async () => {
    network.parser = problem('unavailable', 503);
    const element = await placed('ready');
    const retry = await present(element, 'section [part=retry]');
    network.parser = json(podcast(2));
    retry.focus();
    await press('Enter');
    await present(element, '.episode');
    expect(focused(element), 'focus in the element').to.be.an.instanceOf(HTMLElement);
  });
});
