/**
 * The element's requests for JSON. Failed answers are told apart by code alone: the element has
 * words of its own, and those of `api/errors.ts` would only make its first load longer.
 */
import { isRedirect, readJson, send, type Call } from '../api/http.js';
import { codeOfStatus } from '../errors/status.js';
import { PrivatePodcastError, type ErrorCode } from '../errors/private-podcast-error.js';

/** What a server says of a failed answer: by the `code` of its problem details, or by its status. */
export interface Meanings {
  /** The codes that it may name. */
  codes: readonly ErrorCode[];
  /** Statuses that mean something else here than usual. */
  statuses: Partial<Record<number, ErrorCode>>;
}

function codeOf(status: number, body: unknown, { codes, statuses }: Meanings): ErrorCode {
  const given = (body as { code?: unknown } | null | undefined)?.code;
  return codes.find((code) => code === given) ?? statuses[status] ?? codeOfStatus(status);
}

/**
 * @returns the JSON; undefined where the answer holds none.
 * @throws {PrivatePodcastError} what the answer means, or what became of the request.
 */
export async function requestJson(
  call: Call,
  meanings: Meanings,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const { response, content } = await send(call, { headers, redirect: 'manual' }, (response) =>
    response.text(),
  );
  const body = readJson(content);
  if (response.ok) return body;
  const { status } = response;
  const code = isRedirect(response) ? 'bad-response' : codeOf(status, body, meanings);
  throw new PrivatePodcastError(code, `${call.server} answered ${code}.`, { status });
}
