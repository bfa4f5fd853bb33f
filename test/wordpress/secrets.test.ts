/** Where the secrets lie, and where they go. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secrets, startOperator, type Operator } from '../support/operator/operator.js';
import { constantsFor, describeInWordPress, wordPress } from './publisher.js';
import { createAccount } from './visit.js';

const sku = 'sid:one';
const php = 'PrivatePodcastSubscribe';

describeInWordPress('ClientSecret', () => {
  let operator: Operator;
  /** A server of somebody who may edit the settings page. */
  let listener: Operator;
  beforeEach(async () => {
    operator = await startOperator();
    listener = await startOperator();
    wordPress.define({
      ALLOW_INSECURE_HOSTS: [operator, listener].map(({ url }) => new URL(url).host),
    });
    await wordPress.forget();
    await wordPress.run(`return delete_option('private_podcast_subscribe');`);
  });
  afterEach(async () => {
    await wordPress.run(`return delete_option('private_podcast_subscribe');`);
    wordPress.define({});
    await operator.close();
    await listener.close();
  });

  const form = (more: object = {}) => ({
    products: sku,
    token_url: operator.url,
    base_url: operator.url,
    parser_url: operator.url,
    consume_url: `${operator.url}/consume`,
    client_id: 'client-1',
    client_secret: secrets.clientSecret,
    onboarding_origin_id: 'origin-1',
    create_users: '1',
    ...more,
  });
  const asPhp = (value: unknown) =>
    `json_decode(base64_decode('${btoa(JSON.stringify(value))}'), true)`;

  /** Saves the settings page's form. @returns what the page complains of. */
  const save = (fields: object) =>
    wordPress.run(`require_once ABSPATH . 'wp-admin/includes/template.php';
      update_option('private_podcast_subscribe', ${php}\\Admin\\Fields::read(${asPhp(fields)}));
      return array_column(get_settings_errors(), 'message');`) as Promise<string[]>;

  /** Presses “Save and test”. @returns the findings' messages. */
  const test = () =>
    wordPress.run(
      `return array_column(${php}\\Admin\\ConnectionTest::walk('${secrets.email}', '${sku}')['findings'], 'message');`,
    ) as Promise<string[]>;

  const sent = () => JSON.stringify(listener.seen);

  it('from wp-config.php goes only to addresses from wp-config.php', async () => {
    await save(form({ token_url: listener.url, base_url: listener.url, client_secret: '' }));
    wordPress.define({
      CLIENT_SECRET: secrets.clientSecret,
      ALLOW_INSECURE_HOSTS: [new URL(listener.url).host],
    });
    expect((await test()).join()).toContain(
      'Add PRIVATE_PODCAST_SUBSCRIBE_TOKEN_URL, PRIVATE_PODCAST_SUBSCRIBE_BASE_URL.',
    );
    // Nor does a feed link go to a page that was typed.
    await save(form({ parser_url: listener.url, consume_url: listener.url, client_secret: '' }));
    const needed = { ...constantsFor(operator.url), CLIENT_SECRET: secrets.clientSecret };
    wordPress.define({ ...needed, PRODUCTS: [sku], PARSER_URL: undefined, CONSUME_URL: undefined });
    expect((await test()).join()).toContain('No parser URL is set');
    expect(listener.seen).toEqual([]);
    expect(operator.asked('POST /oauth/token')).not.toEqual([]);
  });

  it.each(['token_url', 'base_url', 'parser_url', 'consume_url'])(
    'that was saved is asked for again with another host in %s',
    async (name) => {
      expect(await save(form())).toEqual([]);
      expect(await test()).toContain('The feed service lets this site in.');
      const moved = form({ [name]: listener.url, client_secret: '' });
      expect(await save(moved)).toEqual([
        'The client secret was removed, because an address has changed. Enter it again.',
      ]);
      expect((await test()).join()).toContain('These settings are missing: Client secret.');
      expect(await save({ ...moved, client_secret: secrets.clientSecret })).toEqual([]);
      expect(await test()).toContain('The feed service lets this site in.');
    },
  );

  it('is not sent to an address that reached the database in another way', async () => {
    await save(form());
    await wordPress.run(`$saved = get_option('private_podcast_subscribe');
      return update_option('private_podcast_subscribe', ['token_url' => '${listener.url}', 'base_url' => '${listener.url}'] + $saved);`);
    expect((await test()).join()).toContain('The client secret was saved for other addresses');
    expect(sent()).toBe('[]');
  });

  it('and the signing key are nowhere in the database, nor on WordPress’s page of all options', async () => {
    await save(form());
    await test();
    const key = (await wordPress.run(`return ${php}\\Settings::tokenSecrets()[0];`)) as string;
    const rows = (await wordPress.run(
      'global $wpdb; return $wpdb->get_col("SELECT CONCAT(option_name, \' \', option_value) FROM $wpdb->options");',
    )) as string[];
    expect(rows.join('\n')).toContain('sealed:');
    const { cookie } = await createAccount('administrator');
    const page = await fetch(`${wordPress.url}/wp-admin/options.php`, { headers: { cookie } });
    const html = await page.text();
    expect(html).toContain('private_podcast_subscribe');
    for (const hidden of [secrets.clientSecret, secrets.accessToken, key]) {
      expect(rows.join('\n')).not.toContain(hidden);
      expect(html).not.toContain(hidden);
    }
  });

  it('is sealed by an update, if an older version has saved it as it was typed', async () => {
    await wordPress.run(`update_option('private_podcast_subscribe_token_secret', 'the old signing key');
      return update_option('private_podcast_subscribe', ${asPhp(form())});`);
    const { cookie } = await createAccount('administrator');
    expect(
      (await fetch(`${wordPress.url}/wp-admin/index.php`, { headers: { cookie } })).status,
    ).toBe(200);
    const saved = JSON.stringify(
      await wordPress.run(
        `return [get_option('private_podcast_subscribe'), get_option('private_podcast_subscribe_token_secret')];`,
      ),
    );
    expect(saved).toContain('sealed:');
    expect(saved).not.toContain(secrets.clientSecret);
    expect(saved).not.toContain('the old signing key');
    expect(await test()).toContain('The feed service lets this site in.');
  });
});

