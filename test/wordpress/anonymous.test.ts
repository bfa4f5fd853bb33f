/** What a request without a login or a token may cost the site. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { constantsFor, describeInWordPress, wordPress } from './publisher.js';
import { ajax, askForToken, createAccount, useToken } from './visit.js';
import { secrets, startOperator, type Operator } from '../support/operator/operator.js';

const sku = 'sid:one';

describeInWordPress('Routes', () => {
  let operator: Operator;
  beforeEach(async () => {
    operator = await startOperator();
    wordPress.define({ ...constantsFor(operator.url), PRODUCTS: [sku] });
    await wordPress.forget();
  });
  afterEach(async () => {
    wordPress.define({});
    wordPress.addFilters('');
    await operator.close();
  });

  const database = () =>
    wordPress.run(
      `global $wpdb; return $wpdb->get_col("SELECT CONCAT(option_name, '=', option_value) FROM $wpdb->options WHERE option_name NOT LIKE '%theme_roots' ORDER BY option_name");`,
    );

  it('write nothing to the database for anyone who has no token', async () => {
    const before = await database();
    const endpoint = `${ajax}?action=private_podcast`;
    const codes = Array.from({ length: 25 }, (_, at) => String(at).padStart(22, 'A'));
    const requests: [string, RequestInit][] = [
      ...codes.flatMap((code, at) =>
        [`flood${at}`, code, `m${code}`].map((h): [string, RequestInit] => [
          `${endpoint}&h=${h}`,
          {},
        ]),
      ),
      [endpoint, {}],
      [endpoint, { headers: { authorization: 'Bearer a.b.c' } }],
      [endpoint, { headers: { origin: 'https://evil.example' } }],
      [`${endpoint}&handoff`, { method: 'POST' }],
      [`${endpoint}&reset`, { method: 'POST' }],
      [`${endpoint}_token&sku=${sku}`, { method: 'POST', headers: { origin: wordPress.url } }],
    ];
    const statuses = new Set<number>();
    for (const [url, init] of requests) {
      const { status } = await fetch(url, { redirect: 'manual', ...init });
      statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([200, 401, 403, 410]);
    expect(await database()).toEqual(before);
    // What they do wrong is in the log, once.
    expect(wordPress.log().match(/A page of another site called/g)).toHaveLength(1);
    expect(wordPress.log().match(/has no bearer token/g)).toHaveLength(1);
  });

  it('cost few queries for a member', async () => {
    wordPress.addFilters(`
      define('SAVEQUERIES', true);
      add_action('shutdown', function () {
        global $wpdb;
        $ours = array_filter($wpdb->queries ?? [], fn($query) => str_contains($query[2], 'PrivatePodcastSubscribe'));
        file_put_contents(WP_TEMP_DIR . '/queries.json', json_encode(array_column($ours, 0)));
      });`);
    // Now and then, a new row removes old ones.
    const queries = async () =>
      (
        (await wordPress.run(
          `return json_decode(file_get_contents(WP_TEMP_DIR . '/queries.json'));`,
        )) as string[]
      ).filter((query) => !query.startsWith('DELETE'));
    const user = await createAccount('subscriber');
    const token = await askForToken(user, sku);
    expect(await useToken(token)).toBe(secrets.feedUrl);
    // The first view of the site gets an access token and the apps, too.
    expect((await queries()).length).toBeLessThanOrEqual(19);
    expect(await useToken(token)).toBe(secrets.feedUrl);
    // Four of them read what is kept: the access token, the user of the address, their feed and its apps.
    expect((await queries()).length).toBeLessThanOrEqual(8);
  });
});
