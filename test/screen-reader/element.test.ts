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

  /** Opens the sheet of a page. */
  const openSheet = () => activate(/^More .*button/m, /somewhere else/);

  it('says that the podcast is ready, without abbreviations', async () => {
    const heard = await open('ready');
    expect.soft(heard).toMatch(/podcast is ready/);
    expect.soft(heard).not.toMatch(/[A-Z]{4}/);
  });

  it('says that an app link opens the app', async () => {
    await open('ready');
    expect(await reader.pressUntil('Tab', /gPodder/)).toMatch(/Open in gPodder/);
  });

  it('names the sheet, and where the focus goes afterwards', async () => {
    await open('sheet-open');
    expect.soft(await openSheet(), 'name').toMatch(/Listen somewhere else/);
    const closed = await reader.press('Escape', /More/);
    expect.soft(closed, 'focus').toMatch(/More .*button/);
    expect.soft(closed, 'stale').not.toMatch(/podcast is ready/);
  });

  it('says in the sheet each time that the link was copied, and does not repeat it later', async () => {
    await open('sheet-open');
    await openSheet();
    const copied = /Copied\. Now paste it/;
    expect.soft(await activate(/Copy your link/, copied), 'the first time').toMatch(copied);
    expect.soft(await reader.press('Return', copied), 'the second time').toMatch(copied);
    expect.soft(await activate(/Show link/, /Hide|pressed/), 'shown').toMatch(/Hide link|pressed/);
    await reader.press('Escape', /More/);
    await expect
      .poll(() => reader.press('ctrl+End'), { timeout: 20_000 })
      .not.toMatch(/copied|podcast is ready|status/i);
  });

  it('says what a new link does before the button, and what to do afterwards', async () => {
    await open('connected');
    await openSheet();
    const asked = await activate(/Get a new link/, /will stop working/);
    expect.soft(asked, 'question').toMatch(/Get a new link\?/);
    expect.soft(asked, 'consequence').toMatch(/stop working in Overcast. This can’t be undone/);
    await reader.pressUntil('Tab', /Get a new link .*button/);
    const done = await reader.press('Return', /add it again/);
    expect.soft(done, 'done').toMatch(/You have a new link/);
    expect.soft(done, 'next').toMatch(/In Overcast: remove the podcast, then add it again/);
  });

  it('leads to an app of another device, and says which', async () => {
    await open('sheet-open');
    await openSheet();
    const elsewhere = /Apps for other devices/;
    expect.soft(await activate(elsewhere, elsewhere), 'view').toMatch(elsewhere);
    const code = await activate(/Overcast on your phone/, /camera/);
    expect.soft(code, 'name').toMatch(/Overcast on your phone/);
    expect.soft(code, 'hint').toMatch(/camera/);
    expect.soft(await reader.press('Escape', /More/), 'focus').toMatch(/More .*button/);
  });

  it('says what to do with the code, and that the phone has opened it', async () => {
    await open('code-opened');
    expect(await activate(/Show the code/, /Opened/)).toMatch(/Opened on your phone/);
    await open('connected');
    const shown = await activate(/Show the code/, /camera/);
    expect.soft(shown, 'name').toMatch(/Scan with your phone/);
    expect.soft(shown, 'hint').toMatch(/camera.* works once/s);
  });

  it('says that an app has the podcast, at the card and in the sheet', async () => {
    const has = /Overcast has your podcast/;
    await open('connected');
    expect.soft(await activate(/Show the code/, has), 'card').toMatch(has);
    await open('connected');
    await openSheet();
    expect.soft(await activate(/Copy your link/, has), 'sheet').toMatch(has);
  });

  it('says how many episodes a search found, and how many there are without it', async () => {
    await open('ready');
    await toEpisodes();
    const opened = await activate(/Search episodes/, /Search episodes/);
    expect.soft(opened, 'field').toMatch(/Search episodes/);
    expect.soft(await reader.type('fog', /2 episodes/), 'search').toMatch(/2 episodes found/);
    await reader.press('ctrl+a');
    expect.soft(await reader.press('BackSpace', /12/), 'cleared').toMatch(/12 episodes/);
    expect.soft(await reader.press('Escape', /collapsed/), 'closed').toMatch(/Search episodes/);
  });

  it('says which season is shown, and in which order', async () => {
    await open('ready');
    await toEpisodes();
    await activate(/Sort and filter/, /expanded/);
    await reader.pressUntil('Tab', /Order combo box/);
    const order = await reader.press('Down', /Oldest/);
    expect.soft(order, 'order').toMatch(/Oldest first/);
    await reader.pressUntil('Tab', /Season combo box/);
    const season = await reader.press('Down', /Season 1/);
    expect.soft(season, 'season').toMatch(/Season 1/);
    expect.soft(order + season, 'a count').not.toMatch(/\d+ episodes/);
    expect.soft(await reader.press('Escape', /Sort/), 'closed').toMatch(/Sort and filter/);
  });

  it('reads an episode before its notes, and closes them with Escape', async () => {
    await open('ready');
    await toEpisodes();
    const toggle = /^The last ferry .*(collapsed|expanded)/m;
    expect.soft(await reader.pressUntil('Tab', toggle), 'order').toMatch(/Play The last ferry/);
    expect.soft(await reader.press('Return', /expanded/), 'opened').toMatch(/expanded/);
    expect.soft(await reader.pressUntil('Tab', /On the quay/), 'chapters').toMatch(/Chapters/);
    expect.soft(await reader.press('Escape', /collapsed/), 'closed').toMatch(/collapsed/);
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
