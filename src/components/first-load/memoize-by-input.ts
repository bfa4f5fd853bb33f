/** Keeps the last result of a pure function while its input says the same. */

/** @param compute takes what JSON can express. */
export function memoizeLatest<Input, Output>(
  compute: (input: Input) => Output,
): (input: Input) => Output {
  let latest: { key: string; output: Output } | undefined;
  return (input) => {
    const key = JSON.stringify(input);
    if (latest?.key !== key) latest = { key, output: compute(input) };
    return latest.output;
  };
}
