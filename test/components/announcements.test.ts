/**
 * The announcements to a screen reader, and their time: one region, after everything else has come to rest.
 *
 * @engines announcements
 */
import { aTimeout, expect } from '@open-wc/testing';
import { html } from 'lit';
import {
  announce,
  MAX_WAIT_MS,
  QUIET_MS,
  STALE_MS,
} from '../../src/components/messages/announcer.js';
import { en } from '../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  all,
  json,
  later,
  one,
  openSheet,
  place,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  press,
  problem,
  reach,
  says,
  searchFor,
  settled,
  subscription,
  useDevice,
  useNetwork,
  useStub,
  words,
} from '../support/element/element.js';
import { useHeldTimers } from '../support/waiting/held-timers.js';
import { waitUntil } from '../support/waiting/wait-until.js';

/** Orca 48 drops what follows another change by less than 100 ms; this leaves half as much again. */
const LEAST_QUIET_MS = 150;

interface Said {
  text: string;
  /** Milliseconds since anything else in the element changed. */
  quiet: number;
}

/** Takes down what the region says from now on. */
function listen(element: PrivatePodcastSubscribe): Said[] {
  const said: Said[] = [];
  let changed = -Infinity;
  const observer = new MutationObserver((records) => {
    const region = all(element, 'dialog[open] .status').at(-1) ?? one(element, '.status')!;
    if (!records.every(({ target }) => region.contains(target))) changed = performance.now();
    const isNew = records.some(({ target }) => region.contains(target));
    if (isNew && region.textContent) {
      said.push({ text: words(region), quiet: performance.now() - changed });
    }
  });
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(element.shadowRoot!, everything);
  return said;
}

const heardIn = (parent: ParentNode) => parent.querySelector('.status')!.textContent;

const textsOf = (said: Said[]) => said.map(({ text }) => text);

function expectRest(said: Said[]): void {
  const hasty = said.filter(({ quiet }) => quiet < LEAST_QUIET_MS);
  expect(hasty).to.deep.equal([]);
}

