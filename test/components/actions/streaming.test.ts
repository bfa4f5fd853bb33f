/** The streaming-music app, which takes no feed: its button, its event, and the member's account. */
import { expect } from '@open-wc/testing';
import { en } from '../../../src/components/texts/en.js';
import { fill } from '../../../src/components/texts/texts.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  has,
  json,
  one,
  placedWithEpisodes,
  podcast,
  present,
  press,
  says,
  settled,
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

  it('comes last in the row of apps if the handler gives its URL', async () => {
    network.handler = subscription({ streamingUrl });
    const element = await placedWithEpisodes();
    expect(button(element)?.href).to.equal(streamingUrl);
    expect(button(element)?.ariaLabel).to.equal('Open in Spotify');
    const row = all(element, '.apps')[0]!;
    expect(row.lastElementChild?.contains(button(element)!), 'in the row').to.equal(true);
  });

  it('comes first in “More apps” if only the feed has its id, so that nothing in sight moves', async () => {
    network.parser = json(podcast(2, { externalIds: { spotifyId: '4rOoJ6Egrf8K2IrywzwOMk' } }));
    const element = await placedWithEpisodes();
    await present(element, '[data-app=spotify]');
    const list = all(element, 'details .apps')[0]!;
    expect(list.getAttribute('aria-label')).to.equal(en.moreApps);
    expect(list.firstElementChild?.contains(button(element)!), 'the first').to.equal(true);
    expect(button(element)?.href).to.contain('4rOoJ6Egrf8K2IrywzwOMk');
  });

  it('is absent if neither handler nor feed has the show in it', async () => {
    const element = await placedWithEpisodes();
    expect(has(element, '[data-app=spotify]')).to.equal(false);
  });

  it('dispatches pps-app-select when pressed, and is not remembered', async () => {
    network.handler = subscription({ streamingUrl });
    const element = await placedWithEpisodes();
    tap(element, 'spotify');
    await waitUntil(() => heard.lines().length === 2);
    await settled(element);
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select spotify direct']);
    expect(Object.keys(localStorage)).to.deep.equal([]);
    expect(has(element, '[part=help]'), 'nothing to connect').to.equal(false);
  });

  it('shows where to connect the account, right below its button', async () => {
    network.handler = subscription({ streamingUrl, streamingLinkUrl });
    const element = await placedWithEpisodes();
    tap(element, 'spotify');
    const link = await present<HTMLAnchorElement>(element, '[part=streaming-link]');
    expect([link.href, words(link)]).to.deep.equal([streamingLinkUrl, 'Connect Spotify']);
    const row = one(element, '[part=help]')?.closest('li')?.previousElementSibling;
    expect(row?.contains(button(element)!), 'below its button').to.equal(true);
    expect(words(one(element, '[part=help]')!)).to.contain(
      fill(en.streamingText, { app: 'Spotify' }),
    );
    await says(element, fill(en.streamingTitle, { app: 'Spotify' }));
    press(element, '[part=help-close]');
    await settled(element);
    expect(has(element, '[part=help]')).to.equal(false);
  });
});
