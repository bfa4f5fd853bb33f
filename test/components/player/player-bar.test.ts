/** The bar that play opens, and what is behind it, with recordings that really play. */
import { expect } from '@open-wc/testing';
import { en } from '../../../src/components/language/texts/en.js';
import { enPlayer } from '../../../src/components/language/texts/player/en.js';
import { fill } from '../../../src/components/language/texts.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  episode,
  has,
  json,
  nameOf,
  one,
  placedWithEpisodes,
  podcast,
  present,
  useDevice,
  useEvents,
  useNetwork,
  words,
} from '../../support/element/element.js';
import {
  inPlayer,
  isAt,
  mediaOf,
  openBar,
  openPlayer,
  pauses,
  plays,
  RECORDING_S,
  restAt,
  useRecordings,
} from '../../support/element/player.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const cover = new URL('/demo/public/icon.svg', location.href).href;

/** The play button of an episode's row. */
const rowPlay = (element: PrivatePodcastSubscribe, row = 0) =>
  all(element, '.episode [part~=play]')[row]!;
const listen = (element: PrivatePodcastSubscribe) => one(element, '[part=listen]')!;

describe('PlayerBar', () => {
  const network = useNetwork();
  useDevice('ios');
  const heard = useEvents();
  useRecordings();

  const toldOf = (type: string) => heard.lines().filter((line) => line.startsWith(type));

  for (const [what, button] of [
    ['the button of a row', '.episode [part~=play]'],
    ['“Listen now”', '[part=listen]'],
  ] as const) {
    it(`opens as a bar and plays with ${what}`, async () => {
      const element = await placedWithEpisodes();
      expect(has(element, '[part~=player]')).to.equal(false);
      const player = await openBar(element, button);
      expect(mediaOf(element).src).to.equal('https://media.example/12.mp3');
      expect(player.contains(mediaOf(element)), 'the recording is in it').to.equal(true);
      expect([player.localName, player.ariaLabel]).to.deep.equal(['section', enPlayer.player]);
      expect(has(element, '[part~=speed], [part~=seek], [part~=sleep]')).to.equal(false);
    });
  }

  it('plays on where the pointer had it loaded before the press', async () => {
    const element = await placedWithEpisodes();
    const button = rowPlay(element);
    button.dispatchEvent(new Event('pointerover', { bubbles: true }));
    button.click();
    await present(element, '[part~=player]');
    await plays(element);
    expect(mediaOf(element).paused).to.equal(false);
  });

  it('shows the cover, the title and the time that is left', async () => {
    const image = cover;
    network.parser = json(podcast(12, { image }));
    const element = await placedWithEpisodes();
    const player = await openBar(element);
    await restAt(element, 61);
    const left = fill(en.timeLeft, { time: '9 min' });
    await waitUntil(() => words(player).includes(left), left);
    expect(words(player)).to.contain('Harbour 12');
    const picture = player.querySelector('img')!;
    expect([picture.src, picture.alt, picture.referrerPolicy]).to.deep.equal([
      cover,
      '',
      'no-referrer',
    ]);
  });

  it('shows the episode’s own cover before the show’s', async () => {
    const own = `${cover}?episode`;
    network.parser = json(podcast(0, { image: cover, episodes: [episode(1, { image: own })] }));
    const element = await placedWithEpisodes();
    const player = await openBar(element);
    expect(player.querySelector('img')!.src).to.equal(own);
  });

  it('goes back 15 seconds and forward 30, and no further than the ends', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    await restAt(element, 100);
    const back = inPlayer(element, 'back')!;
    const forward = inPlayer(element, 'forward')!;
    expect([nameOf(back), nameOf(forward)]).to.deep.equal([
      enPlayer.skipBack,
      enPlayer.skipForward,
    ]);
    back.click();
    await isAt(element, 85);
    forward.click();
    await isAt(element, 115);
    await restAt(element, 4);
    back.click();
    await isAt(element, 0);
    await restAt(element, RECORDING_S - 8);
    forward.click();
    await isAt(element, RECORDING_S);
  });

  it('says the same of play and pause in the bar, the row and the first view', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    const names = () => [
      nameOf(inPlayer(element, 'play')!),
      nameOf(rowPlay(element)),
      // Else "Listen now", or how much is left, once a moment was heard.
      words(listen(element)) === en.pauseListening,
    ];
    const playing = ['Pause Harbour 12', 'Pause Harbour 12', true];
    const paused = ['Play Harbour 12', 'Play Harbour 12', false];
    const say = (expected: unknown[]) =>
      waitUntil(() => String(names()) === String(expected), String(expected));
    await say(playing);
    for (const [button, expected] of [
      [() => inPlayer(element, 'play'), paused],
      [() => rowPlay(element), playing],
      [() => listen(element), paused],
      [() => inPlayer(element, 'play'), playing],
      [() => rowPlay(element), paused],
    ] as const) {
      button()!.click();
      await say([...expected]);
      expect(mediaOf(element).paused).to.equal(expected === paused);
    }
  });

  it('follows a recording that something else pauses, such as a headphone that is unplugged', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    mediaOf(element).pause();
    await waitUntil(() => nameOf(inPlayer(element, 'play')!) === 'Play Harbour 12', 'paused');
    expect(words(listen(element))).not.to.equal(en.pauseListening);
  });

  it('opens what is behind the bar and closes it, and keeps the focus', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    const open = inPlayer(element, 'player-open')!;
    const said = (how: string) => `Harbour 12. ${how}`;
    expect([open.ariaExpanded, nameOf(open)]).to.deep.equal(['false', said(enPlayer.expandPlayer)]);
    open.focus();
    open.click();
    await waitUntil(() => inPlayer(element, 'speed'), 'what is behind it');
    expect([open.ariaExpanded, nameOf(open)]).to.deep.equal([
      'true',
      said(enPlayer.collapsePlayer),
    ]);
    expect(element.shadowRoot?.activeElement === open, 'focus while open').to.equal(true);
    open.click();
    await waitUntil(() => !inPlayer(element, 'speed'), 'the bar alone');
    expect(open.ariaExpanded).to.equal('false');
    expect(element.shadowRoot?.activeElement === open, 'focus afterwards').to.equal(true);
    expect(mediaOf(element).paused, 'still plays').to.equal(false);
  });

  it('plays another episode in the same media element', async () => {
    const element = await placedWithEpisodes();
    const player = await openBar(element);
    const media = mediaOf(element);
    rowPlay(element, 1).click();
    await waitUntil(() => words(player).includes('Harbour 11'), 'the other title');
    await plays(element);
    expect(mediaOf(element) === media, 'the same').to.equal(true);
    expect(media.src).to.equal('https://media.example/11.mp3');
    expect(all(element, 'audio, video')).to.have.length(1);
    await waitUntil(() => nameOf(rowPlay(element)) === 'Play Harbour 12', 'the first row');
    expect(nameOf(rowPlay(element, 1))).to.equal('Pause Harbour 11');
  });

  it('tells the page of play, pause and end, in that order', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    inPlayer(element, 'play')!.click();
    await waitUntil(() => toldOf('pps-episode-pause').length, 'the pause');
    inPlayer(element, 'play')!.click();
    await plays(element);
    mediaOf(element).currentTime = RECORDING_S - 0.3;
    await waitUntil(() => toldOf('pps-episode-end').length, 'the end');
    expect(toldOf('pps-episode')).to.deep.equal([
      'pps-episode-play harbour-12',
      'pps-episode-pause harbour-12',
      'pps-episode-play harbour-12',
      'pps-episode-end harbour-12',
    ]);
    expect(nameOf(inPlayer(element, 'play')!)).to.equal('Play Harbour 12');
  });

  it('tells the page that one episode paused before it tells that another plays', async () => {
    const element = await placedWithEpisodes();
    await openBar(element);
    await waitUntil(() => toldOf('pps-episode-play').length, 'the first');
    rowPlay(element, 1).click();
    await waitUntil(() => toldOf('pps-episode-play').length === 2, 'the second');
    expect(toldOf('pps-episode')).to.deep.equal([
      'pps-episode-play harbour-12',
      'pps-episode-pause harbour-12',
      'pps-episode-play harbour-11',
    ]);
  });

  it('keeps an episode’s private URL out of its events and of what is stored', async () => {
    const url = 'https://media.example/s3cret/12.mp3?token=t0ken';
    const episodes = [episode(12, { url, guid: url })];
    network.parser = json(podcast(0, { episodes }));
    const element = await placedWithEpisodes();
    await openBar(element);
    await restAt(element, 30);
    await waitUntil(() => toldOf('pps-episode-pause').length, 'the pause');
    await waitUntil(() => localStorage.length, 'the position');
    expect(heard.lines().join()).not.to.match(/s3cret|t0ken|media\.example/);
    expect(JSON.stringify(localStorage)).not.to.match(/s3cret|t0ken|media\.example/);
  });

  it('pauses when another element on the page plays', async () => {
    const one = await placedWithEpisodes();
    const two = await placedWithEpisodes();
    await openBar(one);
    await openBar(two);
    await pauses(one);
    await waitUntil(() => nameOf(rowPlay(one)) === 'Play Harbour 12', 'its row');
    inPlayer(one, 'play')!.click();
    await pauses(two);
    expect(mediaOf(one).paused).to.equal(false);
  });

  it('speaks another language from one moment to the next, and plays on', async () => {
    const element = await placedWithEpisodes();
    const player = await openPlayer(element);
    const media = mediaOf(element);
    element.locale = 'de';
    const { dePlayer } = await import('../../../src/components/language/texts/player/de.js');
    const back = () => nameOf(inPlayer(element, 'back')!);
    await waitUntil(() => back() === dePlayer.skipBack, dePlayer.skipBack);
    expect(player.ariaLabel).to.equal(dePlayer.player);
    expect(nameOf(inPlayer(element, 'speed')!)).to.equal(dePlayer.speed);
    expect([mediaOf(element) === media, media.paused]).to.deep.equal([true, false]);
  });
});
