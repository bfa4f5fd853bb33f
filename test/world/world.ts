/**
 * The real things: two processes of the service on one database, the publisher's handlers with and without a
 * shared cache, and the shows' feeds. Whatever leaves one of them is searched for secrets.
 */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedCache } from '../../src/api/cache/shared-cache.js';
import { createSubscribeHandler } from '../../src/publisher.js';
import type { SubscribeHandler } from '../../src/publisher/handler/subscribe-handler.js';
import type { Catalogue } from '../../src/service/catalogue/catalogue.js';
import { createService, type Service } from '../../src/service/service.js';
import { configOf } from '../support/feed-service/api-client.js';
import { isReadingFeeds } from '../support/feed-service/lent-feed-workers.js';
import { client, origin } from '../support/feed-service/backend.js';
import { secrets } from '../support/feed-service/event-senders.js';
import { operator } from '../support/feed-service/operator-calls.js';
import { showXml } from '../support/feed-service/show-xml.js';
import { FailingCache } from './cache.js';
import { catalogueOf } from './catalogue.js';
import type { Clock } from './clock.js';
import { members, shows, type Member, type Show } from './cast.js';
import { Secrets } from './secrets.js';
import { DATABASE_SECRET, ProcessPool, type SharedDatabase } from './shared-database.js';

export const pageOrigin = 'https://www.example.org';
export const subscribeSecret = 'a secret of the publisher for these runs';
export const begin = Date.UTC(2026, 0, 1);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Handlers of the publisher: two share a cache, one has none. The service's own are `service`. */
export const pages = ['first', 'second', 'alone', 'service'] as const;
export type Page = (typeof pages)[number];

interface Process {
  service: Service;
  pool: ProcessPool;
}

let runs = 0;

export class World {
  readonly run = (runs += 1);
  readonly processes: (Process | undefined)[] = [undefined, undefined];
  readonly catalogue = { grants: [] } as unknown as Catalogue & { grants: object[] };
  readonly #handlers: Record<Exclude<Page, 'service'>, SubscribeHandler>;
  readonly secrets = new Secrets();
  readonly cache: FailingCache;
  readonly #ending: Promise<unknown>[] = [];
  /** The process that answered last. */
  answered = 0;
  #operatorToken = '';

  constructor(
    readonly clock: Clock,
    readonly database: SharedDatabase,
    private readonly folder: string,
  ) {
    clock.begin(begin);
    const fixed = [DATABASE_SECRET, client.clientSecret, operator.clientSecret, subscribeSecret];
    for (const secret of [...fixed, ...Object.values(secrets), ...members.map(this.email)])
      this.secrets.keep(secret);
    const handler = (first: number, cache?: SharedCache) =>
      createSubscribeHandler({
        service: {
          ...configOf(origin),
          extensions: true,
          fetch: (input: RequestInfo | URL, init?: RequestInit) => this.#reach(first, input, init),
        },
        secret: subscribeSecret,
        allowedOrigins: [pageOrigin],
        cache,
        onError: (error) =>
          this.secrets.search(`${error.message} ${JSON.stringify(error)}`, 'a failure'),
      });
    const cache = (this.cache = new FailingCache(clock, this.secrets));
    this.#handlers = { first: handler(0, cache), second: handler(1, cache), alone: handler(0) };
  }

