/** What a page can do with the element: attributes at any time, moving it, listening to it. */
import { expect, fixture, waitUntil } from '@open-wc/testing';
import { html } from 'lit';
import { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  all,
  consumeUrl,
  endpoint,
  feedUrl,
  has,
  json,
  later,
  offline,
  one,
  parserUrl,
  place,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  problem,
  reach,
  settled,
  silent,
  subscription,
  useEvents,
  useNetwork,
} from './publisher-page.js';

const title = (element: PrivatePodcastSubscribe) => one(element, 'h2')?.textContent.trim();
const linkOf = (element: PrivatePodcastSubscribe, app: string) =>
  one(element, `[data-app=${app}]`)?.getAttribute('href') ?? undefined;
const ids = (element: PrivatePodcastSubscribe) =>
  all(element, '[data-app]').map(({ dataset }) => dataset.app);
const named = (title: string) => subscription({ title });

describe('attributes', () => {
  const network = useNetwork();
  const heard = useEvents();

  it('serve in any order', async () => {
    const attributes = { token: 't0ken', endpoint, 'consume-url': consumeUrl, apps: 'castro' };
    for (const names of [Object.keys(attributes), Object.keys(attributes).reverse()]) {
      const element = await place({});
      for (const name of names) {
        element.setAttribute(name, attributes[name as keyof typeof attributes]);
        await element.updateComplete;
      }
      await reach(element, 'ready');
      expect(ids(element)).to.deep.equal(['castro']);
    }
  });

  it('count where they were set before the element was defined', async () => {
    const early = document.createElement('not-yet-there');
    early.setAttribute('feed-url', feedUrl);
    Object.assign(early, { apps: 'overcast', episodes: 2, getToken: () => Promise.resolve('') });
    await fixture(html`<main>${early}</main>`);
    customElements.define('not-yet-there', class extends PrivatePodcastSubscribe {});
    const element = early as unknown as PrivatePodcastSubscribe;
    await reach(element, 'ready');
    expect(ids(element)).to.deep.equal(['overcast']);
  });

  it('may all be removed, and the element waits again', async () => {
    const attributes = {
      token: 't0ken',
      endpoint,
      'parser-url': parserUrl,
      'parser-format': 'service',
      'consume-url': consumeUrl,
      links: 'direct',
      apps: 'overcast castro',
      'preferred-app': 'castro',
      'forget-app': '',
      'streaming-url': 'https://open.spotify.com/show/1',
      'streaming-link-url': 'https://publisher.example/link',
      locale: 'sv',
      episodes: '2',
    };
    const element = await placed('ready', attributes);
    await present(element, '.episode');
    for (const name of Object.keys(attributes).reverse()) {
      element.removeAttribute(name);
      await element.updateComplete;
      await settled(element);
      if (name === 'apps') expect(ids(element).length).to.be.greaterThan(4);
      if (name === 'episodes') expect(all(element, '.episode').length).to.equal(5);
    }
    expect(element.state).to.equal('idle');
    expect(has(element, '.root')).to.equal(false);
  });

  it('apps: picks and orders', async () => {
    const element = await placed('ready', { apps: 'castro, overcast nonsense' });
    expect(ids(element)).to.deep.equal(['castro', 'overcast']);
    element.apps = 'pocket-casts';
    await element.updateComplete;
    expect(ids(element)).to.deep.equal(['pocket-casts']);
  });

  it('links and consume-url: where the buttons lead', async () => {
    const element = await placed('ready');
    expect(linkOf(element, 'overcast')).to.equal(
      `${consumeUrl}/en?rss=${encodeURIComponent(feedUrl)}#overcast`,
    );
    element.setAttribute('consume-url', 'https://other.example/c/');
    await element.updateComplete;
    expect(linkOf(element, 'overcast')).to.match(/^https:\/\/other\.example\/c\/en\?rss=/);
    element.setAttribute('links', 'direct');
    await element.updateComplete;
    expect(linkOf(element, 'overcast')).to.match(/^overcast:/);
    expect(network.asked('publisher').length, 'asked again').to.equal(1);
  });

  for (const wrong of ['http://', 'javascript:alert(1)', 'ftp://x.example']) {
    it(`consume-url: ${wrong} is none, and the buttons open the apps themselves`, async () => {
      network.handler = subscription({ consumeUrl: undefined });
      const element = await placed('ready', { 'consume-url': wrong });
      expect(linkOf(element, 'overcast')).to.match(/^overcast:/);
    });
  }

  it('consume-url: may be an address of this site', async () => {
    const element = await placed('ready', { 'consume-url': '/consume' });
    expect(linkOf(element, 'overcast')).to.match(
      new RegExp(`^${location.origin}/consume/en\\?rss=`),
    );
  });

  it('preferred-app goes first, and forget-app leaves the remembered one out', async () => {
    localStorage.setItem('pps-app', 'castro');
    const element = await placed('ready');
    expect(one(element, '.primary')?.dataset.app).to.equal('castro');
    element.setAttribute('preferred-app', 'overcast');
    await element.updateComplete;
    expect(one(element, '.primary')?.dataset.app).to.equal('overcast');
    element.removeAttribute('preferred-app');
    element.setAttribute('forget-app', '');
    await element.updateComplete;
    expect(one(element, '.primary')?.dataset.app).to.equal(undefined);
  });

  it('parser-url and parser-format: the episodes are read anew', async () => {
    const element = await placedWithEpisodes();
    element.setAttribute('parser-format', 'extended');
    await waitUntil(() => network.asked('parser').length === 2);
    expect(network.asked('parser')[1]?.url).to.contain('format=extended');
    expect(element.state).to.equal('ready');
  });

  it('parser-url: may be an address of this site', async () => {
    network.handler = subscription({ parserUrl: undefined });
    const base = document.createElement('base');
    base.href = 'https://parser.example/page';
    document.head.append(base);
    const element = await placed('ready', { 'parser-url': '/p' });
    await waitUntil(() => network.asked('parser').length === 1);
    base.remove();
    expect(element.state).to.equal('ready');
    expect(network.asked('parser')[0]?.url).to.match(/^https:\/\/parser\.example\/p\/rss\?url=/);
  });

  it('episodes: how many stand at first, changed at any time', async () => {
    const element = await placedWithEpisodes({ episodes: '3' });
    expect(all(element, '.episode').length).to.equal(3);
    element.setAttribute('episodes', '7');
    await element.updateComplete;
    expect(all(element, '.episode').length).to.equal(7);
    element.setAttribute('episodes', '0');
    await element.updateComplete;
    expect(has(element, 'section')).to.equal(false);
    element.removeAttribute('episodes');
    await element.updateComplete;
    expect(all(element, '.episode').length).to.equal(5);
  });

  it('texts: the page’s own words stand in place of ours', async () => {
    const element = await placed('ready');
    element.texts = { copyLink: 'Take the link' };
    await element.updateComplete;
    expect(one(element, '[part=copy]')?.textContent).to.contain('Take the link');
  });

  it('streaming-url and streaming-link-url: a panel for the streaming app, web addresses only', async () => {
    const element = await placedWithEpisodes({
      'streaming-url': 'https://open.spotify.com/show/1',
      'streaming-link-url': 'javascript:alert(1)',
    });
    expect(one(element, '[part=streaming-open]')?.getAttribute('href')).to.equal(
      'https://open.spotify.com/show/1',
    );
    expect(has(element, '[part=streaming-link]')).to.equal(false);
    element.streamingUrl = element.streamingLinkUrl = '';
    await element.updateComplete;
    expect(has(element, '[part=streaming]')).to.equal(false);
  });

  it('a feed URL that is none fails as the page’s mistake', async () => {
    const element = await place({ 'feed-url': 'javascript:alert(1)' });
    await reach(element, 'failed');
    expect(heard.lines()).to.deep.equal(['pps-error bad-input']);
  });

  it('an endpoint that is none fails too', async () => {
    const element = await place({ token: 't0ken', endpoint: 'https://' });
    await reach(element, 'failed');
  });

  it('the element writes none of its own, but for what the page wrote', async () => {
    const element = await placedWithEpisodes({ class: 'mine' });
    expect(element.getAttributeNames().sort()).to.deep.equal(['class', 'endpoint', 'token']);
  });
});

