/** Imports what the element loads later, so that no test has to wait for it. */

const folder = new URL('../../../dist/embed/', import.meta.url);

/** The texts of another language, and the player's: such as `de`, `pt-pt` and `de.player`. */
const isLanguage = (path: string) =>
  /^chunks\/(?!en\b)[a-z]{2}(-[a-z]+)?(\.player)?-.{8}\.js$/.test(path);

export async function importLazyModules(): Promise<void> {
  // The test's server lists them as it builds the element: a list here would grow stale.
  const answer = await fetch(new URL('lazy-modules.json', folder));
  const paths = ((await answer.json()) as string[]).filter((path) => !isLanguage(path));
  await Promise.all(paths.map((path) => import(new URL(path, folder).href)));
}
