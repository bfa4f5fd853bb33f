/**
 * Everything that a journey goes through, as processes: the demo of `npm start`, and a publisher's site from
 * the examples in front of a service of its own, whose show lies on a host of its own.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { secrets as webhookSecrets } from '../../support/feed-service/event-senders.js';
import { showXml } from '../../support/feed-service/show-xml.js';
import { freePort } from '../../support/programs/free-port.js';
import { launchChromium } from '../chromium.js';
import type { Heard } from './heard.js';
import { Processes, type Running, type StartOptions } from './product.js';
import { hearBody, hearHeaders } from './visitor.js';

export const sku = 'sid:members-show';
export const cli = 'packages/service/dist/service/cli.js';
export const conformanceCli = 'packages/conformance/dist/conformance/cli.js';
const script = { site: 'examples/express/server.js', demo: 'demo/main.js' };

/** Secrets that this test chooses; the processes tell it the others. */
const planted = {
  member: 'vera.canary@readers.example',
  stranger: 'otto.canary@readers.example',
  customer: 'edda.canary@readers.example',
  clientSecret: `client-${randomBytes(24).toString('base64url')}`,
  adminSecret: `admin-${randomBytes(24).toString('base64url')}`,
  wrongSecret: `wrong-${randomBytes(24).toString('base64url')}`,
  subscribeSecret: randomBytes(32).toString('base64'),
  sealKey: randomBytes(32).toString('base64'),
  feedKey: randomBytes(16).toString('hex'),
};