describe('the catalogue', () => {
  useNetwork();
  const heard = useEvents();
  const own = window.reportError.bind(window);
  let reported: unknown[];
  beforeEach(() => {
    reported = [];
    window.reportError = (error) => void reported.push(error);
  });
  afterEach(() => {
    window.reportError = own;
  });

  it('puts a changed link right, and goes again', async () => {
    const element = await placed('ready', { links: 'direct' });
    element.catalogue = [{ id: 'overcast', links: 'overcast2://add/{base64url}' }];
    await waitUntil(() => linkOf(element, 'overcast')?.startsWith('overcast2:'));
    element.catalogue = undefined;
    await waitUntil(() => linkOf(element, 'overcast')?.startsWith('overcast:'));
    expect(reported).to.deep.equal([]);
  });

  it('that is wrong is told to the developer, and the package’s table serves on', async () => {
    const element = await placed('ready', { links: 'direct' });
    element.catalogue = [{ id: 'overcast', links: 'javascript:alert({url})' }];
    await waitUntil(() => heard.lines().includes('pps-error bad-input'));
    expect(String(reported)).to.contain('catalogue[0].links');
    expect(linkOf(element, 'overcast')).to.match(/^overcast:/);
  });
});

describe('sources that follow each other', () => {
  const network = useNetwork();
  const heard = useEvents();

  it('drops what an earlier one brings late', async () => {
    network.parser = silent;
    const first = later();
    network.handler = (request) =>
      request.headers.get('authorization') === 'Bearer first'
        ? first.answer(request)
        : named('Second')(request);
    const element = await place({ token: 'first', endpoint });
    element.token = 'second';
    await reach(element, 'ready');
    first.give(named('First'));
    await settled(element);
    expect(title(element)).to.equal('Second');
    expect(heard.lines()).to.deep.equal(['pps-ready']);
    expect(network.asked('publisher')[0]?.signal.aborted).to.equal(true);
  });

  it('drops an earlier failure too', async () => {
    const first = later();
    network.handler = first.answer;
    const element = await place({ token: 'first', endpoint });
    await waitUntil(() => network.asked('publisher').length === 1);
    network.handler = named('Second');
    element.token = 'second';
    await reach(element, 'ready');
    first.give(problem('no-access', 403));
    await settled(element);
    expect(element.state).to.equal('ready');
    expect(heard.lines()).to.deep.equal(['pps-ready']);
  });

  it('drops a token that comes late', async () => {
    network.parser = silent;
    network.handler = named('Second');
    const element = await place({ endpoint });
    let give: (token: string) => void = () => undefined;
    element.getToken = () => new Promise((resolve) => (give = resolve));
    await reach(element, 'resolving');
    await settled(element);
    element.token = 'second';
    await reach(element, 'ready');
    give('first');
    await settled(element);
    const tokens = network.asked('publisher').map(({ headers }) => headers.get('authorization'));
    expect(heard.lines()).to.deep.equal(['pps-ready']);
    expect(title(element)).to.equal('Second');
    expect(tokens[0]).to.equal('Bearer second');
  });

  it('shows no episode of the feed before for a moment', async () => {
    const element = await placedWithEpisodes();
    network.parser = silent;
    network.handler = subscription({ feedUrl: 'https://feeds.example/other', title: 'Other' });
    element.token = 'other';
    await waitUntil(() => title(element) === 'Other');
    expect(has(element, '.episode')).to.equal(false);
    expect(has(element, 'img')).to.equal(false);
  });

  it('drops episodes that come late', async () => {
    const first = later();
    network.parser = first.answer;
    const element = await placed('ready');
    await waitUntil(() => network.asked('parser').length === 1);
    network.parser = json(podcast(1, { title: 'Second' }));
    network.handler = subscription({ feedUrl: 'https://feeds.example/other' });
    element.token = 'other';
    await waitUntil(() => title(element) === 'Second');
    first.give(json(podcast(3, { title: 'First' })));
    await settled(element);
    expect(title(element)).to.equal('Second');
  });

  it('begins anew with a feed URL in the place of a token', async () => {
    const element = await placed('ready');
    element.setAttribute('feed-url', 'https://feeds.example/own');
    await waitUntil(() => linkOf(element, 'overcast')?.includes('own'));
    element.removeAttribute('feed-url');
    await waitUntil(() => linkOf(element, 'overcast')?.includes('s3cret'));
  });
});

