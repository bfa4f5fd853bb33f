/** `private-podcast-conformance feed`: checks one member's feed by what podcast apps make of it. */
import { addAbortSignal } from 'node:stream';
import { readCommand, UsageError } from '../../publisher/command-line.js';
import { runFeedConformance } from '../feed/run-feed.js';
import { DEADLINE_MS } from '../exchanges.js';
import { commonHelp, commonOptions, printRun, readRunOptions } from './printed-run.js';

const help = `private-podcast-conformance feed [--json | --junit]

Checks one member's feed by what podcast apps make of it. It reads the feed's URL from
FEED_URL or from standard input: other users of a machine can see arguments. MEMBER may
hold the member's e-mail address, which must not be in the feed.
${commonHelp}`;

/** Characters of a feed URL. */
const MAX_URL_LENGTH = 8192;

/** Milliseconds until a person is told what the command waits for. */
const SILENCE_MS = 1000;

/**
 * The first line of standard input.
 * @param deadline milliseconds until it must have come.
 */
async function readLine(deadline: number): Promise<string> {
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

/** @returns the exit code. */
export async function feed(args: string[]): Promise<number> {
  const { values, positionals } = readCommand(args, commonOptions);
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (positionals.length > 0) {
    throw new UsageError('`feed` takes the URL from FEED_URL or standard input. See --help.');
  }
  const options = readRunOptions(values);
  const { FEED_URL: given, MEMBER: member } = process.env;
  const url = given?.trim() || (await readLine(options.deadline ?? DEADLINE_MS));
  return printRun('feed', values, (signal, report) =>
    runFeedConformance({ url, member }, { ...options, signal }, report),
  );
}
