/**
 * Watches this process: every timer, listener of a signal, socket, server, thread and program is noted as it
 * begins, and every printed line.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import type { Server, Socket } from 'node:net';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { note } from './traces.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Whether a frame of a stack is of this repository, and not of this watch or a clock that hands on to it. */
export const isOurs = (frame = ''): boolean =>
  frame.includes(root) &&
  !/\/node_modules\/|\/quiet\/(traces|watch)\.|\/waiting\/virtual-time\.|\/world\/clock\./.test(
    frame,
  );

type Run = (...args: unknown[]) => unknown;

/** Node's own field: the timer rang for the last time, or was cleared. */
type Timer = NodeJS.Timeout & { _destroyed: boolean };

/** Puts another function in the place of a method, with the members of the first. */
function replace<Name extends string>(
  target: Record<Name, unknown>,
  name: Name,
  made: (own: Run) => Run,
): void {
  const own = target[name] as Run;
  target[name] = Object.assign(made(own), own);
}

function noteTimer(ms: unknown, isOver: () => boolean, caller: object): { rings: () => void } {
  const trace = note(`a timer of ${String(ms)} ms`, isOver, caller);
  trace.isBrief = true;
  // What only lets others take a turn may still come back from it.
  return { rings: () => (trace.isFault = trace.isAwaited && Number(ms ?? 0) > 0) };
}

function watchTimers(): void {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    replace(globalThis, name, (own) => {
      return function watched(run, ms, ...args) {
        if (typeof run !== 'function') return own(run, ms, ...args);
        // It is asked about before there is a timer.
        const made: { timer?: Timer } = {};
        const { rings } = noteTimer(ms, () => made.timer?._destroyed ?? false, watched);
        made.timer = own(function (this: unknown) {
          rings();
          return (run as Run).apply(this, args);
        }, ms) as Timer;
        return made.timer;
      };
    });
    Object.assign(timers, { [name]: globalThis[name] });
  }
  replace(promises, 'setTimeout', (own) => {
    return function watched(ms, ...args) {
      let isOver = false;
      const { rings } = noteTimer(ms, () => isOver, watched);
      const waiting = own(ms, ...args) as Promise<unknown>;
      waiting.then(rings, () => undefined).finally(() => (isOver = true));
      return waiting;
    };
  });
  syncBuiltinESMExports();
}

function watchSignals(): void {
  const listeners = new WeakMap<AbortSignal, Map<unknown, { isLeft: boolean }>>();
  // They are called on a signal below.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { addEventListener: add, removeEventListener: remove } = AbortSignal.prototype;
  AbortSignal.prototype.addEventListener = function watched(
    this: AbortSignal,
    type: string,
    listener: EventListener,
    options?: AddEventListenerOptions,
  ) {
    const own = listeners.get(this) ?? new Map<unknown, { isLeft: boolean }>();
    listeners.set(this, own);
    const state = own.get(listener) ?? { isLeft: false };
    if (!own.has(listener)) {
      const signal = new WeakRef(this);
      const isOver = () => state.isLeft || signal.deref()?.aborted !== false;
      note('a listener of a signal', isOver, watched).isBrief = true;
    }
    own.set(listener, state);
    add.call(this, type, listener, options);
  } as typeof add;
  AbortSignal.prototype.removeEventListener = function (
    this: AbortSignal,
    type: string,
    listener: EventListener,
    options?: EventListenerOptions,
  ) {
    const state = listeners.get(this)?.get(listener);
    if (state) state.isLeft = true;
    listeners.get(this)?.delete(listener);
    remove.call(this, type, listener, options);
  } as typeof remove;
}

/** Whether Node would end beside it: an idle connection that `fetch` keeps, a tool's helper that waits. */
const isIdle = (begun: object & { _handle?: { hasRef?(): boolean } | null }) =>
  begun._handle?.hasRef?.() === false;

function watchResources(): void {
  for (const side of ['client', 'server'])
    subscribe(`net.${side}.socket`, (message) => {
      const { socket } = message as { socket: Socket };
      note(`a socket of a ${side}`, () => socket.destroyed || isIdle(socket));
    });
  subscribe('tracing:net.server.listen:asyncStart', (message) => {
    const { server } = message as { server: Server };
    note('a server', () => !server.listening);
  });
  subscribe('worker_threads', (message) => {
    const { worker } = message as { worker: Worker };
    note('a thread', () => worker.threadId === -1);
  });
  subscribe('child_process', (message) => {
    const { process: program } = message as { process: ChildProcess };
    const hasEnded = () => program.exitCode !== null || program.signalCode !== null;
    note('a program', () => program.pid === undefined || hasEnded() || isIdle(program));
  });
}

function watchOutput(): void {
  const watched = (own: Run) =>
    function watched(this: unknown, ...text: unknown[]): unknown {
      const trace = note(
        `printed: ${text.map(String).join(' ').trim().slice(0, 200)}`,
        () => true,
        watched,
      );
      // A test may print what its reader should know.
      trace.isFault = !(trace.frames().find(isOurs) ?? '/test/').includes('/test/');
      return own.apply(this, text);
    };
  for (const name of ['debug', 'info', 'log', 'warn', 'error'] as const)
    replace(console, name, watched);
  for (const stream of [process.stdout, process.stderr] as { write: unknown }[])
    replace(stream, 'write', watched);
  process.on('warning', ({ name, message }) => {
    note(`${name}: ${message}`, () => true).isFault = true;
  });
}

/** Begins once in a process, and does not end. */
export function watch(): void {
  watchTimers();
  watchSignals();
  watchResources();
  watchOutput();
}
