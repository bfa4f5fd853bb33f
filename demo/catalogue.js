// @ts-check
/**
 * What the demo's feed service knows: one client (the site), one podcast, and the grants of
 * those who have or had a membership. Outside a demo this is a file that you keep.
 */
import { randomBytes } from 'node:crypto';
import { accounts } from './accounts.js';

/** Product ID of the podcast. */
export const sku = 'sid:slack-hour-members-26';

/** Names this site to the service, as the service's operator would issue it. */
export const onboardingOriginId = 'breakwater-members';

/** The site's credentials, new at each start. They never leave the two servers. */
export function createCredentials() {
  return { clientId: 'breakwater-site', clientSecret: randomBytes(32).toString('base64url') };
}

/**
 * @param {ReturnType<typeof createCredentials>} credentials
 * @param {{ title: string, description?: string | undefined, feed: string }} show
 */
export function createCatalogue(credentials, { title, description = '', feed }) {
  return {
    clients: [{ ...credentials, scopes: ['vault:impersonate', 'profile:user:read'] }],
    onboardingOrigins: [onboardingOriginId],
    products: [{ sku, title, description, feed, access: /** @type {const} */ ('granted') }],
    grants: accounts.flatMap(({ email, membership }) =>
      membership ? [{ email, sku, ...membership }] : [],
    ),
  };
}
