/** What happens in the world, one step at a time, in words that a reader of a failure understands. */
import fc from 'fast-check';
import { members, senders, shows } from './cast.js';
import type { Model } from './model.js';
import { pageAsks } from './steps/pages.js';
import { tells, tellsAgain } from './steps/events.js';
import {
  cache,
  changes,
  kills,
  cuts,
  leaves,
  passes,
  starts,
  strangerAsks,
  strangers,
  times,
} from './steps/failures.js';
import { grants, imports, reloads, resets, revokes } from './steps/operator.js';
import { ends, type Command, type EndName } from './steps/step.js';
import { pages, type World } from './world.js';

/**
 * The operator has given both members something once. So their addresses stay theirs, whatever the senders of
 * events say: whose a link is once an address changes hands is what \`test/service/ledger\` is about.
 */
export const beginWithAddresses = (model: Model, world: World): Promise<void> =>
  imports(0, shows[0], 'an hour ago', undefined).run(model, world);

/** Both members have grants, and their pages have shown every link: then there is something to end. */
export async function beginWithLinks(model: Model, world: World): Promise<void> {
  for (const show of shows) {
    await imports(0, show, 'never', undefined).run(model, world);
    for (const member of members)
      await pageAsks({
        ...{ member, show, page: 'service', process: 0 },
        ...{ isKept: false, asks: 'page' },
      }).run(model, world);
  }
}

const of = fc.constantFrom;
const process = fc.nat(1);
const member = of(...members);
const show = of(...shows);
const end = of(...(Object.keys(ends) as EndName[]));
const amid = fc.option(
  fc.record({ statements: fc.nat(4), how: of('killed' as const, 'away' as const) }),
  { nil: undefined, freq: 4 },
);
const pair = fc.record({ member, show, process, amid });
const asking = fc.record({
  member,
  show,
  page: of(...pages),
  process,
  isKept: fc.boolean(),
  asks: of('page' as const, 'page' as const, 'page' as const, 'fresh' as const, 'reset' as const),
});
const telling = fc.record({
  sender: of(...senders),
  // Mostly the same one, so that an event meets what was said before.
  who: of(0, 0, 0, 1),
  kind: of(
    'gives' as const,
    'gives' as const,
    'ends' as const,
    'moves' as const,
    'deleted' as const,
  ),
  member,
  given: show,
  end,
  lateness: of(0, 0, 30_000, 200_000),
  process,
  amid,
});
const listed = fc.array(fc.record({ member, show, end }), { maxLength: 3 });
const time = of(...(Object.keys(times) as (keyof typeof times)[])).map(passes);

/** Likelier kinds stand more than once. */
export const steps: fc.Arbitrary<Command>[] = [
  ...Array<fc.Arbitrary<Command>>(6).fill(asking.map(pageAsks)),
  ...Array<fc.Arbitrary<Command>>(4).fill(time),
  ...Array<fc.Arbitrary<Command>>(4).fill(fc.tuple(pair, end).map(([of, at]) => grants(of, at))),
  ...Array<fc.Arbitrary<Command>>(6).fill(telling.map(tells)),
  ...Array<fc.Arbitrary<Command>>(3).fill(pair.map(revokes)),
  ...Array<fc.Arbitrary<Command>>(2).fill(pair.map(resets)),
  fc.tuple(process, show, end, amid).map((all) => imports(...all)),
  fc.tuple(process, fc.constant(shows), listed, amid).map((all) => reloads(...all)),
  fc
    .tuple(process, fc.subarray([...shows], { minLength: 1 }), listed, amid)
    .map((all) => reloads(...all)),
  fc.tuple(of(...senders), fc.nat(9), process).map((all) => tellsAgain(...all)),
  fc.tuple(process, of('killed' as const, 'stopped' as const)).map((all) => kills(...all)),
  process.map(starts),
  process.map(starts),
  ...[true, true, false, false].map((isCut) => process.map((each) => cuts(each, isCut))),
  ...Array<fc.Arbitrary<Command>>(3).fill(of('1.2 s' as const, '2.1 s' as const).map(passes)),
  of(true, false, false).map(leaves),
  of('works' as const, 'throws' as const, 'forgets' as const, 'old' as const).map(cache),
  fc
    .tuple(show, of('changes' as const, 'breaks' as const, 'is whole' as const))
    .map((all) => changes(...all)),
  fc.tuple(of(...strangers), member, process).map((all) => strangerAsks(...all)),
];
