/** What a member meets before the first episode: how much, and which app is the button. */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import {
  all,
  json,
  later,
  one,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  press,
  settled,
  silent,
  subscription,
  tap,
  useDevice,
  useNetwork,
  words,
} from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';

/** What the first view may have at most on each device. */
const limits = {
  ios: { elements: 70, stops: 8 },
  android: { elements: 85, stops: 12 },
  windows: { elements: undefined, stops: 9 },
} as const;
type Device = keyof typeof limits;

const stops = 'a[href], button:not([disabled]), input, select, audio[controls], [tabindex="0"]';

describe('PrivatePodcastSubscribe: first view', () => {
  const network = useNetwork();
  const become = useDevice('ios');
  beforeEach(() => localStorage.clear());
  after(() => localStorage.clear());

  for (const [device, most] of Object.entries(limits) as [Device, (typeof limits)[Device]][]) {
    if (most.elements) {
      it(`has at most ${most.elements} elements before the parser has answered, on ${device}`, async () => {
        become(device);
        network.parser = silent;
        const element = await placed('ready');
        await present(element, 'section');
        await waitUntil(() => all(element, '.tile:not(:has(*))').length === 0, 'the marks');
        await settled(element);
        expect(all(element, '*').length).to.be.within(30, most.elements);
      });
    }

    it(`has at most ${most.stops} tab stops before the first episode, on ${device}`, async () => {
      become(device);
      network.parser = json(podcast(12));
      const element = await placedWithEpisodes();
      const [episode] = all(element, '.episode');
      const isBefore = (at: Node) =>
        (at.compareDocumentPosition(episode!) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
      const before = all(element, stops).filter((at) => at.checkVisibility() && isBefore(at));
      expect(before.length, before.map(words).join()).to.be.within(4, most.stops);
    });
  }
});

describe('DeviceApps', () => {
  const network = useNetwork();
  const become = useDevice('ios');
  beforeEach(() => localStorage.clear());
  after(() => localStorage.clear());

  const primary = (element: Subscribe) => one(element, '.primary')!.dataset.app;
  const tiles = (element: Subscribe) =>
    all(element, '.apps [data-app]').map((at) => at.dataset.app);
  /** The places of all that stands in the first view. */
  const places = (element: Subscribe) =>
    ['.cover', 'h2', '.primary', '[part=listen]', '.apps', '.apps > :last-child', 'section'].map(
      (piece) => {
        const { top, left, width, height } = one(element, piece)!.getBoundingClientRect();
        return [piece, top, left, width, height].map((value) =>
          typeof value === 'number' ? Math.round(value) : value,
        );
      },
    );

  /** A service that says later which app has the podcast. */
  function connectedLater(app = 'castro', name = 'Castro') {
    const { answer, give } = later();
    network.handler = (request) =>
      new URL(request.url).searchParams.has('connections')
        ? answer(request)
        : subscription({ hasConnections: true })(request);
    const [firstFetchedAt, lastFetchedAt] = [9e8, 0].map((ms) =>
      new Date(Date.now() - ms).toISOString(),
    );
    const connection = { app, name, firstFetchedAt, lastFetchedAt };
    return () => give(json({ connections: [connection] }));
  }

  const status = (element: Subscribe) => words(one(element, '[part=status]')!);

  for (const [what, press_] of [
    ['', () => undefined],
    [' after a press', (element: Subscribe) => tap(element, tiles(element)[1]!)],
  ] as const) {
    it(`changes the line of status alone for what is learned later${what}`, async () => {
      const connect = connectedLater();
      const element = await placedWithEpisodes({ links: 'direct', style: 'inline-size: 390px' });
      press_(element);
      await settled(element);
      const before = places(element);
      connect();
      await waitUntil(() => status(element) === 'In Castro', 'the status');
      expect(primary(element)).to.equal('apple-podcasts');
      expect(places(element)).to.deep.equal(before);
    });
  }

  it('changes no places after the member has asked for a code', async () => {
    become('macos');
    const connect = connectedLater('downcast', 'Downcast');
    const element = await placedWithEpisodes();
    const before = tiles(element);
    press(element, '[part=phone]');
    connect();
    await waitUntil(() => status(element).includes('Downcast'), 'the status');
    await settled(element);
    expect(before).to.include('downcast');
    expect(tiles(element)).to.deep.equal(before);
  });

  describe('for who is connected', () => {
    const connected = (daysAgo: number, ...apps: string[]) =>
      subscription({
        connections: apps.map((app) => ({
          app: app.toLowerCase(),
          name: app,
          lastFetchedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        })),
      });
    const inOrder = (element: Subscribe) =>
      all(element, '.buttons > :is(a, button), [part=phone]')
        .filter((at) => at.checkVisibility())
        .map((at) => `${at.part.value}${at.matches('.primary') ? ', filled' : ''}: ${words(at)}`);

    it('puts what goes on first, the app second, and the tiles behind one line', async () => {
      network.handler = connected(0, 'Overcast', 'Castro');
      const element = await placedWithEpisodes();
      expect(status(element)).to.equal('In Overcast and Castro');
      expect(inOrder(element).map((line) => line.replace(/^(listen.*?):.*/, '$1'))).to.deep.equal([
        'listen, filled',
        'app primary: Open Overcast',
        'more: More ways to listen',
      ]);
      expect(tiles(element)).to.deep.equal([]);
    });

    it('keeps the card for another phone on a computer', async () => {
      become('windows');
      network.handler = connected(0, 'Overcast');
      const element = await placedWithEpisodes();
      expect(inOrder(element).map((line) => line.replace(/^(listen.*?):.*/, '$1'))).to.deep.equal([
        'listen, filled',
        'phone: Show the code',
        'more: More ways to listen',
      ]);
    });

    for (const wish of [{ player: 'none' }, { episodes: '0' }]) {
      it(`makes the app the filled button with ${JSON.stringify(wish)}`, async () => {
        network.handler = connected(0, 'Overcast');
        const element = await placed('ready', wish);
        await waitUntil(
          () => inOrder(element)[0] === 'app primary, filled: Open Overcast',
          inOrder(element).join(),
        );
      });
    }

    it('shows the first view after a month, and when that was', async () => {
      network.handler = connected(40, 'Overcast');
      const element = await placedWithEpisodes();
      expect(primary(element)).to.equal('apple-podcasts');
      expect(status(element)).to.equal('In Overcast · 40 days ago');
    });

    it('says an app of another device in the line of status alone', async () => {
      localStorage.setItem('pps-app', 'downcast');
      network.handler = connected(0, 'AntennaPod');
      const element = await placedWithEpisodes();
      expect(primary(element)).to.equal('downcast');
      expect(status(element)).to.equal('In AntennaPod');
    });
  });
});
