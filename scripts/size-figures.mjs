/**
 * Compares the sizes that documents give with the build. Each one names what it measures in a comment
 * right after it, `15 kB<!-- first load -->`, which readers of the page do not see.
 */

/**
 * A visit loads these chunks before anything is pressed, beside the script and the icons of its tiles. A browser test
 * holds the list to what browsers ask for, and their weight to the limit (`test/browser/before-a-press.test.ts`).
 */
export const beforeAPress = {
  bytes: 42_200,
  chunks: [
    ...['private-podcast-subscribe', 'shared', 'en', 'episodes-section'],
    ...['app-actions-controller', 'announcer', 'connected-apps-controller'],
    ...['create-player', 'suspicions', 'print-page'],
  ],
};

/** Another project's size, an answer's, or one that a decision record measured in its time. */
const elsewhere = 'elsewhere';

/** kB, or bytes from a thousand on: `32 bytes` is the length of a secret. */
const figure = /(\d[\d.,]*)\s(kB|bytes)\b(?:<!-- (.+?) -->)?/g;

/**
 * @param {string} text of a document
 * @param {ReadonlyMap<string, number>} sizes in bytes, by the name that a document gives
 * @returns {string[]} the figures that are wrong, or whose name is missing or unknown
 */
export function wrongFigures(text, sizes) {
  return [...text.matchAll(figure)].flatMap(([written, number = '', unit, name]) => {
    if ((unit === 'bytes' && !number.includes(',')) || name === elsewhere) return [];
    const bytes = sizes.get(name ?? '');
    if (bytes === undefined) return `${written}: name what it measures, as <!-- first load -->`;
    const decimals = number.split('.')[1]?.length ?? 0;
    const right = unit === 'kB' ? (bytes / 1000).toFixed(decimals) : bytes.toLocaleString('en-US');
    return number === right ? [] : `${written}: it is ${right} ${unit}`;
  });
}
