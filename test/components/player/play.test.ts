/** `element.play()`: a page plays an episode, before the podcast is there too, and learns whether it could. */
import { expect } from '@open-wc/testing';
import { publicGuid } from '../../../src/components/podcast/public-guid.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import { useRecordingsAt } from '../../support/element/recordings-at.js';
import {
  endpoint,
  episode,
  json,
  later,
  place,
  placedWithEpisodes,
  podcast,
  present,
  problem,
  reach,
  useEvents,
  useNetwork,
  useStub,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const LENGTH_S = 60;

describe('PrivatePodcastSubscribe: play', () => {
  const network = useNetwork();
  useRecordingsAt(LENGTH_S);
  const heard = useEvents();
  const stub = useStub();
  let said: string[];
  let media: HTMLMediaElement[];
  beforeEach(() => {
    said = [];
    stub(console, 'warn', (...parts: unknown[]) => void said.push(parts.join(' ')));
    media = [];
    const { prototype } = HTMLMediaElement;
    const play = Object.getOwnPropertyDescriptor(prototype, 'play')!.value as () => Promise<void>;
    stub(prototype, 'play', function (this: HTMLMediaElement) {
      media.push(this);
      return play.call(this);
    });
  });

  /** An element whose podcast and player are there. */
  async function ready(attributes: Record<string, string> = {}): Promise<PrivatePodcastSubscribe> {
    const element = await placedWithEpisodes(attributes);
    // It is answered once what plays is loaded.
    await element.play('none such');
    return element;
  }

  const plays = (guid: string) =>
    waitUntil(() => heard.lines().includes(`pps-episode-play ${guid}`), `sound of ${guid}`);
  const isAt = (seconds: number) =>
    waitUntil(() => Math.abs((media.at(-1)?.currentTime ?? NaN) - seconds) < 5, `${seconds} s`);

  it('plays an episode within the call, as a browser demands of a click', async () => {
    const element = await ready();
    const found = element.play('harbour-10');
    expect(media.map(({ src }) => src)).to.deep.equal(['https://media.example/10.mp3']);
    expect(await found).to.equal(true);
    await plays('harbour-10');
    await present(element, '[part=player]');
  });

  it('plays from a time in seconds, and goes there in an episode that plays', async () => {
    const element = await ready();
    expect(await element.play('harbour-12', { at: 30.5 })).to.equal(true);
    await plays('harbour-12');
    await isAt(30.5);
    expect(await element.play('harbour-12', { at: 20 })).to.equal(true);
    await isAt(20);
    expect(media[0]?.paused).to.equal(false);
  });

  it('plays from the start where the time is beyond the end', async () => {
    const element = await ready();
    await element.play('harbour-12', { at: LENGTH_S + 1 });
    await plays('harbour-12');
    await waitUntil(() => media[0]!.readyState > 0, 'the recording');
    await isAt(0);
    await element.play('harbour-12', { at: 40 });
    await isAt(40);
    await element.play('harbour-12', { at: 10 * LENGTH_S });
    await isAt(0);
    expect(media[0]?.ended).to.equal(false);
  });

  it('goes on with an episode without a time, and pauses none', async () => {
    const element = await ready();
    await element.play('harbour-12', { at: 30 });
    await plays('harbour-12');
    await isAt(30);
    expect(await element.play('harbour-12')).to.equal(true);
    expect(media[0]?.paused).to.equal(false);
    media[0]!.pause();
    await waitUntil(() => heard.lines().includes('pps-episode-pause harbour-12'), 'the pause');
    expect(await element.play('harbour-12', { at: 0 })).to.equal(true);
    expect(media[0]?.paused).to.equal(false);
    await isAt(30);
  });

  it('knows an episode by the GUID of the feed, and by that of the events', async () => {
    const url = 'https://media.example/1.mp3?token=s3cret';
    const hidden = episode(1, { guid: url, url });
    network.parser = json(podcast(0, { episodes: [hidden] }));
    const element = await ready();
    expect(await element.play(url)).to.equal(true);
    expect(await element.play(publicGuid({ ...episode(1), ...hidden }))).to.equal(true);
    expect(heard.lines().join()).not.to.contain('s3cret');
  });

  it('takes of two episodes with one GUID that which has a recording', async () => {
    const episodes = [episode(2, { guid: 'same', url: undefined }), episode(1, { guid: 'same' })];
    network.parser = json(podcast(0, { episodes }));
    const element = await ready();
    expect(await element.play('same')).to.equal(true);
    expect(media[0]?.src).to.equal('https://media.example/1.mp3');
  });

  it('finds no episode that is unknown, or has no recording', async () => {
    network.parser = json(podcast(0, { episodes: [episode(1, { url: undefined })] }));
    const element = await ready();
    expect(await element.play('harbour-1')).to.equal(false);
    expect(await element.play('harbour-2')).to.equal(false);
    expect(media).to.deep.equal([]);
    expect(said).to.deep.equal([]);
  });

  it('waits for the podcast, and for a page that sets it later', async () => {
    const answer = later();
    network.parser = answer.answer;
    const element = await place({});
    const found = element.play('harbour-12', { at: 30 });
    element.token = 't0ken';
    element.endpoint = endpoint;
    await reach(element, 'ready');
    answer.give(json(podcast(12)));
    expect(await found).to.equal(true);
    await plays('harbour-12');
    await isAt(30);
  });

  it('is answered with false if the podcast cannot be had', async () => {
    network.parser = problem('unavailable', 503);
    const element = await place({ token: 't0ken', endpoint });
    expect(await element.play('harbour-12')).to.equal(false);
  });

  it('is answered with false for a member without access', async () => {
    network.handler = problem('no-access', 403);
    const element = await place({ token: 't0ken', endpoint });
    expect(await element.play('harbour-12')).to.equal(false);
  });

  it('plays nothing with player="none", whether the podcast is there or not', async () => {
    const element = await place({ token: 't0ken', endpoint, player: 'none' });
    expect(await element.play('harbour-12')).to.equal(false);
    await present(element, '.episode');
    expect(await element.play('harbour-12')).to.equal(false);
    element.removeAttribute('player');
    expect(await element.play('harbour-12')).to.equal(true);
    await plays('harbour-12');
    expect(media.length).to.equal(1);
  });

  it('plays nothing in an element that has left the page', async () => {
    const element = await ready();
    element.remove();
    expect(await element.play('harbour-12')).to.equal(false);
    expect(media).to.deep.equal([]);
  });

  for (const guid of [undefined, null, 12, '', {}]) {
    it(`tells the developer what a GUID is for ${JSON.stringify(guid)}, and throws nothing`, async () => {
      const element = await ready();
      expect(await element.play(guid as string)).to.equal(false);
      expect(said.join()).to.contain('play() needs the GUID');
      expect(media).to.deep.equal([]);
    });
  }

  for (const at of [-1, NaN, Infinity, '90', null]) {
    it(`tells the developer what a time is for ${String(at)}, and plays all the same`, async () => {
      const element = await ready();
      expect(await element.play('harbour-12', { at: at as number })).to.equal(true);
      expect(said.join()).to.contain('its `at` must be a number of seconds');
      await plays('harbour-12');
    });
  }

  it('takes options that are missing for no time', async () => {
    const element = await ready();
    expect(await element.play('harbour-12', null as unknown as undefined)).to.equal(true);
    expect(said).to.deep.equal([]);
  });
});