describe('PrivatePodcastSubscribe: announcements', () => {
  const network = useNetwork();
  useDevice('ios');
  const stub = useStub();
  const hold = useHeldTimers();

  it('uses one polite region, the same from first to last, and empty at first', async () => {
    const { answer, give } = later();
    network.handler = answer;
    const element = await placed('resolving');
    const status = one(element, '.status')!;
    const isTheOne = () => {
      const regions = all(element, '[role=status], [role=alert], [aria-live], output');
      expect(regions.length === 1 && regions[0] === status, 'the only one').to.equal(true);
      expect(status.getAttribute('aria-live')).to.equal('polite');
      expect(status.getAttribute('aria-atomic')).to.equal('true');
      expect(status.checkVisibility({ visibilityProperty: true })).to.equal(true);
      return words(status);
    };
    expect(isTheOne()).to.equal('');
    element.getToken = () => Promise.resolve('t0ken');
    give(problem('token-expired', 401));
    await reach(element, 'expired');
    await waitUntil(() => isTheOne() === `${en.expiredTitle}. ${en.expiredText}`);
    network.handler = subscription();
    one(element, '[part=retry]')!.click();
    await reach(element, 'ready');
    await waitUntil(() => isTheOne() === en.ready);
  });

  it('waits for the episodes that come in between', async () => {
    const { answer, give } = later();
    network.parser = answer;
    const element = await place();
    const said = listen(element);
    await reach(element, 'ready');
    // The icons come with what announces.
    await present(element, '.tile > :is(path, foreignObject)');
    await aTimeout(LEAST_QUIET_MS);
    give(json(podcast(12)));
    await says(element, en.ready);
    expect(textsOf(said)).to.deep.equal([en.ready]);
    expectRest(said);
  });

  it('announces once even on a page that never comes to rest', async () => {
    const element = await placedWithEpisodes();
    await says(element, en.ready);
    const said = listen(element);
    const now = Date.now();
    stub(Date, 'now', () => now);
    const clock = document.createElement('time');
    one(element, '.root')!.append(clock);
    const tick = async () => {
      clock.append('.');
      await settled(element);
    };
    const timers = hold(QUIET_MS);
    press(element, '[part=notes-toggle]');
    announce(element.shadowRoot!, 'Though it ticks.');
    await tick();
    expect([timers.isSet(), said.length], 'it waits').to.deep.equal([true, 0]);
    const latest = hold(1);
    stub(Date, 'now', () => now + MAX_WAIT_MS - 1);
    await tick();
    expect(timers.isSet(), 'it waits no longer than that').to.equal(false);
    latest.ring();
    await says(element, 'Though it ticks.');
    await tick();
    expect(timers.isSet()).to.equal(false);
    expect(textsOf(said).filter((text) => text === 'Though it ticks.')).to.have.length(1);
  });

  /** Actions of the member, each with its one announcement. */
  const events: Record<
    string,
    { act: (element: PrivatePodcastSubscribe) => unknown; said: string[]; season?: boolean }
  > = {
    'the copied link, twice': {
      act: async (element) => {
        const sheet = await openSheet(element);
        press(element, '[part=copy]');
        await says(element, en.linkCopied);
        press(element, '[part=copy]');
        await waitUntil(() => heardIn(sheet) === '', 'emptied at once');
      },
      said: [en.linkCopied, en.linkCopied],
    },
    'the search, once for all that was typed': {
      act: async (element) => {
        for (const text of ['h', 'ha', 'har', 'harbour 1']) {
          searchFor(element, text);
          await element.updateComplete;
        }
      },
      said: ['4 episodes found'],
    },
    'a search without a result': {
      act: (element) => searchFor(element, 'lighthouse'),
      said: ['No episodes match “lighthouse”'],
    },
    'a season': {
      act: (element) => {
        const select = all<HTMLSelectElement>(element, '[part=season]')[0]!;
        select.value = '2';
        select.dispatchEvent(new Event('change', { bubbles: true }));
      },
      said: ['Season 2'],
    },
    'help for an app that takes a pasted link': {
      act: (element) => {
        element.apps = 'truefans';
        element.links = 'direct';
        return present(element, '[data-app=truefans]').then((button) => button.click());
      },
      said: ['Add the podcast in TrueFans'],
    },
  };
  for (const [name, { act, said: expected }] of Object.entries(events)) {
    it(`announces ${name}, after everything else`, async () => {
      stub(navigator, 'clipboard', { writeText: () => Promise.resolve() });
      const episodes = podcast(12).episodes.map((one, index) => ({
        ...one,
        season: index < 6 ? 2 : 1,
      }));
      network.parser = json(podcast(0, { episodes }));
      const element = await placedWithEpisodes();
      await says(element, en.ready);
      const said = listen(element);
      await act(element);
      await waitUntil(() => said.length >= expected.length, expected.join());
      expect(textsOf(said)).to.deep.equal(expected);
      expectRest(said);
    });
  }

  for (const [slot, answer] of [
    ['no-access', problem('no-access', 403)],
    ['error', problem('unavailable', 503)],
  ] as const) {
    it(`announces only the page’s own words in the slot ${slot}`, async () => {
      network.handler = answer;
      const own = html`<div slot=${slot}><p>Call us: 555-0100.</p></div>`;
      const element = await place(undefined, own);
      const said = listen(element);
      await says(element, 'Call us: 555-0100.');
      expect(textsOf(said)).to.deep.equal(['Call us: 555-0100.']);
      expectRest(said);
    });
  }

  it('empties the region when the member reads on', async () => {
    const timers = hold(STALE_MS);
    const element = await placedWithEpisodes();
    await says(element, en.ready);
    timers.ring();
    expect(one(element, '.status')!.textContent).to.equal('');
  });

  /** A dialog as every one of the element's: with an empty region of its own. */
  function openDialog(element: PrivatePodcastSubscribe): HTMLDialogElement {
    const dialog = document.createElement('dialog');
    const region = document.createElement('div');
    region.className = 'status';
    region.ariaLive = 'polite';
    dialog.append(region);
    one(element, '.root')!.append(dialog);
    dialog.showModal();
    return dialog;
  }

  const onPage = (element: PrivatePodcastSubscribe) => one(element, '.root > .status')!.textContent;

  it('speaks within the dialog that is open, the topmost of two, and nowhere else', async () => {
    const element = await placedWithEpisodes();
    await says(element, en.ready);
    const [below, above] = [openDialog(element), openDialog(element)];
    announce(element.shadowRoot!, 'Copied.');
    await waitUntil(() => heardIn(above) === 'Copied.', 'the words in the dialog');
    expect([heardIn(below), onPage(element)]).to.deep.equal(['', '']);
    above.remove();
    announce(element.shadowRoot!, 'One down.');
    await waitUntil(() => heardIn(below) === 'One down.', 'the words in the other');
    below.close();
    announce(element.shadowRoot!, 'Both down.');
    await waitUntil(() => onPage(element) === 'Both down.', 'the page’s words');
    expect(heardIn(below)).to.equal('');
  });

  it('has other words than the time before, though it says the same', async () => {
    const element = await placedWithEpisodes();
    await says(element, en.ready);
    const heard: (string | null)[] = [];
    for (let time = 0; time < 3; time += 1) {
      announce(element.shadowRoot!, 'Copied.');
      await waitUntil(() => onPage(element) !== '', 'the words');
      heard.push(onPage(element));
    }
    expect(heard).to.deep.equal(['Copied.', 'Copied.\u00A0', 'Copied.']);
  });

  it('announces nothing once it has left the page', async () => {
    const element = await placedWithEpisodes();
    await says(element, en.ready);
    const said = listen(element);
    const timers = hold(QUIET_MS);
    searchFor(element, 'harbour 1');
    await waitUntil(timers.isSet, 'an announcement');
    element.remove();
    await waitUntil(() => !timers.isSet(), 'the announcement to be taken back');
    expect(said).to.deep.equal([]);
  });
});
