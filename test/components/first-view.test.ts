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

describe('AppPlaces', () => {
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

  it('makes the app that has the podcast the button, and nothing else moves', async () => {
    const connect = connectedLater();
    const element = await placedWithEpisodes({ style: 'inline-size: 390px' });
    const before = places(element);
    expect(primary(element)).to.equal('apple-podcasts');
    connect();
    await waitUntil(() => primary(element) === 'castro', 'the button');
    await waitUntil(() => words(one(element, '[part=status]')!).includes('Castro'), 'the status');
    expect(tiles(element)).to.not.include('castro');
    expect(places(element)).to.deep.equal(before);
  });

  it('changes no places after a press', async () => {
    const connect = connectedLater();
    const element = await placedWithEpisodes({ links: 'direct' });
    const [first, others] = [primary(element), tiles(element)];
    tap(element, others[1]!);
    connect();
    await waitUntil(() => words(one(element, '[part=status]')!).includes('Castro'), 'the status');
    await settled(element);
    expect([primary(element), tiles(element)]).to.deep.equal([first, others]);
  });

  it('changes no places after the member has asked for a code', async () => {
    become('macos');
    const connect = connectedLater('downcast', 'Downcast');
    const element = await placedWithEpisodes();
    const before = tiles(element);
    press(element, '[part=phone]');
    connect();
    await waitUntil(() => words(one(element, '[part=status]')!).includes('Downcast'), 'the status');
    await settled(element);
    expect(before).to.include('downcast');
    expect(tiles(element)).to.deep.equal(before);
  });

  it('changes no places at a press after that', async () => {
    const connect = connectedLater();
    const element = await placedWithEpisodes({ links: 'direct' });
    connect();
    await waitUntil(() => primary(element) === 'castro', 'the button');
    const [link, others] = [one(element, '.primary')!.getAttribute('href'), tiles(element)];
    tap(element, 'castro');
    await settled(element);
    expect(primary(element)).to.equal('castro');
    // The browser follows the link that the button has after the press.
    expect(one(element, '.primary')!.getAttribute('href')).to.equal(link);
    expect(tiles(element)).to.deep.equal(others);
  });

  it('makes the app that was chosen before the button, though one that does not run here has the podcast', async () => {
    localStorage.setItem('pps-app', 'downcast');
    const connect = connectedLater('antennapod', 'AntennaPod');
    const element = await placedWithEpisodes();
    connect();
    await waitUntil(
      () => words(one(element, '[part=status]')!).includes('Connected'),
      'the status',
    );
    await settled(element);
    expect(primary(element)).to.equal('downcast');
  });
});
