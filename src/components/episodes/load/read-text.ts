/** Reads a text of anybody's host up to a limit, however long it is. */

/** The text of an answer in UTF-8, up to a number of characters: the rest is not loaded. */
export async function readText({ body }: Response, maxLength: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < maxLength) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return text + decoder.decode();
    text += decoder.decode(value.subarray(0, 4 * maxLength), { stream: true });
  }
  await reader?.cancel();
  return text.slice(0, maxLength);
}
