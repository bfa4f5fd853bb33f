/** Reading a file of grants or members: CSV or lines of JSON, of any length, line by line. */
import { pipeline, type Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import * as z from 'zod';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { describeFields } from '../../failures/describe-fields.js';
import { unquoteFormula } from './write-grants.js';

/** Characters of one line. */
const MAX_LINE = 4_096;

/** Wrong lines that a refusal names. The rest of a file with more is not read. */
const MAX_WRONG_LINES = 20;

/** A file is refused for its wrong lines. */
export class WrongLine extends PrivatePodcastError {
  /** The reasons, each with its line. */
  readonly reasons: readonly string[];

  constructor(
    /** The first of them. */
    readonly line: number,
    ...reasons: string[]
  ) {
    const isMost = reasons.length === MAX_WRONG_LINES;
    const end = `${isMost ? 'Lines after these were not read. ' : ''}Nothing was changed.`;
    super('bad-input', [...reasons, end].join(reasons.length > 1 ? '\n' : ' '));
    this.reasons = reasons;
  }
}

const wrongLine = (line: number, reason: string) => new WrongLine(line, `Line ${line}: ${reason}`);

/** Notes the wrong lines of a file, to refuse it for all of them at once. */
function createNotes() {
  const notes: WrongLine[] = [];
  const refuse = (): never => {
    throw new WrongLine(notes[0]?.line ?? 0, ...notes.flatMap(({ reasons }) => reasons));
  };
  return {
    /** Whether no line was wrong so far. */
    areNone: () => notes.length === 0,
    /** @returns nothing for a wrong line @throws {WrongLine} if it is the last one that is named */
    read<T>(line: () => T): T | undefined {
      try {
        return line();
      } catch (error) {
        if (!(error instanceof WrongLine)) throw error;
        notes.push(error);
        return notes.length < MAX_WRONG_LINES ? undefined : refuse();
      }
    },
    /** @throws {WrongLine} with those before it, if nothing after `last` can be read, or if there are some */
    end(last?: WrongLine): void {
      if (last) notes.push(last);
      if (notes.length > 0) refuse();
    },
  };
}

/** Reads the fields of a line. @throws {WrongLine} */
export type CheckLine<Line> = (fields: unknown, line: number) => Line;

/** Checks a line by its schema, and then by `refuse`, which may say why it is wrong all the same. */
export function createCheck<Line>(
  schema: z.ZodType<Line>,
  refuse: (line: Line) => string | undefined = () => undefined,
): CheckLine<Line> {
  return (fields, line) => {
    const { data, error } = schema.safeParse(fields);
    if (error) throw wrongLine(line, describeFields(error, 'Send a JSON object.'));
    const reason = refuse(data);
    if (reason !== undefined) throw wrongLine(line, reason);
    return data;
  };
}

/** How the lines of a file are read: the columns of CSV, and the check of each line. */
export interface FileLines<Line> {
  columns: readonly string[];
  /** Columns without which CSV is refused. */
  required: readonly string[];
  check: CheckLine<Line>;
}

const tooLong = (line: number) =>
  wrongLine(line, `Send at most ${MAX_LINE} characters in a line, and close each quote.`);

function readJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongLine(line, 'Send a JSON object.');
  }
}

/** Each line's text. One that never ends is refused before it fills the memory. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<[string, number]> {
  let rest = '';
  let line = 0;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield [text, (line += 1)];
    if (rest.length > MAX_LINE) throw tooLong(line + 1);
  }
  yield [rest, line + 1];
}

/** @throws {WrongLine} */
export async function* readNdjson<Line>(
  file: Readable,
  { check }: FileLines<Line>,
): AsyncGenerator<Line> {
  const notes = createNotes();
  try {
    for await (const [text, line] of splitLines(file.setEncoding('utf8'))) {
      const json = line === 1 ? text.replace(/^\uFEFF/, '') : text;
      const read = notes.read(() => {
        if (text.length > MAX_LINE) throw tooLong(line);
        return json.trim() === '' ? undefined : check(readJson(json, line), line);
      });
      if (read !== undefined && notes.areNone()) yield read;
    }
  } catch (error) {
    if (!(error instanceof WrongLine) || error.reasons.length > 1) throw error;
    notes.end(error);
  }
  notes.end();
}

function checkHeader<Line>({ columns, required }: FileLines<Line>): (names: string[]) => string[] {
  return (names) => {
    const isUsable =
      required.every((name) => names.includes(name)) &&
      names.every((name) => columns.includes(name)) &&
      new Set(names).size === names.length;
    if (isUsable) return names;
    throw wrongLine(
      1,
      `Send a header line that names the columns: ${columns.join(',')}. Commas separate them.`,
    );
  };
}

/** The fields of a record; an empty one counts as missing. */
function fieldsOf(record: Record<string, string>): Record<string, string> {
  const filled = Object.entries(record).filter(([, text]) => text !== '');
  return Object.fromEntries(filled.map(([name, text]) => [name, unquoteFormula(text)]));
}

const MALFORMED = 'Write as many fields as the header line has, and double the quotes in a field.';

/** @throws {WrongLine} */
export async function* readCsv<Line>(file: Readable, lines: FileLines<Line>): AsyncGenerator<Line> {
  const notes = createNotes();
  /** Line on which the last whole record ended. */
  let read = 1;
  const parser = parse({
    bom: true,
    columns: checkHeader(lines),
    trim: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE,
    relax_column_count: true,
    // Here, because the parser may be some lines ahead of the loop below when it finds a fault.
    on_record: (record: Record<string, string>, { lines: at, error }) => {
      read = at;
      return notes.read(() => {
        // The types take it for one that is always there.
        if (error as CsvError | undefined) throw wrongLine(at, MALFORMED);
        return lines.check(fieldsOf(record), at);
      });
    },
  });
  // The loop below throws what made it fail.
  pipeline(file.setEncoding('utf8'), parser, () => undefined);
  try {
    for await (const line of parser) if (notes.areNone()) yield line as Line;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A quote that nothing closes takes in the lines after it.
    if (error.code === 'CSV_MAX_RECORD_SIZE') notes.end(tooLong(read + 1));
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? read + 1 : Number(error.lines);
    notes.end(wrongLine(line, MALFORMED));
  }
  notes.end();
}
