/** The hash by which a reader checks that a page and a file of results are of the same run. */
import { sha256 } from '../../../crypto/sha256.js';
import type { ConformanceReport } from '../case.js';

/** With the keys of objects in order: what RFC 8785 makes of texts, lists and objects. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, ordered(field)]));
}

/** The report as canonical JSON (RFC 8785): no blanks, keys in order. */
export const canonicalJson = (report: ConformanceReport): string => JSON.stringify(ordered(report));

/** SHA-256 of the canonical JSON, 64 hexadecimal digits. */
export async function reportHash(report: ConformanceReport): Promise<string> {
  const digest = await sha256(canonicalJson(report));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
