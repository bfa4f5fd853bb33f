/** A publisher for the plugin's tests: the project's own service, and the settings that reach it. */
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { HandlerSetup } from '../contract/handler-requests.js';
import { startServer, type RunningService } from '../../src/service/node-server/start-server.js';
import { catalogueOf, client, showFolder, sku } from '../support/feed-service/backend.js';
import { constantsOf } from '../support/publisher/service-constants.js';
import { other, WordPress } from './wordpress.js';

const facts = inject('wordPress');

/** The tests' WordPress. */
export const wordPress = new WordPress(
  typeof facts === 'string' ? { url: '', folder: '', php: '' } : facts,
);

/** The plugin's subscribe handler. */
export const endpoint = `${wordPress.url}/wp-admin/admin-ajax.php?action=private_podcast`;

/** Passes plugin constants in a request header, so that each request has its own settings. */
export function headersOf(setup: HandlerSetup): Record<string, string> {
  const constants = {
    ...constantsOf(setup),
    EXTENSIONS: setup.service.extensions ?? false,
    CREATE_USERS: setup.service.createUsers ?? true,
    TOKEN_SECRET: setup.secret,
    ALLOWED_ORIGINS: setup.allowedOrigins,
  };
  return { 'x-test-constants': JSON.stringify(constants) };
}

/** A suite that runs where there is a WordPress, and says so where there is none. */
export const describeInWordPress = (name: string, suite: () => void) =>
  typeof facts === 'string'
    ? describe.skip(`${name} (skipped: ${facts})`, suite)
    : describe(name, suite);

/** The plugin's constants for a feed service. */
export const constantsFor = (url: string) => ({
  TOKEN_URL: url,
  BASE_URL: url,
  PARSER_URL: url,
  CONSUME_URL: `${url}/consume`,
  CLIENT_ID: client.clientId,
  CLIENT_SECRET: client.clientSecret,
  ONBOARDING_ORIGIN_ID: 'origin-1',
  EXTENSIONS: true,
  PRODUCTS: [sku],
});

/** Whether a feed service has an account for an address; with `create`, it makes one where it has none. */
export async function hasAccount(url: string, email: string, create = false): Promise<boolean> {
  const answered = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      grant_type: 'client_credentials',
      scope: 'profile:user:read',
    }),
  });
  const { access_token: token } = (await answered.json()) as { access_token: string };
  const { ok } = await fetch(`${url}/profile/email/${email}?forceCreation=${create}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ok;
}

/** Runs our feed service for the tests of a suite. */
export function useService(): { url: () => string } {
  let shows: Awaited<ReturnType<typeof showFolder>>;
  let service: RunningService;
  beforeAll(async () => {
    // The file before this one may have left filters, settings and what the plugin keeps.
    wordPress.addFilters('');
    await wordPress.run(`return delete_option('private_podcast_subscribe');`);
    await wordPress.forget();
    shows = await showFolder();
    const { grants, ...catalogue } = catalogueOf(shows.feed);
    service = await startServer({
      catalogue: { ...catalogue, grants: [...(grants ?? []), { email: other, sku }] },
      port: 0,
      log: () => undefined,
    });
  });
  afterAll(async () => {
    await service.close();
    await shows.remove();
  });
  return { url: () => service.url };
}
