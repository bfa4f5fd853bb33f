/** Enters a story of the gallery in a page, as its member would: for tests and pictures of every story. */
// @ts-check

/**
 * Whether a story's page settles: its answers come, all of them.
 * @param {import('./stories.js').Story} story
 */
const settles = ({ handler, parser }) =>
  [handler, parser].every((answer) => typeof answer !== 'object' || 'body' in answer);

/**
 * Opens a story's page and does what its member does, until the story stands: its state reached, what
 * it shows there, and nothing left to load.
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @param {import('./stories.js').Story} story
 */
export async function enterStory(page, url, story) {
  await page.goto(url);
  const element = page.locator('private-podcast-subscribe');
  await element.and(page.locator(`:state(${story.state})`)).waitFor({ state: 'attached' });
  const { episodes } = story.attributes ?? {};
  if (story.state === 'ready' && !story.parser && episodes !== '0' && !story.loses) {
    await page.locator('[data-episode]').first().waitFor();
  }
  for (const selector of [story.press ?? []].flat()) await page.locator(selector).first().click();
  if (story.search) {
    await page.locator('[part=search-open]').click();
    await page.locator('[part=search]').fill(story.search);
  }
  if (story.types) await page.locator(story.types[0]).fill(story.types[1]);
  if (story.shows) await page.locator(story.shows).first().waitFor({ state: 'attached' });
  if (settles(story)) await page.waitForLoadState('networkidle');
}
