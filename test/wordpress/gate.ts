/** A publisher whose site lets members in: our service, which can be away for a while, and what members see. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { startServer, type RunningService } from '../../src/service/node-server/start-server.js';
import { catalogueOf, client, scope, showFolder, sku } from '../support/feed-service/backend.js';
import { freePort } from '../support/programs/free-port.js';
import { constantsFor, endpoint, wordPress } from './publisher.js';
import { password } from './wordpress.js';

export const secondSku = 'sid:second-show';

/** The plugin's constants for a site that lets members in. */
export const gateConstants = (url: string, access: object = {}) => ({
  ...constantsFor(url),
  PRODUCTS: [sku, secondSku],
  GRANTS: true,
  ACCESS: access,
});

/** A role that no user has, those of other tests of the same site included. */
export const nobodysRole = 'nobodys-role';

/** The code by which WordPress has a membership plugin, or its stand-in. */
export const standIn = (name: string) =>
  `require ${JSON.stringify(fileURLToPath(new URL(`stand-ins/${name}.php`, import.meta.url)))};`;

/** A member as the service lists them. */
export interface ListedMember {
  subject: string;
  email: string | null;
  userId?: string;
  grants: { sku: string; until?: string }[];
}

const operator = { clientId: 'operator', clientSecret: 'a long secret of the operator' };

