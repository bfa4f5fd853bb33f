/**
 * One source after another, on and off the page, and the events that report it.
 *
 * @engines upgrades and moves
 */
import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { PrivatePodcastSubscribe } from '../../src/index.js';
import { renderSubscribeElement } from '../../src/server/render-subscribe-element.js';
import {
  all,
  endpoint,
  has,
  one,
  place,
  placed,
  placedWithEpisodes,
  present,
  problem,
  reach,
  settled,
  silent,
  subscription,
  useDevice,
  useEvents,
  useNetwork,
} from '../support/element/element.js';
import { plays } from '../support/element/player.js';
import { useRecordingsAt } from '../support/element/recordings-at.js';
import { waitUntil } from '../support/waiting/wait-until.js';

const title = (element: PrivatePodcastSubscribe) => one(element, 'h2')?.textContent.trim();
const linkOf = (element: PrivatePodcastSubscribe, app: string) =>
  one(element, `[data-app=${app}]`)?.getAttribute('href') ?? undefined;
const named = (title: string) => subscription({ title });

/** An element that a server has rendered, with the link of the first member. */
async function placedByServer(): Promise<PrivatePodcastSubscribe> {
  const host = await fixture<HTMLElement>(html`<main></main>`);
  host.setHTMLUnsafe(
    await renderSubscribeElement({
      subscription: { feedUrl: 'https://feeds.example/first', title: 'First', sku: 'sid:first' },
      attributes: { token: 'first', endpoint },
    }),
  );
  return host.firstElementChild as PrivatePodcastSubscribe;
}

describe('PrivatePodcastSubscribe: a new source', () => {
  const network = useNetwork();
  useDevice('ios');
  const heard = useEvents();

  it('drops a late token of the source before', async () => {
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

  it('asks for another member’s Subscription than the one that came with the page', async () => {
    network.parser = silent;
    network.handler = named('Second');
    const element = await placedByServer();
    await waitUntil(() => !has(element, 'noscript'), 'the element’s own view');
    expect(linkOf(element, 'overcast')).to.contain('first');
    expect(network.asked('publisher').length).to.equal(0);
    element.token = 'second';
    await waitUntil(() => linkOf(element, 'overcast')?.includes('s3cret'), 'the second link');
    expect(title(element)).to.equal('Second');
  });

  it('takes a member’s links away at once, also while the view of a server stands', async () => {
    network.handler = silent;
    const element = await placedByServer();
    await element.updateComplete;
    expect(has(element, 'noscript')).to.equal(true);
    element.token = 'second';
    await waitUntil(() => all(element, '[href*=first]').length === 0, 'no link of the first');
    expect(element.state).to.equal('resolving');
  });

  it('calls a new getToken only the next time, because frameworks make a new one on each render', async () => {
    network.handler = (request) =>
      request.headers.get('authorization') === 'Bearer second'
        ? subscription({ title: 'Second' })(request)
        : problem('unavailable', 503)(request);
    const element = await place({ endpoint });
    element.getToken = () => Promise.resolve('first');
    await reach(element, 'failed');
    element.getToken = () => Promise.resolve('second');
    await settled(element);
    expect([element.state, network.asked('publisher').length]).to.deep.equal(['failed', 1]);
    one(element, '[part=retry]')!.click();
    await reach(element, 'ready');
    element.getToken = undefined;
    await reach(element, 'idle');
  });
});

describe('PrivatePodcastSubscribe: on and off the page', () => {
  const network = useNetwork();
  const heard = useEvents();

  it('works once more as a copy of the page’s body, put in its place', async () => {
    const element = await placedWithEpisodes();
    const { parentElement } = element;
    const copy = parentElement!.cloneNode(true) as HTMLElement;
    parentElement!.replaceWith(copy);
    const again = copy.querySelector('private-podcast-subscribe')!;
    expect(again.shadowRoot === element.shadowRoot).to.equal(false);
    await present(again, '.episode');
    expect(all(again, '.root').length).to.equal(1);
    expect([
      again.state,
      document.querySelectorAll('private-podcast-subscribe').length,
    ]).to.deep.equal(['ready', 1]);
  });

  it('speaks English on a page whose language is written with an underscore', async () => {
    for (const lang of ['en_US', 'EN_us', 'en-US']) {
      const section = await fixture<HTMLElement>(html`<section lang=${lang}></section>`);
      const element = await placedWithEpisodes();
      section.append(element);
      await settled(element);
      const root = one(element, '.root')!;
      expect([root.lang.slice(0, 2).toLowerCase(), root.dir]).to.deep.equal(['en', 'ltr']);
      expect(one(element, '[part=listen]')!.innerText.trim()).to.equal('Listen now');
      expect(one(element, '[part=episode-facts]')!.innerText).to.match(/^Jan 13, 2025/);
    }
  });

  it('keeps its own source beside other elements', async () => {
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
    const copy = '../../dist/embed/private-podcast-subscribe.js?copy';
    await import(copy);
    expect(customElements.get('private-podcast-subscribe') === defined).to.equal(true);
  });
});

describe('PrivatePodcastSubscribe: state and events', () => {
  const network = useNetwork();
  const heard = useEvents();
  const recordings = useRecordingsAt();

  it('dispatches seven events that bubble, cross shadow roots and hold no secret', async () => {
    recordings.at.set('https://media.example/12.mp3', 30);
    const element = await placedWithEpisodes({ apps: 'kasts', links: 'direct' });
    one(element, '[data-app=kasts]')!.click();
    await waitUntil(() => heard.lines().includes('pps-app-select kasts copy'));
    one(element, '[part=play]')!.click();
    // WebKitGTK hangs at times where a recording is taken away while it loads.
    await plays(element);
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
      'pps-episode-pause harbour-12',
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

  it('dispatches pps-ready when the buttons are there', async () => {
    let buttons = 0;
    const count = (event: Event) => {
      buttons = all(event.target as PrivatePodcastSubscribe, '[data-app]').length;
    };
    document.addEventListener('pps-ready', count, { once: true });
    await placed('ready');
    await waitUntil(() => heard.lines().includes('pps-ready'));
    // Three apps of this computer.
    expect(buttons).to.be.at.least(3);
  });

  it('writes neither token nor feed URL into its own attributes or the page’s', async () => {
    const element = await place({ endpoint });
    element.getToken = () => Promise.resolve('t0ken');
    await reach(element, 'ready');
    await present(element, '.episode');
    expect(document.documentElement.outerHTML).to.not.match(/s3cret|t0ken/);
  });
});
