/** The law of spellings: texts that mean the same are read alike. */
import fc from 'fast-check';
import { expect } from 'vitest';

/** Draws another spelling of a plain text or value. */
export type Spelling<Plain, Spelt = Plain> = (plain: Plain) => fc.Arbitrary<Spelt>;

/** A plain text with another spelling of it, or of a value with what says it. */
export type Pair<Plain, Spelt = Plain> = readonly [plain: Plain, spelt: Spelt];

/** Pairs of what `plains` draws and one of its spellings. */
export const spelt = <Plain, Spelt>(
  plains: fc.Arbitrary<Plain>,
  spelling: Spelling<Plain, Spelt>,
): fc.Arbitrary<Pair<Plain, Spelt>> =>
  plains.chain((plain) => spelling(plain).map((one) => [plain, one]));

/** One spelling after another: `inTurn(anyCase, blanksAround())`. */
export const inTurn =
  <Text>(...spellings: readonly Spelling<Text>[]): Spelling<Text> =>
  (plain) =>
    spellings.reduce((drawn, spelling) => drawn.chain(spelling), fc.constant(plain));

/**
 * Sees that each spelling is read as the plain text is, and that this is read at all.
 * @param means what a plain text must be read as. Give it where the standard says so: a reader that
 *   reads nothing of what it is given reads everything alike.
 */
export async function same<Plain>(
  reading: (text: Plain) => unknown,
  pairs: fc.Arbitrary<Pair<Plain>>,
  means: (plain: Plain) => unknown = reading,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(pairs, async ([plain, spelling]) => {
      const meaning = await means(plain);
      expect(meaning, 'is not read').toBeDefined();
      expect(await reading(spelling), 'the spelling').toEqual(meaning);
      expect(await reading(plain), 'the plain text').toEqual(meaning);
    }),
  );
}
