/** When the script registers the element: at once, or after what a server rendered is on the screen. */
import { expect } from '@open-wc/testing';
import { waitUntil } from '../support/waiting/wait-until.js';

const entry = new URL('../../dist/embed/private-podcast-subscribe.js', import.meta.url).href;
const tag = 'private-podcast-subscribe';

/** Runs the script in a page of its own. @returns its window, and whether the element was defined right then. */
async function load(body: string) {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<!doctype html><html lang="en"><body>${body}<script type="module">
    import ${JSON.stringify(entry)};
    document.documentElement.className = customElements.get('${tag}') ? 'defined' : 'not yet';
  </script></body></html>`;
  document.body.append(frame);
  // A document that is being replaced has no element for a moment.
  const told = () => frame.contentDocument?.querySelector('html')?.className;
  await waitUntil(told, 'the script has run');
  return { page: frame.contentWindow, atOnce: told() };
}

describe('PrivatePodcastSubscribe: definition by the script', () => {
  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

  it('defines the element at once', async () => {
    const { atOnce } = await load(`<${tag}></${tag}>`);
    expect(atOnce).to.equal('defined');
  });

  it('lets the browser paint what a server rendered before it defines the element', async () => {
    const { page, atOnce } = await load(
      `<${tag}><template shadowrootmode="open"><p>Served</p></template></${tag}>`,
    );
    expect(atOnce).to.equal('not yet');
    await waitUntil(() => page?.customElements.get(tag), 'the element is defined');
  });
});
