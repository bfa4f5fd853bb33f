/** A chapters file is anybody's: however long it is, a part of it is read. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestChapters } from '../../../src/components/podcast/request-chapters.js';

const url = 'https://media.example/chapters.json';
const chapter = (index: number) => ({ startTime: index, title: `Chapter ${index}` });
const fileOf = (count: number) =>
  JSON.stringify({
    version: '1.2.0',
    chapters: Array.from({ length: count }, (_, i) => chapter(i)),
  });

afterEach(() => vi.unstubAllGlobals());

describe('requestChapters', () => {
  const request = async (answer: Response) => {
    vi.stubGlobal('fetch', () => Promise.resolve(answer));
    return requestChapters(url, new AbortController().signal);
  };

  it('reads a thousand chapters at most', async () => {
    expect(await request(new Response(fileOf(999)))).toHaveLength(999);
    expect(await request(new Response(fileOf(5000)))).toHaveLength(1000);
  });

  it('reads no chapters of a file of 100,000, and stops loading it', async () => {
    const file = new TextEncoder().encode(fileOf(100_000));
    let sent = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent >= file.length) controller.close();
          else controller.enqueue(file.slice(sent, (sent += 65_536)));
        },
        cancel: () => void (isCancelled = true),
      },
      { highWaterMark: 0 },
    );
    expect(await request(new Response(body))).toEqual([]);
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(1_200_000);
  });

  it('reads no chapters of a file that never ends', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x20)),
    });
    expect(await request(new Response(body))).toEqual([]);
  });

  it.each([
    [
      'numbers',
      [
        { startTime: 0, title: 'Intro' },
        { startTime: 30, title: 'Two' },
      ],
    ],
    [
      'texts',
      [
        { startTime: '0', title: 'Intro' },
        { startTime: '30', title: 'Two' },
      ],
    ],
    [
      'holes',
      [
        null,
        { startTime: 0, title: 'Intro' },
        'x',
        { startTime: -1, title: 'No' },
        { startTime: 30, title: 'Two' },
      ],
    ],
    [
      'another order',
      [
        { startTime: 30, title: 'Two' },
        { startTime: 0, title: 'Intro' },
      ],
    ],
  ])('reads chapters with %s', async (_, chapters) => {
    const read = await request(new Response(JSON.stringify({ chapters })));
    expect(read.map(({ start, title }) => `${start} ${title}`)).toEqual(['0 Intro', '30 Two']);
    expect(await request(new Response('{"chapters":null}'))).toEqual([]);
  });

  it('decodes references in titles once', async () => {
    const title =
      'Ropes &amp; sails &ndash; caf&eacute; &#8217; &amp;eacute; "&quot;" &unknown; A&B';
    const [first] = await request(
      new Response(JSON.stringify({ chapters: [{ startTime: 0, title }] })),
    );
    expect(first?.title).toBe('Ropes & sails – café ’ &eacute; """ &unknown; A&B');
  });
});