  static async open(clock: Clock, database: SharedDatabase): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'pps-world-'));
    const world = new World(clock, database, folder);
    for (const show of shows) await world.writeShow(show, 1, true);
    world.writeCatalogue(new Set(shows), []);
    for (const process of [0, 1]) await world.start(process);
    // The shows have been read, so that there are copies of them.
    for (const process of [0, 1]) await world.processes[process]?.service.checkFeeds();
    await world.settle();
    return world;
  }

  email = (member: Member): string => `${member}-${this.run}@example.org`;
  sku = (show: Show): string => `sid:${show}-${this.run}`;
  subject = (name: string): string => `${name}-${this.run}`;
  feedPath = (show: Show): string => join(this.folder, `${show}.rss`);

  /** A show's feed is there, or gone. */
  async writeShow(show: Show, version: number, isGood: boolean): Promise<void> {
    const episode = { guid: show, title: `${show} version ${version}.`, date: begin };
    const xml = showXml(show, [episode], 'https://media.example.org');
    if (!isGood) return rm(this.feedPath(show), { force: true });
    await writeFile(this.feedPath(show), xml);
    const changed = begin / 1000 + version;
    await utimes(this.feedPath(show), changed, changed);
  }

  writeCatalogue(
    offered: ReadonlySet<Show>,
    grants: { member: Member; show: Show; until?: string }[],
  ): void {
    Object.assign(this.catalogue, catalogueOf(this, offered, grants));
  }

  async start(process: number): Promise<void> {
    const pool = new ProcessPool(this.database);
    const service = createService({
      catalogue: this.catalogue,
      database: pool,
      publicUrl: origin,
      subscribe: { secret: subscribeSecret, allowedOrigins: [pageOrigin] },
      log: (line) => this.secrets.search(JSON.stringify(line), 'the log'),
    });
    this.processes[process] = { service, pool };
    await service.open().catch(() => undefined);
    await this.settle();
  }

  /** Ends a process, as it stands. */
  kill(process: number): void {
    const { pool, service } = this.processes[process] ?? {};
    pool?.kill();
    if (service) this.#ending.push(service.close());
    this.processes[process] = undefined;
  }

  async stop(process: number): Promise<void> {
    const { pool, service } = this.processes[process] ?? {};
    this.processes[process] = undefined;
    const closing = service?.close();
    await this.settle();
    await closing;
    pool?.kill();
  }

  /** Lets all that goes on in the background come to rest. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await turn();
      const isReading = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
      if (this.database.running > 0 || isReading || isReadingFeeds()) quiet = -1;
    }
  }

  /** Lets time pass: at most six seconds of it as the processes feel it, the rest as if the machine had slept. */
  async pass(milliseconds: number): Promise<void> {
    this.clock.time += Math.max(0, milliseconds - 6_000);
    for (let left = Math.min(milliseconds, 6_000); left > 0;) {
      const next = Math.max(1, Math.ceil(this.clock.untilNext(left)));
      left -= next;
      this.clock.advance(next);
      await this.settle();
    }
  }

  /** Asks a process. @returns 599 if there is none that answers */
  async ask(process: number, path: string, init?: RequestInit): Promise<Response> {
    this.answered = process;
    const service = this.processes[process]?.service;
    const answer = await service
      ?.fetch(new Request(new URL(path, origin), init))
      .catch(() => undefined);
    return answer ?? new Response('', { status: 599 });
  }

  /** Milliseconds for which a process says that it has learned nothing of what others change; for ever without an answer. */
  async ageOf(process: number): Promise<number> {
    const service = this.processes[process]?.service;
    const answer = await service?.fetch(new Request(`${origin}/metrics`)).catch(() => undefined);
    const [, seconds] = /^pps_links_age_seconds (\S+)$/m.exec((await answer?.text()) ?? '') ?? [];
    return seconds === undefined ? Infinity : Number(seconds) * 1000;
  }

  /** The answer's text, searched for what only `belongs` may show. */
  async read(answer: Response, where: string, belongs = ''): Promise<string> {
    const text = await answer.text();
    this.secrets.search(`${text} ${[...answer.headers].join()}`, `the answer to ${where}`, belongs);
    return text;
  }

  async #reach(first: number, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const process = this.processes[first] ? first : 1 - first;
    this.answered = process;
    const { service } = this.processes[process] ?? {};
    if (!service) throw new TypeError('fetch failed');
    const request = new Request(input, init);
    const answer = await service.fetch(request).catch(() => {
      throw new TypeError('fetch failed');
    });
    if (answer.ok && request.url.endsWith('/oauth/token'))
      this.secrets.keep(((await answer.clone().json()) as { access_token: string }).access_token);
    return answer;
  }

  askPage(
    page: Page,
    process: number,
    query: string,
    token: string,
    method = 'GET',
  ): Promise<Response> {
    const init = { method, headers: { Authorization: `Bearer ${token}`, Origin: pageOrigin } };
    if (page === 'service') return this.ask(process, `/subscribe${query}`, init);
    return this.#handlers[page](new Request(`${pageOrigin}/subscribe${query}`, init));
  }

  /** An operator's call. */
  async administer(
    process: number,
    method: string,
    path: string,
    body?: string,
    type = 'application/json',
  ) {
    const ask = () =>
      this.ask(process, path, {
        method,
        headers: { Authorization: `Bearer ${this.#operatorToken}`, 'Content-Type': type },
        ...(body !== undefined && { body }),
      });
    const answer = await ask();
    if (answer.status !== 401) return answer;
    const form = { client_id: operator.clientId, client_secret: operator.clientSecret };
    const issued = await this.ask(process, '/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        ...form,
        grant_type: 'client_credentials',
        scope: 'service:admin',
      }),
    });
    if (!issued.ok) return issued;
    this.#operatorToken = this.secrets.keep(
      ((await issued.json()) as { access_token: string }).access_token,
    );
    return ask();
  }

  async close(): Promise<void> {
    this.database.isAway = false;
    for (const process of [0, 1]) await this.stop(process);
    await Promise.all(this.#ending);
    await rm(this.folder, { recursive: true });
  }
}
