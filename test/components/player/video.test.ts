/**
 * An episode that is a film: it shows in the player, in an element of its own kind.
 *
 * @engines media
 */
import { expect } from '@open-wc/testing';
import {
  all,
  episode,
  json,
  placedWithEpisodes,
  podcast,
  useNetwork,
} from '../../support/element/element.js';
import {
  inPlayer,
  mediaOf,
  openBar,
  plays,
  playerOf,
  useRecordings,
} from '../../support/element/player.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

describe('PlayerBar: video', () => {
  const network = useNetwork();
  useRecordings('video/webm');

  const film = { contentType: 'video/mp4', url: 'https://media.example/film' };
  beforeEach(() => {
    const image = new URL('/demo/public/icon.svg', location.href).href;
    const episodes = [
      episode(4, film),
      episode(3, { ...film, url: 'https://media.example/other' }),
      episode(2),
      episode(1, { contentType: undefined, url: 'https://media.example/last.mp4?token=1' }),
    ];
    network.parser = json(podcast(0, { image, episodes }));
  });

  it('shows the film in place of the cover, and plays it on the page of a phone', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    const video = mediaOf(element) as HTMLVideoElement;
    expect([video.localName, video.playsInline]).to.deep.equal(['video', true]);
    expect(video.getBoundingClientRect().width).to.be.greaterThan(20);
    expect(playerOf(element).querySelector('img')).to.equal(null);
  });

  it('opens as a whole, and shows the film smaller in the bar', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    await waitUntil(() => inPlayer(element, 'speed'), 'what is behind the bar');
    const video = mediaOf(element) as HTMLVideoElement;
    const width = () => video.getBoundingClientRect().width;
    const large = width();
    expect(video.controls, 'full screen and captions are the browser’s').to.equal(true);
    inPlayer(element, 'player-open')!.click();
    await waitUntil(() => width() < large / 2, 'a small film');
    expect(video.controls, 'in the bar').to.equal(false);
  });

  it('has one film or recording on the page, and a new element for each film', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    const video = mediaOf(element);
    const play = (row: number) => all(element, '.episode [part~=play]')[row]!.click();
    // Captions stay with an element as long as it lives.
    play(1);
    await plays(element);
    expect(mediaOf(element) === video, 'another').to.equal(false);
    expect(video.paused, 'the first').to.equal(true);
    expect(video.readyState, 'its recording is let go of').to.equal(HTMLMediaElement.HAVE_NOTHING);
    play(2);
    await waitUntil(() => all(element, 'audio').length, 'an audio element');
    expect(all(element, 'audio, video')).to.have.length(1);
  });

  it('knows a film by its file where the feed names no type', async () => {
    const element = await placedWithEpisodes();
    all(element, '.episode [part~=play]')[3]!.click();
    await waitUntil(() => all(element, 'video').length, 'a video element');
  });
});
