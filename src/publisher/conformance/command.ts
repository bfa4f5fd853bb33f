/** `private-podcast-subscribe conformance`: checks an operator against the interface, statement by statement. */
import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { abortedError } from '../../api/deadline.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { readCommand, readConfigFile, UsageError } from '../command-line.js';
import type { CaseResult, ConformanceReport } from './case.js';
import { readConformanceConfig } from './config.js';
import { countsOf, junitOf, lineOf, summaryOf } from './formats.js';
import { runFeedConformance } from './feed/run-feed.js';
import { runConformance, type ConformanceOptions } from './run.js';
import { DEADLINE_MS } from './run-cases.js';

/** This path is the same from `src/publisher/conformance` and from `dist/publisher/conformance`. */
const packageFile = '../../../package.json';

/** As shells say it of a program that SIGINT has ended. */
const INTERRUPTED = 130;

const help = `private-podcast-subscribe conformance --config FILE [--section 4.3] [--destructive]
                                     [--json | --junit]
private-podcast-subscribe conformance feed [--json | --junit]

Checks a feed service against the interface: a case for each statement, with what was
expected and what came. It prints no secret, and changes nothing but the entitlement
of the test member. A case passes, fails, deviates (allowed, but unusual) or is
skipped, with the reason. The exit code is 0 if nothing failed, 1 if something did or
the run did not come to every case, 2 if the command was not understood, and 130 if it
was interrupted.

\`conformance feed\` checks one member's feed by what podcast apps make of it. It reads the
feed's URL from FEED_URL or from standard input: other users of a machine can see arguments.
MEMBER may hold the member's e-mail address, which must not be in the feed.

  --config FILE      JSON: tokenUrl, baseUrl, clientId, clientSecret, onboardingOriginId,
                     sku, member (an address that has access to it); optional are
                     parserUrl, consumeUrl, stranger (a known address without access),
                     scope, parserFormat, allowInsecureHosts. { "env": "NAME" } in
                     place of a text takes it from the environment.
  --section LIST     the cases of these sections alone, such as 4.3 or 4.1,5
  --destructive      also replaces the link of the test member, creates a user, and asks for
                     access for the stranger, which a service may create
  --json             prints one JSON object at the end
  --junit            prints JUnit's XML at the end
  --timeout SECONDS  for one call; default 10
  --deadline SECONDS for all calls, and the waits that the service asks for; default 300
`;

/** A number of seconds, in milliseconds. */
function readSeconds(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError(`${option} must be a number of seconds.`);
}

/** Characters of a feed URL. */
const MAX_URL_LENGTH = 8192;

/** Milliseconds until a person is told what the command waits for. */
const SILENCE_MS = 1000;

/**
 * The feed URL, which is a secret: never from an argument. Of standard input it is the first line.
 * @param deadline milliseconds until it must have come.
 */
async function readFeedUrl(deadline: number): Promise<string> {
  const { FEED_URL: given } = process.env;
  if (given) return given.trim();
  const tell = () => process.stderr.write('Waiting for the feed URL on standard input.\n');
  const telling = setTimeout(tell, process.stdin.isTTY ? 0 : SILENCE_MS);
  const signal = AbortSignal.timeout(deadline);
  let text = '';
  try {
    for await (const part of addAbortSignal(signal, process.stdin.setEncoding('utf8'))) {
      text += String(part);
      if (text.length > MAX_URL_LENGTH) throw new UsageError('The feed URL is too long.');
      if (text.trimStart().includes('\n')) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new UsageError(`No feed URL came on standard input within ${deadline / 1000} s.`);
  } finally {
    clearTimeout(telling);
  }
  return text.trim().replace(/\s.*/s, '');
}

/** Runs the cases, and reports each result. @returns whether it came to all of them. */
type Run = (options: ConformanceOptions, report: (result: CaseResult) => void) => Promise<boolean>;

async function openOperatorRun(file: string): Promise<Run> {
  const values = await readConfigFile(file);
  return (options, report) =>
    runConformance(readConformanceConfig(values, process.env), options, report);
}

async function openFeedRun(deadline: number): Promise<Run> {
  const feed = { url: await readFeedUrl(deadline), member: process.env.MEMBER };
  return (options, report) => runFeedConformance(feed, options, report);
}

/** Runs something that a signal to this process ends. */
async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** @returns the exit code. */
export async function conformance(args: string[]): Promise<number> {
  const { values, positionals } = readCommand(args, {
    config: { type: 'string' },
    section: { type: 'string', multiple: true },
    destructive: { type: 'boolean' },
    json: { type: 'boolean' },
    junit: { type: 'boolean' },
    timeout: { type: 'string' },
    deadline: { type: 'string' },
    help: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const { config: file, json, junit } = values;
  const isFeed = positionals.join() === 'feed' && file === undefined;
  if (!isFeed && (file === undefined || positionals.length > 0)) {
    throw new UsageError('Write `conformance --config FILE` or `conformance feed`. See --help.');
  }
  if (isFeed && (values.section !== undefined || values.destructive)) {
    throw new UsageError('`conformance feed` has no --section and no --destructive. See --help.');
  }
  if (json && junit) throw new UsageError('Choose one of --json and --junit.');
  const options: ConformanceOptions = {
    sections: values.section?.flatMap((list) => list.split(',')),
    isDestructive: values.destructive ?? false,
    callTimeout: readSeconds(values.timeout, '--timeout'),
    deadline: readSeconds(values.deadline, '--deadline'),
    say: (line) => process.stderr.write(`${line}\n`),
  };
  const { version } = JSON.parse(await readFile(new URL(packageFile, import.meta.url), 'utf8')) as {
    version: string;
  };
  const run =
    file === undefined
      ? await openFeedRun(options.deadline ?? DEADLINE_MS)
      : await openOperatorRun(file);

  const cases: CaseResult[] = [];
  const report: ConformanceReport = {
    version,
    date: new Date().toISOString(),
    profile: isFeed ? 'feed' : 'interface',
    cases,
  };
  try {
    const found = (result: CaseResult) => {
      cases.push(result);
      if (!json && !junit) process.stdout.write(lineOf(result));
    };
    const isWhole = await untilInterrupted(async (signal) => {
      const whole = await run({ ...options, signal }, found);
      if (signal.aborted) throw abortedError();
      return whole;
    });
    if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    else if (junit) process.stdout.write(junitOf(report));
    else process.stdout.write(summaryOf(report));
    if (!isWhole)
      process.stderr.write('Not every case could be checked: those that were skipped say why.\n');
    const { fail, skipped } = countsOf(cases);
    return fail > 0 || skipped === cases.length || !isWhole ? 1 : 0;
  } catch (error) {
    if (!(error instanceof PrivatePodcastError)) throw error;
    if (error.code !== 'aborted') throw new UsageError(error.message);
    process.stderr.write('Interrupted. No report was written, and no request is open.\n');
    return INTERRUPTED;
  }
}
