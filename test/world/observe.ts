/** After each step: what every link, old and current, leads to at each process is what the model says. */
import { members, shows, type Member, type Show } from './cast.js';
import type { Hearing, Link, Model } from './model.js';
import type { World } from './world.js';

/** Links from before that are looked at. */
const OLD_LINKS = 2;

class Surprise extends Error {}

/** Expects what was heard to be what may be heard. Whoever cannot ask the database may say so. */
export async function expectHearing(
  heard: Hearing | number,
  where: string,
  { world, model }: { world: World; model: Model },
  allowed: () => Set<Hearing>,
): Promise<void> {
  const isFine = () =>
    typeof heard === 'number' ? heard >= 500 && model.isExcused : allowed().has(heard);
  if (isFine()) return;
  const may = [...allowed()].join(' or ');
  await noteAges(world, model);
  if (isFine()) return;
  throw new Surprise(`${where}: ${heard} instead of ${may}`);
}

/** A process goes by what it says that it knows. While it reaches the database, that is of the last two seconds. */
async function noteAges(world: World, model: Model): Promise<void> {
  for (const process of [0, 1]) {
    if (!model.isUp[process]) continue;
    const age = await world.ageOf(process);
    model.knownUntil[process] = model.now - age;
    if (age > 2_000 && !model.isLost && model.now - model.wellSince > 3_000)
      throw new Surprise(`process ${process} has learned nothing for ${age} ms`);
  }
}

/** What a feed lets hear, and of which version. @throws if it has anything of another show */
function readFeed(show: Show, text: string): { hearing: Hearing; version?: number } {
  const episodes = [...text.matchAll(/(\w+) version (\d+)\./g)];
  if (episodes.some(([, of]) => of !== show)) throw new Surprise(`another show's episode: ${text}`);
  const version = episodes[0]?.[2];
  if (version !== undefined) return { hearing: 'open', version: Number(version) };
  if (text.includes('membership-ended')) return { hearing: 'ended' };
  throw new Surprise(`a feed without an episode: ${text}`);
}

interface Place {
  world: World;
  model: Model;
  process: number;
  member: Member;
  show: Show;
  index: number;
  link: Link;
}

async function observeFeed({ link, index, member, show, ...at }: Place): Promise<void> {
  const { world, model, process } = at;
  const where = `${member}'s link ${index} to ${show} at process ${process}`;
  const answer = await world.ask(process, new URL(link.url!).pathname);
  const text = await world.read(answer, where);
  const { hearing, version } = answer.ok
    ? readFeed(show, text)
    : { hearing: answer.status === 404 ? ('gone' as const) : answer.status };
  const allowed = () => model.leadsTo(member, show, index, process);
  await expectHearing(hearing, where, at, allowed);
  if (version === undefined) return;
  link.recording = /\/recordings\/[^"]+/.exec(text)?.[0];
  const last = model.versions.get(show)!;
  const isOld = version !== last.version && last.isGood && model.now - last.at > 2_000;
  if (isOld || version > last.version)
    throw new Surprise(`${where}: version ${version} instead of ${last.version}`);
}

async function observeRecording({ link, index, member, show, ...at }: Place): Promise<void> {
  const { world, model, process } = at;
  const where = `the recording of ${member}'s link ${index} at process ${process}`;
  const answer = await world.ask(process, link.recording!);
  await world.read(answer, where);
  const location = answer.headers.get('Location');
  const isHeard = answer.status === 302 && location === `https://media.example.org/${show}.mp3`;
  const heard = isHeard ? 'open' : answer.status === 404 ? 'gone' : answer.status;
  await expectHearing(heard, where, at, () => {
    const allowed = [...model.leadsTo(member, show, index, process)];
    return new Set(allowed.map((each) => (each === 'ended' ? 'gone' : each)));
  });
}

export async function observe(model: Model, world: World): Promise<void> {
  await world.settle();
  model.now = world.clock.time;
  if (model.isLost) model.wellSince = model.now;
  await noteAges(world, model);
  for (const process of [0, 1]) {
    if (!model.isUp[process]) continue;
    for (const member of members)
      for (const show of shows)
        for (const [index, { value: link }] of [...model.links(member, show).entries()].slice(
          -1 - OLD_LINKS,
        )) {
          const place = { world, model, process, member, show, index, link };
          if (link.url !== undefined) await observeFeed(place);
          if (link.recording !== undefined) await observeRecording(place);
        }
  }
  if (world.secrets.leak) throw world.secrets.leak;
}
