/**
 * The element for who has no mouse: everything is reached, works and keeps the focus (WCAG 2.2, 2.1.1 and 2.4.3).
 *
 * @engines focus and keys
 */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { en } from '../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import { useRecordingsAt } from '../support/element/recordings-at.js';
import {
  nameOf,
  one,
  placed,
  placedWithEpisodes,
  present,
  useDevice,
  useNetwork,
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
  useNetwork();
  useRecordingsAt(20);
  useDevice('ios');
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
        `${en.anotherDevice} ${en.anotherDeviceText}`,
        `${en.copyLink} ${en.copyLinkText}`,
      ]);
      one(element, '[part=close]')!.focus();
      await press(key);
      await waitUntil(() => !sheet.isConnected, 'closed');
      expect(focusOf(element)).to.equal(nameOf(more));
    });
  }
});
