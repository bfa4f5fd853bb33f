/** Failures for good, and failures that will pass: a dead feed, a logged-out member, a firewall. */
import { expect } from '@open-wc/testing';
import { en } from '../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  all,
  endpoint,
  feedUrl,
  has,
  json,
  later,
  linesOf,
  offline,
  one,
  place,
  placed,
  podcast,
  present,
  press,
  problem,
  reach,
  says,
  settled,
  silent,
  subscription,
  useEvents,
  useNetwork,
  useReports,
  words,
} from '../support/element/element.js';
import { useHeldTimers } from '../support/waiting/held-timers.js';
import { waitUntil } from '../support/waiting/wait-until.js';

const text = (element: PrivatePodcastSubscribe) => words(one(element, '.root')!);
const page = (status: number) => () => new Response('<!doctype html><p>No.', { status });

describe('PrivatePodcastSubscribe: a dead feed', () => {
  const network = useNetwork();
  const heard = useEvents();
  const hold = useHeldTimers();

  async function expectDead(element: PrivatePodcastSubscribe, code: string): Promise<void> {
    await reach(element, 'failed');
    expect(words(one(element, '[part=notice] :is(h2, h3)')!)).to.equal(en.deadTitle);
    expect(text(element)).to.contain(en.deadText);
    expect(words(one(element, '[part=retry]')!)).to.equal(en.reload);
    expect(has(element, '[data-app], [part=copy], [part=phone], section')).to.equal(false);
    expect(heard.lines()).to.deep.equal(['pps-ready', `pps-error ${code}`]);
    await says(element, `${en.deadTitle}. ${en.deadText}`);
  }

  async function expectAlive(element: PrivatePodcastSubscribe, code: string): Promise<void> {
    await present(element, 'section [part=retry]');
    expect(element.state).to.equal('ready');
    expect(text(element)).to.contain(en.episodesUnavailable);
    expect(all(element, '[data-app]').length).to.be.greaterThan(2);
    expect(heard.lines()).to.deep.equal(['pps-ready', `pps-error ${code}`]);
    await says(element, en.episodesUnavailable);
  }

  const dead = [
    ['404', problem('not-found', 404), 'not-found'],
    ['410', problem('gone', 410), 'not-found'],
    ['401', problem('unauthorized', 401), 'unauthorized'],
    ['403', problem('forbidden', 403), 'forbidden'],
    ['422 and bad-feed', problem('bad-feed', 422), 'bad-feed'],
  ] as const;
  for (const [status, answer, code] of dead) {
    it(`shows a dead feed when the parser answers ${status}`, async () => {
      network.parser = answer;
      await expectDead(await place(), code);
    });
  }

  it('shows a dead feed when the feed’s URL answers with a web page', async () => {
    network.feed = page(200);
    await expectDead(await place({ 'feed-url': feedUrl }), 'bad-feed');
  });

  it('shows a dead feed when the parser is down and the feed’s host says it is gone', async () => {
    network.parser = problem('unavailable', 503);
    network.feed = page(410);
    await expectDead(await place(), 'not-found');
  });

  it('keeps the apps when the parser cannot read a feed that its host still serves', async () => {
    network.parser = problem('not-found', 404);
    network.feed = () =>
      new Response('<rss version="2.0"><channel><title>Here</title></channel></rss>');
    const element = await placed('ready');
    await present(element, 'section > p');
    expect(heard.lines()).to.deep.equal(['pps-ready']);
  });

  const passing = [
    ['500', problem('', 500), 'unavailable'],
    ['502', problem('unavailable', 502), 'unavailable'],
    ['503', page(503), 'unavailable'],
    ['504', problem('timeout', 504), 'timeout'],
    ['429', problem('rate-limited', 429), 'rate-limited'],
    ['broken connection', offline, 'network'],
  ] as const;
  for (const [what, answer, code] of passing) {
    it(`keeps the apps after the parser’s ${what}`, async () => {
      network.parser = answer;
      await expectAlive(await place(), code);
    });
  }

  it('keeps the apps when the parser does not answer in time', async () => {
    const deadline = hold(10_000);
    network.parser = silent;
    const source = { 'feed-url': feedUrl, 'parser-url': 'https://parser.example' };
    const element = await place(source);
    // The feed itself, which is read after the parser, is out of reach.
    await deadline.ringNext();
    await expectAlive(element, 'timeout');
  });
});

