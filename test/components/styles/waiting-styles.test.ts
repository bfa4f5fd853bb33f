/** The ring of a press that waits, as a browser paints it. */
import { expect, fixture, html } from '@open-wc/testing';
import { adoptStyles } from '../../../src/components/styles/adopt-styles.js';
import { waitingStyles } from '../../../src/components/styles/waiting-styles.js';

const INK = 'rgb(10, 20, 30)';
const icon = html`<svg viewBox="0 0 24 24"><path fill="red" d="M0 0h24v24z" /></svg>`;

describe('waitingStyles', () => {
  /** A button that has waited for so many milliseconds. */
  async function waitingFor(ms: number, content: unknown) {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open' });
    const button = document.createElement('button');
    button.style.cssText = `display: flex; color: ${INK}`;
    button.ariaBusy = 'true';
    root.append(button);
    const { render } = await import('lit');
    render(content, button);
    adoptStyles(root, waitingStyles);
    for (const each of root.getAnimations()) {
      each.pause();
      each.currentTime = ms;
    }
    return button;
  }

  const ring = (style: CSSStyleDeclaration) => [style.borderTopColor, style.borderTopStyle];

  it('takes the place of the picture after 300 ms, in the ink of the button', async () => {
    for (const [ms, shown, seen] of [
      [299, [INK, 'none'], 'visible'],
      [301, [INK, 'solid'], 'hidden'],
    ] as const) {
      const [svg] = (await waitingFor(ms, icon)).getElementsByTagName('svg');
      expect(ring(getComputedStyle(svg!))).to.deep.equal(shown);
      expect(getComputedStyle(svg!.firstElementChild!).visibility).to.equal(seen);
    }
  });

  it('stands before the words of a button without a picture', async () => {
    const button = await waitingFor(301, 'Listen now');
    expect(ring(getComputedStyle(button, '::before'))).to.deep.equal([INK, 'solid']);
  });
});
