/** A Ghost site for tests: its own process, database and folder, on loopback, and the owner's calls. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../support/programs/free-port.js';
import { root } from '../../scripts/setup.mjs';
import { openServer } from '../../demo/open-server.js';
import type { GhostFiles } from './install.js';

/** The first start makes the database. */
const START_TIMEOUT_MS = 120_000;

const owner = {
  name: 'Owner',
  email: 'owner@example.org',
  password: 'a long pass phrase',
  blogTitle: 'The Club',
};
/** What the owner gives a member: a tier, as a gift where Ghost has no Stripe account. */
export interface Member {
  id: string;
  email: string;
}

const configOf = (url: string, folder: string, portalUrl: string) => ({
  url,
  server: { host: '127.0.0.1', port: new URL(url).port },
  database: {
    client: 'better-sqlite3',
    connection: { filename: join(folder, 'content/data/ghost.db') },
  },
  paths: { contentPath: join(folder, 'content') },
  mail: { transport: 'stub', from: 'club@example.org' },
  logging: { level: 'error', transports: ['file'], path: join(folder, 'content/logs') },
  // Nothing outside of this machine is asked.
  privacy: {
    useUpdateCheck: false,
    useGravatar: false,
    useRpcPing: false,
    useStructuredData: false,
  },
  portal: { url: portalUrl },
  sodoSearch: { url: false },
  comments: { url: false },
  announcementBar: { url: false },
  security: { staffDeviceVerification: false, allowWebhookInternalIPs: true },
});

/** A Ghost that runs. */
export class Ghost {
  readonly url: string;
  readonly #folder: string;
  readonly #files: GhostFiles;
  readonly #close: () => Promise<void>;
  #process: ChildProcess | undefined;
  #cookie = '';

  constructor(url: string, folder: string, files: GhostFiles, close: () => Promise<void>) {
    this.url = url;
    this.#folder = folder;
    this.#files = files;
    this.#close = close;
  }

  /** Starts the process, and waits until it answers. */
  async start(): Promise<void> {
    const child = spawn(this.#files.node, ['current/index.js'], {
      cwd: this.#folder,
      env: { ...process.env, NODE_ENV: 'development' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-2000);
    });
    // A run that is cut off calls no `stop`, and Vitest leaves by `exit` on a signal.
    process.once('exit', this.#kill);
    const ended = once(child, 'exit').then(() => {
      throw new Error(`Ghost has ended: ${said}`);
    });
    const isUp = async () => {
      const { status } = await fetch(`${this.url}/members/.well-known/jwks.json`);
      // While it starts, it answers 503.
      if (status !== 200) throw new Error(`Ghost answers ${status}.`);
    };
    const answers = vi.waitFor(isUp, { timeout: START_TIMEOUT_MS });
    ended.catch(() => undefined);
    await Promise.race([answers, ended]);
  }

  readonly #kill = () => void this.#process?.kill('SIGKILL');

  async #stopProcess(): Promise<void> {
    const child = this.#process;
    process.off('exit', this.#kill);
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    this.#kill();
    await exited;
  }