/** Our service with a client that may state the members of WordPress. It keeps what it knows while it is away. */
export function useGatedService() {
  let shows: Awaited<ReturnType<typeof showFolder>>;
  let dataDir: string;
  let port: number;
  let running: RunningService | undefined;
  const url = () => `http://127.0.0.1:${port}`;

  async function start(): Promise<void> {
    const { products, ...catalogue } = catalogueOf(shows.feed);
    running = await startServer({
      catalogue: {
        ...catalogue,
        clients: [
          { ...client, scopes: [...scope.split(' '), 'service:members'], source: 'wordpress' },
          { ...operator, scopes: ['service:admin'] },
        ],
        products: [
          ...products,
          { sku: secondSku, title: 'The Second Show', feed: shows.feed, access: 'granted' },
        ],
        grants: [],
      },
      dataDir,
      port,
      log: () => undefined,
    });
  }
  async function stop(): Promise<void> {
    await running?.close();
    running = undefined;
  }
  beforeAll(async () => {
    shows = await showFolder();
    dataDir = await mkdtemp(join(tmpdir(), 'pps-gate-'));
    port = await freePort();
    await start();
  });
  afterAll(async () => {
    await stop();
    await shows.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function call(
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const form = {
      client_id: operator.clientId,
      client_secret: operator.clientSecret,
      grant_type: 'client_credentials',
      scope: 'service:admin',
    };
    const issued = await fetch(`${url()}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token: token } = (await issued.json()) as { access_token: string };
    return fetch(url() + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    });
  }

  /** What WordPress has stated. */
  async function members(): Promise<ListedMember[]> {
    const found: ListedMember[] = [];
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ source: 'wordpress', ...(cursor && { cursor }) });
      const answer = await call(`/admin/members?${query}`);
      const page = (await answer.json()) as { members: ListedMember[]; cursor?: string };
      found.push(...page.members);
      cursor = page.cursor;
    } while (cursor);
    return found;
  }

  /** Whom WordPress lets in, as "address sku until". */
  async function grants(): Promise<string[]> {
    return (await members())
      .flatMap(({ email, grants }) =>
        grants.map(({ sku, until }) => [email, sku, until].filter(Boolean).join(' ')),
      )
      .sort();
  }

  /** Ends what WordPress has stated. */
  const clear = () => call('/admin/members?source=wordpress', { method: 'DELETE' });
  return { url, start, stop, call, members, grants, clear };
}

/** What a user who is logged in gets of a podcast: the feed link, or the code of a problem. */
export async function feedOf(user: string, product = sku): Promise<string> {
  const form = new URLSearchParams({ log: user, pwd: password, testcookie: '1' });
  const headers = { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' };
  const login = await fetch(`${wordPress.url}/wp-login.php`, {
    method: 'POST',
    body: form,
    headers,
    redirect: 'manual',
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const asked = await fetch(`${endpoint}_token&sku=${product}`, {
    method: 'POST',
    headers: { cookie, origin: wordPress.url },
  });
  const { token, code: refused } = (await asked.json()) as { token?: string; code?: string };
  if (!token) return refused ?? 'no token';
  const answer = await fetch(endpoint, {
    headers: { authorization: `Bearer ${token}`, origin: wordPress.url },
  });
  const { feedUrl, code } = (await answer.json()) as { feedUrl?: string; code?: string };
  return feedUrl ?? code ?? 'nothing';
}

/** What an app gets at a feed link: "episodes", "ended" (the notice), or the status. */
export async function heardAt(feedUrl: string): Promise<string> {
  const answer = await fetch(feedUrl, { headers: { 'user-agent': 'Overcast/3.0' } });
  if (answer.status !== 200) return String(answer.status);
  return (await answer.text()).includes('/membership-ended</guid>') ? 'ended' : 'episodes';
}

/** What an app gets soon: the service's processes know of a change within two seconds. */
export const soonHeardAt = (feedUrl: string, heard: string) =>
  vi.waitFor(async () => expect(await heardAt(feedUrl)).toBe(heard), 10_000);

/** How the outbox stands. */
export const outbox = () =>
  wordPress.run(`return PrivatePodcastSubscribe\\Access\\Outbox::state();`) as Promise<{
    waiting: number;
    since: number;
    error: string;
    members: number;
  }>;

/** What WP-Cron does each minute. A pause is over by then. */
export const aMinuteLater = () =>
  wordPress.run(`$pause = get_option('private_podcast_subscribe_pause');
    $pause && update_option('private_podcast_subscribe_pause', ['until' => time()] + $pause, false);
    do_action('private_podcast_subscribe_minute'); return true;`);

/** Removes the users and the members of earlier tests, and everything that the gate has stored. */
export async function forgetGate(service: { clear(): Promise<unknown> }): Promise<void> {
  await service.clear();
  wordPress.define({});
  wordPress.addFilters('');
  await wordPress.run(`require_once ABSPATH . 'wp-admin/includes/user.php';
    foreach (get_users(['exclude' => [1]]) as $user) { str_starts_with($user->user_login, 'gate-') && wp_delete_user($user->ID); }
    foreach (['pmpro', 'woocommerce', 'memberpress'] as $name) { delete_option("stand_in_$name"); }
    return true;`);
  await wordPress.run(forgetting);
  await wordPress.forget();
}

/** Removes the table and the options of the gate. */
export const forgetting = `global $wpdb;
  $wpdb->query("DROP TABLE IF EXISTS {$wpdb->prefix}private_podcast_members");
  foreach (['table', 'pause', 'file', 'home'] as $name) { delete_option("private_podcast_subscribe_$name"); }
  foreach ([[$wpdb->options, 'option_name'], [$wpdb->usermeta, 'meta_key']] as [$table, $name]) {
    $wpdb->query("DELETE FROM $table WHERE $name LIKE '%private_podcast_subscribe_given_%'");
  }
  wp_cache_flush();
  return true;`;

/** Adds a user. @returns their ID */
export const addUser = (name: string, role = 'subscriber') =>
  wordPress.run(
    `return wp_insert_user(['user_login' => 'gate-${name}', 'user_email' => '${name}@example.org', 'user_pass' => '${password}', 'role' => '${role}']);`,
  ) as Promise<number>;

/** Gives somebody who was imported a password to log in with. */
export const setPassword = (name: string) =>
  wordPress.run(
    `wp_set_password('${password}', get_user_by('login', 'gate-${name}')->ID); return true;`,
  );

/** Adds authors as an import does, straight into the tables. */
export const importUsers = (count: number, prefix: string) =>
  wordPress.run(`global $wpdb; foreach (array_chunk(range(1, ${count}), 500) as $numbers) {
      $users = array_map(fn($i) => "('gate-${prefix}$i', 'gate-${prefix}$i', '${prefix}$i@example.org', '2026-01-01 00:00:00')", $numbers);
      $wpdb->query("INSERT INTO $wpdb->users (user_login, user_nicename, user_email, user_registered) VALUES " . implode(',', $users));
    }
    return $wpdb->query("INSERT INTO $wpdb->usermeta (user_id, meta_key, meta_value) SELECT ID, 'wp_capabilities', 'a:1:{s:6:\\"author\\";b:1;}' FROM $wpdb->users WHERE user_login LIKE 'gate-${prefix}%'");`);

/** States everyone anew, in one file. */
export const sync = `PrivatePodcastSubscribe\\Access\\WholeFile::start(); PrivatePodcastSubscribe\\Access\\Sender::run(600, true);`;
