/** Files that operators send: read and checked to their end before anything is changed. */
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { problemResponse } from '../../../errors/problem-details.js';
import { readCsv, readNdjson, WrongLine, type FileLines } from './read-lines.js';

const readers = { 'text/csv': readCsv, 'application/x-ndjson': readNdjson };
type FileType = keyof typeof readers;
const isFileType = (type: string): type is FileType => Object.hasOwn(readers, type);

/** The bytes of a file as they come. */
async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body;
  } catch (cause) {
    throw new PrivatePodcastError('aborted', 'The file broke off. Send it again.', { cause });
  }
}

/** Reads a file to its end, and answers what `take` makes of its lines. A wrong line is 422, with its place. */
export async function answerFile<Line>(
  c: Context,
  lines: FileLines<Line>,
  take: (read: Line[]) => Promise<object>,
): Promise<Response> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const { body } = c.req.raw;
  if (!isFileType(type) || (c.req.header('Content-Encoding') ?? 'identity') !== 'identity') {
    const types = Object.keys(readers).join(' or ');
    return problemResponse(415, 'bad-input', `Send ${types}, not compressed.`);
  }
  const file = Readable.from(bytesOf(body), { objectMode: false });
  const read: Line[] = [];
  try {
    for await (const line of readers[type](file, lines)) read.push(line);
  } catch (error) {
    if (!(error instanceof WrongLine)) throw error;
    const { line, message } = error;
    return problemResponse(422, 'bad-input', message, {}, { line });
  }
  return c.json(await take(read));
}
