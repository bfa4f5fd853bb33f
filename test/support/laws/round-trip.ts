/** The law of round trips: what was written is read as it was. */
import fc from 'fast-check';
import { expect } from 'vitest';

/** @param read gets what `write` gives. */
export async function roundTrip<Value, Written>(
  values: fc.Arbitrary<Value>,
  write: (value: Value) => Written | Promise<Written>,
  read: (written: Written) => unknown,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      expect(await read(await write(value))).toEqual(value);
    }),
  );
}
