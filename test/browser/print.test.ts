/** The element on paper: what is printed, and what is not. */
import { describe, expect, it } from 'vitest';
import { reach } from './chromium.js';
import { useGallery } from './gallery-page.js';

const use = useGallery();

/** The parts of the element that are on the paper. */
const printed = (selector: string) =>
  use.page
    .locator(selector)
    .evaluateAll((parts) =>
      parts.filter((part) => part.checkVisibility()).map(({ outerHTML }) => outerHTML.slice(0, 99)),
    );

const paper = () => use.page.locator('.paper');
const to = (media: 'print' | 'screen') => use.page.emulateMedia({ media });

describe('PrintPage', () => {
  it('prints the podcast, where to go without what may be personal, no controls, and the code if it is shown', async () => {
    const { page } = use;
    await page.goto(`${use.gallery.url}/story/ready?token=secret#secret`);
    await page.locator('[data-episode]').first().waitFor();
    expect(await printed('.paper')).toEqual([]);
    await to('print');
    await paper().getByText('Open this page on your phone to listen.').waitFor();
    const { host } = new URL(page.url());
    expect(await paper().textContent()).toContain(`${host}/story/ready`);
    expect(await paper().textContent()).not.toContain('secret');
    expect(await printed('[part=title]')).toHaveLength(1);
    expect((await printed('[part~=episode-title]')).length).toBe(5);
    const controls = ':is(button, input, select, [data-app]):not(h4 *)';
    expect(await printed(`private-podcast-subscribe ${controls}`)).toEqual([]);
    await to('screen');
    expect(await printed('.paper')).toEqual([]);

    // A path that holds a code.
    const code = 'zR3kYw7Lq0-TfB2_xN8vUe5aH1cD4gJ6mS9pQoIiKlMn';
    await page.evaluate((path) => history.replaceState(null, '', path), `/consume/en/${code}`);
    await to('print');
    await paper().getByText(host).filter({ hasNotText: '/story/ready' }).waitFor();
    expect(await paper().textContent()).not.toContain(code);
    await to('screen');

    await page.locator('[part=phone]').click();
    await page.locator('[part=qr] svg').waitFor();
    await to('print');
    await paper().getByText('Scan the code with your phone').waitFor();
    expect(await printed('[part=qr] svg')).toHaveLength(1);
    expect(await printed('.phone-links a, .phone-links button')).toEqual([]);
  });

  it('prints no player', async () => {
    await use.open('listening');
    await use.page.locator('.play').first().click();
    await use.page.locator('[part~=player-open]').click();
    await use.page.locator('[part~=speed]').waitFor();
    await to('print');
    expect(await printed('[part~=player], [part~=player] *')).toEqual([]);
  });

  it('prints the message of a state without its buttons', async () => {
    await use.open('busy');
    await reach(use.page, 'failed');
    await use.page.locator('[part=notice] h2').waitFor();
    await to('print');
    expect(await printed('[part=notice] h2')).toHaveLength(1);
    expect(await printed('[part=retry]')).toEqual([]);
  });
});