describe('on and off the page', () => {
  const network = useNetwork();
  const heard = useEvents();

  it('breaks its requests off when it leaves, and begins anew when it is back', async () => {
    network.handler = silent;
    const element = await place({ token: 't0ken', endpoint });
    await waitUntil(() => network.asked('publisher').length === 1);
    const home = element.parentElement!;
    element.remove();
    expect(network.asked('publisher')[0]?.signal.aborted).to.equal(true);
    await settled(element);
    expect(element.state, 'leaving is no failure').to.equal('resolving');
    network.handler = subscription();
    home.append(element);
    await reach(element, 'ready');
    expect(heard.lines()).to.deep.equal(['pps-ready']);
  });

  it('asks for nothing that the page wants of it while it is away', async () => {
    const element = await placedWithEpisodes();
    const home = element.parentElement!;
    element.remove();
    element.token = 'an0ther';
    await settled(element);
    expect(network.asked('publisher').length).to.equal(1);
    home.append(element);
    await reach(element, 'ready');
    expect(network.asked('publisher').length).to.equal(2);
  });

  it('breaks the episodes off too, and goes on with them', async () => {
    network.parser = silent;
    const element = await placed('ready');
    await waitUntil(() => network.asked('parser').length === 1);
    const home = element.parentElement!;
    element.remove();
    expect(network.asked('parser')[0]?.signal.aborted).to.equal(true);
    network.parser = json(podcast(2));
    home.append(element);
    await present(element, '.episode');
    expect(network.asked('publisher').length).to.equal(1);
  });

  it('is moved within the page without asking anything again', async () => {
    const element = await placedWithEpisodes();
    const aside = await fixture(html`<aside></aside>`);
    aside.append(element);
    await settled(element);
    expect(all(element, '.episode').length).to.equal(5);
    expect(element.state).to.equal('ready');
    expect(network.asked('publisher').length + network.asked('parser').length).to.equal(2);
  });

  it('hears of the connection only while it is there', async () => {
    network.handler = offline;
    const element = await placed('failed');
    element.remove();
    window.dispatchEvent(new Event('online'));
    await settled(element);
    expect(network.asked('publisher').length).to.equal(1);
  });

  it('stands beside others, each with its own', async () => {
    network.handler = (request) => named(request.headers.get('authorization')!.slice(7))(request);
    network.parser = silent;
    const elements = await Promise.all(
      ['Fog', 'Rope', 'Salt'].map((token) => placed('ready', { token })),
    );
    expect(elements.map(title)).to.deep.equal(['Fog', 'Rope', 'Salt']);
    expect(new Set(heard.events.map(({ target }) => target)).size).to.equal(3);
  });

  it('is defined once, however often its definition is loaded', async () => {
    const defined = customElements.get('private-podcast-subscribe');
    const copy = '../../src/define.ts?copy';
    await import(copy);
    expect(customElements.get('private-podcast-subscribe') === defined).to.equal(true);
  });
});

