/** What all steps are made of: a change that may fail midway, and when one is possible. */
import type fc from 'fast-check';
import { members, type End, type Show } from '../cast.js';
import type { Model } from '../model.js';
import { observe } from '../observe.js';
import type { World } from '../world.js';

export type Command = fc.AsyncCommand<Model, World>;

/** A step, and what must hold after it. */
export function step(
  name: string,
  run: Command['run'],
  check: Command['check'] = () => true,
): Command {
  return {
    check,
    async run(model, world) {
      model.now = world.clock.time;
      await run(model, world);
      await observe(model, world);
    },
    toString: () => name,
  };
}

/** What goes wrong amid a change, after so many statements. Then the change is asked for again. */
export type Amid = { statements: number; how: 'killed' | 'away' } | undefined;
export const said = (amid: Amid) =>
  amid ? `, ${amid.how} after ${amid.statements} statements, and again` : '';

export async function acknowledged(
  world: World,
  process: number,
  amid: Amid,
  call: () => Promise<Response>,
  also: number[] = [],
) {
  const pool = world.processes[process]!.pool;
  const failed = new Promise<undefined>((resolve) => {
    if (!amid) return;
    pool.after(amid.statements, () => {
      if (amid.how === 'killed') world.kill(process);
      else world.database.isAway = true;
      resolve(undefined);
    });
  });
  const first = await Promise.race([call(), failed.then(() => world.settle())]);
  pool.after(Infinity, () => undefined);
  await world.settle();
  world.database.isAway = false;
  if (!world.processes[process]) await world.start(process);
  const answer = first?.ok ? first : await call();
  // An operator names members by their addresses, and is answered with them.
  await world.read(answer.clone(), 'a change', members.map(world.email).join());
  if (!answer.ok && !also.includes(answer.status))
    throw new Error(`A change was answered with ${answer.status}: ${await answer.text()}`);
  return answer;
}

export const canChange = (process: number) => (model: Readonly<Model>) =>
  !model.isAway && model.isUp[process]! && !model.isCut[process]!;

/** Whether a process knows of a product, so that its operator and the senders of events can name it. */
export const canName = (process: number, show: Show) => (model: Readonly<Model>) =>
  canChange(process)(model) && model.offered.has(show) && (model.readBy ?? process) === process;

export const HOUR = 3_600_000;
export const ends = {
  never: undefined,
  'in an hour': HOUR,
  'in two days': 48 * HOUR,
  'an hour ago': -HOUR,
  today: 0,
};
export type EndName = keyof typeof ends;
/** The end as it is written, and as it is meant: a day counts to its end. */
export function endOf(name: EndName, now: number): { until?: string; end: End } {
  if (name === 'never') return { end: undefined };
  if (name === 'today') {
    const until = new Date(now).toISOString().slice(0, 10);
    return { until, end: Date.parse(`${until}T23:59:59.999Z`) };
  }
  const end = Math.floor(now) + ends[name];
  return { until: new Date(end).toISOString(), end };
}
