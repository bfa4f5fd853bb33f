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

/**
 * How the site's own name and colour get onto the pages around the podcast, and the way back to it.
 * @param {string} siteUrl
 */
export const publisherAt = (siteUrl) => ({
  name: 'The Breakwater Review',
  url: `${siteUrl}/member`,
  accent: '#0f5863',
  contact: 'listen@breakwater.example',
});

/** The site's credentials, generated at each start. They never leave the two servers. */
export function createCredentials() {
  return { clientId: 'breakwater-site', clientSecret: randomBytes(32).toString('base64url') };
}

/**
 * @param {ReturnType<typeof createCredentials>} credentials
 * @param {{ title: string, description?: string | undefined, feed: string }} show
 * @param {string} siteUrl
 */
export function createCatalogue(credentials, { title, description = '', feed }, siteUrl) {
  return {
    publisher: publisherAt(siteUrl),
    clients: [{ ...credentials, scopes: ['vault:impersonate', 'profile:user:read'] }],
    onboardingOrigins: [onboardingOriginId],
    products: [{ sku, title, description, feed, access: /** @type {const} */ ('granted') }],
    grants: accounts.flatMap(({ email, membership }) =>
      membership ? [{ email, sku, ...membership }] : [],
    ),
  };
}
