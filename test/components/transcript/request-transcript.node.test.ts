/** Which transcript of an episode is read, how it is asked for, and where it is cut. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  inOrder,
  MAX_FILE_LENGTH,
  requestTranscript,
} from '../../../src/components/transcript/request-transcript.js';
import { onSlowLine } from '../../support/element/slow-line.js';
import { installVirtualTime, VirtualTime } from '../../support/waiting/virtual-time.js';

const host = 'https://media.example/';
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
const file = (name: string, type?: string, language?: string) => ({
  url: host + name,
  type,
  language,
});

/** Answers by the end of the URL, and keeps what was asked for. */
function answer(answers: Record<string, string | (() => Response | Promise<Response>)>) {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const answer = answers[url.slice(host.length)];
    // A browser answers so where the host sends no CORS.
    if (answer === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(typeof answer === 'string' ? new Response(answer) : answer());
  });
  return asked;
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const request = (
  files: ReturnType<typeof file>[],
  lang: string | undefined = 'en',
  signal = new AbortController().signal,
) => requestTranscript(files, lang, signal);

describe('inOrder', () => {
  const names = (files: ReturnType<typeof file>[], lang?: string) =>
    inOrder(files, lang).map(({ url }) => url.slice(host.length));

  it('prefers VTT, then JSON, SRT, HTML and what may be one of them', () => {
    const files = [
      file('1', 'text/plain'),
      file('2', 'text/html'),
      file('3', 'application/x-subrip'),
      file('4', 'application/json'),
      file('5', 'text/vtt; charset=utf-8'),
      file('6', 'application/pdf'),
    ];
    expect(names(files)).toEqual(['5', '4', '3', '2']);
    expect(names(files.slice(0, 2))).toEqual(['2', '1']);
  });

  it('goes by the name where there is no type that says it', () => {
    const files = [file('a.html'), file('b.srt?x=1', 'text/plain'), file('c.vtt'), file('d')];
    expect(names(files)).toEqual(['c.vtt', 'b.srt?x=1', 'a.html', 'd']);
  });

  it('prefers the podcast’s language to any kind', () => {
    const files = [
      file('en.vtt', 'text/vtt', 'en'),
      file('de.srt', 'application/srt', 'de-AT'),
      file('none.html', 'text/html'),
    ];
    expect(names(files, 'de')).toEqual(['de.srt', 'none.html', 'en.vtt']);
    expect(names(files, 'en-US')[0]).toBe('en.vtt');
  });
});

describe('requestTranscript', () => {
  it('sends no cookies and no referrer, and reads the lines', async () => {
    const asked = answer({ '1.vtt': vtt('The first ferry') });
    expect(await request([file('1.vtt')])).toMatchObject({
      lines: [{ start: 1, end: 2, text: 'The first ferry' }],
      isCut: false,
      file: { url: `${host}1.vtt` },
    });
    expect(asked[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it('tries the next one where one is refused, missing or empty', async () => {
    const asked = answer({
      '2.vtt': () => new Response(vtt('a page'), { status: 404 }),
      '3.vtt': 'WEBVTT',
      '4.vtt': vtt('The first ferry'),
    });
    const read = await request(['1.vtt', '2.vtt', '3.vtt', '4.vtt'].map((name) => file(name)));
    expect(read?.lines[0]?.text).toBe('The first ferry');
    expect(asked.length).toBe(4);
  });

  it('gives up after four files', async () => {
    const asked = answer({});
    const files = Array.from({ length: 100 }, (_, at) => file(`${at}.vtt`));
    expect(await request(files)).toBeUndefined();
    expect(asked.length).toBe(4);
  });

  it('asks no host without https, but this machine', async () => {
    const asked = answer({});
    const local = 'http://localhost:8080/1.vtt';
    const urls = ['http://media.example/1.vtt', 'x.vtt', 'ftp://media.example/1.vtt', local];
    await request(urls.map((url) => ({ url, type: 'text/vtt', language: undefined })));
    expect(asked.map(({ url }) => url)).toEqual([local]);
  });

  it('reads a file in whatever pieces it comes', async () => {
    const bytes = new TextEncoder().encode(`\ufeff${vtt('Häfen 🎣')}`);
    const pieces = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
            controller.close();
          },
        }),
      );
    answer({ '1.vtt': pieces });
    expect((await request([file('1.vtt')]))?.lines[0]?.text).toBe('Häfen 🎣');
  });

  it('cuts a file of any length at the limit, and does not load the rest', async () => {
    const piece = new TextEncoder().encode(
      '00:01.000 --> 00:02.000\nline of a transcript\n\n'.repeat(1000),
    );
    let sent = 0;
    let isCancelled = false;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += piece.length;
            controller.enqueue(piece);
          },
          cancel() {
            isCancelled = true;
          },
        }),
      );
    answer({ '1.vtt': endless });
    const read = await request([file('1.vtt')]);
    expect(read?.isCut).toBe(true);
    expect(read?.lines.length).toBeGreaterThan(10_000);
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(MAX_FILE_LENGTH + 5 * piece.length);
  });

  it('cuts a file that comes in one piece', async () => {
    answer({ '1.vtt': vtt('line') + ' '.repeat(20 * MAX_FILE_LENGTH) });
    expect(await request([file('1.vtt')])).toMatchObject({
      isCut: true,
      lines: [{ text: 'line' }],
    });
  });

  it('ends a request that nobody waits for, and asks for no other file', async () => {
    const leaving = new AbortController();
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
      asked.push(url);
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new DOMException('left', 'AbortError'));
        });
      });
    });
    const reading = request([file('1.vtt'), file('2.vtt')], 'en', leaving.signal);
    await expect.poll(() => asked.length).toBe(1);
    leaving.abort();
    expect(await reading).toBeUndefined();
    expect(asked.length).toBe(1);
  });

  it('waits for a file as long as more of it comes, and gives up once nothing has for ten seconds', async () => {
    installVirtualTime();
    const time = new VirtualTime();
    answer({ '1.vtt': onSlowLine(vtt('Hello'), time), '2.vtt': onSlowLine(vtt('Hello'), time, 4) });
    expect(await time.run(() => request([file('1.vtt')]))).toBeDefined();
    expect(await time.run(() => request([file('2.vtt')]))).toBeUndefined();
  });

  it('gives up on a host that does not answer', async () => {
    vi.useFakeTimers();
    try {
      answer({ '1.vtt': () => new Promise<Response>(() => undefined) });
      const reading = request([file('1.vtt')]);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await reading).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
