/** Whose token it is, and whether it still opens anything when it is used. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import { secrets, startOperator, type Operator } from '../support/operator/operator.js';
import { constantsFor, describeInWordPress, wordPress } from './publisher.js';
import { ajax, askForToken, createAccount, useToken } from './visit.js';

const sku = 'sid:one';

describeInWordPress('SubscribeToken', () => {
  let operator: Operator;
  const constants = (more: object = {}) => ({
    ...constantsFor(operator.url),
    PRODUCTS: [sku],
    ...more,
  });
  beforeEach(async () => {
    operator = await startOperator();
    await wordPress.forget();
    wordPress.define(constants({ ROLES: ['editor'] }));
  });
  afterEach(async () => {
    wordPress.define({});
    wordPress.addFilters('');
    await operator.close();
  });

  const change = (id: number, fields: string) =>
    wordPress.run(`return is_int(wp_update_user(['ID' => ${id}, ${fields}]));`);
  const newAddress = () => `'user_email' => uniqid('new') . '@example.org'`;
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object;

  it('opens nothing for a user without the role who changes their address', async () => {
    const user = await createAccount('subscriber');
    const token = await askForToken(user, sku);
    expect(await useToken(token)).toBe('no-access');
    expect(await change(user.id, newAddress())).toBe(true);
    expect(await useToken(token)).toBe('no-access');
    expect(await useToken(await askForToken(user, sku))).toBe('no-access');
    await wordPress.run(
      `require_once ABSPATH . 'wp-admin/includes/user.php'; return wp_delete_user(${user.id});`,
    );
    expect(await useToken(token)).toBe('no-access');
    expect(operator.seen).toEqual([]);
  });

  it('names the user, and ends with the address for which it was made', async () => {
    const user = await createAccount('editor');
    const token = await askForToken(user, sku);
    expect(claimsOf(token)).toMatchObject({ wp_user: user.id, sub: user.email });
    expect(await useToken(token)).toBe(secrets.feedUrl);
    await change(user.id, newAddress());
    expect(await useToken(token)).toBe('token-invalid');
    const fresh = await askForToken(user, sku);
    expect(await useToken(fresh)).toBe(secrets.feedUrl);
    expect(operator.asked('GET /profile/email/new')).toHaveLength(1);
  });

  it('ends with the account, whoever has the address then', async () => {
    const user = await createAccount('editor');
    const token = await askForToken(user, sku);
    expect(
      await wordPress.run(`require_once ABSPATH . 'wp-admin/includes/user.php';
        wp_delete_user(${user.id});
        return is_int(wp_insert_user(['user_login' => 'heir${user.id}', 'user_email' => '${user.email}', 'user_pass' => 'x', 'role' => 'editor']));`),
    ).toBe(true);
    expect(await useToken(token)).toBe('token-invalid');
    expect(operator.seen).toEqual([]);
  });

  it('is given to no page of another site, and not by GET', async () => {
    const { cookie } = await createAccount('editor');
    const ask = (method: string, headers: object) =>
      fetch(`${ajax}?action=private_podcast_token&sku=${sku}`, {
        method,
        headers: { cookie, ...headers },
      });
    const own = { origin: wordPress.url, 'sec-fetch-site': 'same-origin' };
    for (const [method, headers] of [
      ['POST', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
      ['POST', { origin: 'https://evil.example' }],
      ['POST', { ...own, 'sec-fetch-site': 'same-site' }],
      ['POST', {}],
      ['GET', own],
    ] as const) {
      const response = await ask(method, headers);
      expect(response.status).toBeGreaterThan(399);
      expect(await response.text()).not.toContain('eyJ');
    }
    expect(await (await ask('POST', own)).text()).toContain('eyJ');
  });

  it('is needed at the endpoint, where a session’s cookie counts for nothing', async () => {
    const { cookie } = await createAccount('editor');
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const response = await fetch(`${ajax}?action=private_podcast`, { headers });
    expect(response.status).toBe(401);
    expect(operator.seen).toEqual([]);
  });

  it('is not made for a podcast that the settings lack, which the log says once a minute', async () => {
    const user = await createAccount('editor');
    expect(await askForToken(user, 'sid:typo')).toBeUndefined();
    const line = 'not-found: A page shows a podcast that is not in the settings (sid:typo).';
    expect(wordPress.log()).toContain(line);
    for (const other of ['sid:other', 'sid:a%0Ab', `sid:${'a'.repeat(500)}`]) {
      expect(await askForToken(user, other)).toBeUndefined();
    }
    expect(wordPress.log().match(/not in the settings/g)).toHaveLength(1);
    await wordPress.forget();
    await askForToken(user, 'sid:a%0Ab');
    expect(wordPress.log()).toMatch(/not in the settings\. Add its product ID/);
  });

  it('ends with the role, and stays shut if it was made before the user got it', async () => {
    const user = await createAccount('editor');
    const token = await askForToken(user, sku);
    expect(await useToken(token)).toBe(secrets.feedUrl);
    await change(user.id, `'role' => 'subscriber'`);
    expect(await useToken(token)).toBe('no-access');
    const shut = await askForToken(user, sku);
    await change(user.id, `'role' => 'editor'`);
    expect(await useToken(shut)).toBe('no-access');
    expect(await useToken(await askForToken(user, sku))).toBe(secrets.feedUrl);
  });

  it('asks the filter of a membership plugin when it is made, and when it is used', async () => {
    wordPress.define(constants());
    const user = await createAccount('subscriber');
    const refuse = `add_filter('private_podcast_subscribe_member', '__return_null');`;
    const token = await askForToken(user, sku);
    wordPress.addFilters(refuse);
    expect(await useToken(token)).toBe('no-access');
    const refused = await askForToken(user, sku);
    wordPress.addFilters('');
    expect(await useToken(refused)).toBe('no-access');
    expect(operator.seen).toEqual([]);
    expect(await useToken(token)).toBe(secrets.feedUrl);
  });

  it('counts without a user only if wp-config.php has the secret', async () => {
    wordPress.define(constants());
    const own = (await wordPress.run(
      'return PrivatePodcastSubscribe\\Settings::tokenSecrets()[0];',
    )) as string;
    const token = await createSubscribeToken({ email: 'outsider@example.org', sku }, own);
    expect(await useToken(token)).toBe('token-invalid');
    wordPress.define(constants({ TOKEN_SECRET: own }));
    expect(await useToken(token)).toBe(secrets.feedUrl);
    // Not for an address that belongs to a user whom the rules keep out.
    wordPress.define(constants({ TOKEN_SECRET: own, ROLES: ['editor'] }));
    const { email } = await createAccount('subscriber');
    expect(await useToken(await createSubscribeToken({ email, sku }, own))).toBe('no-access');
  });

  it('names nobody whose address only the database takes for the same', async () => {
    const own = 'the secret of another backend, 32 bytes or more';
    wordPress.define(constants({ TOKEN_SECRET: own, CREATE_USERS: '1' }));
    await createAccount('editor', 'victim@example.org');
    const token = await createSubscribeToken({ email: 'víctim@example.org', sku }, own);
    await useToken(token);
    expect(operator.asked('GET /profile/email/victim%40')).toEqual([]);
    expect(operator.asked('GET /profile/email/v%C3%ADctim%40')).toHaveLength(1);
  });
});
