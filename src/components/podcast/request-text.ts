/** Requests a text of anybody's host, up to a limit, however long it is. */
import { fetchAndRead, type Call } from '../../api/http.js';

/** The text of an answer in UTF-8, up to a number of characters: the rest is not loaded. Each piece has ten seconds. */
async function readText({ body }: Response, maxLength: number, goOn: () => void): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < maxLength) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return text + decoder.decode();
    text += decoder.decode(value.subarray(0, 4 * maxLength), { stream: true });
    goOn();
  }
  await reader?.cancel();
  return text.slice(0, maxLength);
}

/** Whether a request failed for want of a line. */
const isOffline = () => (globalThis.navigator as Navigator | undefined)?.onLine === false;

const nextOnline = (signal: AbortSignal | undefined) =>
  new Promise<unknown>((resolve) => {
    signal?.addEventListener('abort', resolve);
    window.addEventListener('online', resolve, { once: true, signal });
  });

/**
 * Sends neither the page's URL nor cookies to the host. Without a line it waits for the next one.
 * @returns the text up to a number of characters; empty if the host refuses it.
 * @throws {PrivatePodcastError} as `fetchAndRead`.
 */
export async function requestText(call: Call, maxLength: number): Promise<string> {
  try {
    const { response, content } = await fetchAndRead(
      call,
      { credentials: 'omit', referrerPolicy: 'no-referrer' },
      (response, goOn) => readText(response, maxLength, goOn),
    );
    return response.ok ? content : '';
  } catch (error) {
    if (!isOffline() || call.signal?.aborted) throw error;
    await nextOnline(call.signal);
    return requestText(call, maxLength);
  }
}
