// @ts-check
/**
 * The catalogue of the demo's feed service: one client (the site), one podcast, and a grant for
 * each present or past member. Outside a demo, the catalogue is a file.
 */
import { randomBytes } from 'node:crypto';
import { accounts } from './accounts.js';

/** Product ID of the podcast. */
export const sku = 'sid:slack-hour-members-26';

/** Identifies this site to the service. A real one is issued by the service's operator. */
export const onboardingOriginId = 'breakwater-members';

/** The site's credentials, generated at each start. They never leave the two servers. */
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
