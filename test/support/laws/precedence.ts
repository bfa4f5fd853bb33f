/** The law of precedence: which of several sources wins. */
import { expect } from 'vitest';

/** One place that a value can come from. `Part` is what is put together for a reading: XML, fields, headers. */
export interface Source<Part> {
  name: string;
  /** The part that gives the value. */
  part: Part;
  /** What is read if this source wins. */
  gives: unknown;
  /** Parts that count as none: empty, blank, null, invalid. A part that is not there always counts as none. */
  none?: readonly Part[];
}

/**
 * Takes all pairs: the better source wins over the worse, whichever stands first, and one that says nothing
 * gives way to the next.
 * @param sources the best first
 * @param reading puts the parts together and reads them
 * @param otherwise what is read if no source says anything
 */
export async function expectPrecedence<Part>(
  sources: readonly Source<Part>[],
  reading: (parts: readonly Part[]) => unknown,
  otherwise?: unknown,
): Promise<void> {
  const check = async (parts: readonly Part[], gives: unknown, what: string) => {
    expect(await reading(parts), what).toEqual(gives);
  };
  await check([], otherwise, 'nothing');
  for (const [rank, { name, part, gives, none = [] }] of sources.entries()) {
    await check([part], gives, `${name} alone`);
    for (const nothing of none)
      await check([nothing], otherwise, `${name}: ${JSON.stringify(nothing)}`);
    for (const worse of sources.slice(rank + 1)) {
      await check([part, worse.part], gives, `${name} before ${worse.name}`);
      await check([worse.part, part], gives, `${name} after ${worse.name}`);
      for (const nothing of none) {
        const what = `${worse.name} instead of ${name}: ${JSON.stringify(nothing)}`;
        await check([nothing, worse.part], worse.gives, what);
        await check([worse.part, nothing], worse.gives, what);
      }
    }
  }
}
