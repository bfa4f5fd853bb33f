/**
 * The player as a Linux desktop sees it: Chromium hands its Media Session to the desktop as MPRIS, and
 * playerctl asks there what plays, and presses the keys of a keyboard. The demo's member listens.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';
import { ensureProgram } from '../support/programs/debian.js';
import { Desktop } from '../support/programs/desktop.js';
import { launchChromium } from './chromium.js';

/** Milliseconds: a busy machine takes a while, and the recording is half a minute long. */
const timeout = 20_000;

const missing = [
  ['playerctl', 'playerctl'],
  ['dbus-daemon', 'dbus'],
  ['Xvfb', 'xvfb'],
].find(([program = '', name]) => !ensureProgram(program, name));
const reason = missing ? ` (skipped: ${missing[0]} is not installed)` : '';

describe.skipIf(missing)(`SystemControls: on a Linux desktop${reason}`, () => {
  let desktop: Desktop;
  let browser: Browser;
  let demo: Awaited<ReturnType<typeof startDemo>>;
  let page: Page;

  beforeAll(async () => {
    [desktop, demo] = await Promise.all([Desktop.start(), startDemo({ port: 0 })]);
    browser = await launchChromium(desktop);
    page = await browser.newPage();
    await page.goto(demo.url);
    await page.locator('button[value=mira]').click();
    await page.getByRole('button', { name: 'Play Six harbours, end to end' }).click();
    // The desktop learns of it when it plays, and it must not come to its end meanwhile.
    await vi.waitUntil(() => playerctl('status') === 'Playing', { timeout, interval: 300 });
  });
  beforeEach(async () => {
    playerctl('pause');
    await expect.poll(async () => (await recording()).paused).toBe(true);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([demo.close(), desktop.close()]);
  });

  const playerctl = (...args: string[]) => desktop.output('playerctl', ...args);
  const metadata = (name: string) => playerctl('metadata', name);

  /** The recording in the page. */
  const recording = () =>
    page.locator('audio').evaluate(({ paused, currentTime }: HTMLAudioElement) => ({
      paused,
      currentTime,
    }));

  it('shows the title, the show, the chapter, the cover and the length', async () => {
    expect(metadata('xesam:title')).toBe('Six harbours, end to end');
    expect(metadata('xesam:artist')).toBe('The Slack Hour');
    await expect.poll(() => metadata('xesam:album')).not.toBe('');
    await expect.poll(() => metadata('mpris:artUrl')).toMatch(/^file:/);
    expect(Number(metadata('mpris:length')) / 1e6).toBeCloseTo(30, 0);
  });

  it('pauses and plays', async () => {
    playerctl('play-pause');
    await expect.poll(recording).toMatchObject({ paused: false });
    await expect.poll(() => playerctl('status')).toBe('Playing');
    playerctl('play-pause');
    await expect.poll(recording).toMatchObject({ paused: true });
    await expect.poll(() => playerctl('status')).toBe('Paused');
  });

  it('moves to a position, and shows it', async () => {
    playerctl('position', '12');
    await expect.poll(recording).toMatchObject({ currentTime: 12 });
    await expect.poll(() => Number(playerctl('position'))).toBeCloseTo(12, 1);
  });

  it('moves to the next chapter and back', async () => {
    playerctl('position', '11');
    await expect.poll(recording).toMatchObject({ currentTime: 11 });
    playerctl('next');
    await expect.poll(recording).toMatchObject({ currentTime: 15 });
    await expect.poll(() => metadata('xesam:album')).toBe('Bergen');
    playerctl('previous');
    await expect.poll(recording).toMatchObject({ currentTime: 10 });
  });
});
