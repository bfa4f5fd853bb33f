/**
 * The system's controls: what it is shown of a recording, and what it may ask for.
 *
 * @engines media
 */
import { expect } from '@open-wc/testing';
import {
  SystemControls,
  type SystemInfo,
} from '../../../../src/components/player/features/media-session.js';
import { recordingOf } from '../../../support/element/playable.js';

type Handlers = Partial<Record<string, (details: object) => void>>;

/** A system that keeps what it is shown, and forgets it when the recording plays, as WebKit does. */
class System {
  metadata: MediaMetadata | null = null;
  playbackState = 'none';
  handlers: Handlers = {};
  position: MediaPositionState | undefined;

  constructor(media: HTMLMediaElement) {
    media.addEventListener('playing', () => {
      this.metadata = null;
      this.handlers = {};
    });
  }

  setActionHandler(action: string, handler: ((details: object) => void) | null): void {
    // No browser but Chromium knows every action, and this one does not know `stop`.
    if (action === 'stop') throw new TypeError('The action is unknown.');
    if (handler) this.handlers[action] = handler;
    else Reflect.deleteProperty(this.handlers, action);
  }

  setPositionState(state: MediaPositionState = {}): void {
    if ((state.position ?? 0) > (state.duration ?? 0)) throw new TypeError('Beyond the end.');
    this.position = state;
  }

  /** Asks for something, as a lock screen does. */
  ask(action: string, details: object = {}): void {
    this.handlers[action]!({ action, ...details });
  }
}

/** A recording that is as a test says, whatever this machine can play. */
function recording(fields: object = {}): HTMLAudioElement {
  const media = new Audio();
  change(media, { duration: 600, currentTime: 0, playbackRate: 1, paused: true, ...fields });
  return media;
}

function change(media: HTMLMediaElement, fields: object, event?: string): void {
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(media, name, { configurable: true, writable: true, value });
  }
  if (event) media.dispatchEvent(new Event(event));
}

const chapters = [
  { start: 0, title: 'Ropes' },
  { start: 90, title: 'Tides' },
];

const episode: SystemInfo = {
  title: 'Harbour 12',
  show: 'Quiet Harbours',
  author: 'Norra Kajen Radio',
  cover: 'https://media.example/cover.jpg',
  chapters: [],
};

