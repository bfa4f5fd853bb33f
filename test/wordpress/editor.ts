/** WordPress's block editor, as an owner uses it, in each version that the tests run on. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { wordPress } from './publisher.js';

/** Where the blocks are: a frame of its own since WordPress 6.3. */
async function canvasOf(page: Page): Promise<Page | FrameLocator> {
  const frame = page.locator('iframe[name="editor-canvas"]');
  await page.locator('.editor-styles-wrapper').or(frame).first().waitFor();
  return (await frame.count()) > 0 ? page.frameLocator('iframe[name="editor-canvas"]') : page;
}

/** Opens a page in the editor, or a new one. @returns our blocks there. */
export async function openEditor(page: Page, url?: string): Promise<Locator> {
  const path = url
    ? `post.php?post=${/\d+$/.exec(url)![0]}&action=edit`
    : 'post-new.php?post_type=page';
  await page.goto(`${wordPress.url}/wp-admin/${path}`);
  return (await canvasOf(page)).locator('[data-type="private-podcast/subscribe"]');
}

/** Looks for our block among all others. @returns its entry. */
export async function findBlock(page: Page): Promise<Locator> {
  await page
    .getByRole('toolbar', { name: 'Document tools' })
    .getByRole('button', { name: /block inserter/i })
    .click();
  await page.getByRole('searchbox').fill('private podcast');
  return page.getByRole('option', { name: 'Private Podcast' });
}

/** What the browser's console says that concerns us: our own lines, and what will not work for long. */
export const concerning = (said: string[]) =>
  said.filter((line) => /deprecated|private-podcast/i.test(line));
