/** The calls of the interface and of the administration, as the clients of a soak make them. */
import { sku } from './installation.mjs';

/** @typedef {import('./mixed-load.mjs').Answer} Answer */
/** @typedef {ReturnType<typeof import('./mixed-load.mjs').createAsk>} Ask */

/** The client of the catalogue that makes them. */
export const client = {
  clientId: 'site',
  clientSecret: 'a-client-secret-for-the-soak',
  scopes: ['vault:impersonate', 'profile:user:read', 'service:admin'],
};

/** @param {Answer} answer */
export const read = ({ text }) => JSON.parse(text);

/** @param {string} email */
const grantPath = (email) =>
  `/admin/grants/${encodeURIComponent(sku)}/${encodeURIComponent(email)}`;

/** @param {Answer | undefined} answer an access answer (docs/interface.md 4.4) */
const pathIn = (answer) => {
  const item = answer && read(answer)[0];
  return item && new URL(item.url).pathname;
};

/** @param {Ask} ask @param {string} url of the service */
export async function createCalls(ask, url) {
  const issueToken = (/** @type {(answer: Answer) => string | undefined} */ check) =>
    ask('token', `${url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.clientSecret,
        scope: client.scopes.join(' '),
      }).toString(),
      check,
    });
  const first = await issueToken(() => undefined);
  if (!first) throw new Error('The service gave no token.');
  const headers = {
    // One token for the whole run: it, too, must outlive the process.
    authorization: `Bearer ${read(first).access_token}`,
    'content-type': 'application/json',
  };

  return {
    headers,
    issueToken: () =>
      issueToken((answer) => (read(answer).expires_in > 0 ? undefined : 'no lifetime')),
    grant: (/** @type {string} */ email) =>
      ask('grant', url + grantPath(email), { method: 'PUT', headers, body: '{}' }),
    revoke: (/** @type {string} */ email) =>
      ask('revoke', url + grantPath(email), { method: 'DELETE', headers }),
    adminReset: (/** @type {string} */ email) =>
      ask('admin reset', `${url}/admin/feeds/reset`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ sku, email }),
      }),
    /** The user ID of an address. @param {string} email @returns {Promise<string | undefined>} */
    async findUser(email) {
      const path = `/profile/email/${encodeURIComponent(email)}?forceCreation=true`;
      const answer = await ask('profile', url + path, { headers });
      return answer && read(answer).id;
    },
    /** The entitlement of a user who has access. @param {string} userId @param {string} [product] @returns {Promise<string | undefined>} */
    async onboard(userId, product = sku) {
      const body = { onboardingOriginId: 'site', userId, sku: product, origin: 'EXTERNAL' };
      const answer = await ask('onboard', `${url}/vault/entitlements/auto-onboard`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        check: (each) => (read(each).length === 1 ? undefined : 'no entitlement'),
      });
      return answer && read(answer)[0].entitlementId;
    },
    /** The path of the feed. @param {string} userId @param {string} entitlementId @returns {Promise<string | undefined>} */
    async access(userId, entitlementId) {
      const query = `userId=${encodeURIComponent(userId)}&format=RSS`;
      const path = `/vault/entitlements/${encodeURIComponent(entitlementId)}/access?${query}`;
      const check = (/** @type {Answer} */ answer) => (pathIn(answer) ? undefined : 'no feed');
      return pathIn(await ask('access', url + path, { headers, check }));
    },
    /** The path of the new feed. @param {string} userId @param {string} entitlementId @returns {Promise<string | undefined>} */
    async reset(userId, entitlementId) {
      const path = `/vault/entitlements/${encodeURIComponent(entitlementId)}/reset?userId=${encodeURIComponent(userId)}`;
      return pathIn(await ask('reset', url + path, { method: 'POST', headers }));
    },
    connections(/** @type {string} */ userId, /** @type {string} */ entitlementId) {
      const path = `/vault/entitlements/${encodeURIComponent(entitlementId)}/connections?userId=${encodeURIComponent(userId)}`;
      const check = (/** @type {Answer} */ answer) =>
        Array.isArray(read(answer).connections) ? undefined : 'no list';
      return ask('connections', url + path, { headers, check });
    },
    /** The addresses that were granted access while the service runs. @returns {Promise<string[]>} */
    async listGrants() {
      /** @type {string[]} */
      const emails = [];
      let query = '';
      do {
        const response = await fetch(`${url}/admin/grants?${query}`, { headers });
        const { grants, cursor } = await response.json();
        for (const { email } of grants) emails.push(email);
        query = cursor ? `cursor=${encodeURIComponent(cursor)}` : '';
      } while (query);
      return emails;
    },
  };
}
