/** The part of a file that a request asks for (RFC 9110 §14). */

/** Offsets of the first byte and the last one. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a `Range` header. Several ranges, and whatever is no range of bytes, are answered with all
 * of the file, as a server may.
 * @param size of the file in bytes
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'all' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'all';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
