/** Imports what the element loads later, so that no test has to wait for the server to compile it. */

/** One of many alike: another language, or an app's icon. */
const isOneOfMany = (url: string) =>
  /\/(texts\/(?!en)[a-z]{2}|icons\/apps\/[^/]+)\.[jt]s$/.test(url);

/** Finds the modules in the sources as the test's server sends them: a list here would grow stale. */
export async function importLazyModules(): Promise<void> {
  const seen = new Set<string>();
  let lazy = 0;
  const visit = async (url: string): Promise<void> => {
    if (seen.has(url) || isOneOfMany(url)) return;
    seen.add(url);
    const code = await (await fetch(url)).text();
    const imports = code.matchAll(/\b(import\(|from|import)\s*["'](\.[^"']+)["']/g);
    await Promise.all(
      [...imports].map(async ([, kind, path = '']) => {
        const target = new URL(path, url).href;
        if (kind === 'import(' && !isOneOfMany(target)) {
          lazy += 1;
          await import(target);
        }
        await visit(target);
      }),
    );
  };
  await visit(new URL('../../src/define.ts', import.meta.url).href);
  if (lazy === 0)
    throw new Error('The element loads nothing later, or its sources look different.');
}
