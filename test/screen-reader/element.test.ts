/**
 * The element as a member hears it with Firefox and Orca. An accessibility tree that is
 * right can still be silent: announcements get lost, and stale ones are read again.
 * The patterns name the words that must be heard; Orca's phrasing differs from version to version.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureScreenReader } from '../../scripts/screen-reader.mjs';
import { startGallery } from '../gallery/server.js';
import { ScreenReader } from './screen-reader.js';

const found = ensureScreenReader();
const reason = 'missing' in found ? ` (skipped: ${found.missing})` : '';

describe.skipIf(reason)(`PrivatePodcastSubscribe: heard with a screen reader${reason}`, () => {
  let gallery: Awaited<ReturnType<typeof startGallery>>;
  let reader: ScreenReader;

  beforeAll(async () => {
    if ('missing' in found) return;
    [gallery, reader] = await Promise.all([startGallery(), ScreenReader.start(found)]);
  });
  afterAll(() => Promise.all([reader.close(), gallery.close()]));
  afterEach(() => {
    reader.leave();
  });

  const open = (story: string) => reader.open(`${gallery.url}/story/${story}`, story);

  /** Goes to a control and presses Enter. */
  async function activate(control: RegExp, answer?: RegExp): Promise<string> {
    await reader.pressUntil('Tab', control);
    return reader.press('Return', answer);
  }

  /** Goes to the heading above the episodes, whose controls come next. */
  const toEpisodes = () => reader.pressUntil('h', /^Episodes/);

  it('says that the podcast is ready, without abbreviations', async () => {
    const heard = await open('ready');
    expect.soft(heard).toMatch(/podcast is ready/);
    expect.soft(heard).not.toMatch(/[A-Z]{4}/);
  });

  it('says that an app link opens the app', async () => {
    await open('ready');
    expect.soft(await reader.pressUntil('Tab', /Overcast/)).toMatch(/Overcast on your phone/);
    await activate(/Apps on this computer/, /expanded/);
    expect(await reader.pressUntil('Tab', /gPodder/)).toMatch(/Open in gPodder/);
  });

  it('says each time that the link was copied, and does not repeat it later', async () => {
    await open('ready');
    const copied = /Copied/;
    expect.soft(await activate(/Copy private link/, copied), 'the first time').toMatch(copied);
    expect.soft(await reader.press('Return', copied), 'the second time').toMatch(copied);
    await expect
      .poll(() => reader.press('ctrl+End'), { timeout: 20_000 })
      .not.toMatch(/copied|podcast is ready|status/);
  });

  it('says that the link is shown', async () => {
    await open('ready');
    await activate(/Copy private link/, /Copied/);
    expect(await activate(/Show link/, /Hide|pressed/)).toMatch(/Hide link|pressed/);
  });

  it('says how many episodes a search found, and how many there are without it', async () => {
    await open('ready');
    await toEpisodes();
    await activate(/Search episodes/, /Search episodes/);
    expect.soft(await reader.type('fog', /2 episodes/), 'search').toMatch(/2 episodes found/);
    await reader.press('ctrl+a');
    expect.soft(await reader.press('BackSpace', /12/), 'cleared').toMatch(/12 episodes/);
  });

  it('says which season is shown, and in which order', async () => {
    await open('ready');
    await toEpisodes();
    await activate(/Sort and filter/, /expanded/);
    await reader.pressUntil('Tab', /Order combo box/);
    expect.soft(await reader.press('Down', /Oldest/), 'order').toMatch(/Oldest first/);
    await reader.pressUntil('Tab', /Season combo box/);
    expect.soft(await reader.press('Down', /Season 1/), 'season').toMatch(/Season 1/);
    expect.soft(await reader.press('Escape', /Sort/), 'closed').toMatch(/Sort and filter/);
  });

  it('names a dialog, says what to do in it, and where the focus goes afterwards', async () => {
    await open('ready');
    const opened = await activate(/Set up on your phone/, /camera/);
    expect.soft(opened, 'name').toMatch(/Set up on your phone/);
    expect.soft(opened, 'hint').toMatch(/camera/);
    const closed = await reader.press('Escape', /Set up on your phone/);
    expect.soft(closed, 'focus').toMatch(/Set up on your phone .*button/);
    expect.soft(closed, 'stale').not.toMatch(/podcast is ready/);
  });

  it('reads an episode before its notes, and the content of the notes', async () => {
    await open('ready');
    await toEpisodes();
    const toggle = /The last ferry .*(button|collapsed|expanded)/;
    expect.soft(await reader.pressUntil('Tab', toggle), 'order').toMatch(/Play The last ferry/);
    expect.soft(await reader.press('Return', /expanded/), 'opened').toMatch(/expanded/);
    expect.soft(await reader.pressUntil('Tab', /On the quay/), 'chapters').toMatch(/Chapters/);
    await reader.pressUntil('shift+Tab', toggle);
    expect.soft(await reader.press('Return', /collapsed/), 'closed').toMatch(/collapsed/);
  });

  it('moves from “All episodes” to the first new episode, by its title', async () => {
    await open('ready');
    await reader.press('ctrl+End');
    await reader.pressUntil('shift+Tab', /All 12 episodes/);
    const heard = await reader.press('Return', /clocks|Fog/);
    expect(heard).toMatch(/The man who mends clocks/);
    expect(heard, 'its title alone').not.toMatch(/ropes/);
  });

  it('reads an offer to a member without access, and nothing else after it', async () => {
    await open('no-access-offer');
    await expect.poll(() => reader.press('ctrl+End'), { timeout: 20_000 }).toMatch(/Join for 4 €/);
  });
});