  async stop(): Promise<void> {
    await this.#stopProcess();
    await this.#close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Gives the site new keys: Ghost makes those that its database lacks when it starts. */
  async changeKeys(): Promise<void> {
    await this.#stopProcess();
    const script = `new (require('better-sqlite3'))(process.argv[1])
      .exec("DELETE FROM settings WHERE key IN ('members_private_key', 'members_public_key')")`;
    const database = join(this.#folder, 'content/data/ghost.db');
    execFileSync(this.#files.node, ['-e', script, database], { cwd: this.#files.ghost });
    await this.start();
  }

  /** Sends a request of the owner. @returns the answer's JSON. */
  async admin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.url}/ghost/api/admin/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Origin: this.url,
        ...(this.#cookie && { Cookie: this.#cookie }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return /^[{[]/.test(text) ? (JSON.parse(text) as Record<string, unknown>) : { text };
  }

  /** What a new site asks first. */
  async setUp(): Promise<void> {
    await this.admin('POST', 'authentication/setup/', { setup: [owner] });
    await this.admin('POST', 'session/', { username: owner.email, password: owner.password });
  }

  async #add(type: string, value: object): Promise<Record<string, unknown>> {
    const answer = await this.admin('POST', `${type}/`, { [type]: [value] });
    return (answer[type] as Record<string, unknown>[])[0]!;
  }

  /** Makes a tier that costs something. @returns its ID. */
  async addTier(name: string): Promise<string> {
    const price = { monthly_price: 500, yearly_price: 5000, currency: 'eur' };
    const tier = await this.#add('tiers', { name, type: 'paid', visibility: 'public', ...price });
    return String(tier.id);
  }

  async addMember(email: string, ...tiers: string[]): Promise<Member> {
    const { id } = await this.#add('members', {
      email,
      tiers: tiers.map((tier) => ({ id: tier })),
    });
    return { id: String(id), email };
  }

  async changeMember({ id }: Member, change: object): Promise<void> {
    await this.admin('PUT', `members/${id}/`, { members: [change] });
  }

  async removeMember({ id }: Member): Promise<void> {
    await this.admin('DELETE', `members/${id}/`);
  }

  /** A link that signs the member in, as in a mail. */
  async signInUrl({ id }: Member): Promise<string> {
    const answer = await this.admin('GET', `members/${id}/signin_urls/`);
    const [{ url } = { url: '' }] = answer.member_signin_urls as { url: string }[];
    return url;
  }

  /** The token that a page gets for a member. */
  async tokenOf(member: Member, path = 'entitlements'): Promise<string> {
    const signedIn = await fetch(await this.signInUrl(member), { redirect: 'manual' });
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const response = await fetch(`${this.url}/members/api/${path}`, { headers: { Cookie } });
    if (response.status !== 200) throw new Error(`No token: ${response.status}`);
    return response.text();
  }

  /** Publishes a page or a post with an HTML card. @returns its URL. */
  async publish(type: 'pages' | 'posts', title: string, html: string, more = {}): Promise<string> {
    const card = { type: 'html', version: 1, html };
    const paragraph = {
      type: 'paragraph',
      version: 1,
      children: [{ type: 'extended-text', version: 1, text: 'Hear it here.' }],
    };
    const root = { type: 'root', version: 1, children: [paragraph, card] };
    const lexical = JSON.stringify({ root });
    const made = await this.#add(type, { title, lexical, status: 'published', ...more });
    return String(made.url);
  }

  /** Makes a custom integration. @returns its ID, and its Admin API key. */
  async addIntegration(name: string): Promise<{ id: string; adminKey: string }> {
    const { id } = await this.#add('integrations', { name });
    const answer = await this.admin('GET', `integrations/${String(id)}/?include=api_keys`);
    const [{ api_keys }] = answer.integrations as [{ api_keys: Record<string, string>[] }];
    const key = api_keys.find(({ type }) => type === 'admin');
    return { id: String(id), adminKey: String(key?.secret) };
  }

  /** Has Ghost tell of its members. @returns the IDs of the webhooks. */
  async addWebhooks(integration: string, target: string, secret: string): Promise<string[]> {
    const ids: string[] = [];
    for (const event of ['member.added', 'member.edited', 'member.deleted']) {
      const hook = { event, name: event, target_url: target, secret };
      const { id } = await this.#add('webhooks', { ...hook, integration_id: integration });
      ids.push(String(id));
    }
    return ids;
  }
}

/** Makes a site from nothing: database, owner, an empty front page. */
export async function startGhost(files: GhostFiles): Promise<Ghost> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-ghost-'));
  cpSync(join(files.ghost, 'content'), join(folder, 'content'), { recursive: true });
  // The picture that the guide's card names.
  cpSync(join(root, 'demo/show/media/cover.png'), join(folder, 'content/images/cover.png'));
  // Ghost looks for its version in the folder in which it is started, where its own installer has this link.
  symlinkSync(files.ghost, join(folder, 'current'));
  const portal = await readFile(files.portal);
  const scripts = await openServer({ host: '127.0.0.1' });
  const headers = { 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' };
  scripts.answer(() => new Response(portal, { headers }));
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = JSON.stringify(configOf(url, folder, `${scripts.url}/portal.min.js`));
  writeFileSync(join(folder, 'config.development.json'), config);
  const ghost = new Ghost(url, folder, files, () => scripts.close());
  await ghost.start();
  await ghost.setUp();
  return ghost;
}
