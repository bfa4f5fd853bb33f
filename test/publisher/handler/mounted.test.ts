/** The handler as publishers mount it (docs/publisher.md), over real HTTP. */
import { getRequestListener, serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createSubscribeHandler,
  type SubscribeHandler,
} from '../../../src/publisher/handler/subscribe-handler.js';
import { createSubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
import {
  configFor,
  secrets,
  startOperator,
  type Operator,
} from '../../support/operator/operator.js';
import { member, page, secret } from '../../support/publisher/member.js';

/** All that Node's server needs: no framework, no adapter. */
function listener(handler: SubscribeHandler) {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers = new Headers();
    for (const [name, values] of Object.entries(incoming.headersDistinct)) {
      for (const value of values ?? []) headers.append(name, value);
    }
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
    void handler(new Request(url, { method: incoming.method ?? 'GET', headers })).then(
      async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(await response.text());
      },
    );
  };
}

/** Node's own server, with the adapter of the guide. */
function nodeServer(handler: (request: Request) => Response | Promise<Response>): Server {
  const listen = getRequestListener(handler);
  return createServer((incoming, outgoing) => void listen(incoming, outgoing)).listen(
    0,
    '127.0.0.1',
  );
}

const mounts: Record<string, (handler: SubscribeHandler) => Server | Promise<Server>> = {
  'Node’s own server': (handler) => createServer(listener(handler)).listen(0, '127.0.0.1'),
  'Node’s own server, through an adapter': (handler) => nodeServer(handler),
  Hono: (handler) => {
    const app = new Hono().all('/subscribe', (c) => handler(c.req.raw));
    return serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  },
  'Hono, mounted': (handler) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- Hono 4 has no other way
    const app = new Hono().mount('/subscribe', handler);
    return serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  },
  Express: (handler) => {
    const app = express().use(express.json());
    return app.all('/subscribe', getRequestListener(handler)).listen(0, '127.0.0.1');
  },
  'Express, below a path': (handler) =>
    express().use('/subscribe', getRequestListener(handler)).listen(0, '127.0.0.1'),
  Fastify: async (handler) => {
    const app = fastify();
    const listen = getRequestListener(handler);
    app.all('/subscribe', (request, reply) => {
      reply.hijack();
      return listen(request.raw, reply.raw);
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return app.server;
  },
  'the routes of Next.js': (handler) => {
    // Next.js calls the exports of `app/subscribe/route.ts` with a context, which is ignored.
    const route: Record<string, (request: Request, context: object) => Promise<Response>> = {
      GET: handler,
      POST: handler,
      OPTIONS: handler,
    };
    const context = { params: Promise.resolve({}) };
    return nodeServer(
      (request) => route[request.method]?.(request, context) ?? new Response(null, { status: 405 }),
    );
  },
};

describe.each(Object.entries(mounts))('createSubscribeHandler: mounted in %s', (_, mount) => {
  let operator: Operator;
  let server: Server;
  let endpoint: string;
  let items: Map<string, string>;

  beforeEach(async () => {
    operator = await startOperator();
    items = new Map();
    const handler = createSubscribeHandler({
      service: configFor(operator.url),
      secret,
      allowedOrigins: [page],
      onError: () => undefined,
      cache: {
        getItem: (key) => items.get(key),
        setItem: (key, value) => items.set(key, value),
      },
    });
    server = await mount(handler);
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/subscribe`;
  });
  afterEach(async () => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await operator.close();
  });

  it('answers a preflight, and then the element', async () => {
    const preflight = await fetch(endpoint, {
      method: 'OPTIONS',
      headers: {
        origin: page,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(page);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');

    const token = await createSubscribeToken({ ...member, origin: page }, secret);
    const headers = { origin: page, authorization: `Bearer ${token}` };
    const response = await fetch(endpoint, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(page);
    expect(await response.json()).toMatchObject({ feedUrl: secrets.feedUrl, sku: 'sid:one' });
  });

  it('redirects a phone to the consume page, once', async () => {
    const token = await createSubscribeToken(member, secret);
    const response = await fetch(`${endpoint}?handoff`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    const { url } = (await response.json()) as { url: string };
    const link = new URL(url, endpoint).href;
    const scanned = await fetch(link, { redirect: 'manual' });
    expect(scanned.status).toBe(303);
    expect(new URL(scanned.headers.get('location')!).searchParams.get('rss')).toBe(secrets.feedUrl);
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(410);
  });
});