describe('SystemControls', () => {
  let media: HTMLAudioElement;
  let system: System;
  let asked: string[];
  let controls: SystemControls[];

  /** Hides the browser's own, which is a property of its prototype. */
  const use = (session: unknown) =>
    Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: session });

  beforeEach(() => {
    media = recording();
    system = new System(media);
    asked = [];
    controls = [];
    use(system);
  });
  afterEach(() => {
    for (const each of controls) each.dispose();
    Reflect.deleteProperty(navigator, 'mediaSession');
  });

  function show(info: Partial<SystemInfo> = {}, shown: HTMLMediaElement = media): SystemControls {
    const made = new SystemControls(shown, () => ({ ...episode, ...info }), {
      play: () => asked.push('play'),
      pause: () => asked.push('pause'),
      stop: () => asked.push('stop'),
      seekBy: (seconds) => asked.push(`by ${seconds}`),
      seekTo: (seconds) => asked.push(`to ${seconds}`),
      nextChapter: () => asked.push('next'),
      previousChapter: () => asked.push('previous'),
    });
    controls.push(made);
    return made;
  }

  const shown = () => {
    const { title, artist, album, artwork } = system.metadata!;
    return { title, artist, album, covers: artwork.map(({ src }) => src) };
  };

  it('shows the episode, its show, its author and its cover', () => {
    show();
    expect(shown()).to.deep.equal({
      title: 'Harbour 12',
      artist: 'Quiet Harbours',
      album: 'Norra Kajen Radio',
      covers: ['https://media.example/cover.jpg'],
    });
  });

  it('shows the chapter in place of the author, and the next one when it begins', () => {
    const info = { chapters, chapter: chapters[0] };
    const made = show(info);
    expect(shown().album).to.equal('Ropes');
    info.chapter = chapters[1];
    made.update();
    expect(shown().album).to.equal('Tides');
  });

  it('lists the chapters for browsers that show them', () => {
    const { MediaMetadata } = window;
    let given: object | undefined;
    window.MediaMetadata = class extends MediaMetadata {
      constructor(init?: MediaMetadataInit) {
        super(init);
        given = init;
      }
    };
    const chapterInfo = [
      { title: 'Ropes', startTime: 0 },
      { title: 'Tides', startTime: 90 },
    ];
    try {
      show({ chapters });
      expect(given).to.deep.include({ chapterInfo });
      show({ chapters: Array.from({ length: 1000 }, (_, start) => ({ start, title: '' })) });
      expect((given as { chapterInfo: unknown[] }).chapterInfo, 'and no more').to.have.length(199);
    } finally {
      window.MediaMetadata = MediaMetadata;
    }
  });

  it('does what the system asks for', () => {
    show();
    system.ask('play');
    system.ask('pause');
    system.ask('seekbackward');
    system.ask('seekforward');
    system.ask('seekbackward', { seekOffset: 7 });
    system.ask('seekforward', { seekOffset: 8 });
    system.ask('seekto', { seekTime: 42 });
    expect(asked).to.deep.equal(['play', 'pause', 'by -15', 'by 30', 'by -7', 'by 8', 'to 42']);
  });

  it('offers the steps from chapter to chapter only where there are chapters', () => {
    const info = { chapters: [] as typeof chapters };
    const made = show(info);
    expect(system.handlers).not.to.have.any.keys('nexttrack', 'previoustrack');
    info.chapters = chapters;
    made.update();
    system.ask('nexttrack');
    system.ask('previoustrack');
    expect(asked).to.deep.equal(['next', 'previous']);
    info.chapters = [];
    made.update();
    expect(system.handlers).not.to.have.any.keys('nexttrack', 'previoustrack');
  });

  it('moves roughly and fast while the system’s slider is dragged, where the browser can', () => {
    const fast: number[] = [];
    Object.assign(media, { fastSeek: (seconds: number) => fast.push(seconds) });
    show();
    system.ask('seekto', { seekTime: 30, fastSeek: true });
    system.ask('seekto', { seekTime: 31, fastSeek: false });
    expect({ fast, asked }).to.deep.equal({ fast: [30], asked: ['to 31'] });
  });

  it('shows everything again when WebKit has forgotten it', () => {
    show({ chapters });
    change(media, { paused: false }, 'playing');
    expect(shown().title).to.equal('Harbour 12');
    expect(Object.keys(system.handlers)).to.have.length(7);
    expect(system.playbackState).to.equal('playing');
  });

  it('shows the position and the speed after each change of them', () => {
    show();
    expect(system.position).to.deep.equal({ duration: 600, position: 0, playbackRate: 1 });
    change(media, { paused: false }, 'playing');
    change(media, { currentTime: 60 }, 'seeked');
    expect(system.position).to.deep.equal({ duration: 600, position: 60, playbackRate: 1 });
    change(media, { playbackRate: 1.5 }, 'ratechange');
    expect(system.position?.playbackRate).to.equal(1.5);
    change(media, { duration: 700 }, 'durationchange');
    expect(system.position?.duration).to.equal(700);
    change(media, { currentTime: 80, paused: true }, 'pause');
    expect(system.position?.position).to.equal(80);
    expect(system.playbackState).to.equal('paused');
  });

  it('shows a position beyond the end as the end', () => {
    change(media, { currentTime: 600.2 });
    show();
    expect(system.position?.position).to.equal(600);
  });

  it('shows no position where the length is unknown', () => {
    show();
    for (const duration of [NaN, Infinity, 0]) {
      change(media, { duration: 600 }, 'durationchange');
      change(media, { duration }, 'durationchange');
      expect(system.position, String(duration)).to.deep.equal({});
    }
  });

  it('survives a browser that objects to a position', () => {
    show();
    system.setPositionState = () => {
      throw new TypeError('The speed is zero.');
    };
    change(media, { playbackRate: 0, paused: false }, 'playing');
    expect(system.playbackState).to.equal('playing');
  });

  it('leaves the session to the recording that started last', () => {
    const first = show({ title: 'First' });
    const other = recording();
    const second = show({ title: 'Second' }, other);
    change(other, { paused: false, currentTime: 5 }, 'playing');
    change(media, { currentTime: 99 }, 'pause');
    first.update();
    first.dispose();
    expect(shown().title).to.equal('Second');
    expect(system.playbackState).to.equal('playing');
    expect(system.position?.position).to.equal(5);
    expect(system.handlers).to.include.keys('play', 'seekto');
    second.dispose();
    expect(system.metadata).to.equal(null);
  });

  it('clears everything in the end', () => {
    const made = show({ chapters });
    made.dispose();
    expect(system.metadata).to.equal(null);
    expect(system.handlers).to.deep.equal({});
    expect(system.position).to.deep.equal({});
    expect(system.playbackState).to.equal('none');
  });

  it('does nothing after its end, where the page’s own player has taken the session over', () => {
    const made = show();
    system.metadata = new MediaMetadata({ title: 'The page’s own' });
    made.dispose();
    system.ask('play');
    expect(asked).to.deep.equal([]);
    expect(system.metadata.title).to.equal('The page’s own');
  });

  it('does nothing where the browser has no session', () => {
    use(undefined);
    const made = show();
    change(media, { paused: false }, 'playing');
    made.update();
    made.dispose();
  });

  it('is understood by the session of this browser', async () => {
    Reflect.deleteProperty(navigator, 'mediaSession');
    const real = new Audio(URL.createObjectURL(await recordingOf('audio/wav')));
    const made = show({ chapters, chapter: chapters[1] }, real);
    real.muted = true;
    await real.play();
    const { mediaSession } = navigator;
    expect(mediaSession.metadata?.album).to.equal('Tides');
    expect(mediaSession.playbackState).to.equal('playing');
    made.dispose();
    expect(mediaSession.metadata).to.equal(null);
    expect(mediaSession.playbackState).to.equal('none');
    real.pause();
    URL.revokeObjectURL(real.src);
  });
});
