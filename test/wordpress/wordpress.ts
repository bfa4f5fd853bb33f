/** A WordPress for tests: a database, a site and PHP's own server, all in one folder and on loopback. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { buildPlugin } from '../../integrations/wordpress/build.mjs';
import { member, stranger } from '../support/feed-service/backend.js';
import { freePort } from '../support/programs/free-port.js';
import type { Programs } from './debian.js';

/** The data with which a test reaches the site from another process. */
export interface WordPressFacts {
  url: string;
  folder: string;
  /** The program that runs it. */
  php: string;
}

/** Another member, with a feed of their own. */
export const other = 'other@example.org';
/** Log-in names, and the addresses under which the feed service knows them. */
const users = { member, other, stranger, admin: 'admin@example.org' };
export type User = keyof typeof users;
/** Everyone's. */
export const password = 'a long pass phrase';

const START_TIMEOUT_MS = 60_000;

/** Waits for a condition of another process. */
async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`${what} did not start.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const phpText = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** A WordPress that runs. */
export class WordPress {
  readonly url: string;
  readonly #folder: string;
  readonly #php: string;

  constructor({ url, folder, php }: WordPressFacts) {
    this.url = url;
    this.#folder = folder;
    this.#php = php;
  }

  /** Runs PHP in WordPress, as the administrator. @returns what it returns. */
  async run(php: string, ...flags: string[]): Promise<unknown> {
    const args = ['-d', 'sendmail_path=/bin/true', join(this.#folder, 'site/run.php'), ...flags];
    const output = await new Promise<string>((resolve, reject) => {
      const child = execFile(this.#php, args, (error, stdout, stderr) =>
        error ? reject(new Error(`${error.message}${stdout}${stderr}`)) : resolve(stdout),
      );
      child.stdin?.end(php);
    });
    return JSON.parse(output.trim().split('\n').at(-1) ?? 'null');
  }

  /** Sets the plugin's constants of wp-config.php, from the next request on. */
  define(constants: Record<string, unknown>): void {
    writeFileSync(join(this.#folder, 'constants.json'), JSON.stringify(constants));
  }

  /** Adds code as another plugin of the publisher would, from the next request on. */
  addFilters(php: string): void {
    writeFileSync(join(this.#folder, 'filters.php'), `<?php ${php}`);
  }

  /** Puts a page cache that knows no members in front of the site, or takes it away. */
  cachePages(isOn: boolean): void {
    const folder = join(this.#folder, 'page-cache');
    rmSync(folder, { recursive: true, force: true });
    if (isOn) mkdirSync(folder);
  }

  /** The plugin's lines in debug.log, and PHP's complaints there. */
  log(): string {
    const file = join(this.#folder, 'debug.log');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return lines.filter((line) => line.includes('private-podcast-subscribe')).join('\n');
  }

  /**
   * What PHP and WordPress complain of in debug.log, but for what this PHP finds to be old in
   * WordPress's own files.
   */
  complaints(): string[] {
    const file = join(this.#folder, 'debug.log');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const itsOwn = /PHP Deprecated: {2}(?!Function |Hook |File ).* in \S+\/wp-(?:admin|includes)\//;
    return lines.filter((line) => line.includes('] PHP ') && !itsOwn.test(line));
  }

  /** Empties the log, and makes the plugin forget what it keeps for a while. */
  async forget(): Promise<void> {
    await this.run(
      `global $wpdb; return $wpdb->query("DELETE FROM $wpdb->options WHERE option_name LIKE 'private_podcast_subscribe_kept_%'");`,
    );
    rmSync(join(this.#folder, 'tmp'), { recursive: true });
    mkdirSync(join(this.#folder, 'tmp'));
    writeFileSync(join(this.#folder, 'debug.log'), '');
  }

  /** Makes everything that the plugin keeps for a while older. */
  async age(seconds: number): Promise<void> {
    await this.run(
      `global $wpdb; return $wpdb->query("UPDATE $wpdb->options SET option_value = CONCAT(SUBSTRING_INDEX(option_value, ':', 1) - ${seconds}, ':', SUBSTRING_INDEX(option_value, ':', -1)) WHERE option_name LIKE 'private_podcast_subscribe_kept_%'");`,
    );
  }

  async logIn(context: BrowserContext, user: User): Promise<void> {
    const form = { log: user, pwd: password, testcookie: '1' };
    await context.request.get(`${this.url}/wp-login.php`);
    await context.request.post(`${this.url}/wp-login.php`, { form, maxRedirects: 0 });
  }

  /** Removes the pages of other tests: a page with a podcast that is not in the settings is a finding. */
  async removePages(): Promise<void> {
    await this.run(
      `foreach (get_posts(['post_type' => 'any', 'numberposts' => -1]) as $post) { wp_delete_post($post->ID, true); } return true;`,
    );
  }

  /** Makes a page. @returns its URL. */
  async addPage(title: string, content: string): Promise<string> {
    const id = await this.run(
      `return wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_title' => ${phpText(title)}, 'post_content' => wp_slash(${phpText(content)})]);`,
    );
    return `${this.url}/?page_id=${String(id)}`;
  }
}

