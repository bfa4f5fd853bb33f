/**
 * The load of a soak: faults that come and go, and clients that ask until the time is over. An
 * answer must be right, or a fault in force must explain it.
 */
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';

/**
 * @typedef {object} Fault
 * @property {Readonly<Record<string, readonly string[]>>} explains outcomes, such as "503 unavailable", by the
 * way that a request takes, such as "host"
 * @property {number} [lingers] milliseconds for which answers may still show it; default 2,000
 */
/**
 * @typedef {object} Kind a kind of request
 * @property {readonly string[]} expects outcomes that need no explanation
 * @property {readonly string[]} [reaches] the ways that it takes
 * @property {readonly string[]} [whenStarved] outcomes of a deadline of 10 s, on a machine that is busy with other
 * things
 * @property {number} [mayTake] milliseconds; default 10,000, after which the element gives up
 */
/** @typedef {{ requests: number, outcomes: Map<string, number> }} PhaseCounts `outcomes`: other than expected */
/** @typedef {{ status: number, headers: Record<string, unknown>, text: string }} Answer */
/**
 * @typedef {object} Asking
 * @property {'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'} [method]
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {number} [leaveAfter] milliseconds after which the client leaves
 * @property {(answer: Answer) => string | undefined} [check] says what is wrong with a 2xx or 3xx
 * @property {number} [soon] milliseconds within which it must come right: until then the client asks again
 */

/** The name of a phase without a fault. */
export const quiet = 'no fault';

const DEFAULT_LINGERS_MS = 2_000;
const DEFAULT_MAY_TAKE_MS = 10_000;
/** Pause before a client asks again for what must come right soon. */
const AGAIN_MS = 100;
/** Lines to keep about outcomes that no fault explains. */
const MAX_UNEXPLAINED_LINES = 20;

/** Which faults were in force, and when. Times are those of `performance.now()`. @param {Record<string, Fault>} faults */
export function createPhases(faults) {
  const phases = [{ name: quiet, from: -Infinity, to: Infinity }];
  /** @param {string} name */
  const lingers = (name) => faults[name]?.lingers ?? DEFAULT_LINGERS_MS;
  return {
    /**
     * To be called before the fault is set.
     * @param {string} name @param {number} [at]
     * @returns to be called when it is set: until then the last one may be in force as well
     */
    begin(name, at = performance.now()) {
      const last = phases.at(-1);
      phases.push({ name, from: at, to: Infinity });
      return (end = performance.now()) => {
        if (last) last.to = end;
      };
    },
    current: () => phases.at(-1)?.name ?? quiet,
    /** The names of the faults that may have reached a request, the latest last. @param {number} from @param {number} to */
    between(from, to) {
      const names = phases
        .filter((phase) => phase.from <= to && phase.to + lingers(phase.name) >= from)
        .map(({ name }) => name);
      return [...new Set(names)].filter((name) => name in faults);
    },
    /** @param {string} name */
    fault: (name) => faults[name],
  };
}

/** Is added to an outcome that took too long. */
const tooLate = ', too late';

/**
 * Whether an outcome is right, or one of the faults explains it. A fault in its way explains that it is late.
 * @param {string} outcome @param {Kind} kind @param {readonly Fault[]} faults
 */
export function isExplained(outcome, { expects, reaches = [] }, faults) {
  const inTime = outcome.replace(tooLate, '');
  const explaining = faults.flatMap(({ explains }) =>
    reaches.flatMap((way) => explains[way] ?? []),
  );
  if (explaining.length === 0) return expects.includes(outcome);
  return expects.includes(inTime) || explaining.includes(inTime);
}

/** An answer in a few words: its status, and the code of its problem details. @param {Answer} answer */
export function outcomeOf({ status, headers, text }) {
  const isProblem = String(headers['content-type']).startsWith('application/problem+json');
  const code = isProblem ? /"code":"([\w-]+)"/.exec(text)?.[1] : undefined;
  const lacksDelay = status === 429 && !/^[1-9]\d*$/.test(String(headers['retry-after']));
  return [status, code, lacksDelay && 'without Retry-After'].filter(Boolean).join(' ');
}

/** @template Key @param {Map<Key, number>} counts @param {Key} key */
const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);

/**
 * Keeps what the clients saw, and judges it.
 * @param {Record<string, Kind>} kinds @param {ReturnType<typeof createPhases>} phases
 * @param {number} [patience] how many times as long a request may take
 */
