/** Attributes and properties that a page sets, at any time and in any order. */
import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { en } from '../../src/components/language/texts/en.js';
import { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  all,
  endpoint,
  episode,
  feedUrl,
  has,
  json,
  one,
  place,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  press,
  reach,
  useDevice,
  useEvents,
  useNetwork,
  useReports,
  words,
} from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';

const linkOf = (element: PrivatePodcastSubscribe, app: string) =>
  one(element, `[data-app=${app}]`)?.getAttribute('href') ?? undefined;
const ids = (element: PrivatePodcastSubscribe) =>
  all(element, '[data-app]').map(({ dataset }) => dataset.app);

describe('PrivatePodcastSubscribe: attributes and properties', () => {
  const network = useNetwork();
  useDevice('ios');
  const heard = useEvents();

  it('reads properties that were set before the element was defined', async () => {
    const early = document.createElement('not-yet-there');
    early.setAttribute('feed-url', feedUrl);
    Object.assign(early, { apps: 'overcast', episodes: 2, getToken: () => Promise.resolve('') });
    await fixture(html`<main>${early}</main>`);
    customElements.define('not-yet-there', class extends PrivatePodcastSubscribe {});
    const element = early as unknown as PrivatePodcastSubscribe;
    await reach(element, 'ready');
    expect(ids(element)).to.deep.equal(['overcast']);
  });

  it('apps: shows the picked apps in their order', async () => {
    const element = await placed('ready', { apps: 'castro, overcast nonsense' });
    expect(ids(element)).to.deep.equal(['castro', 'overcast']);
    element.apps = 'pocket-casts';
    await element.updateComplete;
    expect(ids(element)).to.deep.equal(['pocket-casts']);
  });

  it('feed-url: ignores white space around it', async () => {
    const element = await placed('ready', { 'feed-url': `\n  ${feedUrl} `, links: 'direct' });
    expect(linkOf(element, 'overcast')).to.contain(encodeURIComponent(feedUrl));
    expect(linkOf(element, 'overcast')).not.to.match(/%20|%0A/);
    expect(network.asked('publisher')).to.deep.equal([]);
  });

  it('one-app: shows that app alone, and the way to the others', async () => {
    const element = await placed('ready', { 'one-app': 'castro', 'consume-url': '' });
    expect(one(element, '.primary')?.dataset.app).to.equal('castro');
    expect(all(element, '[data-app]')).to.have.length(1);
    expect(one(element, '[part=more]')?.textContent.trim()).to.equal(en.otherApps);
    expect(has(element, '[part=listen], section')).to.equal(false);
    element.removeAttribute('one-app');
    await element.updateComplete;
    expect(one(element, '.primary')?.dataset.app).to.equal('apple-podcasts');
    await present(element, '.apps [data-app=castro]');
    expect(has(element, '[part=listen]')).to.equal(true);
  });

  it('consume-url: keeps its own query', async () => {
    const element = await placed('ready', { 'consume-url': 'https://other.example/c?site=a#x' });
    const link = new URL(linkOf(element, 'overcast') ?? '');
    expect([link.origin, link.pathname, link.hash]).to.deep.equal([
      'https://other.example',
      '/c/en',
      '#overcast~',
    ]);
    expect(Object.fromEntries(link.searchParams)).to.deep.equal({ site: 'a', rss: feedUrl });
  });

  it('parser-url and parser-format: reload the episodes when they change', async () => {
    const element = await placedWithEpisodes();
    element.setAttribute('parser-format', 'extended');
    await waitUntil(() => network.asked('parser').length === 2);
    expect(network.asked('parser')[1]?.url).to.contain('format=extended');
    expect(element.state).to.equal('ready');
  });

  it('player: plays nothing in the element for none, until it is removed', async () => {
    network.parser = json(
      podcast(0, { episodes: [episode(1, { chapters: [{ start: 5, title: 'The quay' }] })] }),
    );
    const element = await placedWithEpisodes({ player: 'none' });
    press(element, '.notes-toggle');
    const chapter = await present(element, '.chapter');
    expect(has(element, '[part=listen], [part=play], button.chapter')).to.equal(false);
    expect(words(chapter)).to.equal('0:05 The quay');
    element.removeAttribute('player');
    await present(element, '[part=listen]:enabled');
    await present(element, '[part=play]');
    await present(element, 'button.chapter');
    element.player = 'none';
    await element.updateComplete;
    expect(has(element, '[part=listen], [part=play], button.chapter')).to.equal(false);
  });

  it('feed-url: fails as the page’s mistake if it is not a URL, and sends no request', async () => {
    const element = await place({ 'feed-url': 'feeds.example/s3cret', token: 't0ken', endpoint });
    await reach(element, 'failed');
    expect(heard.lines()).to.deep.equal(['pps-error bad-input']);
    expect(network.asked('publisher')).to.deep.equal([]);
  });

  it('endpoint: fails as the page’s mistake if no token may be sent to it', async () => {
    for (const endpoint of ['https://', 'http://publisher.example/subscribe']) {
      const element = await place({ token: 't0ken', endpoint });
      await reach(element, 'failed');
      expect(heard.lines().at(-1)).to.equal('pps-error config');
      element.remove();
    }
    expect(network.asked('publisher')).to.deep.equal([]);
  });
});

describe('PrivatePodcastSubscribe: appOverrides', () => {
  useNetwork();
  useDevice('ios');
  const heard = useEvents();
  const reports = useReports();

  it('replaces an app’s link, and restores it when removed', async () => {
    const element = await placed('ready', { links: 'direct' });
    element.appOverrides = [{ id: 'overcast', links: 'overcast2://add/{base64url}' }];
    await waitUntil(() => linkOf(element, 'overcast')?.startsWith('overcast2:'));
    element.appOverrides = undefined;
    await waitUntil(() => linkOf(element, 'overcast')?.startsWith('overcast:'));
    expect(reports.texts()).to.deep.equal([]);
  });

  it('keeps the package’s table if an override is wrong', async () => {
    const element = await placed('ready', { links: 'direct' });
    element.appOverrides = [{ id: 'overcast', links: 'javascript:alert({url})' }];
    await waitUntil(() => heard.lines().includes('pps-error bad-input'));
    expect(reports.texts()).to.deep.equal([]);
    expect(linkOf(element, 'overcast')).to.match(/^overcast:/);
  });
});