describe('PrivatePodcastSubscribe: a dead link that the handler has replaced', () => {
  const network = useNetwork();
  const heard = useEvents();
  const newUrl = 'https://feeds.example/n3w/show_private.rss';
  const isFresh = (request: Request) => new URL(request.url).searchParams.has('fresh');
  const fed = (request: Request) => new URL(request.url).searchParams.get('url')!;
  const linkOf = (element: PrivatePodcastSubscribe) =>
    decodeURIComponent(one(element, 'a[data-app]')?.getAttribute('href') ?? '');

  let alive: string[];
  let fresh: (request: Request) => Response | Promise<Response>;
  beforeEach(() => {
    alive = [newUrl];
    fresh = subscription({ feedUrl: newUrl });
    network.handler = (request) => (isFresh(request) ? fresh(request) : subscription()(request));
    network.parser = (request) =>
      alive.includes(fed(request)) ? json(podcast(3))(request) : problem('not-found', 404)(request);
  });
  const asked = () => network.asked('publisher').map(isFresh);

  async function expectDead(element: PrivatePodcastSubscribe): Promise<void> {
    await reach(element, 'failed');
    expect(words(one(element, '[part=notice] :is(h2, h3)')!)).to.equal(en.deadTitle);
  }

  it('shows the new link without a word', async () => {
    const answer = later();
    fresh = answer.answer;
    const element = await place();
    await waitUntil(() => asked().length === 2, 'the second question');
    await settled(element);
    expect(element.state).to.equal('ready');
    expect(has(element, '[part=notice]')).to.equal(false);
    answer.give(subscription({ feedUrl: newUrl }));
    await present(element, '.episode');
    expect(linkOf(element)).to.contain(newUrl).and.not.to.contain(feedUrl);
    expect(asked()).to.deep.equal([false, true]);
    expect(network.asked('publisher')[1]!.headers.get('authorization')).to.equal('Bearer t0ken');
    expect(heard.lines()).to.deep.equal(['pps-ready']);
    expect(one(element, '.status')?.textContent ?? '').to.equal('');
  });

  it('asks once for a link that stays dead', async () => {
    fresh = subscription();
    const element = await place();
    await expectDead(element);
    expect(asked()).to.deep.equal([false, true]);
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-error not-found']);
  });

  it('ends if the handler gives two dead links in turn', async () => {
    alive = [];
    let turn = 0;
    fresh = (request) => subscription(turn++ % 2 ? {} : { feedUrl: newUrl })(request);
    await expectDead(await place());
    expect(asked()).to.deep.equal([false, true, true]);
  });

  it('asks with a fresh token if the token has expired', async () => {
    fresh = problem('token-expired', 401);
    const element = await place();
    element.getToken = () => {
      fresh = subscription({ feedUrl: newUrl });
      return Promise.resolve('fr3sh');
    };
    await present(element, '.episode');
    expect(linkOf(element)).to.contain(newUrl);
  });

  it('asks nothing where the page gives the feed URL itself', async () => {
    network.feed = page(404);
    await expectDead(await place({ 'feed-url': feedUrl, token: 't0ken', endpoint }));
    expect(asked()).to.deep.equal([]);
  });
});

