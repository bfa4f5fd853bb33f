/** Breaks what `quiet-page.ts` asks after each test, as code of the element would, and sees it notice. */
import { expect } from '@open-wc/testing';
import { leftBehind } from './quiet-page.js';

/** Runs code that says that it is the element's. */
const runAsElement = (code: string): unknown =>
  // Only what is evaluated can have a place of its own.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  new Function(`${code}\n//# sourceURL=${location.origin}/dist/embed/broken.js`)();

describe('leftBehind', () => {
  for (const [what, code, undo = ''] of [
    ['setTimeout of 20 ms', 'setTimeout(() => undefined, 20)'],
    ['setInterval of 20 ms', 'window.own = setInterval(() => undefined, 20)', 'clearInterval(own)'],
    [
      'requestAnimationFrame',
      'window.go = () => requestAnimationFrame(() => go()); go()',
      'window.go = () => undefined',
    ],
    ['a listener of click', `window.own = () => 0; document.addEventListener('click', own)`],
    ['a listener of change', `matchMedia('print').addEventListener('change', () => undefined)`],
    ['in the console: nobody', `console.error('nobody expected this')`],
  ] as const) {
    it(`names ${what}`, async () => {
      runAsElement(code);
      const found = await leftBehind(100);
      runAsElement(undo);
      expect(found.join()).to.contain(what);
      await leftBehind();
    });
  }

  it('names nothing that was ended', async () => {
    runAsElement(`clearTimeout(setTimeout(() => undefined, 20));
      const listen = () => undefined;
      document.addEventListener('click', listen);
      document.removeEventListener('click', listen);
      const end = new AbortController();
      window.addEventListener('blur', listen, { signal: end.signal });
      end.abort();
      setTimeout(() => requestAnimationFrame(listen));`);
    expect(await leftBehind()).to.deep.equal([]);
  });
});
