/** Imports what the element loads later, so that no test has to wait for it. */

/** The texts of another language. */
const isLanguage = (url: string) => /\/chunks\/(?!en-)[a-z]{2}-.{8}\.js$/.test(url);

/** Finds the chunks in the script as the test's server sends it: a list here would grow stale. */
export async function importLazyModules(): Promise<void> {
  const seen = new Set<string>();
  let lazy = 0;
  const visit = async (url: string): Promise<void> => {
    if (seen.has(url) || isLanguage(url)) return;
    seen.add(url);
    const code = await (await fetch(url)).text();
    const imports = code.matchAll(/\b(import\(|from|import)\s*["'`](\.[^"'`]+)["'`]/g);
    await Promise.all(
      [...imports].map(async ([, kind, path = '']) => {
        const target = new URL(path, url).href;
        if (kind === 'import(' && !isLanguage(target)) {
          lazy += 1;
          await import(target);
        }
        await visit(target);
      }),
    );
  };
  await visit(new URL('../../../dist/embed/private-podcast-subscribe.js', import.meta.url).href);
  if (lazy === 0) throw new Error('The element loads nothing later, or its build looks different.');
}