describe('Renewal', () => {
  const network = useNetwork();
  const heard = useEvents();
  const newUrl = 'https://feeds.example/n3w/show_private.rss';
  const isReset = (request: Request) => new URL(request.url).searchParams.has('reset');
  let reset: (request: Request) => Response | Promise<Response>;
  beforeEach(() => {
    reset = subscription({ feedUrl: newUrl, canReset: true });
    const dead = subscription({ canReset: true });
    network.handler = (request) => (isReset(request) ? reset(request) : dead(request));
    network.parser = (request) =>
      request.url.includes('n3w') ? json(podcast(3))(request) : problem('not-found', 404)(request);
  });
  const resets = () => network.asked('publisher').filter(isReset);
  const heading = (element: PrivatePodcastSubscribe) =>
    words(one(element, '[part=notice] :is(h2, h3)')!);
  const headed = (element: PrivatePodcastSubscribe, title: string) =>
    waitUntil(() => heading(element) === title, title);

  async function placedDead(): Promise<PrivatePodcastSubscribe> {
    const element = await place();
    await reach(element, 'failed');
    return element;
  }

  async function asked(): Promise<PrivatePodcastSubscribe> {
    const element = await placedDead();
    press(element, '[part=reset]');
    await headed(element, en.resetTitle);
    return element;
  }

  it('makes a new link once the member has read what stops working', async () => {
    const element = await placedDead();
    expect(text(element)).to.contain(en.deadReset).and.not.to.contain(en.deadText);
    await says(element, `${en.deadTitle}. ${en.deadReset}`);
    press(element, '[part=reset]');
    await headed(element, en.resetTitle);
    expect(text(element)).to.contain(en.resetStopsAll);
    expect(resets()).to.have.length(0);
    await says(element, `${en.resetTitle}. ${en.resetStopsAll}`);
    press(element, '[part=reset-confirm]');
    await headed(element, en.resetDone);
    await says(element, `${en.resetDone}. ${en.resetAgainAny}`);
    expect(resets().map(({ method }) => method)).to.deep.equal(['POST']);
    press(element, '[part=retry]');
    await reach(element, 'ready');
    await present(element, '.episode');
    expect(decodeURIComponent(one(element, 'a[data-app]')!.getAttribute('href')!)).to.contain(
      newUrl,
    );
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-error not-found', 'pps-ready']);
  });

  it('takes the second click of a double click for none', async () => {
    const element = await asked();
    one(element, '[part=reset-confirm]')!.dispatchEvent(new MouseEvent('click', { detail: 2 }));
    await settled(element);
    expect(resets()).to.have.length(0);
  });

  it('asks for one link, however often the button is pressed', async () => {
    const answer = later();
    reset = answer.answer;
    const element = await asked();
    press(element, '[part=reset-confirm]');
    await waitUntil(() => resets().length === 1, 'the question');
    press(element, '[part=reset-confirm]');
    press(element, '[part=reset-cancel]');
    answer.give(subscription({ feedUrl: newUrl }));
    await headed(element, en.resetDone);
    expect(resets()).to.have.length(1);
  });

  it('says that no link was made, and asks again', async () => {
    const made = reset;
    reset = problem('unavailable', 503);
    const element = await asked();
    press(element, '[part=reset-confirm]');
    await waitUntil(() => text(element).includes(en.failedBusy), 'the failure');
    await says(element, `${en.resetTitle}. ${en.failedBusy}`);
    reset = made;
    press(element, '[part=reset-confirm]');
    await headed(element, en.resetDone);
  });

  it('ends when the page brings a new token', async () => {
    const element = await asked();
    network.handler = subscription({ feedUrl: newUrl });
    element.token = 'fr3sh';
    await reach(element, 'ready');
    await present(element, '.episode');
    expect(has(element, '[part=notice]')).to.equal(false);
    expect(resets()).to.have.length(0);
  });
});

describe('PrivatePodcastSubscribe: a failing getToken', () => {
  const network = useNetwork();
  const heard = useEvents();
  useReports();

  async function placedWith(
    getToken: PrivatePodcastSubscribe['getToken'],
  ): Promise<PrivatePodcastSubscribe> {
    const element = await place({ endpoint });
    element.getToken = getToken;
    await reach(element, 'failed');
    return element;
  }

  it('asks the member to log in again if getToken says that they are logged out', async () => {
    const element = await placedWith(() => Promise.resolve(new Response('', { status: 401 })));
    expect(linesOf(one(element, '[part=notice]')!)).to.deep.equal([
      en.loggedOutTitle,
      en.loggedOutText,
    ]);
    expect(words(one(element, '[part=retry]')!)).to.equal(en.logIn);
    expect(heard.lines()).to.deep.equal(['pps-error unauthorized']);
    await says(element, `${en.loggedOutTitle}. ${en.loggedOutText}`);
    window.dispatchEvent(new Event('online'));
    await settled(element);
    expect([element.state, network.asked('publisher').length]).to.deep.equal(['failed', 0]);
  });

  it('shows the slot `error`, and no log-in, if the token route is broken', async () => {
    for (const broken of [
      () => Promise.resolve(new Response('Not found.', { status: 404 })),
      () => Promise.reject(new Error('The route is broken.')),
    ]) {
      const element = await placedWith(broken);
      expect(linesOf(one(element, '[part=notice]')!)).to.deep.equal([
        en.failedTitle,
        en.failedBusy,
      ]);
      expect(one(element, 'slot[name=error]')).to.not.equal(null);
      expect(words(one(element, '[part=retry]')!)).to.equal(en.retry);
      element.remove();
    }
    expect(heard.lines()).to.deep.equal(['pps-error unavailable', 'pps-error unavailable']);
  });
});
