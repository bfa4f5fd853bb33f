/** The calls of the interface and of the administration, as the clients of a soak make them. */
import { sku } from '../service/installation.mjs';

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

/**
 * The access token for a whole run: it, too, must outlive the processes.
 * @param {Ask} ask @param {string} url of the service
 */
export async function fetchToken(ask, url) {
  const answer = await askToken(ask, url);
  if (!answer) throw new Error('The service gave no token.');
  return String(read(answer).access_token);
}

/** @param {Ask} ask @param {string} url */
const askToken = (ask, url) =>
  ask('token', `${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      scope: client.scopes.join(' '),
    }).toString(),
    check: (answer) => (read(answer).expires_in > 0 ? undefined : 'no lifetime'),
  });

/**
 * @param {Ask} ask @param {string} token
 * @param {string} url where members and publishers reach the service
 * @param {() => string} direct returns where its operators do: one of its processes
 */
export function createCalls(ask, token, url, direct) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

  return {
    issueToken: () => askToken(ask, url),
    grant: (/** @type {string} */ email) =>
      ask('grant', direct() + grantPath(email), { method: 'PUT', headers, body: '{}' }),
    revoke: (/** @type {string} */ email) =>
      ask('revoke', direct() + grantPath(email), { method: 'DELETE', headers }),
    adminReset: (/** @type {string} */ email) =>
      ask('admin reset', `${direct()}/admin/feeds/reset`, {
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
    /** Everybody who has access. @returns {Promise<{ email: string, source: string }[]>} */
    async listGrants() {
      const base = direct();
      const all = [];
      let query = '';
      do {
        const response = await fetch(`${base}/admin/grants?${query}`, { headers });
        const { grants, cursor } = await response.json();
        all.push(...grants);
        query = cursor ? `cursor=${encodeURIComponent(cursor)}` : '';
      } while (query);
      return all;
    },
  };
}
