/**
 * An answer as plain values. It serves Hono's routes as well as Node's server, which answers polls
 * without building a Request and a Response.
 */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { webStream } from './web-stream.js';

export interface PlainAnswer {
  status: number;
  /** Of this answer alone: whoever passes it on may add to them. */
  headers: Record<string, string>;
  /** In pieces if it is made while it is read. */
  body?: Uint8Array<ArrayBuffer> | AsyncGenerator<Uint8Array<ArrayBuffer>, void> | undefined;
}

/** Returns a header of a request; its name is in lower case. */
export type ReadHeader = (name: string) => string | undefined;

export function toResponse({ status, headers, body }: PlainAnswer): Response {
  const isWhole = body === undefined || body instanceof Uint8Array;
  return new Response(isWhole ? body : webStream(body), { status, headers });
}

/** Writes an answer; pieces only as fast as the client reads. */
export async function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: PlainAnswer,
): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) {
    if (body) headers['Content-Length'] = String(body.byteLength);
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(status, headers);
  await pipeline(body, response).catch((error: unknown) => {
    // Unless the client has left.
    if (!response.destroyed) throw error;
  });
}

export async function toPlainAnswer(response: Response): Promise<PlainAnswer> {
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  return { status, headers: Object.fromEntries(headers), body };
}
