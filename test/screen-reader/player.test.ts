/**
 * The player as a member hears it with Firefox and Orca, while an episode of the demo plays. Orca 43 says
 * nothing of `aria-current`: which chapter it is, it reads at the head of the player.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '../../demo/start-demo.js';
import { ensureScreenReader } from '../../scripts/screen-reader.mjs';
import { ensureProgram } from '../support/programs/debian.js';
import { ScreenReader } from './screen-reader.js';

const found = ensureScreenReader();
const missing = 'missing' in found ? found.missing : undefined;
const lacks = missing ?? (ensureProgram('playerctl') ? undefined : 'playerctl is not installed');
const reason = lacks ? ` (skipped: ${lacks})` : '';

const collapsed = /Open the player collapsed/;

describe.skipIf(lacks)(`Player: heard with a screen reader${reason}`, () => {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  let reader: ScreenReader;

  beforeAll(async () => {
    if ('missing' in found) return;
    [demo, reader] = await Promise.all([startDemo({ port: 0 }), ScreenReader.start(found)]);
  });
  afterAll(() => Promise.all([reader.close(), demo.close()]));
  afterEach(() => {
    reader.leave();
  });

  /** Logs in, plays an episode, and goes to the bar. */
  async function play(title: RegExp): Promise<string> {
    await reader.open(demo.url, 'The Slack Hour');
    await reader.pressUntil('Tab', /Mira/);
    await reader.press('Return', /Finished loading Listen/);
    await reader.pressUntil('h', /^Episodes/);
    await reader.pressUntil('Tab', title);
    await reader.press('Return');
    return reader.pressUntil('Tab', collapsed);
  }

  it('names the bar, and says of its button what that opens', async () => {
    const heard = await play(/Play Six harbours/);
    expect.soft(heard).toMatch(/region Player/);
    expect.soft(heard).toMatch(/Six harbours, end to end\. Open the player collapsed/);
    expect.soft(await reader.press('Tab')).toMatch(/15 seconds back .*button/);
    expect.soft(await reader.press('Tab')).toMatch(/(Play|Pause) Six harbours.* button/);
    expect.soft(await reader.press('Tab')).toMatch(/30 seconds forward .*button/);
  });

  it('opens what is behind the bar, and closes it with the focus where it was', async () => {
    await play(/Play Six harbours/);
    expect.soft(await reader.press('Return', /expanded/), 'opened').toMatch(/^expanded/);
    await reader.pressUntil('Tab', /More collapsed/);
    expect.soft(await reader.press('Escape', collapsed), 'Escape').toMatch(collapsed);
    await reader.press('Return', /expanded/);
    expect.soft(await reader.press('Return', /collapsed/), 'the button').toMatch(/^collapsed/);
    expect.soft(await reader.press('Tab'), 'the focus').toMatch(/15 seconds back/);
  });

  it('says the position in words, all values of the menus, and the chapters', async () => {
    await play(/Play Six harbours/);
    await reader.press('Return', /expanded/);
    const slider = /Position slider \d+ seconds? of 30 seconds/;
    expect.soft(await reader.press('Tab', slider), 'slider').toMatch(slider);
    expect.soft(await reader.press('5', /15/), 'jump').toMatch(/^1[5-9] seconds of 30 seconds/m);
    expect.soft(await reader.press('Tab'), 'speed').toMatch(/Speed combo box\.\s+1×/);
    expect.soft(await reader.press('Down', /1\.2/), 'faster').toMatch(/1\.2×/);
    const sleep = await reader.pressUntil('Tab', /Sleep timer/);
    expect.soft(sleep, 'sleep timer').toMatch(/Sleep timer combo box\.\s+Off/);
    expect.soft(await reader.press('Down', /15/), 'in').toMatch(/15 min/);
    const chapters = await reader.pressUntil('Tab', /Falmouth/);
    expect.soft(chapters, 'fold').toMatch(/Chapters expanded/);
    expect.soft(chapters, 'list').toMatch(/List with 6 items/);
    expect.soft(chapters, 'chapter').toMatch(/0:20 Hydra .*button/);
  });

  it('reads the transcript line by line, and says how many lines a search found', async () => {
    await play(/Play Falmouth/);
    await reader.press('Return', /expanded/);
    await reader.pressUntil('Tab', /Search the transcript entry/);
    const one = /1 line found/;
    expect.soft(await reader.type('both', one), 'search').toMatch(one);
    const line = await reader.press('Tab');
    expect.soft(line, 'line').toMatch(/Ines Halloran Falmouth\. Both ways\. .*button/);
  });
});
