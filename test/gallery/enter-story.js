/** Enters a story of the gallery in a page, as its member would: for tests and pictures of every story. */
// @ts-check

/**
 * Whether a story's page settles: its answers come, all of them.
 * @param {import('./stories.js').Story} story
 */
const settles = ({ handler, parser }) =>
  [handler, parser].every((answer) => typeof answer !== 'object' || 'body' in answer);

/**
 * Watches the scripts that a page loads.
 * @param {import('playwright-core').Page} page
 * @returns `loaded` resolves once the page is idle with all of them loaded, and has asked for no further one
 */
function watchScripts(page) {
  let asked = 0;
  let ended = 0;
  /** @param {import('playwright-core').Request} request */
  const isScript = (request) => Number(request.resourceType() === 'script');
  /** @param {import('playwright-core').Request} request */
  const ask = (request) => (asked += isScript(request));
  /** @param {import('playwright-core').Request} request */
  const end = (request) => (ended += isScript(request));
  page.on('request', ask).on('requestfinished', end).on('requestfailed', end);
  const stop = () => page.off('request', ask).off('requestfinished', end).off('requestfailed', end);
  const loaded = async () => {
    let before;
    do {
      before = asked;
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })),
      );
    } while (asked !== before || ended !== asked);
  };
  return { loaded, stop };
}

/**
 * Opens a story's page and does what its member does, until the story stands: its state reached, what
 * it shows there, and nothing left to load.
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @param {import('./stories.js').Story} story
 */
export async function enterStory(page, url, story) {
  const scripts = watchScripts(page);
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
  // A page is told to be idle once only: that may have been before the last press.
  if (!story.loses) await scripts.loaded();
  scripts.stop();
}
