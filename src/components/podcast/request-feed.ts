/** Gets a feed unchanged, following its host's redirects as a podcast app would. */
import { fetchAndRead } from '../../api/http.js';
import { joinChunks } from '../../api/join-chunks.js';
import { codeOfStatus } from '../../errors/status.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { readChunks } from './answer-chunks.js';

const serverName = "The feed's host";

/** @throws {PrivatePodcastError} what the status means, or what became of the request. */
export async function requestFeed(
  url: string,
  signal: AbortSignal,
  cache?: RequestCache,
): Promise<{ bytes: Uint8Array; contentType: string | undefined }> {
  const { response, content } = await fetchAndRead(
    { serverName, url, signal },
    { referrerPolicy: 'no-referrer', cache },
    readChunks,
  );
  const { ok, status, headers } = response;
  if (ok) {
    const contentType = headers.get('content-type') ?? undefined;
    return { bytes: joinChunks(content), contentType };
  }
  const code = codeOfStatus(status);
  throw new PrivatePodcastError(code, `${serverName} answered ${status} (${code}).`, { status });
}
