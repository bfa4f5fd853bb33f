/** Opens the log of a service: each line with its time, and a failure that repeats as a number. */
import type { Log } from './log.js';
import { countRepeated } from './repeated-failures.js';

export interface OpenLog {
  log: Log;
  /** For work in the background, whose failures mean nothing once the service closes. */
  logWhileOpen: Log;
  /** Ends `logWhileOpen`. */
  beginToClose(): void;
  /** Writes what was counted so far. */
  flush(): void;
}

/** The log of a service that was given none: failures only, on the standard error. */
function logFailures(line: object): void {
  if ('error' in line) process.stderr.write(`${JSON.stringify(line)}\n`);
}

export function openLog(write: Log = logFailures, now: () => Date): OpenLog {
  let isClosing = false;
  const { log, flush } = countRepeated(
    (line) => write('time' in line ? line : { time: now().toISOString(), ...line }),
    now,
  );
  return {
    log,
    logWhileOpen: (line) => isClosing || log(line),
    beginToClose: () => void (isClosing = true),
    flush,
  };
}
