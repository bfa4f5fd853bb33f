import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mp3Seconds } from '../../../src/service/notices/mp3.js';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFile(join(root, file));

describe('mp3Seconds', () => {
  it('reads how long an MP3 lasts', async () => {
    // MPEG 2 at 32 kbit/s: 4,000 bytes a second.
    const sound = await read('src/service/notices/sounds/de-ended.mp3');
    expect(mp3Seconds(sound)).toBeCloseTo(sound.length / 4000, 1);
    // 44.1 kHz with an ID3 tag, at a bit rate of its own for each frame.
    expect(mp3Seconds(await read('demo/show/media/trailer.mp3'))).toBeGreaterThan(1);
  });

  it('skips tags before and after the sound', async () => {
    const sound = await read('src/service/notices/sounds/de-ended.mp3');
    const before = Buffer.concat([
      Buffer.from('ID3\x04\0\0\0\0\x01\x02', 'latin1'),
      Buffer.alloc(130),
    ]);
    const after = Buffer.from('TAG'.padEnd(128, 'x'));
    expect(mp3Seconds(Buffer.concat([before, sound, after]))).toBe(mp3Seconds(sound));
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<rss></rss>')],
    ['a tag that is longer than the file', Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1')],
    ['a single header', Buffer.from([0xff, 0xf3, 0x40, 0xc4])],
    ['a forbidden bit rate', Buffer.alloc(9_000, Buffer.from([0xff, 0xf3, 0xf0, 0xc4]))],
    ['AAC in ADTS', Buffer.alloc(9_000, Buffer.from([0xff, 0xf1, 0x50, 0x80]))],
  ])('knows that %s is no MP3', (_name, bytes) => {
    expect(mp3Seconds(bytes)).toBeUndefined();
  });
});
