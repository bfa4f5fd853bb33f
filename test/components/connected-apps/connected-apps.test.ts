/** "In Overcast", if the service knows. */
import { expect } from '@open-wc/testing';
import { FIRST_WAIT_MS } from '../../../src/components/connected-apps/poll.js';
import { dayOf, listOf } from '../../../src/components/connected-apps/apps-in-words.js';
import { connectedAppsQuestion } from '../../../src/components/connected-apps/request-connected-apps.js';
import { en } from '../../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  json,
  later,
  offline,
  problem,
  silent,
  subscription,
  useNetwork,
} from '../../support/element/element-network.js';
import {
  has,
  one,
  placedWithEpisodes,
  present,
  press,
  says,
  settled,
  tap,
  useDevice,
  useEvents,
  useStub,
  words,
} from '../../support/element/publisher-page.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const connection = (app: string, name: string, minutes: number) => ({
  app,
  name,
  firstFetchedAt: ago(9000),
  lastFetchedAt: ago(minutes),
});

describe('ConnectedAppsController', () => {
  const network = useNetwork();
  const heard = useEvents();
  const stub = useStub();
  const hold = useHeldTimers();
  useDevice('ios');

  type Answer = typeof network.handler;
  let connections: Answer;

  beforeEach(() => {
    connections = json({ connections: [] });
    network.handler = (request) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.has('connections')) return connections(request);
      return subscription({ hasConnections: true })(request);
    };
  });

  const asked = (query: string) =>
    network.asked('publisher').filter(({ url }) => new URL(url).searchParams.has(query));
  const status = (element: PrivatePodcastSubscribe) => words(one(element, '[part=status]')!);
  const usual = en.personal;

  it('asks for connections only if the handler says that it has them', async () => {
    network.handler = subscription();
    const element = await placedWithEpisodes();
    await settled(element);
    expect(network.asked('publisher').length).to.equal(1);
    expect(has(element, '[part=reset]')).to.equal(false);
  });

  it('shows the app that fetched the feed last as the line of status', async () => {
    connections = json({
      connections: [connection('castro', 'Castro', 90), connection('overcast', 'Overcast', 0)],
    });
    const element = await placedWithEpisodes();
    const line = 'In Overcast and Castro';
    await waitUntil(() => status(element) === line, line);
    expect(heard.lines()).to.deep.equal(['pps-ready']);
  });

  const faults: Record<string, Answer> = {
    'that nothing is known': json({ connections: [] }),
    nonsense: json({
      connections: [null, 7, { app: 'overcast' }, { name: 'X', lastFetchedAt: '?' }],
    }),
    'no list': json({ connections: 'Overcast' }),
    'that it is down': problem('unavailable', 503),
    'that it is asked too often': problem('rate-limited', 429),
    'nothing that arrives': offline,
    nothing: silent,
  };
  for (const [fault, answer] of Object.entries(faults)) {
    it(`leaves the page as it is if the handler answers ${fault}`, async () => {
      connections = answer;
      const element = await placedWithEpisodes();
      await waitUntil(() => asked('connections').length === 1, 'the question');
      await settled(element);
      await settled(element);
      expect(status(element)).to.equal(usual);
      expect(heard.lines()).to.deep.equal(['pps-ready']);
    });
  }

  describe('after a tap', () => {
    /** Taps Overcast's button, whose link the test keeps from being followed. */
    async function tapped(): Promise<PrivatePodcastSubscribe> {
      const element = await placedWithEpisodes({ links: 'direct' });
      await waitUntil(() => asked('connections').length === 1, 'the connections');
      one(element, '[data-app=overcast]')!.addEventListener('click', (event) => {
        event.preventDefault();
      });
      press(element, '[data-app=overcast]');
      return element;
    }

    it('turns the help into good news, once', async () => {
      const timers = hold(FIRST_WAIT_MS);
      const element = await tapped();
      connections = json({ connections: [connection('overcast', 'Overcast', 0)] });
      await timers.ringUntil(
        () => !!one(element, '[part=help]')?.textContent.includes('✓ Overcast has your podcast'),
        'the good news',
      );
      await says(element, 'Overcast has your podcast');
      expect(status(element)).to.equal('In Overcast');
      const connected = () => heard.lines().filter((line) => line.startsWith('pps-connected'));
      expect(connected()).to.deep.equal(['pps-connected overcast']);
      const { length } = asked('connections');
      await settled(element);
      expect(asked('connections').length).to.equal(length);
    });

    it('opens no help again that the member has closed', async () => {
      const timers = hold(FIRST_WAIT_MS);
      const next = hold(2 * FIRST_WAIT_MS);
      const element = await tapped();
      await timers.ringUntil(next.isSet, 'the first question');
      (await present(element, '[part=help-close]')).click();
      connections = json({ connections: [connection('overcast', 'Overcast', 0)] });
      await next.ringNext();
      await waitUntil(() => status(element).includes('Overcast'), 'the status');
      await settled(element);
      expect(has(element, '[part=help]')).to.equal(false);
    });

    it('ignores what another app fetched', async () => {
      const timers = hold(FIRST_WAIT_MS);
      const element = await tapped();
      connections = json({ connections: [connection('castro', 'Castro', 0)] });
      await timers.ringUntil(() => status(element).includes('Castro'), 'Castro');
      expect(heard.lines().join()).not.to.contain('pps-connected');
    });

    for (const [when, minutes, expected] of [
      ['after', 0, true],
      ['before', 90, false],
    ] as const) {
      it(`knows what an app fetched ${when} the tap, though nothing was known by then`, async () => {
        const { answer, give } = later();
        connections = answer;
        const timers = hold(FIRST_WAIT_MS);
        const element = await tapped();
        connections = json({ connections: [connection('overcast', 'Overcast', minutes)] });
        give(connections);
        await waitUntil(() => status(element).includes('Overcast'), 'Overcast');
        timers.ring();
        await settled(element);
        expect(heard.lines().join().includes('pps-connected')).to.equal(expected);
      });
    }

    it('knows what the app fetched while the member was away from a page that is loaded anew', async () => {
      const { pathname } = location;
      sessionStorage.setItem('pps-tap', `overcast 0 ${pathname} ${Date.parse(ago(5))}`);
      stub(performance, 'getEntriesByType', () => [{ type: 'back_forward' }]);
      connections = json({ connections: [connection('overcast', 'Overcast', 4)] });
      const element = await placedWithEpisodes();
      await says(element, 'Overcast has your podcast');
      expect(one(element, '.primary')!.dataset.app, 'nothing moves').to.equal('apple-podcasts');
    });

    it('counts from the tap, though the code that acts on it came later', async () => {
      let now = Date.now();
      stub(Date, 'now', () => now);
      const { answer, give } = later();
      connections = answer;
      const onReady = ({ target }: Event) => {
        tap(target as PrivatePodcastSubscribe, 'overcast');
        now += 60_000;
      };
      document.addEventListener('pps-ready', onReady, { once: true });
      const element = await placedWithEpisodes({ links: 'direct' });
      give(json({ connections: [connection('overcast', 'Overcast', 0.5)] }));
      await says(element, 'Overcast has your podcast');
    });

    for (const [what, leave, expected] of [
      ['the removal of the element', (element: PrivatePodcastSubscribe) => element.remove(), 1],
      [
        'another podcast',
        (element: PrivatePodcastSubscribe) => element.setAttribute('token', 'an0ther'),
        // The other podcast's own.
        2,
      ],
    ] as const) {
      it(`asks no more after ${what}`, async () => {
        const element = await placedWithEpisodes({ links: 'direct' });
        await waitUntil(() => asked('connections').length === 1, 'the connections');
        await settled(element);
        const timers = hold(FIRST_WAIT_MS);
        tap(element, 'overcast');
        await settled(element);
        expect(timers.isSet()).to.equal(true);
        leave(element);
        await waitUntil(() => asked('connections').length === expected, 'the first questions');
        timers.ring();
        await settled(element);
        expect(asked('connections').length).to.equal(expected);
      });
    }
  });

  it('says on which day in the page’s language', () => {
    const now = () => new Date(2026, 0, 10, 8);
    const at = (...time: [number, number]) => new Date(2026, 0, ...time).toISOString();
    expect(dayOf(at(10, 7), 'en', now())).to.equal('today');
    expect(dayOf(at(11, 7), 'en', now())).to.equal('today');
    expect(dayOf(at(9, 23), 'en', now())).to.equal('yesterday');
    expect(dayOf(at(7, 9), 'de', now())).to.equal('vor 3 Tagen');
    expect(dayOf(at(9, 1), 'sv', now())).to.equal('i går');
  });

  it('lists names as a sentence does, and isolates them if it runs right to left', () => {
    const names = ['Overcast', 'Castro', 'Overcast'];
    expect(listOf(names, 'en')).to.equal('Overcast and Castro');
    expect(listOf(names, 'ar-EG')).to.match(/^\u2068Overcast\u2069 .\u2068Castro\u2069$/);
  });
});

describe('connectedAppsQuestion', () => {
  it('puts the latest first by the moment, whatever the time zone', () => {
    const early = { app: 'castro', name: 'Castro', lastFetchedAt: '2026-01-02T01:30:00+02:00' };
    const late = { app: 'overcast', name: 'Overcast', lastFetchedAt: '2026-01-02T00:00:00Z' };
    expect(connectedAppsQuestion.read({ connections: [early, late] }, '')).to.deep.equal([
      late,
      early,
    ]);
  });
});