describeInWordPress('BaseUrl', () => {
  afterEach(() => wordPress.define({}));

  const hosts = ['service:8787', '127.0.0.1:8787'];
  const isTyped = (urls: string[]) =>
    wordPress.run(
      `return array_values(array_filter(json_decode('${JSON.stringify(urls)}'), [${php}\\BaseUrl::class, 'mayBeTyped']));`,
    );

  it('that is typed leads to a public host over https', async () => {
    const good = [
      'https://feeds.example.com',
      'https://feeds.example.com:8443/a/b/',
      'https://93.184.216.34',
      'https://xn--fxa.example',
      ...['https://vault.example', 'https://a.example/api/v2', 'https://a.example/my-rss'],
    ];
    const bad = [
      // The paths of calls, which each call adds.
      ...['oauth/token', 'api/v2/rss/', 'vault/entitlements', 'profile/email'].map(
        (path) => `https://a.example/${path}`,
      ),
      ...['http://feeds.example.com', 'ftp://feeds.example.com', 'https://', 'feeds.example.com'],
      ...['https://user@feeds.example.com', 'https://feeds.example.com?x', 'https://a.example#b'],
      ...['https://a.example\\\\@b.example', 'https://a.example/ b', 'https://１２７.0.0.1'],
      ...[
        'http://localhost:22',
        'https://localhost:22',
        'https://a.localhost',
        'https://localhost.',
      ],
      ...['https://127.0.0.1', 'https://127.1', 'https://0x7f.1', 'https://2130706433'],
      ...[
        'https://10.0.0.1',
        'https://192.168.1.1',
        'https://172.16.0.1',
        'https://169.254.169.254',
      ],
      ...[
        ...['100.64.0.1', '100.127.255.255', '192.0.0.8', '192.88.99.1', '198.19.0.1'],
        ...[
          '192.0.2.1',
          '198.51.100.1',
          '203.0.113.1',
          '224.0.0.1',
          '239.1.1.1',
          '255.255.255.255',
        ],
        ...['metadata.google.internal', 'nas.local', 'box.lan', 'a.home.arpa', 'x.cluster.local'],
        ...['a..b', 'a.b..', 'router.home', 'wiki.corp'],
      ].map((host) => `https://${host}`),
      ...['https://0.0.0.0', 'https://[::1]', 'https://[::ffff:127.0.0.1]', 'https://[fd00::1]'],
      ...['https://intranet', 'https://0177.0.0.1', ...hosts.map((host) => `http://${host}`)],
    ];
    expect(await isTyped([...good, ...bad])).toEqual(good);
    wordPress.define({ ALLOW_INSECURE_HOSTS: hosts });
    const named = hosts.map((host) => `http://${host}`);
    expect(await isTyped([...good, ...bad])).toEqual([...good, ...named]);
    expect(await isTyped(['http://127.0.0.1:22', 'http://service'])).toEqual([]);
  });

  it('from wp-config.php may be this machine, or a host that it names, over plain http', async () => {
    const of = async (url: string, more: object = {}) => {
      wordPress.define({ BASE_URL: url, ...more });
      return wordPress.run(
        `try { return ${php}\\Settings::baseUrl('base_url'); } catch (Exception $error) { return $error->getMessage(); }`,
      );
    };
    expect(await of('http://127.0.0.1:8787/')).toBe('http://127.0.0.1:8787');
    expect(await of('http://service:8787')).toContain(
      `define('PRIVATE_PODCAST_SUBSCRIBE_ALLOW_INSECURE_HOSTS', ['service:8787'])`,
    );
    expect(await of('http://service:8787', { ALLOW_INSECURE_HOSTS: hosts })).toBe(
      'http://service:8787',
    );
  });
});

describeInWordPress('Settings', () => {
  afterEach(() => wordPress.define({}));

  it('reads the words for “off” of a constant as they are meant', async () => {
    const isOn = async (value: unknown) => {
      wordPress.define({ EXTENSIONS: value, CREATE_USERS: value });
      return wordPress.run(
        `return [${php}\\Settings::isOn('extensions'), ${php}\\Settings::isOn('create_users')];`,
      );
    };
    for (const off of [false, 0, '', '0', 'false', 'False', ' off ', 'no']) {
      expect([off, await isOn(off)]).toEqual([off, [false, false]]);
    }
    for (const on of [true, 1, '1', 'true', 'yes']) {
      expect([on, await isOn(on)]).toEqual([on, [true, true]]);
    }
  });
});
