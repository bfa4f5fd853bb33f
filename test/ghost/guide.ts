/** docs/ghost.md as a publisher follows it: its files, with the names of a test in place of the guide's. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, type RunningService, type ServerConfig } from 'private-podcast-service';
import { openServer } from '../../demo/open-server.js';
import { root } from '../../scripts/setup.mjs';
import { showXml } from '../support/feed-service/show-xml.js';
import { freePort } from '../support/programs/free-port.js';
import { until } from '../support/waiting/until.js';

const guide = readFileSync(join(root, 'docs/ghost.md'), 'utf8');
const runningGuide = readFileSync(join(root, 'docs/running.md'), 'utf8');

/** The blocks of code in a language. */
function blocksIn(language: string, document = guide): string[] {
  const block = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm');
  return [...document.matchAll(block)].map(([, text]) => text!);
}

const [client, events] = blocksIn('json').map((text) => JSON.parse(text) as object);
const [backendCode, membersCode] = blocksIn('js') as [string, string];
const [cardCode] = blocksIn('html') as [string];

/** The guide's secrets. */
const secrets = {
  PPS_CLIENT_SECRET: 'operates the service of a test',
  PPS_GHOST_SECRET: 'the secret of the server that checks tokens',
  PPS_GHOST_WEBHOOK_SECRET: 'the secret with which Ghost signs its webhooks',
};
export const webhookSecret = secrets.PPS_GHOST_WEBHOOK_SECRET;

/** The catalogue of docs/running.md with what docs/ghost.md adds. */
function catalogueWith(feed: string): ServerConfig['catalogue'] {
  Object.assign(process.env, secrets);
  const [text] = blocksIn('json', runningGuide);
  const catalogue = JSON.parse(text!) as { clients: object[]; products: object[] };
  return {
    ...catalogue,
    clients: [...catalogue.clients, client],
    products: catalogue.products.map((product) => ({ ...product, feed })),
    ...events,
  } as ServerConfig['catalogue'];
}

/** A publisher with a Ghost site, who has followed the guide. */
export interface Publisher {
  /** What the guide calls https://listen.example.com. */
  url: string;
  /** The card, to paste into Ghost. */
  card: string;
  /** What the server that checks tokens has logged. */
  log(): string;
  /** Addresses that the service lets in, each with who said so. */
  grants(): Promise<Record<string, string>>;
  /** Runs the guide's comparison of all members. @returns what it printed. */
  compareMembers(adminKey: string): Promise<string>;
  stop(): Promise<void>;
}

async function operatorToken(url: string): Promise<string> {
  const body = new URLSearchParams({
    client_id: 'operator',
    client_secret: secrets.PPS_CLIENT_SECRET,
    grant_type: 'client_credentials',
    scope: 'service:admin',
  });
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const nothing = () => new Response(null, { status: 502 });

/** Passes a request on, as nginx does. */
async function passOn(request: Request, to: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const sent = new Headers(request.headers);
  // They belong to one connection.
  for (const name of ['connection', 'content-length', 'transfer-encoding', 'host'])
    sent.delete(name);
  const body = request.body && (await request.arrayBuffer());
  const init = { method: request.method, headers: sent, body, redirect: 'manual' };
  const answer = await fetch(`${to}${pathname}${search}`, init as RequestInit).catch(nothing);
  const headers = new Headers(answer.headers);
  // The body is no longer compressed.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
    headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}

/** @param site URL of the Ghost site */
export async function startPublisher(site: string, recordings: string): Promise<Publisher> {
  // In the repository, where Node finds the package by its name.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/ghost-'));
  const feed = join(folder, 'show.xml');
  const date = Date.parse('2026-02-10T06:00:00Z');
  const episodes = ['Second', 'First'].map((title, index) => ({
    guid: title,
    title,
    date: date - index * 86_400_000,
  }));
  writeFileSync(feed, showXml('My Show', episodes, recordings));

  const front = await openServer({ host: '127.0.0.1' });
  const [servicePort, port] = [await freePort(), await freePort()];
  const [serviceUrl, backend] = [servicePort, port].map((each) => `http://127.0.0.1:${each}`) as [
    string,
    string,
  ];
  const service: RunningService = await startServer({
    catalogue: catalogueWith(feed),
    port: servicePort,
    publicUrl: front.url,
    log: () => undefined,
  });
  front.answer((request) =>
    passOn(request, new URL(request.url).pathname === '/ghost' ? backend : serviceUrl),
  );

  const written = (code: string) =>
    code
      .replaceAll('https://www.example.com', site)
      .replaceAll('https://listen.example.com', front.url)
      .replaceAll('http://127.0.0.1:8787', serviceUrl)
      .replaceAll('8790', String(port));
  let said = '';
  const run = (name: string, code: string, env = {}): ChildProcess => {
    writeFileSync(join(folder, name), written(code));
    const options = { cwd: folder, env: { ...process.env, ...env } };
    const child = spawn(process.execPath, [name], options);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString()));
    return child;
  };
  const server = run('ghost.mjs', backendCode);
  const end = () => void server.kill('SIGKILL');
  process.once('exit', end);
  await until(async () => {
    if (server.exitCode !== null) throw new Error(said);
    await fetch(backend);
  });

  return {
    url: front.url,
    card: written(cardCode),
    log: () => said,
    async grants() {
      const headers = { Authorization: `Bearer ${await operatorToken(serviceUrl)}` };
      const answer = await fetch(`${serviceUrl}/admin/grants`, { headers });
      const { grants } = (await answer.json()) as { grants: { email: string; source: string }[] };
      return Object.fromEntries(grants.map(({ email, source }) => [email, source]));
    },
    async compareMembers(adminKey) {
      const before = said.length;
      const child = run('ghost-members.mjs', membersCode, { GHOST_ADMIN_KEY: adminKey });
      const [code] = (await once(child, 'close')) as [number];
      if (code !== 0)
        throw new Error(`ghost-members.mjs ended with ${code}: ${said.slice(before)}`);
      return said.slice(before);
    },
    async stop() {
      process.off('exit', end);
      const exited = once(server, 'exit');
      end();
      await exited;
      await front.close();
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}
