/**
 * The load of a soak: faults that come and go, and clients that ask until the time is over. An
 * answer must be right, or a fault in force must explain it.
 */
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';

/**
 * @typedef {object} Fault
 * @property {string} where what the fault is in, such as "host"
 * @property {readonly string[]} explains outcomes, such as "503 unavailable"
 * @property {number} [lingers] milliseconds for which answers may still show it; default 2,000
 */
/**
 * @typedef {object} Kind a kind of request
 * @property {readonly string[]} expects outcomes that need no explanation
 * @property {readonly string[]} [reaches] whose faults may reach it
 * @property {number} [mayTake] milliseconds; default 10,000, after which the element gives up
 */
/** @typedef {{ kind: string, phase: string, milliseconds: number, isError: boolean }} Observation */
/** @typedef {{ status: number, headers: Record<string, unknown>, text: string }} Answer */
/**
 * @typedef {object} Asking
 * @property {'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'} [method]
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {number} [leaveAfter] milliseconds after which the client leaves
 * @property {(answer: Answer) => string | undefined} [check] says what is wrong with a 2xx or 3xx
 */

/** The name of a phase without a fault. */
export const quiet = 'no fault';
/** The phase's name for its first requests, which the last fault may still reach. */
const recovering = 'just after one';

const DEFAULT_LINGERS_MS = 2_000;
const DEFAULT_MAY_TAKE_MS = 10_000;
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
    /** The faults that may have reached a request. @param {number} from @param {number} to */
    between(from, to) {
      const names = phases
        .filter((phase) => phase.from <= to && phase.to + lingers(phase.name) >= from)
        .map(({ name }) => name);
      return [...new Set(names)].flatMap((name) => faults[name] ?? []);
    },
  };
}

/**
 * Whether an outcome is right, or one of the faults explains it.
 * @param {string} outcome @param {Kind} kind @param {readonly Fault[]} faults
 */
export function isExplained(outcome, { expects, reaches = [] }, faults) {
  return (
    expects.includes(outcome) ||
    faults.some(({ where, explains }) => reaches.includes(where) && explains.includes(outcome))
  );
}

/** An answer in a few words: its status, and the code of its problem details. @param {Answer} answer */
export function outcomeOf({ status, headers, text }) {
  const isProblem = String(headers['content-type']).startsWith('application/problem+json');
  const code = isProblem ? /"code":"([\w-]+)"/.exec(text)?.[1] : undefined;
  const lacksDelay = status === 429 && !/^[1-9]\d*$/.test(String(headers['retry-after']));
  return [status, code, lacksDelay && 'without Retry-After'].filter(Boolean).join(' ');
}

/**
 * Keeps what the clients saw, and judges it.
 * @param {Record<string, Kind>} kinds @param {ReturnType<typeof createPhases>} phases
 */
export function createTally(kinds, phases) {
  /** @type {Observation[]} */
  const observations = [];
  /** @type {Map<string, number>} */
  const unexplained = new Map();
  return {
    observations,
    /** How often each unexplained outcome occurred; the lines name no member. */
    unexplained,
    /** @param {string} name of the kind @param {string} outcome @param {number} from @param {string} [phase] */
    record(name, outcome, from, phase = phases.current()) {
      const to = performance.now();
      const kind = kinds[name];
      if (!kind) throw new Error(`There is no kind of request named "${name}".`);
      const faults = phases.between(from, to);
      const milliseconds = to - from;
      const isLate = milliseconds > (kind.mayTake ?? DEFAULT_MAY_TAKE_MS) && outcome !== 'left';
      const seen = isLate ? `${outcome}, too late` : outcome;
      const filed = phase === quiet && faults.length > 0 ? recovering : phase;
      const isError = !kind.expects.includes(seen);
      observations.push({ kind: name, phase: filed, milliseconds, isError });
      if (isExplained(seen, kind, faults)) return;
      const line = `${name}: ${seen} (${phase})`;
      const key =
        unexplained.has(line) || unexplained.size < MAX_UNEXPLAINED_LINES ? line : 'others';
      unexplained.set(key, (unexplained.get(key) ?? 0) + 1);
    },
  };
}

/**
 * Makes the function that sends a request and records how it went.
 * @param {ReturnType<typeof createTally>} tally @param {ReturnType<typeof createPhases>} phases
 * @param {import('undici').Dispatcher} dispatcher
 */
export function createAsk(tally, phases, dispatcher) {
  /**
   * @param {string} kind @param {string} url @param {Asking} [asking]
   * @returns {Promise<Answer | undefined>} a right answer; undefined if it was none
   */
  return async (kind, url, { leaveAfter, check, ...init } = {}) => {
    const from = performance.now();
    const phase = phases.current();
    const signal = leaveAfter === undefined ? undefined : AbortSignal.timeout(leaveAfter);
    /** @type {Answer | undefined} */
    let answer;
    let outcome;
    try {
      const { statusCode, headers, body } = await request(url, { ...init, signal, dispatcher });
      answer = { status: statusCode, headers, text: await body.text() };
      const wrong = statusCode < 400 ? check?.(answer) : undefined;
      outcome = wrong ? `${statusCode} ${wrong}` : outcomeOf(answer);
      if (wrong || statusCode >= 400) answer = undefined;
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error);
      outcome = signal?.aborted ? 'left' : `no answer (${code ?? 'unknown'})`;
    }
    tally.record(kind, outcome, from, phase);
    return answer;
  };
}

/**
 * Sets each fault in turn, with a quiet phase after each, until the time is over.
 * @param {object} options
 * @param {readonly string[]} options.names
 * @param {number} options.end as `performance.now()`
 * @param {number} options.seconds of a phase
 * @param {ReturnType<typeof createPhases>} options.phases
 * @param {(name: string) => Promise<unknown>} options.set
 */
export async function cycleFaults({ names, end, seconds, phases, set }) {
  const change = async (/** @type {string} */ name) => {
    const isSet = phases.begin(name);
    await set(name);
    isSet();
  };
  while (performance.now() < end) {
    for (const name of names.flatMap((fault) => [fault, quiet])) {
      const left = end - performance.now();
      if (left <= 0) break;
      await change(name);
      await setTimeout(Math.min(seconds * 1000, left));
    }
  }
  await change(quiet);
}

/**
 * Runs clients, each of which does one thing after the other until the time is over.
 * @param {object} options
 * @param {number} options.clients
 * @param {() => boolean} options.isOver
 * @param {number} options.pause milliseconds between two things, on average
 * @param {readonly (readonly [weight: number, act: () => Promise<unknown>])[]} options.acts
 */
export async function runClients({ clients, isOver, pause, acts }) {
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  const choose = () => {
    let left = Math.random() * total;
    return acts.find(([weight]) => (left -= weight) < 0)?.[1];
  };
  const client = async () => {
    while (!isOver()) {
      await choose()?.();
      await setTimeout(Math.random() * 2 * pause);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}
