/** The icon in each app's button: the app's own, or the letters of its name. */
import { expect } from '@open-wc/testing';
import {
  all,
  has,
  one,
  placed,
  present,
  useDevice,
  useNetwork,
} from '../../support/element/element.js';

const apps = 'overcast podcast-guru my-player';
const mine = { id: 'my-player', name: '🎧', platforms: ['ios'], privateFeeds: 'paste' } as const;

describe('AppIcons', () => {
  useNetwork();
  useDevice('ios');

  /** The buttons with their icons, once both kinds have come. */
  async function withIcons(style = '') {
    const element = await placed('ready', { apps, style });
    element.appOverrides = [mine];
    await present(element, '[data-app=my-player] .letters');
    await present(element, '[data-app=podcast-guru] .letters');
    await present(element, '[data-app=overcast] svg path');
    return element;
  }

  /** The text that the style sheet draws: some engines compute `content` to its value, some to the `attr()`. */
  const letters = (monogram: HTMLElement) => {
    const { content } = getComputedStyle(monogram, '::before');
    return content === 'attr(data-letters)' ? JSON.stringify(monogram.dataset.letters) : content;
  };

  it('shows an app’s own icon if there is one, or the letters of its name', async () => {
    const element = await withIcons();
    expect(has(element, '[data-app=overcast] .letters')).to.equal(false);
    expect(letters(one(element, '[data-app=podcast-guru] .letters')!)).to.equal('"PG"');
    expect(letters(one(element, '[data-app=my-player] .letters')!)).to.equal('""');
  });

  it('leaves the icon out of a button’s accessible name', async () => {
    const element = await withIcons();
    expect(one(element, '[data-app=podcast-guru]')!.innerText.trim()).to.equal('Podcast Guru');
    for (const icon of all(element, '[data-app] > :first-child')) {
      expect(icon.getAttribute('aria-hidden')).to.equal('true');
      expect(icon.getAttribute('part')).to.equal('icon');
    }
  });

  it('has one size for all icons, whatever the font', async () => {
    for (const style of ['', 'font: 700 40px "DejaVu Sans Mono", monospace; letter-spacing: 4px']) {
      const element = await withIcons(style);
      const em = Number.parseFloat(
        getComputedStyle(one(element, '[data-app].app > :last-child')!).fontSize,
      );
      const widths = all(element, '[data-app].app > :first-child').map((icon) => {
        const { width, height } = icon.getBoundingClientRect();
        expect(width).to.be.closeTo(height, 0.1);
        return width;
      });
      expect(widths).to.have.length.greaterThan(1);
      for (const width of widths) expect(width).to.be.closeTo(4 * em, 1);
      element.remove();
    }
  });
});
