/** A publisher's host of recordings: real audio under any name that ends in `.mp3`. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Ten seconds of MP3. */
const RECORDING = new URL('../../../demo/show/media/s1e1.mp3', import.meta.url);

export interface RecordingHost {
  url: string;
  /** The recording that it serves. */
  recording: Buffer;
  close(): void;
}

export async function startRecordingHost(): Promise<RecordingHost> {
  const recording = await readFile(RECORDING);
  const server = createServer(({ url = '', headers }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const type = { 'Content-Type': 'audio/mpeg' };
    if (!/\.mp3(?:\?|$)/.test(url)) response.writeHead(404).end();
    else if (first === undefined) response.writeHead(200, type).end(recording);
    else {
      const range = `bytes ${first}-${last}/${recording.length}`;
      const part = recording.subarray(Number(first), Number(last) + 1);
      response.writeHead(206, { ...type, 'Content-Range': range }).end(part);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, recording, close: () => void server.close() };
}
