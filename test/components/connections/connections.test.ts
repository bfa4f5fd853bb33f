/** "Connected in Overcast", and a new link for one that leaked, if the service offers it. */
import { expect } from '@open-wc/testing';
import { FIRST_WAIT_MS } from '../../../src/components/connections/poll.js';
import { listOf, timeAgo } from '../../../src/components/connections/connection-line.js';
import { en } from '../../../src/components/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  feedUrl,
  json,
  offline,
  podcast,
  problem,
  silent,
  subscription,
  useNetwork,
} from '../../support/element/element-network.js';
import {
  all,
  has,
  one,
  placedWithEpisodes,
  present,
  press,
  says,
  settled,
  useDevice,
  useEvents,
  useStub,
  words,
} from '../../support/element/publisher-page.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const newFeedUrl = 'https://feeds.example/n3w/show_private.rss';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const connection = (app: string, name: string, minutes: number) => ({
  app,
  name,
  firstFetchedAt: ago(9000),
  lastFetchedAt: ago(minutes),
});

describe('ConnectionsController', () => {
  const network = useNetwork();
  const heard = useEvents();
  const stub = useStub();
  const hold = useHeldTimers();
  useDevice('ios');

  type Answer = typeof network.handler;
  let connections: Answer;
  let reset: Answer;

  beforeEach(() => {
    connections = json({ connections: [] });
    reset = subscription({ feedUrl: newFeedUrl, canReset: true, hasConnections: true });
    network.handler = (request) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.has('connections')) return connections(request);
      if (searchParams.has('reset')) return reset(request);
      return subscription({ canReset: true, hasConnections: true })(request);
    };
  });

  const asked = (query: string) =>
    network.asked('publisher').filter(({ url }) => new URL(url).searchParams.has(query));
  const eyebrow = (element: PrivatePodcastSubscribe) => words(one(element, '[part=eyebrow]')!);
  const usual = en.eyebrow;

  it('asks for connections only if the handler says that it has them', async () => {
    network.handler = subscription();
    const element = await placedWithEpisodes();
    await settled(element);
    expect(network.asked('publisher').length).to.equal(1);
    expect(has(element, '[part=reset]')).to.equal(false);
  });

  it('shows the connections as one line above the title, the latest first', async () => {
    connections = json({
      connections: [connection('castro', 'Castro', 90), connection('overcast', 'Overcast', 5)],
    });
    const element = await placedWithEpisodes();
    const line = 'Connected in Overcast and Castro · checked 5 minutes ago';
    await waitUntil(() => eyebrow(element) === line, line);
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
      expect(eyebrow(element)).to.equal(usual);
      expect(heard.lines()).to.deep.equal(['pps-ready']);
    });
  }

  describe('after a tap', () => {
    /** Taps Overcast's button, whose link the test keeps from being followed. */
    async function tapped(): Promise<PrivatePodcastSubscribe> {
      const element = await placedWithEpisodes({ links: 'direct' });
      await present(element, '[part=reset]');
      one(element, '[data-app=overcast]')!.addEventListener('click', (event) => {
        event.preventDefault();
      });
      press(element, '[data-app=overcast]');
      return element;
    }

    it('turns the help into good news, once', async () => {
      const element = await tapped();
      connections = json({ connections: [connection('overcast', 'Overcast', 0)] });
      await waitUntil(
        () => one(element, '[part=help]')?.textContent.includes('✓ Overcast has your podcast'),
        'the good news',
      );
      await says(element, 'Overcast has your podcast');
      expect(eyebrow(element)).to.match(/^Connected in Overcast · checked/);
      const connected = () => heard.lines().filter((line) => line.startsWith('pps-connected'));
      expect(connected()).to.deep.equal(['pps-connected overcast']);
      const { length } = asked('connections');
      await settled(element);
      expect(asked('connections').length).to.equal(length);
    });

    it('ignores what another app fetched', async () => {
      const timers = hold(FIRST_WAIT_MS);
      const element = await tapped();
      connections = json({ connections: [connection('castro', 'Castro', 0)] });
      await timers.ringNext();
      await waitUntil(() => eyebrow(element).includes('Castro'), 'Castro');
      expect(heard.lines().join()).not.to.contain('pps-connected');
    });

    it('asks nothing while the page is out of sight', async () => {
      const element = await placedWithEpisodes();
      await present(element, '[part=reset]');
      const before = asked('connections').length;
      const timers = hold(FIRST_WAIT_MS);
      press(element, '[part=phone]');
      await waitUntil(timers.isSet, 'the first wait');
      stub(document, 'hidden', true);
      timers.ring();
      await settled(element);
      expect(asked('connections').length).to.equal(before);
      stub(document, 'hidden', false);
      document.dispatchEvent(new Event('visibilitychange'));
      await waitUntil(() => asked('connections').length > before, 'the question');
    });
  });

  describe('reset of the link', () => {
    async function asking(): Promise<PrivatePodcastSubscribe> {
      connections = json({ connections: [connection('overcast', 'Overcast', 5)] });
      const element = await placedWithEpisodes({ links: 'direct' });
      await waitUntil(() => eyebrow(element) !== usual, 'the connection');
      press(element, '[part=reset]');
      await present(element, '[part=reset-panel]');
      return element;
    }
    const panel = (element: PrivatePodcastSubscribe) => one(element, '[part=reset-panel]');
    const hrefs = (element: PrivatePodcastSubscribe) =>
      all<HTMLAnchorElement>(element, 'a[data-app]')
        .map(({ href }) => href)
        .join(' ');

    it('says what a reset does, and does nothing on Cancel', async () => {
      const element = await asking();
      expect(words(panel(element)!)).to.contain(
        'Your old link will stop working in Overcast. This can’t be undone.',
      );
      expect(element.shadowRoot?.activeElement === panel(element)).to.equal(true);
      press(element, '[part=reset-cancel]');
      await present(element, '[part=reset]');
      await settled(element);
      expect(asked('reset').length).to.equal(0);
      expect(element.shadowRoot?.activeElement === one(element, '[part=reset]')).to.equal(true);
    });

    it('puts the new link everywhere, and says what to do in each app', async () => {
      network.feed = offline;
      const element = await asking();
      expect(hrefs(element)).to.contain('s3cret');
      network.parser = json(podcast(3));
      press(element, '[part=reset-confirm]');
      await waitUntil(() => panel(element)?.textContent.includes(en.resetDone), 'done');
      expect(asked('reset').map(({ method }) => method)).to.deep.equal(['POST']);
      expect(words(panel(element)!)).to.contain(
        'In Overcast: remove the podcast, then add it again from this page.',
      );
      expect(element.shadowRoot?.activeElement === panel(element)).to.equal(true);
      await says(element, en.resetDone);
      expect(hrefs(element)).not.to.contain('s3cret');
      expect(hrefs(element)).to.contain('n3w');
      await waitUntil(
        () =>
          network.asked('parser').some(({ url }) => url.includes(encodeURIComponent(newFeedUrl))),
        'the episodes of the new link',
      );
      expect(eyebrow(element)).to.equal(usual);
    });

    it('drops what the handler no longer offers, and keeps the episodes', async () => {
      const element = await asking();
      const episode = one(element, '.episode');
      reset = subscription({ feedUrl: newFeedUrl, title: 'Other Harbours' });
      press(element, '[part=reset-confirm]');
      await waitUntil(() => panel(element)?.textContent.includes(en.resetDone), 'done');
      expect(one(element, '.episode') === episode).to.equal(true);
      press(element, '[part=reset-cancel]');
      await waitUntil(() => !panel(element), 'the closed panel');
      expect(has(element, '[part=reset]')).to.equal(false);
    });

    for (const [fault, answer] of Object.entries({
      'is down': problem('unavailable', 503),
      'cannot be reached': offline,
      'answers without a feed': json({}),
    })) {
      it(`keeps the old link if the handler ${fault}, and says so`, async () => {
        reset = answer;
        const element = await asking();
        press(element, '[part=reset-confirm]');
        await waitUntil(() => panel(element)?.textContent.includes(en.resetFailed), 'the failure');
        await says(element, en.resetFailed);
        expect(hrefs(element)).to.contain(encodeURIComponent(feedUrl));
        expect(one(element, '[part=reset-confirm]')?.matches(':enabled')).to.equal(true);
      });
    }
  });

  it('says how long ago in the page’s language', () => {
    const now = Date.UTC(2026, 0, 1);
    const at = (seconds: number) => new Date(now - seconds * 1000).toISOString();
    expect(timeAgo(at(0), 'en', now)).to.equal('now');
    expect(timeAgo(at(-90), 'en', now)).to.equal('now');
    expect(timeAgo(at(59), 'en', now)).to.equal('59 seconds ago');
    expect(timeAgo(at(60), 'en', now)).to.equal('1 minute ago');
    expect(timeAgo(at(3600), 'de', now)).to.equal('vor 1 Stunde');
    expect(timeAgo(at(86_400), 'sv', now)).to.equal('i går');
  });

  it('lists names as a sentence does, and isolates them if it runs right to left', () => {
    const names = ['Overcast', 'Castro', 'Overcast'];
    expect(listOf(names, 'en')).to.equal('Overcast and Castro');
    expect(listOf(names, 'ar-EG')).to.match(/^\u2068Overcast\u2069 .\u2068Castro\u2069$/);
  });
});
