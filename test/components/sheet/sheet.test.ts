/**
 * The sheet behind "More": what it offers, how it opens and closes, and what is heard in it.
 *
 * @engines dialog
 */
import { aTimeout, expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { FIRST_WAIT_MS } from '../../../src/components/connected-apps/poll.js';
import { WATCH_INTERVAL_MS } from '../../../src/components/handoff/handoff-codes.js';
import { en } from '../../../src/components/language/texts/en.js';
import { enPlayer } from '../../../src/components/language/texts/player/en.js';
import {
  hasListened,
  rememberListened,
} from '../../../src/components/player/remembered-listening.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import type { ShownEpisode } from '../../../src/podcast/shown-podcast.js';
import {
  all,
  has,
  json,
  nameOf,
  one,
  openSheet,
  placedWithEpisodes,
  podcast,
  present,
  press,
  root,
  says,
  settled,
  subscription,
  tap,
  useDevice,
  useEvents,
  useNetwork,
  useStub,
  words,
} from '../../support/element/element.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

describe('Sheet', () => {
  const network = useNetwork();
  const become = useDevice('ios');
  const heard = useEvents();
  const stub = useStub();
  const hold = useHeldTimers();

  const sheetOf = (element: PrivatePodcastSubscribe) => one(element, 'dialog') as HTMLDialogElement;
  const focus = (element: PrivatePodcastSubscribe) =>
    (element.shadowRoot?.activeElement as HTMLElement | null)?.part.value ?? '';
  const closed = (element: PrivatePodcastSubscribe) =>
    waitUntil(() => !has(element, 'dialog'), 'the sheet to go');
  const namesIn = (parent: ParentNode, selector: string) =>
    [...parent.querySelectorAll<HTMLElement>(selector)].map((node) => words(node));
  const itemsIn = (sheet: ParentNode) => namesIn(sheet, '.item-title');

  it('offers the further apps of this device, another device, the link, and nothing that is not offered', async () => {
    const element = await placedWithEpisodes({
      apps: 'overcast castro downcast icatcher rssradio',
    });
    const sheet = await openSheet(element);
    expect(sheet.matches(':modal')).to.equal(true);
    expect(words(one(element, `#${sheet.getAttribute('aria-labelledby')!}`)!)).to.equal(
      en.sheetTitle,
    );
    expect(namesIn(sheet, '[part=app] > span')).to.deep.equal(['RSSRadio']);
    expect(nameOf(sheet.querySelector('[part=app]')!)).to.equal('Open in RSSRadio');
    expect(itemsIn(sheet)).to.deep.equal([en.anotherDevice, en.copyLink]);
    await expect(element).to.be.accessible();
  });

  it('leads to the app that was pressed, which is remembered before the browser follows the link', async () => {
    const element = await placedWithEpisodes();
    const sheet = await openSheet(element);
    const links = [...sheet.querySelectorAll<HTMLAnchorElement>('a[data-app]')];
    expect(links.length).to.be.greaterThan(2);
    const pressed = links.at(-1)!;
    const { href, dataset } = pressed;
    const { app } = dataset;
    pressed.addEventListener('click', (event) => event.preventDefault());
    pressed.click();
    element.requestUpdate();
    await element.updateComplete;
    expect([pressed.href, pressed.dataset.app]).to.deep.equal([href, app]);
    expect(localStorage.getItem('pps-app')).to.contain(app);
  });

  it('has the apps last, those with a mark first, below the words for this device', async () => {
    const element = await placedWithEpisodes();
    const sheet = await openSheet(element);
    const names = namesIn(sheet, '[part=app] > span');
    expect(names[0]).to.equal('Player FM');
    expect(names).to.include.members(['Downcast', 'iCatcher!']);
    const [heading] = [...sheet.querySelectorAll('h4')];
    expect(words(heading!)).to.equal(en.otherApps);
    const isAfter = (a: Element, b: Element) =>
      Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(isAfter(sheet.querySelector('.items')!, heading!)).to.equal(true);
    expect(isAfter(heading!, sheet.querySelector('[part=app]')!)).to.equal(true);
  });

  it('leads to the code on a computer too, by the same words', async () => {
    become('windows');
    const element = await placedWithEpisodes();
    const sheet = await openSheet(element);
    expect(itemsIn(sheet)[0]).to.equal(en.anotherDevice);
    expect(namesIn(sheet, 'h4')).to.deep.equal([en.appsOfThisComputer]);
    press(element, 'dialog [part=phone]');
    await present(element, 'dialog [part=qr] svg');
    expect(namesIn(sheet, 'h4')).to.deep.equal([en.otherDevices]);
  });

  it('keeps the name of an app in its own direction', async () => {
    const element = await placedWithEpisodes({ locale: 'ar' });
    const sheet = await openSheet(element);
    const name = [...sheet.querySelectorAll('[part=app] > span')].find((span) =>
      words(span).endsWith('!'),
    );
    expect(getComputedStyle(name!).direction).to.equal('ltr');
  });

  it('looks like a dark page that names no colour scheme', async () => {
    const element = await placedWithEpisodes();
    element.parentElement!.style.cssText = 'background: rgb(20, 20, 30); color: rgb(240, 230, 220)';
    const { backgroundColor, color } = getComputedStyle(await openSheet(element));
    expect([backgroundColor, color]).to.deep.equal(['rgb(20, 20, 30)', 'rgb(240, 230, 220)']);
    await expect(element).to.be.accessible();
  });

  it('forgets what was heard in this browser, and says so in the place of the button', async () => {
    network.parser = json(podcast(1));
    const heardOf = podcast(1).episodes[0] as unknown as ShownEpisode;
    rememberListened(heardOf, { position: 60, duration: 600, isHeard: false });
    const element = await placedWithEpisodes();
    await waitUntil(() => words(root(element)).includes('left'), 'the row to say how much is left');
    await openSheet(element);
    await present(element, '[part=forget-listening]');
    press(element, '[part=forget-listening]');
    await says(element, enPlayer.forgotten);
    const { activeElement } = element.shadowRoot!;
    expect(words(activeElement!)).to.equal(enPlayer.forgotten);
    expect(has(element, '[part=forget-listening]')).to.equal(false);
    expect(hasListened()).to.equal(false);
    await settled(element);
    expect(words(one(element, '.episode')!)).not.to.contain('left');
  });

  it('has nothing to forget where nothing was heard', async () => {
    const element = await placedWithEpisodes();
    await openSheet(element);
    await settled(element);
    expect(has(element, '[part=forget-listening]')).to.equal(false);
  });

  const ways = {
    Escape: () => sendKeys({ press: 'Escape' }),
    'its close button': (element: PrivatePodcastSubscribe) => {
      press(element, '[part=close]');
    },
    'a tap beside it': (element: PrivatePodcastSubscribe) => sheetOf(element).click(),
  };
  for (const [way, close] of Object.entries(ways)) {
    it(`closes by ${way}, is gone, and returns the focus`, async () => {
      const element = await placedWithEpisodes();
      await openSheet(element);
      await close(element);
      await closed(element);
      expect(focus(element)).to.equal('more');
      await openSheet(element);
    });
  }

  it('stays when a drag over the link ends beside it', async () => {
    const element = await placedWithEpisodes();
    const sheet = await openSheet(element);
    const item = one(element, '[part=copy]')!;
    item.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    sheet.click();
    await settled(element);
    expect(sheet.open).to.equal(true);
    sheet.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    sheet.click();
    await closed(element);
  });

  it('opens once, though More is pressed twice', async () => {
    const element = await placedWithEpisodes();
    press(element, '[part=more]');
    await openSheet(element);
    await aTimeout(50);
    expect(all(element, 'dialog').length).to.equal(1);
  });

  it('opens an app as the page does, and closes', async () => {
    const element = await placedWithEpisodes();
    await openSheet(element);
    tap(element, 'rssradio');
    await closed(element);
    expect(focus(element)).to.equal('more');
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select rssradio consume']);
    expect(localStorage.getItem('pps-app')).to.equal('rssradio');
  });

  it('shows what comes after the tap on the page, where More is', async () => {
    const element = await placedWithEpisodes({
      links: 'direct',
      apps: 'overcast castro downcast icatcher podverse',
    });
    await openSheet(element);
    press(element, 'dialog [data-app=podverse]');
    await present(element, '[part=help]');
    await closed(element);
    const help = one(element, '[part=help]')!;
    const { bottom } = one(element, '[part=more]')!.getBoundingClientRect();
    expect(help.getBoundingClientRect().top - bottom, 'below More').to.be.within(0, 48);
    await says(element, 'Add the podcast in Podverse');
    stub(navigator, 'clipboard', { writeText: () => Promise.resolve() });
    press(element, '[part=help-copy]');
    await waitUntil(() => words(help).includes(en.copied), 'the answer in the button');
    await settled(element);
    expect(has(element, '[part=help] .paste-steps')).to.equal(true);
  });

  it('lets the second click of a double click hit nothing on the page', async () => {
    const element = await placedWithEpisodes();
    await openSheet(element);
    tap(element, 'rssradio');
    await closed(element);
    const second = { bubbles: true, cancelable: true, composed: true, detail: 2 };
    const isFollowed = one(element, 'a[data-app]')!.dispatchEvent(new MouseEvent('click', second));
    expect(isFollowed).to.equal(false);
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select rssradio consume']);
  });

  it('lets two quick clicks hit the page again half a second after it has closed', async () => {
    const element = await placedWithEpisodes();
    await openSheet(element);
    press(element, '[part=close]');
    await closed(element);
    const soon = performance.now() + 501;
    stub(performance, 'now', () => soon);
    one(element, '[part=more]')!.dispatchEvent(
      new MouseEvent('click', { bubbles: true, composed: true, detail: 2 }),
    );
    await present(element, 'dialog');
  });

  it('takes back the app that was chosen before', async () => {
    localStorage.setItem('pps-app', 'overcast');
    const element = await placedWithEpisodes();
    const primary = () => one(element, '.buttons [part~=primary]')?.dataset.app;
    expect(primary()).to.equal('overcast');
    const sheet = await openSheet(element);
    expect(itemsIn(sheet)).to.contain(en.forgetApp);
    press(element, '[part=forget]');
    await closed(element);
    await waitUntil(() => primary() === 'apple-podcasts', 'the app that is always there');
    expect(localStorage.getItem('pps-app')).to.equal(null);
    expect(focus(element)).to.equal('more');
    await openSheet(element);
    expect(itemsIn(sheetOf(element))).not.to.contain(en.forgetApp);
  });

  for (const [why, device, attributes] of [
    ['nobody chose one', 'ios', {}],
    ['nobody chose one', 'windows', {}],
    ['nobody chose one', 'android', {}],
    ['the page did', 'ios', { 'preferred-app': 'castro' }],
    ['it is not remembered', 'ios', { 'forget-app': '' }],
  ] as const) {
    it(`has no item to forget an app where ${why}, on ${device}`, async () => {
      become(device);
      if (Object.keys(attributes).length > 0) localStorage.setItem('pps-app', 'castro');
      const sheet = await openSheet(await placedWithEpisodes(attributes));
      expect(itemsIn(sheet)).not.to.contain(en.forgetApp);
    });
  }

  it('says and shows that an app has the podcast', async () => {
    const connection = {
      app: 'podverse',
      name: 'Podverse',
      firstFetchedAt: '2026-01-01T00:00:00Z',
      lastFetchedAt: '2026-01-02T00:00:00Z',
    };
    let connections: object[] = [];
    network.handler = (request) =>
      new URL(request.url).searchParams.has('connections')
        ? json({ connections })(request)
        : subscription({ hasConnections: true })(request);
    stub(navigator, 'clipboard', { writeText: () => Promise.resolve() });
    const timers = hold(FIRST_WAIT_MS);
    const element = await placedWithEpisodes();
    await waitUntil(() => network.asked('publisher').length === 2, 'the connections');
    const sheet = await openSheet(element);
    press(element, '[part=copy]');
    await waitUntil(timers.isSet, 'the wait for an app');
    connections = [connection];
    await timers.ringNext();
    await says(element, 'Podverse has your podcast');
    expect(words(sheet)).to.contain('✓ Podverse has your podcast');
    expect(sheet.open).to.equal(true);
    expect(heard.lines().at(-1)).to.equal('pps-connected podverse');
  });

  describe('on the way to another device', () => {
    async function elsewhere(element: PrivatePodcastSubscribe): Promise<HTMLElement> {
      await openSheet(element);
      press(element, 'dialog [part=phone]');
      return sheetOf(element);
    }

    it('goes back to where the member came from', async () => {
      const element = await placedWithEpisodes();
      await elsewhere(element);
      await present(element, '[part=qr] svg');
      press(element, '[part=sheet-back]');
      expect(focus(element)).to.equal('phone');
      expect(has(element, '[part=qr]')).to.equal(false);
      expect(words(one(element, '#sheet-title')!)).to.equal(en.sheetTitle);
    });

    it('makes a code for the app that is pressed, and does not remember that app', async () => {
      const element = await placedWithEpisodes();
      const sheet = await elsewhere(element);
      const button = await present(element, 'dialog [data-app=antennapod]');
      expect(nameOf(button)).to.equal('AntennaPod on your other device');
      button.click();
      await waitUntil(
        () => words(sheet).includes('AntennaPod on your other device'),
        'the code for the app',
      );
      expect(sheet.contains(element.shadowRoot!.activeElement)).to.equal(true);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select antennapod phone']);
      expect(Object.keys(localStorage)).to.deep.equal([]);
    });

    /** Lets the handler make codes, with a number each. @returns how many, and which it was asked about. */
    function offerCodes() {
      const codes = { made: 0, asked: [] as string[] };
      network.handler = (request) => {
        const code = new URL(request.url).searchParams.get('handoff');
        if (code === null) return subscription({ handoff: true })(request);
        if (request.method === 'POST') {
          codes.made += 1;
          return json({ url: `?h=c0de-${codes.made}`, expiresIn: 600 })(request);
        }
        codes.asked.push(code);
        return json({ opened: false })(request);
      };
      return codes;
    }

    const departures = {
      ...ways,
      'the way back': (element: PrivatePodcastSubscribe) => {
        press(element, '[part=sheet-back]');
      },
      'the removal of the element': (element: PrivatePodcastSubscribe) => element.remove(),
    };
    for (const [way, leave] of Object.entries(departures)) {
      it(`asks no more about a code after ${way}`, async () => {
        const timers = hold(WATCH_INTERVAL_MS);
        const codes = offerCodes();
        const element = await placedWithEpisodes();
        await elsewhere(element);
        await present(element, '[part=qr]');
        await waitUntil(timers.isSet, 'the wait for the other device');
        await leave(element);
        await waitUntil(() => !has(element, '[part=qr]'), 'the code to go');
        timers.ring();
        await settled(element);
        expect(codes).to.deep.equal({ made: 1, asked: [] });
      });
    }
  });
});
