/** What has begun in this process or page and may be left behind, each with the place where it began. */

export interface Trace {
  what: string;
  isOver: () => boolean;
  /** It ends with the work that began it: a timer, a listener. */
  isBrief: boolean;
  /** Its owner is gone: it may be ended now, but not go on until it ends by itself. */
  isAwaited: boolean;
  /** It went on all the same, or nobody expected it at all. */
  isFault: boolean;
  /** The stack of where it began, the innermost first. */
  frames: () => string[];
}

const FRAMES = 20;
/** Most are over soon. They are swept out when there are that many. */
let crowd = 1000;
let traces: Trace[] = [];

/**
 * Notes what begins now.
 * @param caller the function that was called to begin it: the stack starts below it
 */
export function note(what: string, isOver: () => boolean, caller: object = note): Trace {
  const made = { stack: '' };
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  Error.captureStackTrace(made, caller as () => void);
  Error.stackTraceLimit = limit;
  // To write the stack out takes longer than to keep it.
  const frames = () => made.stack.split('\n').slice(1);
  const trace: Trace = {
    what,
    isOver,
    frames,
    isBrief: false,
    isAwaited: false,
    isFault: false,
  };
  traces.push(trace);
  if (traces.length > crowd) crowd = 2 * pending().length + 1000;
  return trace;
}

/** What is not over, or is a fault. */
export function pending(): readonly Trace[] {
  traces = traces.filter(({ isOver, isFault }) => isFault || !isOver());
  return traces;
}

/** Leaves out what was reported. */
export function forget(reported: readonly Trace[]): void {
  traces = traces.filter((trace) => !reported.includes(trace));
}
