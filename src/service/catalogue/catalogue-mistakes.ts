/** The mistakes in a catalogue, as lines for whoever wrote it: the path of each field, and what is expected there. */
import type * as z from 'zod';
import { didYouMean } from '../../errors/spelling.js';

interface SchemaPart {
  def: { type: string; innerType?: SchemaPart; valueType?: SchemaPart; in?: SchemaPart };
  shape?: Record<string, SchemaPart>;
  element?: SchemaPart;
}

/** The fields that an object of a schema may have, by its path. */
function fieldsAt(schema: SchemaPart | undefined, path: readonly PropertyKey[]): string[] {
  const { def, shape, element } = schema ?? {};
  const inner = def?.innerType ?? def?.in;
  if (inner) return fieldsAt(inner, path);
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(shape ?? {});
  return fieldsAt(shape?.[String(first)] ?? element ?? def?.valueType, rest);
}

function nameOf(path: readonly PropertyKey[]): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return parts.join('').replace(/^\./, '') || 'the catalogue';
}

/** The name of a field that nobody knows. A secret may have been typed there: only plain words are quoted. */
const unknownName = (key: string): string =>
  /^[a-z]{1,20}$/i.test(key) ? key : `(${key.length} characters)`;

/** A line for each mistake that an issue stands for. */
export function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType): string[] {
  // That a key is wrong says why only inside.
  const { message } = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
  if (issue.code !== 'unrecognized_keys') return [`${nameOf(issue.path)}: ${message}`];
  const known = fieldsAt(schema, issue.path);
  return issue.keys.map((key) => {
    const hint = didYouMean(key, known, '; see docs/service.md 2');
    return `${nameOf([...issue.path, unknownName(key)])}: is not a field here${hint}`;
  });
}

/** Whether a text could go on to be JSON: its only fault is that it ends. */
function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /\bposition (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? [];
    return (
      /^(?:Unexpected end of|Unterminated string)/.test(message) || Number(position) >= text.length
    );
  }
}

/**
 * Where a text stops being JSON, as line and column. The engine does not always say it, and its
 * message quotes the text, which holds secrets.
 */
export function placeOfSyntaxError(text: string): string {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (mayGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  const lines = text.slice(0, good).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
