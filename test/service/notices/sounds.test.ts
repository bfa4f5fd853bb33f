import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  noticeKinds,
  noticeLanguage,
  noticeTexts,
  type NoticeLanguage,
} from '../../../src/service/notices/notice-texts.js';
import { findSound, readSound, soundOf } from '../../../src/service/notices/sounds.js';
import { failureOf } from '../../support/feed-service/backend.js';

const languages = Object.keys(noticeTexts) as NoticeLanguage[];
const sounds = languages.flatMap((language) =>
  noticeKinds.map((kind) => [kind, language] as const),
);

describe('soundOf', () => {
  it.each(sounds)('has a few seconds for "%s" in %s: mono, 32 kbit/s, small', async (...which) => {
    const { bytes, seconds } = await soundOf(...which);
    expect(bytes.length).toBeLessThanOrEqual(25_000);
    expect(seconds).toBeGreaterThan(2.5);
    expect(seconds).toBeLessThan(6.5);
    // MPEG 2, layer III; 32 kbit/s at 22.05 kHz; one channel. No tag comes before it.
    expect([bytes[0], bytes[1]! & 0xfe, bytes[2]! & 0xfc, bytes[3]! & 0xc0]).toEqual([
      0xff, 0xf2, 0x40, 0xc0,
    ]);
  });

  it('says something of its own in each language', async () => {
    const files = await Promise.all(sounds.map(async (which) => (await soundOf(...which)).bytes));
    expect(new Set(files.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(57);
  });
});

describe('noticeLanguage', () => {
  it.each([
    ['pt-br', 'pt'],
    ['pt-pt', 'pt-PT'],
    ['zh-TW', 'zh-Hant'],
    ['de-formal', 'de'],
    ['el', 'en'],
  ])('takes the feed’s language %s for %s', (tag, language) => {
    expect(noticeLanguage(tag)).toBe(language);
  });
});

describe('findSound', () => {
  const old = (name: string) => `${name}-AAAAAAAAAAAA.mp3`;

  it('finds a sound by its file name, and the current one by an old file name', async () => {
    const sound = await soundOf('empty', 'nb');
    expect(sound.file).toMatch(/^nb-empty-[\w-]{12}\.mp3$/);
    expect(await findSound(sound.file)).toBe(sound);
    expect(await findSound(old('nb-empty'))).toBe(sound);
    expect(await findSound(old('zh-Hant-empty'))).toBe(await soundOf('empty', 'zh-Hant'));
    for (const other of ['nb-empty.mp3', old('nb-renew'), `../${old('nb-empty')}`, '']) {
      expect(await findSound(other)).toBeUndefined();
    }
  });

  it('finds what took the place of a publisher’s sound: another, or else the English one', async () => {
    const own = { ...(await soundOf('ended', 'de')), name: 'sid.a-ended', file: 'new' };
    expect(await findSound(old('sid.a-ended'), [own])).toBe(own);
    const english = await soundOf('ended', 'en');
    for (const gone of ['sid.b-ended', 'constructor-ended']) {
      expect(await findSound(old(gone), [own])).toBe(english);
    }
  });
});

describe('readSound', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pps-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('names a sound by its content', async () => {
    const { bytes } = await soundOf('ended', 'de');
    const path = join(folder, 'my sound.mp3');
    await writeFile(path, bytes);
    const one = await readSound(path, 'ended');
    expect(one.file).toMatch(/^ended-[\w-]{12}\.mp3$/);
    await writeFile(path, Buffer.concat([bytes, bytes]));
    const other = await readSound(path, 'ended');
    expect(other.file).not.toBe(one.file);
  });

  it('refuses what cannot be read, is too large, or is no MP3', async () => {
    const path = join(folder, 'large.mp3');
    await writeFile(path, Buffer.alloc(5 * 1024 * 1024 + 1));
    const messageOf = async (file: string) => (await failureOf(readSound(file, 'x'))).message;
    expect(await messageOf(path)).toBe('must have at most 5242880 bytes');
    expect(await messageOf(join(folder, 'absent.mp3'))).toBe('must be a file that can be read');
    expect(await messageOf(folder)).toBe('must be a file that can be read');
    expect(await messageOf(import.meta.filename)).toBe('must be an MP3 file');
    // AAC in ADTS differs in two bits.
    await writeFile(path, Buffer.from([0xff, 0xf1, 0x50, 0x80]));
    expect(await messageOf(path)).toBe('must be an MP3 file');
  });

  it('takes an MP3 with a tag before it', async () => {
    const path = join(folder, 'tagged.mp3');
    await writeFile(path, 'ID3\x04');
    expect((await readSound(path, 'x')).bytes).toHaveLength(4);
  });
});
