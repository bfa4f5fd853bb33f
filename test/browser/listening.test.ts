/** A link in the publisher's text that plays an episode: by the guide's own lines, and by the demo's. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { documents } from '../docs/documents.js';
import { consoleOf } from './chromium.js';
import { useDemo } from './demo-page.js';

const guide = documents
  .find(({ path }) => path === 'docs/element/listening.md')!
  .codeBlocks.find(({ language }) => language === 'js')!.code;

const scripts = {
  'the lines of the guide': guide,
  'the script of the demo': readFileSync('demo/public/member.js', 'utf8'),
};

const use = useDemo();

/** The recording in the player of a page. */
const recording = (at: Page) =>
  at.locator('[part~=media]').evaluate((media: HTMLMediaElement) => ({
    file: new URL(media.currentSrc).pathname.split('/').at(-1),
    time: media.currentTime,
    isPlaying: !media.paused,
    hasEnded: media.ended,
  }));

describe.each(Object.entries(scripts))('PrivatePodcastSubscribe: play, by %s', (_, script) => {
  it('plays the episode of a link in the text, and of a link to a moment that the player copied, in one tab at a time', async () => {
    const page = await use.visit();
    const context = page.context();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const said = consoleOf(page);
    await context.route('**/member.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await use.logIn(page);
    await page.locator('[data-episode]').first().waitFor();
    await page.locator('a[href="#episode=slack-hour-s2-bonus&t=10"]').click();
    await expect.poll(() => recording(page)).toMatchObject({ file: 'bonus.mp3', isPlaying: true });
    await expect.poll(async () => (await recording(page)).time).toBeGreaterThan(10);

    await page.locator('[part=player-open]').click();
    await page.locator('details:has(> [part=copy-moment]) > summary').click();
    await page.locator('[part=copy-moment]').click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/\/member#episode=slack-hour-s2-bonus&t=\d+$/);
    const link = await copied();
    expect(link).toMatch(use.demo.url);

    const other = await context.newPage();
    said.push(...consoleOf(other));
    await other.goto(link);
    await other.locator('[part=player]').waitFor();
    const time = Number(link.split('t=')[1]);
    await expect.poll(async () => (await recording(other)).time).toBeGreaterThan(time);
    expect(await recording(other)).toMatchObject({ file: 'bonus.mp3', isPlaying: true });
    await expect.poll(async () => (await recording(page)).isPlaying).toBe(false);

    // The tab before has the sound again by the episode's own button.
    await page.getByRole('button', { name: 'Play Six harbours, end to end' }).first().click();
    await expect.poll(async () => (await recording(page)).isPlaying).toBe(true);
    await expect.poll(() => recording(other)).toMatchObject({ isPlaying: false, hasEnded: false });
    expect(said).toEqual([]);
  });
});
