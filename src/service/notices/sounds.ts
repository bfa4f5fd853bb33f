/** The sounds of notices: ours in each language, and the publisher's own. */
import { readFile, stat } from 'node:fs/promises';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { hash } from '../crypto/secrets.js';
import { noticeKinds, noticeTexts, type NoticeKind, type NoticeLanguage } from './notice-texts.js';

/** An MP3 file in memory. */
export interface Sound {
  /** Names its notice and its language or product. It stays when the bytes change. */
  name: string;
  /** Its name in URLs. It holds a hash of the bytes: another sound has another one. */
  file: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** How long it lasts, if that is known. */
  seconds?: number | undefined;
}

/** A notice takes seconds; whoever names a whole episode by mistake learns it at once. */
const MAX_BYTES = 5 * 1024 * 1024;
const HASH_LENGTH = 12;
/** Ours have 32 kbit/s throughout, and no tags. */
const OUR_BYTES_PER_SECOND = 4000;
const FILE = /^([\w.-]+-([a-z]+))-[\w-]{12}\.mp3$/;

/** In a variable, because Vite would rewrite the path of a folder that it does not copy. */
const folder = './sounds/';

/** An MP3 begins with a tag, or with a frame of layer III (ISO 11172-3 §2.4.2.3). */
const isMp3 = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 3) === 'ID3' ||
  (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2);

/** @throws {PrivatePodcastError} `config`; the message says what the field with this path must be. */
export async function readSound(path: string | URL, name: string): Promise<Sound> {
  const refuse = (message: string, cause?: unknown) =>
    new PrivatePodcastError('config', message, { cause });
  let bytes: Buffer<ArrayBuffer>;
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error('It is not a file.');
    if (found.size > MAX_BYTES) throw refuse(`must have at most ${MAX_BYTES} bytes`);
    bytes = await readFile(path);
  } catch (cause) {
    if (cause instanceof PrivatePodcastError) throw cause;
    throw refuse('must be a file that can be read', cause);
  }
  if (!isMp3(bytes)) throw refuse('must be an MP3 file');
  const file = `${name}-${hash(bytes).slice(0, HASH_LENGTH)}.mp3`;
  return { name, file, bytes };
}

const ours = new Map<string, Promise<Sound>>();

/** Our sound of a notice in a language; it is read once. */
export function soundOf(kind: NoticeKind, language: NoticeLanguage): Promise<Sound> {
  const name = `${language}-${kind}`;
  const url = new URL(`${folder}${name}.mp3`, import.meta.url);
  const read = async () => {
    const sound = await readSound(url, name);
    return { ...sound, seconds: sound.bytes.length / OUR_BYTES_PER_SECOND };
  };
  const sound = ours.get(name) ?? read();
  ours.set(name, sound);
  return sound;
}

/** Finds our sound that has a name. */
async function ourSound(name: string): Promise<Sound | undefined> {
  const [, language = '', kind] = /^(.+)-(.+)$/.exec(name) ?? [];
  const known = noticeKinds.find((each) => each === kind);
  if (!known || !Object.hasOwn(noticeTexts, language)) return undefined;
  return soundOf(known, language as NoticeLanguage);
}

/**
 * Finds the sound that has a file name, or the one that has taken its place: some apps keep the
 * first URL of an episode for ever.
 * @param own sounds of publishers, whose names end with the notice's kind as ours do
 */
export async function findSound(
  file: string,
  own: readonly Sound[] = [],
): Promise<Sound | undefined> {
  const [, name = '', kind] = FILE.exec(file) ?? [];
  const known = noticeKinds.find((each) => each === kind);
  if (!known) return undefined;
  return (
    own.find((sound) => sound.file === file) ??
    own.find((sound) => sound.name === name) ??
    (await ourSound(name)) ??
    // A publisher's that is gone.
    soundOf(known, 'en')
  );
}
