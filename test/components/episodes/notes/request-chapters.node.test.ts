/** A chapters file is anybody's: however long it is, a part of it is read. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestChapters } from '../../../../src/components/episodes/notes/request-chapters.js';

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
});
