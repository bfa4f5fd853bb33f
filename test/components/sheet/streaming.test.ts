/** The streaming-music app, which takes no feed: its button, its event, and the member's account. */
import { expect } from '@open-wc/testing';
import { en } from '../../../src/components/language/texts/en.js';
import { fill } from '../../../src/components/language/texts.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  has,
  one,
  openSheet,
  placedWithEpisodes,
  present,
  subscription,
  tap,
  useDevice,
  useEvents,
  useNetwork,
  words,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const streamingUrl = 'https://open.spotify.com/show/1';
const streamingLinkUrl = 'https://publisher.example/link';

describe('PrivatePodcastSubscribe: the streaming-music app', () => {
  const network = useNetwork();
  useDevice('ios');
  const heard = useEvents();
  const button = (element: PrivatePodcastSubscribe) =>
    one(element, '[data-app=spotify]') as HTMLAnchorElement | undefined;

  it('is an app of the sheet, before those without a mark, if the handler gives its URL', async () => {
    network.handler = subscription({ streamingUrl });
    const element = await placedWithEpisodes();
    expect(has(element, '[data-app=spotify]'), 'not on the page').to.equal(false);
    const sheet = await openSheet(element);
    expect(button(element)?.href).to.equal(streamingUrl);
    expect(button(element)?.ariaLabel).to.equal('Open in Spotify');
    const apps = [...sheet.querySelectorAll<HTMLElement>('[part=app]')].map(
      (app) => app.dataset.app,
    );
    expect(apps.slice(0, 3)).to.deep.equal(['player-fm', 'spotify', 'downcast']);
  });

  it('dispatches pps-app-select when pressed, and is not remembered', async () => {
    network.handler = subscription({ streamingUrl });
    const element = await placedWithEpisodes();
    await openSheet(element);
    tap(element, 'spotify');
    await waitUntil(() => heard.lines().length === 2);
    await waitUntil(() => !has(element, 'dialog'), 'the sheet to go');
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select spotify direct']);
    expect(Object.keys(localStorage)).to.deep.equal([]);
    expect(has(element, '[part=help]'), 'nothing to connect').to.equal(false);
  });

  it('shows where to connect the account, and what for', async () => {
    network.handler = subscription({ streamingUrl, streamingLinkUrl });
    const element = await placedWithEpisodes();
    await openSheet(element);
    const link = await present<HTMLAnchorElement>(element, '[part=streaming-link]');
    expect([link.href, link.rel]).to.deep.equal([streamingLinkUrl, 'noreferrer']);
    const text = fill(en.streamingText, { app: 'Spotify' });
    expect(words(link)).to.equal(`Connect Spotify ${text}`);
  });
});
