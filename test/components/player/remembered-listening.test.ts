/** What the browser remembers of listening, and what it makes of nonsense in its storage. */
import { expect } from '@open-wc/testing';
import {
  forgetListening,
  keyOf,
  listenedTo,
  recall,
  rememberedSpeed,
  rememberListened,
  rememberSpeed,
} from '../../../src/components/player/remembered-listening.js';
import type { ShownEpisode } from '../../../src/podcast/shown-podcast.js';
import { episode, useStub } from '../../support/element/element.js';

const harbour = (number: number, more: object = {}) =>
  episode(number, { transcripts: [], chapters: [], ...more }) as unknown as ShownEpisode;

const begun = { position: 754, duration: 2613, isHeard: false };
const refuse = () => {
  throw new DOMException('refused', 'SecurityError');
};
const KEY = 'pps-listening';

/** Storage is asked again in the next task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  localStorage.clear();
  forgetListening();
  await nextTask();
});

describe('keyOf', () => {
  const url = 'https://media.example/s3cret/12.mp3?token=t0ken';

  it('is the same for an episode without a GUID when its recording gets another URL', () => {
    const key = keyOf(harbour(12, { guid: url, url }));
    const renewed = 'https://media.example/renewed/12.mp3?token=other';
    expect(keyOf(harbour(12, { guid: renewed, url: renewed }))).to.equal(key);
    expect(key).to.match(/^[\da-f]{16}$/);
  });

  it('tells episodes of the same GUID apart that are of two podcasts of a site', () => {
    const [one, two] = [harbour(1, { guid: '1' }), harbour(2, { guid: '1' })];
    expect(keyOf(one)).not.to.equal(keyOf(two));
  });
});

describe('listenedTo', () => {
  const stub = useStub();

  it('looks into no episode while nothing is remembered: ten thousand rows ask', () => {
    const unread = new Proxy(harbour(1), { get: () => expect.fail('an episode was read') });
    expect(listenedTo(unread)).to.equal(undefined);
    expect(recall(unread)).to.equal(undefined);
  });

  it('is what was remembered, of that episode alone', () => {
    expect(listenedTo(harbour(1))).to.equal(undefined);
    rememberListened(harbour(1), begun);
    rememberListened(harbour(2), { position: 0, duration: undefined, isHeard: true });
    expect(listenedTo(harbour(1))).to.deep.equal(begun);
    expect(listenedTo(harbour(2))).to.deep.equal({
      position: 0,
      duration: undefined,
      isHeard: true,
    });
    expect(listenedTo(harbour(3))).to.equal(undefined);
  });

  it('drops whatever other scripts have put into storage, and keeps what is between', async () => {
    const own = [keyOf(harbour(1)), 754, 2613, 0];
    const [key] = own;
    const odd: unknown[] = [
      null,
      7,
      'text',
      {},
      [],
      [null, 5, 9, 0],
      [[key], 5, 9, 0],
      [{ toString: 1, valueOf: 1 }, 5, 9, 0],
      ['__proto__', 5, 9, 0],
      [key, -5, 9, 0],
      [key, 1e308, 9, 0],
      [key, '5', 9, 0],
      [key, 5, 1e308, 0],
      [key, 5, -9, 0],
      [key, 5, {}, 0],
      [key, 5, 9, true],
      [key, 5, 9],
    ];
    localStorage.setItem(KEY, JSON.stringify([own, ...odd]));
    await nextTask();
    expect(listenedTo(harbour(1))).to.deep.equal(begun);
    for (const text of ['', '{', '{}', 'null', '1e308', '"a"', `{"length":3,"0":[]}`]) {
      localStorage.setItem(KEY, text);
      await nextTask();
      expect(listenedTo(harbour(1)), text).to.equal(undefined);
    }
    rememberListened(harbour(1), begun);
    expect(localStorage.getItem(KEY)).to.equal(JSON.stringify([own]));
  });

  it('asks storage once for ten thousand rows, and reads it once as long as it is the same', async () => {
    rememberListened(harbour(1), begun);
    const episodes = Array.from({ length: 10_000 }, (_, index) => harbour(index));
    await nextTask();
    const { parse } = JSON;
    let [asked, read] = [0, 0];
    stub(Storage.prototype, 'getItem', function (this: Storage, key: string) {
      asked += 1;
      return this[key] as unknown;
    });
    stub(JSON, 'parse', (text: string) => {
      read += 1;
      return parse(text) as unknown;
    });
    expect(episodes.map(listenedTo).filter(Boolean).length).to.equal(1);
    expect([asked, read]).to.deep.equal([1, 0]);
    await nextTask();
    localStorage.setItem(KEY, '[]');
    expect(episodes.map(listenedTo).filter(Boolean).length).to.equal(0);
    expect([asked, read]).to.deep.equal([2, 1]);
  });
});

describe('rememberListened', () => {
  const stub = useStub();
  const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown[][];

  it('keeps whole seconds under a key that reveals nothing', () => {
    const url = 'https://media.example/s3cret/12.mp3?token=t0ken';
    rememberListened(harbour(12, { guid: url, url }), {
      position: 7.6,
      duration: 20.2,
      isHeard: false,
    });
    expect(JSON.stringify(localStorage)).to.match(
      /^\{"pps-listening":"\[\[\\"[\da-f]{16}\\",7,20,0\]\]"\}$/,
    );
  });

  it('keeps five hundred episodes: the ones heard longest ago go', () => {
    for (let number = 1; number <= 500; number++) rememberListened(harbour(number), begun);
    rememberListened(harbour(1), begun);
    rememberListened(harbour(501), begun);
    expect(stored().length).to.equal(500);
    expect(listenedTo(harbour(2))).to.equal(undefined);
    expect(listenedTo(harbour(1))).to.deep.equal(begun);
  });

  it('loses nothing that another tab has written meanwhile', () => {
    rememberListened(harbour(1), begun);
    expect(listenedTo(harbour(1))).to.deep.equal(begun);
    localStorage.setItem(KEY, JSON.stringify([...stored(), [keyOf(harbour(2)), 5, null, 0]]));
    rememberListened(harbour(3), begun);
    expect(stored().map(([key]) => key)).to.deep.equal([1, 2, 3].map((it) => keyOf(harbour(it))));
    expect(listenedTo(harbour(2))?.position).to.equal(5);
  });

  it('remembers as long as the page is open where storage is full', async () => {
    rememberListened(harbour(1), begun);
    stub(Storage.prototype, 'setItem', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    rememberListened(harbour(1), { ...begun, position: 900 });
    await nextTask();
    expect(listenedTo(harbour(1))?.position).to.equal(900);
    expect(stored()[0]?.[1]).to.equal(754);
  });

  it('remembers as long as the page is open where storage is refused', async () => {
    const own = Object.getOwnPropertyDescriptor(window, 'localStorage')!;
    Object.defineProperty(window, 'localStorage', { configurable: true, get: refuse });
    try {
      rememberListened(harbour(1), begun);
      await nextTask();
      expect(listenedTo(harbour(1))).to.deep.equal(begun);
      forgetListening();
      await nextTask();
      expect(listenedTo(harbour(1))).to.equal(undefined);
    } finally {
      Object.defineProperty(window, 'localStorage', own);
    }
  });
});

describe('forgetListening', () => {
  it('leaves nothing of ours in storage, at once, and what others keep there', () => {
    localStorage.setItem('theirs', '1');
    rememberListened(harbour(1), begun);
    rememberSpeed(1.5);
    expect(listenedTo(harbour(1))).to.deep.equal(begun);
    forgetListening();
    expect(listenedTo(harbour(1))).to.equal(undefined);
    expect(JSON.stringify(localStorage)).to.equal('{"theirs":"1"}');
  });
});

describe('rememberedSpeed', () => {
  it('is the speed that the member chose, and 1 before', () => {
    expect(rememberedSpeed()).to.equal(1);
    rememberSpeed(1.5);
    expect(rememberedSpeed()).to.equal(1.5);
  });

  it('is 1 in place of a speed that nobody can follow', () => {
    for (const text of ['', '0', '-1', '1e308', 'Infinity', 'NaN', 'fast', '0.1', '16', '[]']) {
      localStorage.setItem('pps-speed', text);
      expect(rememberedSpeed(), text).to.equal(1);
    }
  });

  it('is 1 where storage is refused', () => {
    const own = Object.getOwnPropertyDescriptor(window, 'localStorage')!;
    Object.defineProperty(window, 'localStorage', { configurable: true, get: refuse });
    try {
      rememberSpeed(1.5);
      expect(rememberedSpeed()).to.equal(1);
    } finally {
      Object.defineProperty(window, 'localStorage', own);
    }
  });
});
