/** Time passes, processes, the database, the cache and feeds fail and come back, and strangers ask. */
import type { Member, Show } from '../cast.js';
import { HOUR, step } from './step.js';

export const times = {
  '0.4 s': 400,
  '1.2 s': 1_200,
  '2.1 s': 2_100,
  '8 s': 8_000,
  'a minute': 61_000,
  'five minutes': 306_000,
  'an hour': HOUR + 1,
  'a day': 24 * HOUR,
};
export const passes = (name: keyof typeof times) =>
  step(`${name} pass`, (_, world) => world.pass(times[name]));

export const kills = (process: number, how: 'killed' | 'stopped') =>
  step(
    `process ${process} is ${how}`,
    async (model, world) => {
      model.isUp[process] = false;
      model.isCut[process] = false;
      if (how === 'killed') world.kill(process);
      else await world.stop(process);
    },
    (model) => model.isUp[process]!,
  );
export const starts = (process: number) =>
  step(
    `process ${process} starts`,
    async (model, world) => {
      model.isUp[process] = true;
      await world.start(process);
    },
    (model) => !model.isUp[process],
  );
export const cuts = (process: number, isCut: boolean) =>
  step(
    `process ${process} ${isCut ? 'is cut off from' : 'reaches'} the database`,
    (model, world) => {
      model.isCut[process] = isCut;
      world.processes[process]!.pool.isCut = isCut;
      return Promise.resolve();
    },
    (model) => model.isUp[process]! && model.isCut[process] !== isCut,
  );
export const leaves = (isAway: boolean) =>
  step(
    isAway ? 'the database is away' : 'the database is back',
    (model, world) => {
      model.isAway = isAway;
      world.database.isAway = isAway;
      return Promise.resolve();
    },
    (model) => model.isAway !== isAway,
  );

export const cache = (mode: 'works' | 'throws' | 'forgets' | 'old') =>
  step(`the cache ${mode === 'old' ? 'gives back what it had before' : mode}`, (model, world) => {
    const { items } = world.cache;
    if (mode === 'forgets') items.clear();
    else world.cache.mode = mode;
    if (mode === 'throws' || mode === 'old') model.cacheFails();
    // docs/interface.md 8: one that failed is done without for ten seconds.
    if (mode === 'works' && model.cacheWorksFrom === Infinity)
      model.cacheWorksFrom = model.now + 10_000;
    return Promise.resolve();
  });

export const changes = (show: Show, how: 'changes' | 'breaks' | 'is whole') =>
  step(`the feed of ${show} ${how}`, async (model, world) => {
    const { version } = model.versions.get(show)!;
    const next = { at: model.now, version: version + 1, isGood: how !== 'breaks' };
    model.versions.set(show, next);
    await world.writeShow(show, next.version, next.isGood);
  });

export const strangers = [
  '/feeds/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/x_private.rss',
  '/recordings/AAAA/x.mp3',
  '/subscribe',
  '/admin/grants',
  '/admin/status',
  '/profile/email/',
  '/rss',
  '/nothing',
  '/ready',
];
export const strangerAsks = (path: string, member: Member, process: number) =>
  step(
    `a stranger asks ${process} for ${path}`,
    async (_, world) => {
      const full = path.endsWith('/') ? path + encodeURIComponent(world.email(member)) : path;
      const answer = await world.ask(process, full, { headers: { Authorization: 'Bearer AAAA' } });
      const text = await world.read(answer, path);
      if (answer.ok && path !== '/ready') throw new Error(`A stranger was answered: ${text}`);
    },
    (model) => model.isUp[process]!,
  );
