/** The versions of a body that a client says it has (RFC 9110 §13.1.2). */

/** Whether an `If-None-Match` names one of a body's tags, by weak comparison, or stands for any. */
export function namesTag(ifNoneMatch: string | undefined, tags: readonly string[]): boolean {
  const named = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return named.includes('*') || tags.some((tag) => named.includes(tag));
}
