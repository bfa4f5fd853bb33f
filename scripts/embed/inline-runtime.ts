/**
 * The bundler puts the helper that makes a module's namespace into a file of its own. A chunk that needs
 * it would wait for one more round trip, for a hundred bytes: each gets the helper itself.
 */
import type { Plugin } from 'vite';

/** The getters of a namespace, as an object that has them. */
const helper =
  '(all)=>Object.defineProperties({},Object.fromEntries(Object.entries(all).map(([name,get])=>[name,{get,enumerable:true}])))';

const importOf = (fileName: string) =>
  new RegExp(
    String.raw`import\s*\{\s*\w+(?:\s+as\s+(\w+))?\s*\}\s*from\s*["'][^"']*${fileName.replaceAll('.', String.raw`\.`)}["'];?`,
  );

export const inlineRuntime: Plugin = {
  name: 'inline-runtime',
  generateBundle(_, bundle) {
    const runtime = Object.keys(bundle).find((name) => name.includes('rolldown-runtime'));
    if (!runtime) return;
    const fileName = runtime.slice(runtime.lastIndexOf('/') + 1);
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replace(importOf(fileName), (whole, renamed?: string) => {
        const name = renamed ?? /\{\s*(\w+)/.exec(whole)?.[1] ?? '';
        return `const ${name}=${helper};`;
      });
      if (file.code.includes(fileName))
        throw new Error(
          `${file.fileName} uses the bundler's runtime in a way that is not known here.`,
        );
    }
    Reflect.deleteProperty(bundle, runtime);
  },
};
