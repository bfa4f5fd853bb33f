/** When the script registers the element: at once, or after what a server rendered is on the screen. */
import { expect } from '@open-wc/testing';
import { waitUntil } from '../support/wait-until.js';

const entry = new URL('../../src/define.ts', import.meta.url).href;
const tag = 'private-podcast-subscribe';

interface Told extends Window {
  /** Whether the element was defined when the script had run. */
  wasDefined?: boolean;
  customElements: CustomElementRegistry;
}

/** Runs the script in a page of its own. */
async function load(body: string): Promise<Told> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<!doctype html><html lang="en"><body>${body}<script type="module">
    import ${JSON.stringify(entry)};
    window.wasDefined = customElements.get('${tag}') !== undefined;
  </script></body></html>`;
  document.body.append(frame);
  const told = () => frame.contentWindow;
  await waitUntil(() => told()?.wasDefined !== undefined, 'the script has run');
  return told()!;
}

describe('the script', () => {
  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

  it('defines the element at once', async () => {
    const { wasDefined } = await load(`<${tag}></${tag}>`);
    expect(wasDefined).to.equal(true);
  });

  it('lets the browser paint first what a server rendered', async () => {
    const page = await load(
      `<${tag}><template shadowrootmode="open"><p>Served</p></template></${tag}>`,
    );
    expect(page.wasDefined).to.equal(false);
    await waitUntil(() => page.customElements.get(tag), 'the element is defined');
  });
});
