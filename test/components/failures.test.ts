/** Failures for good, and failures that will pass: a dead feed, a logged-out member, a firewall. */
import { expect } from '@open-wc/testing';
import { en } from '../../src/components/texts/en.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  all,
  endpoint,
  feedUrl,
  has,
  json,
  offline,
  one,
  place,
  placed,
  present,
  problem,
  reach,
  says,
  settled,
  silent,
  subscription,
  useEvents,
  useNetwork,
  useStub,
  words,
} from '../support/element/element.js';

const text = (element: PrivatePodcastSubscribe) => words(one(element, '.root')!);
const page = (status: number) => () => new Response('<!doctype html><p>No.', { status });

describe('PrivatePodcastSubscribe: a dead feed', () => {
  const network = useNetwork();
  const heard = useEvents();
  const stub = useStub();

  async function expectDead(element: PrivatePodcastSubscribe, code: string): Promise<void> {
    await reach(element, 'failed');
    expect(words(one(element, '[part=notice] h2')!)).to.equal(en.deadTitle);
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
    expect(all(element, '[data-app]').length).to.be.greaterThan(4);
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

  for (const [status, code] of [
    [404, 'not-found'],
    [410, 'not-found'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
  ] as const) {
    it(`shows a dead feed when the feed answers ${status}`, async () => {
      network.feed = page(status);
      await expectDead(await place({ 'feed-url': feedUrl }), code);
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

    it(`keeps the apps after the feed’s own ${what}`, async () => {
      network.feed = answer;
      const own = what === '504' ? 'timeout' : code;
      await expectAlive(await place({ 'feed-url': feedUrl }), own);
    });
  }

  it('keeps the apps when the parser does not answer in time', async () => {
    const own = AbortSignal.timeout.bind(AbortSignal);
    stub(AbortSignal, 'timeout', () => own(50));
    network.parser = silent;
    await expectAlive(
      await place({ 'feed-url': feedUrl, 'parser-url': 'https://parser.example' }),
      'timeout',
    );
  });

  it('shows the apps again when the page brings a new link', async () => {
    network.parser = problem('not-found', 404);
    const element = await place();
    await expectDead(element, 'not-found');
    network.parser = json({ title: 'New', episodes: [] });
    network.handler = subscription({ feedUrl: 'https://feeds.example/new' });
    element.token = 'fr3sh';
    await reach(element, 'ready');
    expect(all(element, '[data-app]').length).to.be.greaterThan(4);
  });
});

describe('PrivatePodcastSubscribe: a failing getToken', () => {
  const network = useNetwork();
  const heard = useEvents();

  async function placedWith(getToken: () => Promise<string>): Promise<PrivatePodcastSubscribe> {
    const element = await place({ endpoint });
    element.getToken = getToken;
    await reach(element, 'failed');
    return element;
  }

  it('asks the member to log in again if getToken says that they are logged out', async () => {
    const element = await placedWith(() => Promise.reject(new Error('logged out')));
    expect(words(one(element, '[part=notice]')!)).to.equal(
      `${en.loggedOutTitle} ${en.loggedOutText}`,
    );
    expect(words(one(element, '[part=retry]')!)).to.equal(en.logIn);
    expect(heard.lines()).to.deep.equal(['pps-error unauthorized']);
    await says(element, `${en.loggedOutTitle}. ${en.loggedOutText}`);
    window.dispatchEvent(new Event('online'));
    await settled(element);
    expect([element.state, network.asked('publisher').length]).to.deep.equal(['failed', 0]);
  });

  it('does not ask the member to log in again if only the network failed', async () => {
    const element = await placedWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(words(one(element, '[part=notice]')!)).to.equal(`${en.failedTitle} ${en.failedBusy}`);
    expect(words(one(element, '[part=retry]')!)).to.equal(en.retry);
    expect(heard.lines()).to.deep.equal(['pps-error network']);
  });

  it('shows the failure that getToken itself names', async () => {
    const refusal = new PrivatePodcastError('rate-limited', 'Wait a minute.');
    const element = await placedWith(() => Promise.reject(refusal));
    expect(text(element)).to.contain(en.failedBusy);
    expect(heard.lines()).to.deep.equal(['pps-error rate-limited']);
  });

  it('does not show “no access” for a firewall’s page', async () => {
    network.handler = page(403);
    const element = await placed('failed');
    expect(text(element)).to.contain(en.failedBusy).and.not.to.contain(en.noAccessTitle);
    expect(heard.lines()).to.deep.equal(['pps-error unavailable']);
    network.handler = subscription();
    one(element, '[part=retry]')!.click();
    await reach(element, 'ready');
  });
});