describe('what the page is told', () => {
  const network = useNetwork();
  const heard = useEvents();

  it('has state and custom state always in step', async () => {
    const known = ['idle', 'resolving', 'ready', 'no-access', 'expired', 'failed'] as const;
    const matching = (element: HTMLElement) =>
      known.filter((state) => element.matches(`:state(${state})`));
    const element = await place({});
    expect(matching(element)).to.deep.equal(['idle']);
    for (const [state, answer] of [
      ['resolving', silent],
      ['ready', subscription()],
      ['no-access', problem('no-access', 403)],
      ['expired', problem('token-expired', 401)],
      ['failed', problem('unavailable', 503)],
    ] as const) {
      network.handler = answer;
      Object.assign(element, { endpoint, token: `t0ken-${state}` });
      await reach(element, state);
      expect(matching(element)).to.deep.equal([state]);
    }
  });

  it('comes by six events that bubble, cross shadow roots and hold no secret', async () => {
    const element = await placedWithEpisodes({ apps: 'kasts', links: 'direct' });
    one(element, '[data-app=kasts]')!.click();
    await waitUntil(() => heard.lines().includes('pps-app-select kasts copy'));
    one(element, '[part=play]')!.click();
    for (const [state, answer] of [
      ['expired', problem('token-expired', 401)],
      ['no-access', problem('no-access', 403)],
      ['failed', problem('unavailable', 503)],
    ] as const) {
      network.handler = answer;
      element.token += '-t0ken';
      await reach(element, state);
    }
    expect(heard.lines()).to.deep.equal([
      'pps-ready',
      'pps-app-select kasts copy',
      'pps-episode-play harbour-12',
      'pps-token-expired',
      'pps-no-access',
      'pps-error unavailable',
    ]);
    for (const event of heard.events) {
      expect({ bubbles: event.bubbles, composed: event.composed }).to.deep.equal({
        bubbles: true,
        composed: true,
      });
      expect(event.target === element).to.equal(true);
      const fields = Object.entries(event).map(String);
      expect(`${JSON.stringify(event)} ${fields.join()}`).to.not.match(
        /s3cret|t0ken|feeds\.example/,
      );
    }
  });

  it('says ready when the buttons stand', async () => {
    let buttons = 0;
    const count = (event: Event) => {
      buttons = all(event.target as PrivatePodcastSubscribe, '[data-app]').length;
    };
    document.addEventListener('pps-ready', count, { once: true });
    await placed('ready');
    await waitUntil(() => heard.lines().includes('pps-ready'));
    expect(buttons).to.be.greaterThan(4);
  });

  it('writes neither token nor feed URL into its own attributes or the page’s', async () => {
    const element = await place({ endpoint });
    element.getToken = () => Promise.resolve('t0ken');
    await reach(element, 'ready');
    await present(element, '.episode');
    expect(document.documentElement.outerHTML).to.not.match(/s3cret|t0ken/);
  });
});
