/**
 * An answer as plain values. It serves Hono's routes as well as Node's server, which answers polls
 * without building a Request and a Response.
 */

export interface PlainAnswer {
  status: number;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | undefined;
}

/** Returns a header of a request; its name is in lower case. */
export type ReadHeader = (name: string) => string | undefined;

export function toResponse({ status, headers, body }: PlainAnswer): Response {
  return new Response(body ?? null, { status, headers });
}

export async function toPlainAnswer(response: Response): Promise<PlainAnswer> {
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  return { status, headers: Object.fromEntries(headers), body };
}
