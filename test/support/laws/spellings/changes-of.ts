/** What is almost a code, and must not pass for it. */

/** Every text that is a character away, but for the last one of base64, which has bits that say nothing. */
export const changesOf = (code: string): string[] =>
  Array.from(code.slice(0, -1), (letter, at) =>
    [
      letter === 'A' ? 'B' : 'A',
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ]
      .filter((other) => other !== letter)
      .map((other) => code.slice(0, at) + other + code.slice(at + 1)),
  ).flat();
