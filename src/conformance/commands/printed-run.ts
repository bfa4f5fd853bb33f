/** The three commands share their options, the way they print a run, and their exit codes. */
import { abortedError } from '../../api/deadline.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { readVersion, UsageError } from '../../publisher/command-line.js';
import { countsOf, junitOf, lineOf, summaryOf } from '../report/formats.js';
import type { CaseResult, ConformanceReport } from '../report/result.js';
import type { RunOptions } from '../exchanges.js';

/** This path is the same from `src/conformance/commands` and from the package's `dist`. */
const packageFile = '../../../package.json';
export const manifest = new URL(packageFile, import.meta.url);

/** As shells say it of a program that SIGINT has ended. */
const INTERRUPTED = 130;

export const commonOptions = {
  json: { type: 'boolean' },
  junit: { type: 'boolean' },
  timeout: { type: 'string' },
  deadline: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** The common options in the words of a command's --help. */
export const commonHelp = `
  --json             prints one JSON object at the end
  --junit            prints JUnit's XML at the end
  --timeout SECONDS  for one call; default 10
  --deadline SECONDS for all calls, and the waits that a server asks for; default 300

No output holds a secret. The exit code is 0 if nothing failed, 1 if something did or the
run did not come to every case, 2 if the command was not understood, and 130 if it was
interrupted.
`;

interface CommonValues {
  json?: boolean | undefined;
  junit?: boolean | undefined;
  timeout?: string | undefined;
  deadline?: string | undefined;
}

/** A number of seconds, in milliseconds. */
function readSeconds(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError(`${option} must be a number of seconds.`);
}

/** @throws {UsageError} */
export function readRunOptions({ json, junit, timeout, deadline }: CommonValues): RunOptions {
  if (json && junit) throw new UsageError('Choose one of --json and --junit.');
  return {
    callTimeout: readSeconds(timeout, '--timeout'),
    deadline: readSeconds(deadline, '--deadline'),
    say: (line) => process.stderr.write(`${line}\n`),
  };
}

/** Runs something that a signal to this process ends. */
async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const result = await work(controller.signal);
    if (controller.signal.aborted) throw abortedError();
    return result;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** Whoever looks for what keeps a member from a podcast has enough of the first case that says it. */
const isRepetition = (profile: ConformanceReport['profile'], { seen, verdict }: CaseResult) =>
  profile === 'site' && verdict === 'skipped' && seen.endsWith(' did not pass.');

/**
 * Prints each result as soon as it is known, or all of them in a form for programs.
 * @param run resolves to whether it came to all cases.
 * @returns the exit code.
 * @throws {UsageError} for a configuration that is refused.
 */
export async function printRun(
  profile: ConformanceReport['profile'],
  { json, junit }: CommonValues,
  run: (signal: AbortSignal, report: (result: CaseResult) => void) => Promise<boolean>,
): Promise<number> {
  const version = await readVersion(manifest);
  const cases: CaseResult[] = [];
  const report = { version, date: new Date().toISOString(), profile, cases };
  try {
    const isWhole = await untilInterrupted((signal) =>
      run(signal, (result) => {
        cases.push(result);
        if (!json && !junit && !isRepetition(profile, result)) {
          process.stdout.write(lineOf(result));
        }
      }),
    );
    if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    else process.stdout.write(junit ? junitOf(report) : summaryOf(report));
    if (!isWhole)
      process.stderr.write('Not every case could be checked: those that were skipped say why.\n');
    const { fail, skipped } = countsOf(cases);
    return fail > 0 || skipped === cases.length || !isWhole ? 1 : 0;
  } catch (error) {
    if (!(error instanceof PrivatePodcastError)) throw error;
    if (error.code !== 'aborted') throw new UsageError(error.message);
    process.stderr.write('Interrupted. Nothing was printed, and no request is open.\n');
    return INTERRUPTED;
  }
}
