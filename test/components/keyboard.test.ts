/** The element for who has no mouse: everything is reached, works and keeps the focus (WCAG 2.2, 2.1.1 and 2.4.3). */
import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import {
  all,
  json,
  later,
  nameOf,
  one,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  problem,
  reach,
  subscription,
  useNetwork,
} from './publisher-page.js';

const focused = (element: Subscribe) => element.shadowRoot?.activeElement as HTMLElement | null;

describe('by the keyboard', () => {
  const network = useNetwork();
  const apps = 'overcast castro pocket-casts antennapod podcast-addict kasts';

  it('walks through everything in the order it is read, and shows where it is', async () => {
    const element = await placedWithEpisodes({ apps, episodes: '2' });
    // The walk begins and ends on the page: beyond it the keys would be the browser's own.
    const [before, after] = [document.createElement('button'), document.createElement('button')];
    element.before(before);
    element.after(after);
    before.focus();
    const walk: string[] = [];
    while (walk.length < 30) {
      await sendKeys({ press: 'Tab' });
      const at = focused(element);
      if (!at) break;
      walk.push(nameOf(at));
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      expect(outlineStyle, walk.at(-1)).to.equal('solid');
      expect(parseFloat(outlineWidth), walk.at(-1)).to.be.at.least(2);
      const { top, bottom } = at.getBoundingClientRect();
      expect(top >= 0 && bottom <= window.innerHeight, `${walk.at(-1)} in view`).to.equal(true);
    }
    expect(walk).to.deep.equal([
      'Open in Overcast',
      'Castro',
      'Pocket Casts',
      'AntennaPod',
      'Podcast Addict',
      'Copy link',
      'QR code',
      'More apps',
      'Search episodes',
      'Order',
      'Show notes of Harbour 12',
      'Play Harbour 12',
      'Show notes of Harbour 11',
      'Play Harbour 11',
      'Show all 12',
    ]);
    expect(document.activeElement).to.equal(after);
  });

  for (const key of ['Enter', ' ']) {
    const called = key === ' ' ? 'Space' : key;

    it(`opens and closes more apps by ${called}`, async () => {
      const element = await placed('ready', { apps });
      const details = one(element, 'details') as HTMLDetailsElement;
      one(element, 'summary')!.focus();
      await sendKeys({ press: key });
      await waitUntil(() => details.open, 'open');
      await sendKeys({ press: 'Tab' });
      expect(nameOf(focused(element)!)).to.equal('Kasts');
      one(element, 'summary')!.focus();
      await sendKeys({ press: key });
      await waitUntil(() => !details.open, 'closed');
    });

    it(`opens and closes notes by ${called}, and the focus stays`, async () => {
      const element = await placedWithEpisodes();
      const toggle = one(element, '.notes-toggle')!;
      toggle.focus();
      await sendKeys({ press: key });
      await present(element, '.notes a');
      expect(toggle.ariaExpanded).to.equal('true');
      expect(focused(element)).to.equal(toggle);
      await sendKeys({ press: key });
      await waitUntil(() => toggle.ariaExpanded === 'false', 'closed');
      expect(all(element, '.notes')).to.have.length(0);
      expect(focused(element)).to.equal(toggle);
    });

    it(`opens the dialog by ${called}, and the focus comes back from it`, async () => {
      const element = await placed('ready', { apps });
      const phone = one(element, '[part=phone]')!;
      phone.focus();
      await sendKeys({ press: key });
      const dialog = await present(element, 'dialog[open]');
      expect(dialog.contains(focused(element)), 'focus in the dialog').to.equal(true);
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => all(element, 'dialog').length === 0, 'closed');
      expect(focused(element)).to.equal(phone);
    });
  }

  for (const [state, code, status] of [
    ['expired', 'token-expired', 401],
    ['failed', 'unavailable', 503],
  ] as const) {
    it(`keeps the focus in the element on the way out of ${state}`, async () => {
      network.handler = problem(code, status);
      const element = await placed(state);
      const { answer, give } = later();
      network.handler = answer;
      one(element, '[part=retry]')!.focus();
      await sendKeys({ press: 'Enter' });
      await reach(element, 'resolving');
      expect(focused(element)?.className).to.equal('actions');
      give(subscription());
      await reach(element, 'ready');
      expect(document.activeElement).to.equal(element);
      await sendKeys({ press: 'Tab' });
      expect(focused(element)).to.equal(one(element, '.primary'));
    });
  }

  it('keeps the focus in the element when the episodes are tried again', async () => {
    network.parser = problem('unavailable', 503);
    const element = await placed('ready');
    const retry = await present(element, 'section [part=retry]');
    network.parser = json(podcast(2));
    retry.focus();
    await sendKeys({ press: 'Enter' });
    await present(element, '.episode');
    expect(document.activeElement).to.equal(element);
    expect(focused(element)).not.to.equal(null);
  });
});
