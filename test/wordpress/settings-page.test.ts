/** The way of a publisher who is new to the plugin: settings, connection test, block. In Chromium. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { consoleOf, launchChromium, reach } from '../browser/chromium.js';
import { client, member, sku, stranger } from '../support/feed-service/backend.js';
import { concerning, findBlock, openEditor } from './editor.js';
import {
  constantsFor,
  describeInWordPress,
  hasAccount,
  useService,
  wordPress,
} from './publisher.js';

describeInWordPress('SettingsPage', () => {
  const service = useService();
  const url = `${wordPress.url}/wp-admin/options-general.php?page=private-podcast-subscribe`;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
    for (const email of [member, stranger]) await hasAccount(service.url(), email, true);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    // The service is on loopback, where the page alone may not send anything.
    wordPress.define({ ALLOW_INSECURE_HOSTS: [new URL(service.url()).host] });
    wordPress.addFilters('');
    await wordPress.run(`return delete_option('private_podcast_subscribe');`);
    // The test of the settings reads the site's pages, also those of another file.
    await wordPress.removePages();
    context = await browser.newContext();
    await wordPress.logIn(context, 'admin');
    page = await context.newPage();
  });
  afterEach(async () => {
    wordPress.addFilters('');
    await context.close();
  });

  const field = (name: string) => page.locator(`[name="private_podcast_subscribe[${name}]"]`);

  /** Waits from before the click: a script of WordPress takes `settings-updated` off the URL at once. */
  const submit = () =>
    Promise.all([page.waitForURL(/settings-updated/), page.locator('#submit').click()]);

  async function fillIn(changes: Record<string, string> = {}): Promise<void> {
    const fields = {
      products: `${sku} The Member Show`,
      token_url: service.url(),
      base_url: `${service.url()}/`,
      parser_url: service.url(),
      consume_url: `${service.url()}/consume`,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      onboarding_origin_id: 'origin-1',
      ...changes,
    };
    await page.goto(url);
    for (const [name, value] of Object.entries(fields)) await field(name).fill(value);
  }

  async function save(changes: Record<string, string> = {}): Promise<void> {
    await fillIn(changes);
    await submit();
  }

  const verdict = () => page.locator('.private-podcast-verdict strong').innerText();

  /** The findings of the test that follows the saving: each line's outcome, step and message. */
  async function findings(email: string): Promise<string[]> {
    await page.locator('[name=private_podcast_email]').fill(email);
    await Promise.all([
      page.waitForURL(/settings-updated/),
      page.locator('[name=private_podcast_test]').click(),
    ]);
    await page.locator('.private-podcast-findings').waitFor();
    const lines = await page.locator('.private-podcast-findings li').all();
    return Promise.all(
      lines.map(async (line) => {
        const outcome = /is-(\w+)/.exec((await line.getAttribute('class')) ?? '')?.[1];
        return `${outcome} ${await line.locator('strong').innerText()}: ${await line.locator('p').innerText()}`;
      }),
    );
  }

  it('takes a publisher from nothing to a member’s podcast', async () => {
    await save();
    expect(await field('base_url').inputValue()).toBe(service.url());
    expect(await field('client_secret').inputValue()).toBe('');
    expect(await page.content()).not.toContain(client.clientSecret);
    expect(await findings(member)).toEqual([
      'ok Your settings: All required settings are filled in.',
      'ok Sign-in at the feed service: The feed service lets this site in.',
      `ok This address: It has access to “The Member Show”. Its feed is on ${new URL(service.url()).host}.`,
      'ok Episodes on the page: The parser found 2 episodes.',
      'ok On the phone: The consume page answers.',
      'ok Login on this site: Pages of this site learn who is logged in.',
      'ok This site: This site gives the member the feed link.',
      'warning Your pages: No published page shows a podcast yet. Add the block “Private Podcast” to one, or the shortcode [private_podcast_subscribe].',
    ]);
    expect(await verdict()).toBe('It works: members get their podcast.');
    for (const hidden of [client.clientSecret, '/feeds/', 'eyJ']) {
      expect(await page.content()).not.toContain(hidden);
    }
    // Saved again with an empty field, the secret stays.
    await save({ client_secret: '' });
    expect(await findings(member)).toHaveLength(8);

    const said = consoleOf(page);
    const block = await openEditor(page);
    await (await findBlock(page)).click();
    await block.getByText('Log in to get your podcast').waitFor();
    const link = await page.evaluate(async () => {
      const { data } = (window as unknown as { wp: { data: Data } }).wp;
      interface Data {
        dispatch: (store: string) => Record<string, (value?: unknown) => Promise<void>>;
        select: (store: string) => Record<string, () => string>;
      }
      await data.dispatch('core/editor').editPost!({ title: 'From the editor', status: 'publish' });
      await data.dispatch('core/editor').savePost!();
      return data.select('core/editor').getPermalink!();
    });
    const id = await wordPress.run(`return get_page_by_path('from-the-editor')->ID;`);
    const reopened = await openEditor(page, `${wordPress.url}/?page_id=${String(id)}`);
    await reopened.getByText('Log in to get your podcast').waitFor();
    expect(await reopened.getByText('This block contains unexpected').count()).toBe(0);
    expect(concerning(said)).toEqual([]);

    const visit = await browser.newContext();
    await wordPress.logIn(visit, 'member');
    const members = await visit.newPage();
    await members.goto(link);
    await reach(members, 'ready');
    await visit.close();
    expect(wordPress.complaints()).toEqual([]);
  });

  it('tests a podcast that the same press saves for the first time', async () => {
    await fillIn({ client_id: '' });
    const found = await findings(member);
    expect(found[0]).toMatch(/^failed Your settings: .*Client ID/);
    // A page without settings says nothing about the web server.
    expect(found.filter((line) => line.includes('This site'))).toEqual([]);
    await wordPress.run(`return delete_option('private_podcast_subscribe');`);
    await fillIn();
    expect((await findings(member)).filter((line) => line.startsWith('failed'))).toEqual([]);
    expect(await verdict()).toBe('It works: members get their podcast.');
    expect(await page.locator('.private-podcast-access legend').innerText()).toBe(
      'The Member Show',
    );
  });

  it('says what is wrong, and who can fix it', async () => {
    await save({ client_secret: 'a wrong one', parser_url: '' });
    expect((await findings(member)).slice(0, 2)).toEqual([
      'ok Your settings: All required settings are filled in.',
      'failed Sign-in at the feed service: The token endpoint rejected the client. Check the client ID and the client secret. If they are right, ask the operator whether they are active.',
    ]);
    expect(await verdict()).toMatch(/^Something is wrong/);
    expect(await page.content()).not.toContain('a wrong one');
    wordPress.define({ ...constantsFor(service.url()), CONSUME_URL: '', PARSER_URL: '' });
    const found = await findings(member);
    expect(found[3]).toMatch(/^warning Episodes on the page: No parser URL is set/);
    expect(found[4]).toMatch(/^warning On the phone: No consume page URL is set/);
  });

  it('saves what is typed before it is tested, and takes an address without access for no fault', async () => {
    await save({ client_id: 'nobody' });
    await field('client_id').fill(client.clientId);
    const found = await findings(stranger);
    expect(await field('client_id').inputValue()).toBe(client.clientId);
    expect(found[2]).toMatch(
      /^warning This address: This address has no access to “The Member Show”/,
    );
    expect(found.filter((line) => line.startsWith('failed'))).toEqual([]);
    expect(await verdict()).toBe('This address has no access. Everything else works.');
    const unknown = await findings('unknown@example.org');
    expect(unknown[2]).toMatch(
      /^warning This address: The feed service does not know this address/,
    );
    expect(await hasAccount(service.url(), 'unknown@example.org')).toBe(false);
    // Loaded again, the page tests nothing.
    await page.goto(url);
    expect(await page.locator('.private-podcast-findings').count()).toBe(0);
  });

  it('finds a page whose podcast is not in the list, and a host that closes admin-ajax', async () => {
    await wordPress.addPage('Typo page', '[private_podcast_subscribe sku="sid:typo"]');
    wordPress.addFilters(
      `if (($_GET['action'] ?? '') === 'private_podcast_token') { status_header(403); exit('<h1>No</h1>'); }`,
    );
    await save();
    const failed = (await findings(member)).filter((line) => line.startsWith('failed'));
    expect(failed).toEqual([
      expect.stringMatching(
        /^failed Login on this site: Something in front of WordPress .* \(HTTP 403\)/,
      ),
      expect.stringContaining(
        'The page “Typo page” names the podcast “sid:typo”, which is not in the list',
      ),
    ]);
    await page.getByRole('link', { name: 'as a member' }).first().click();
    expect(page.url()).toContain('private_podcast_view=member');
  });

  it('does not save unusable values, and runs nothing that is typed', async () => {
    const hostile = '"><img src=x onerror=alert(1)>';
    let alerts = 0;
    page.on('dialog', (dialog) => {
      alerts += 1;
      void dialog.dismiss();
    });
    await save({
      client_id: hostile,
      products: `${sku}\n${hostile}`,
      onboarding_origin_id: hostile,
    });
    await save({ token_url: `${service.url()}/?x=1`, base_url: 'https://user@operator.example' });
    expect(await page.locator('.notice-error, .settings-error').allInnerTexts()).toEqual(
      expect.arrayContaining([
        expect.stringContaining('“Token URL” was not saved.') as string,
        expect.stringContaining('“Base URL” was not saved.') as string,
      ]),
    );
    expect(await field('token_url').inputValue()).toBe(service.url());
    expect(await page.locator('img[src=x]').count()).toBe(0);
    await findings(member);
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(alerts).toBe(0);
  });

  it('shows which settings come from wp-config.php, hides the secret, and keeps the podcasts’ names', async () => {
    await wordPress.run(
      `return update_option('private_podcast_subscribe', ['titles' => ['${sku}' => 'The Member Show']]);`,
    );
    wordPress.define(constantsFor(service.url()));
    await page.goto(url);
    expect(await field('client_secret').isDisabled()).toBe(true);
    expect(await field('client_secret').getAttribute('placeholder')).toBe('');
    expect(await field('token_url').inputValue()).toBe(service.url());
    expect(await page.content()).toContain('PRIVATE_PODCAST_SUBSCRIBE_CLIENT_SECRET.');
    expect(await page.content()).not.toContain(client.clientSecret);
    // Saving the page does not put the constants into the database.
    await submit();
    const saved = await wordPress.run(`return get_option('private_podcast_subscribe');`);
    expect(JSON.stringify(saved)).not.toContain('correct horse');
    expect(saved).toMatchObject({ titles: { [sku]: 'The Member Show' } });
  });

  it('lets only administrators in, and tests only with the page’s nonce', async () => {
    wordPress.define(constantsFor(service.url()));
    const form = {
      option_page: 'private-podcast-subscribe',
      action: 'update',
      private_podcast_test: '1',
      private_podcast_email: member,
      private_podcast_sku: sku,
    };
    const forged = await page.request.post(`${wordPress.url}/wp-admin/options.php`, { form });
    expect(forged.status()).toBe(403);
    expect(await (await page.request.get(url)).text()).not.toContain('private-podcast-findings');
    const visit = await browser.newContext();
    await wordPress.logIn(visit, 'member');
    expect((await visit.request.get(url)).status()).toBe(403);
    await visit.close();
  });

  it('is in the language of the site, as is the block', async () => {
    wordPress.addFilters(`add_filter('locale', fn() => 'de_DE');`);
    await page.goto(url);
    expect(await page.locator('h1').innerText()).toBe('Privater Podcast');
    expect(await page.locator('[name=private_podcast_test]').inputValue()).toBe(
      'Speichern und testen',
    );
    const [block, plugin, editor] = (await wordPress.run(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      $folder = WP_PLUGIN_DIR . '/private-podcast-subscribe';
      return [
        WP_Block_Type_Registry::get_instance()->get_registered('private-podcast/subscribe')->title,
        get_plugin_data("$folder/private-podcast-subscribe.php", false)['Description'],
        load_script_textdomain('private-podcast-subscribe-editor-script', 'private-podcast-subscribe', "$folder/languages"),
      ];`)) as [string, string, string];
    expect(block).toBe('Privater Podcast');
    expect(plugin).toContain('Bringt jedem Mitglied seinen privaten Podcast-Feed');
    expect(JSON.parse(editor)).toMatchObject({
      locale_data: { messages: { 'For visitors': ['Für Besucher'] } },
    });
  });

  it.each([
    ['de_DE_formal', 'Melden Sie sich an, um Ihren Podcast zu hören', 'Ihr Podcast'],
    ['de_AT', 'Melde dich an, um deinen Podcast zu hören', 'Dein Podcast'],
    ['de_CH', 'Melden Sie sich an, um Ihren Podcast zu hören', 'Ihr Podcast'],
    ['de_CH_informal', 'Melde dich an, um deinen Podcast zu hören', 'Dein Podcast'],
    ['es_MX', 'Inicia sesión', 'Tu pódcast'],
    ['fr_CA', 'Connectez-vous', 'Votre podcast'],
    ['pt_BR', 'Entre para receber seu podcast', 'Seu podcast'],
    ['sv_SE', 'Log in to get your podcast', ''],
  ])('speaks to a site in %s', async (locale, login, ofEditor) => {
    wordPress.addFilters(`add_filter('locale', fn() => '${locale}');`);
    const [ofPhp, ofScript] = (await wordPress.run(`
      return [
        do_shortcode('[private_podcast_subscribe]'),
        load_script_textdomain('private-podcast-subscribe-editor-script', 'private-podcast-subscribe', WP_PLUGIN_DIR . '/private-podcast-subscribe/languages') ?: 'null',
      ];`)) as [string, string];
    expect(ofPhp).toContain(`<span>${login}`);
    const texts = JSON.parse(ofScript) as {
      locale_data: { messages: Record<string, string[]> };
    } | null;
    expect(texts?.locale_data.messages['Your podcast']?.[0] ?? '').toBe(ofEditor);
  });
});