function startDatabase(folder: string): ChildProcess {
  const tables = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'].map((name) =>
    readFileSync(join('/usr/share/mysql', name), 'utf8'),
  );
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const args = ['--no-defaults', ...user, `--datadir=${join(folder, 'db')}`];
  mkdirSync(join(folder, 'db'));
  const script = [
    'CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket=NULL;',
    ...tables,
    'CREATE DATABASE wordpress;',
  ].join('\n');
  const run = `mariadbd "$@" --bootstrap --log-warnings=0 && exec mariadbd "$@" --skip-networking --socket=${join(folder, 'db.sock')} --pid-file=${join(folder, 'db.pid')} --innodb-flush-log-at-trx-commit=0 --skip-grant-tables`;
  const child = spawn('sh', ['-c', run, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.stdin.end(script);
  return child;
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** Ends programs with their process groups: workers and shells have processes of their own. */
function endGroups(programs: ChildProcess[]): void {
  for (const { pid } of programs.filter(isRunning)) process.kill(-pid!, 'SIGTERM');
}

/** Makes a network of two sites out of the one that there is, from the next request on. */
async function makeNetwork(wordPress: WordPress, folder: string): Promise<void> {
  const { url } = wordPress;
  const { host } = new URL(url);
  await wordPress.run(
    `require ABSPATH . 'wp-admin/includes/upgrade.php';
    foreach ($wpdb->tables('ms_global') as $table => $name) { $wpdb->$table = $name; }
    install_network();
    return populate_network(1, '${host}', 'admin@example.org', 'The Network', '/', false) === true;`,
    '--network-install',
  );
  writeFileSync(join(folder, 'facts.json'), JSON.stringify({ url, network: host }));
  await wordPress.run(
    `require ABSPATH . 'wp-admin/includes/admin.php';
    grant_super_admin(1);
    return wp_insert_site(['domain' => '${host}', 'path' => '/two/', 'network_id' => 1, 'user_id' => 1, 'title' => 'The Second Site']);`,
  );
}

/** Starts a WordPress with the plugin's zip, its users, and nothing else. */
export async function startWordPress(
  { files, php }: Programs,
  { isNetwork = false }: { isNetwork?: boolean } = {},
): Promise<WordPressFacts & { stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-wordpress-'));
  const site = join(folder, 'site');
  const database = startDatabase(folder);
  const programs = [database];
  // A run that is cut off calls no `stop`, and Vitest leaves by `exit` on a signal.
  const endAll = () => endGroups(programs);
  process.once('exit', endAll);
  mkdirSync(join(folder, 'tmp'));
  cpSync(files, site, { recursive: true });
  const ours = fileURLToPath(new URL('site/', import.meta.url));
  for (const name of ['wp-config.php', 'run.php']) cpSync(join(ours, name), join(site, name));
  mkdirSync(join(site, 'wp-content/mu-plugins'), { recursive: true });
  cpSync(join(ours, 'quiet.php'), join(site, 'wp-content/mu-plugins/quiet.php'));
  // Not in the site's folder: PHP's server would offer it.
  mkdirSync(join(folder, 'front'));
  cpSync(join(ours, 'router.php'), join(folder, 'front/router.php'));

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'facts.json'), JSON.stringify({ url }));
  await until(() => existsSync(join(folder, 'db.sock')), 'The database');
  const wordPress = new WordPress({ url, folder, php });
  await wordPress.run(
    `require ABSPATH . 'wp-admin/includes/upgrade.php';
    return wp_install('The Club', 'admin', 'admin@example.org', false, '', ${phpText(password)});`,
    '--install',
  );
  if (isNetwork) await makeNetwork(wordPress, folder);
  const zip = await buildPlugin();
  await wordPress.run(
    `require_once ABSPATH . 'wp-admin/includes/admin.php';
    require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
    $upgrader = new Plugin_Upgrader(new Automatic_Upgrader_Skin());
    if ($upgrader->install(${phpText(zip)}) !== true) { throw new Exception('The zip cannot be installed.'); }
    $failed = activate_plugin($upgrader->plugin_info(), '', is_multisite());
    if (is_wp_error($failed)) { throw new Exception($failed->get_error_message()); }
    update_user_meta(1, 'wp_persisted_preferences', ['core/edit-post' => ['welcomeGuide' => false], 'core' => ['enableChoosePatternModal' => false]]);
    foreach (json_decode(${phpText(JSON.stringify(users))}, true) as $name => $email) {
      $name === 'admin' || wp_insert_user(['user_login' => $name, 'user_email' => $email, 'user_pass' => ${phpText(password)}, 'role' => 'subscriber']);
    }
    return true;`,
  );
  const server = spawn(
    php,
    [
      ...[
        '-d',
        'opcache.enable=1',
        '-d',
        'opcache.revalidate_freq=0',
        '-d',
        'sendmail_path=/bin/true',
      ],
      ...['-S', `127.0.0.1:${port}`, '-t', site, join(folder, 'front/router.php')],
    ],
    // A request that WordPress sends to itself needs a worker that no other page occupies.
    { env: { ...process.env, PHP_CLI_SERVER_WORKERS: '8' }, stdio: 'ignore', detached: true },
  );
  programs.push(server);
  await until(
    () =>
      fetch(`${url}/wp-login.php`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'WordPress',
  );
  return {
    url,
    folder,
    php,
    stop: async () => {
      process.off('exit', endAll);
      const closed = programs.filter(isRunning).map((program) => once(program, 'close'));
      endAll();
      await Promise.all(closed);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