/** The host of the show. Its address is a secret too: whoever has it needs no membership. */
async function startHost() {
  let isAway = false;
  const server = createServer((request, response) => {
    const isShow = request.url?.includes(planted.feedKey) && !isAway;
    response.writeHead(isShow ? 200 : 500, { 'content-type': 'application/rss+xml' });
    response.end(isShow ? showXml('The Members’ Show', episodes, 'https://cdn.example.org') : '');
  });
  const episodes = [1, 2].map((each) => ({ guid: `e${each}`, title: `Part ${each}`, date: each }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    place,
    feed: `http://${place}/shows/${planted.feedKey}.xml`,
    goAway: () => (isAway = true),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export class World {
  readonly secrets = planted;
  /** The folder of the service's catalogue and data. */
  data = '';
  demo = { url: '', serviceUrl: '' };
  service = { url: '', place: '' };
  site = { url: '' };
  host!: Awaited<ReturnType<typeof startHost>>;
  browser!: Browser;
  readonly processes: Processes;
  #demo!: Running;
  #service!: Running;

  constructor(
    readonly folder: string,
    readonly heard: Heard,
  ) {
    this.processes = new Processes(folder, heard);
  }

  async open(): Promise<void> {
    const { heard, secrets } = this;
    for (const email of [secrets.member, secrets.stranger, secrets.customer]) {
      heard.learn('e-mail address', email);
    }
    for (const each of ['mira', 'jonas', 'aino']) {
      heard.learn('e-mail address', `${each}@readers.example`);
    }
    heard.learn('client secret', secrets.clientSecret);
    heard.learn('client secret', secrets.adminSecret);
    heard.learn('client secret', secrets.wrongSecret);
    heard.learn('key of subscribe tokens', secrets.subscribeSecret);
    heard.learn('seal key', secrets.sealKey);
    for (const each of Object.values(webhookSecrets)) heard.learn('webhook secret', each);

    [this.browser, this.host, this.data] = await Promise.all([
      launchChromium(),
      startHost(),
      mkdtemp(join(tmpdir(), 'pps-canaries-')),
    ]);
    heard.learn('feed URL of the show', this.host.feed);
    heard.learn('feed URL of the show', secrets.feedKey);
    this.service.place = `127.0.0.1:${await freePort()}`;
    this.service.url = `http://${this.service.place}`;
    this.site.url = `http://localhost:${await freePort()}`;
    await this.writeCatalogue();
    await this.#startDemo();
    await this.startService();
    await this.startSite('the site', this.site.url);
  }

  /** @param changes fields of the catalogue that take the place of the usual ones */
  async writeCatalogue(changes: object = {}, name = 'catalogue.json'): Promise<void> {
    const { clientSecret, adminSecret, member } = this.secrets;
    const kinds = { billing: 'stripe', ghost: 'ghost', standard: 'standard' } as const;
    const source = (name: keyof typeof kinds) => ({
      kind: kinds[name],
      secret: webhookSecrets[name],
      products: { gold: sku },
    });
    const catalogue = {
      publisher: { name: 'A publisher', url: this.site.url },
      clients: [
        { clientId: 'the-site', clientSecret, scopes: ['vault:impersonate', 'profile:user:read'] },
        {
          clientId: 'the-operator',
          clientSecret: adminSecret,
          scopes: ['service:admin', 'service:backup'],
        },
      ],
      onboardingOrigins: ['the-origin'],
      products: [
        {
          sku,
          title: 'The Members’ Show',
          feed: this.host.feed,
          access: 'granted',
          recordings: 'signed',
        },
      ],
      grants: [{ sku, email: member }],
      events: { billing: source('billing'), ghost: source('ghost'), standard: source('standard') },
      ...changes,
    };
    await writeFile(join(this.data, name), JSON.stringify(catalogue));
  }

  async #startDemo(): Promise<void> {
    this.#demo = this.processes.start('the demo', [script.demo, '--port', '0']);
    const url = await this.#demo.says(/Open (\S+)/);
    const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
    this.demo = { url, serviceUrl: /script-src 'self' ([^ ;]+)/.exec(policy)![1]! };
  }

  async stopDemo(): Promise<void> {
    this.#demo.program.kill('SIGTERM');
    await this.#demo.ended;
  }

  async startService(): Promise<void> {
    const { subscribeSecret, sealKey } = this.secrets;
    const [, port] = this.service.place.split(':');
    // Feeds of the demo are foreign to this service, and still somebody's secret.
    const { host: foreign } = new URL(this.demo.serviceUrl);
    const hosts = ['--allow-host', this.host.place, '--parser-host', foreign];
    this.#service = this.processes.start(
      'the service',
      [
        ...[cli, '--catalogue', this.catalogue, '--data', join(this.data, 'data'), '--port', port!],
        ...[...hosts, '--origin', this.site.url],
      ],
      { env: { PPS_SUBSCRIBE_SECRET: subscribeSecret, PPS_SEAL_KEY: sealKey } },
    );
    await this.#service.says(/"base_url":"([^"]+)".*\}\n/);
  }

  get catalogue(): string {
    return join(this.data, 'catalogue.json');
  }

  async stopService(): Promise<void> {
    this.#service.program.kill('SIGTERM');
    await this.#service.ended;
  }

  reloadBySignal(): void {
    this.#service.program.kill('SIGHUP');
  }

  /** The variables that the site and its check read. */
  get environment() {
    const { url } = this.service;
    return {
      SITE_ORIGIN: this.site.url,
      SUBSCRIBE_URL: `${this.site.url}/subscribe`,
      SUBSCRIBE_SECRET: this.secrets.subscribeSecret,
      SKU: sku,
      MEMBER: this.secrets.member,
      TOKEN_URL: url,
      BASE_URL: url,
      PARSER_URL: url,
      CONSUME_URL: `${url}/consume`,
      CLIENT_ID: 'the-site',
      CLIENT_SECRET: this.secrets.clientSecret,
      ONBOARDING_ORIGIN_ID: 'the-origin',
    };
  }

  async startSite(name: string, url: string, env: Record<string, string> = {}): Promise<Running> {
    const site = this.processes.start(name, [script.site], {
      cwd: join(this.folder, 'examples/express'),
      env: { ...this.environment, PORT: new URL(url).port, ...env },
    });
    await site.says(/(Open)/);
    return site;
  }

  /** A command of the operator, such as `reset`. */
  operate(command: string, args: string[] = [], options: StartOptions = {}): Promise<string> {
    return this.processes.run(`the command ${command}`, [cli, command, ...args], options);
  }

  /** Asks as a program does, and hears the answer. */
  async ask(url: string, init: RequestInit = {}): Promise<string> {
    const answer = await fetch(url, { redirect: 'manual', ...init });
    const text = await answer.text();
    hearHeaders(this.heard, url, Object.fromEntries(answer.headers));
    hearBody(this.heard, url, text);
    return text;
  }

  async close(): Promise<void> {
    this.processes.killAll();
    this.host.close();
    await this.browser.close();
    await rm(this.data, { recursive: true, force: true });
  }
}
