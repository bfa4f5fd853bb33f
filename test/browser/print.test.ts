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

describe('PrintPage', () => {
  it('prints the podcast, where to go, and no controls', async () => {
    await use.open('ready');
    await use.page.locator('[data-episode]').first().waitFor();
    expect(await printed('.paper')).toEqual([]);
    await use.page.emulateMedia({ media: 'print' });
    const paper = use.page.locator('.paper');
    await paper.getByText('Open this page on your phone to listen.').waitFor();
    expect(await paper.textContent()).toContain(`${new URL(use.page.url()).host}/story/ready`);
    expect(await printed('[part=title]')).toHaveLength(1);
    expect((await printed('[part~=episode-title]')).length).toBe(5);
    const controls = ':is(button, input, select, [data-app]):not(h4 *)';
    expect(await printed(`private-podcast-subscribe ${controls}`)).toEqual([]);
    await use.page.emulateMedia({ media: 'screen' });
    expect(await printed('.paper')).toEqual([]);
  });

  it('prints no player', async () => {
    await use.open('listening');
    await use.page.locator('.play').first().click();
    await use.page.locator('[part~=player-open]').click();
    await use.page.locator('[part~=speed]').waitFor();
    await use.page.emulateMedia({ media: 'print' });
    expect(await printed('[part~=player], [part~=player] *')).toEqual([]);
  });

  it('prints no address that may be personal', async () => {
    await use.page.goto(`${use.gallery.url}/story/ready?token=secret#secret`);
    await use.page.locator('[data-episode]').first().waitFor();
    await use.page.emulateMedia({ media: 'print' });
    await use.page.locator('.paper').getByText('/story/ready').waitFor();
    expect(await use.page.locator('.paper').textContent()).not.toContain('secret');
  });

  it('prints no path that holds a code', async () => {
    await use.open('ready');
    await use.page.locator('[data-episode]').first().waitFor();
    const code = 'zR3kYw7Lq0-TfB2_xN8vUe5aH1cD4gJ6mS9pQoIiKlMn';
    await use.page.evaluate((path) => history.replaceState(null, '', path), `/consume/en/${code}`);
    await use.page.emulateMedia({ media: 'print' });
    const paper = use.page.locator('.paper');
    await paper.getByText(new URL(use.page.url()).host).waitFor();
    expect(await paper.textContent()).not.toContain(code);
  });

  it('prints the code if it is shown, and what to do with it', async () => {
    await use.open('ready');
    await use.page.locator('[part=phone]').click();
    await use.page.locator('[part=qr] svg').waitFor();
    await use.page.emulateMedia({ media: 'print' });
    await use.page.locator('.paper').getByText('Scan the code with your phone').waitFor();
    expect(await printed('[part=qr] svg')).toHaveLength(1);
    expect(await printed('.phone-links a, .phone-links button')).toEqual([]);
  });

  it('prints the message of a state without its buttons', async () => {
    await use.open('busy');
    await reach(use.page, 'failed');
    await use.page.locator('[part=notice] h2').waitFor();
    await use.page.emulateMedia({ media: 'print' });
    expect(await printed('[part=notice] h2')).toHaveLength(1);
    expect(await printed('[part=retry]')).toEqual([]);
  });
});