export function createTally(kinds, phases, patience = 1) {
  /** Milliseconds, by kind. @type {Map<string, number[]>} */
  const times = new Map();
  /** @type {Map<string, PhaseCounts>} */
  const byPhase = new Map();
  /** @type {Map<string, number>} */
  const unexplained = new Map();
  return {
    times,
    byPhase,
    /** @param {string} name of the kind @param {string} outcome */
    isExpected: (name, outcome) => kinds[name]?.expects.includes(outcome) ?? false,
    /** How often each unexplained outcome occurred; the lines name no member. */
    unexplained,
    /** @param {string} name of the kind @param {string} outcome @param {number} from */
    record(name, outcome, from) {
      const to = performance.now();
      const kind = kinds[name];
      if (!kind) throw new Error(`There is no kind of request named "${name}".`);
      const inForce = phases.between(from, to);
      const milliseconds = to - from;
      const mayTake = (kind.mayTake ?? DEFAULT_MAY_TAKE_MS) * patience;
      const isLate = milliseconds > mayTake && outcome !== 'left';
      const seen = isLate ? `${outcome}${tooLate}` : outcome;
      const phase = inForce.at(-1) ?? quiet;
      const ofKind = times.get(name);
      if (ofKind) ofKind.push(milliseconds);
      else times.set(name, [milliseconds]);
      const filed = byPhase.get(phase) ?? { requests: 0, outcomes: new Map() };
      byPhase.set(phase, filed);
      filed.requests += 1;
      if (!kind.expects.includes(seen)) count(filed.outcomes, seen);
      const faults = inForce.flatMap((each) => phases.fault(each) ?? []);
      const isStarved = patience > 1 && milliseconds > DEFAULT_MAY_TAKE_MS;
      if (isStarved && kind.whenStarved?.includes(outcome)) return;
      if (isExplained(seen, kind, faults)) return;
      const line = `${name}: ${seen} (${phase})`;
      const isNew = !unexplained.has(line) && unexplained.size >= MAX_UNEXPLAINED_LINES;
      count(unexplained, isNew ? 'others' : line);
    },
  };
}

/** The text of a body, which may be compressed. @param {Record<string, unknown>} headers @param {ArrayBuffer} bytes */
const textOf = (headers, bytes) =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : Buffer.from(bytes)).toString();

/**
 * Makes the function that sends a request and records how it went.
 * @param {ReturnType<typeof createTally>} tally
 * @param {import('undici').Dispatcher} dispatcher
 */
export function createAsk(tally, dispatcher) {
  /**
   * @param {string} url @param {Omit<Asking, 'soon'>} asking
   * @returns {Promise<{ outcome: string, answer?: Answer }>}
   */
  async function once(url, { leaveAfter, check, ...init }) {
    const signal = leaveAfter === undefined ? undefined : AbortSignal.timeout(leaveAfter);
    try {
      const { statusCode, headers, body } = await request(url, { ...init, signal, dispatcher });
      const text = textOf(headers, await body.arrayBuffer());
      const answer = { status: statusCode, headers, text };
      const wrong = statusCode < 400 ? check?.(answer) : undefined;
      if (wrong) return { outcome: `${statusCode} ${wrong}` };
      return { outcome: outcomeOf(answer), ...(statusCode < 400 && { answer }) };
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error);
      return { outcome: signal?.aborted ? 'left' : `no answer (${code ?? 'unknown'})` };
    }
  }
  /**
   * @param {string} kind @param {string} url @param {Asking} [asking]
   * @returns {Promise<Answer | undefined>} a right answer; undefined if it was none
   */
  return async (kind, url, { soon = 0, ...asking } = {}) => {
    const end = performance.now() + soon;
    for (;;) {
      const from = performance.now();
      const { outcome, answer } = await once(url, asking);
      if (!tally.isExpected(kind, outcome) && from < end) {
        await setTimeout(AGAIN_MS);
        continue;
      }
      tally.record(kind, outcome, soon > 0 ? Math.min(from, end - soon) : from);
      return answer;
    }
  };
}

/**
 * Runs a client, which does one thing after the other until the time is over.
 * @param {object} options
 * @param {() => boolean} options.isOver
 * @param {number} options.pause milliseconds between two things, on average
 * @param {readonly (readonly [weight: number, act: () => Promise<unknown>])[]} options.acts
 */
export async function runClient({ isOver, pause, acts }) {
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  const choose = () => {
    let left = Math.random() * total;
    return acts.find(([weight]) => (left -= weight) < 0)?.[1];
  };
  while (!isOver()) {
    await choose()?.();
    await setTimeout(Math.random() * 2 * pause);
  }
}
