/** /subscribe without a public URL: one count for all names of the service, and no other names. */
import { request } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createSubscribeToken } from '../../../../src/publisher/tokens/subscribe-token.js';
import { startServer } from '../../../../src/service/node-server/start-server.js';
import { catalogueOf, member, sku } from '../../../support/feed-service/backend.js';
import { page, secret } from '../../../support/publisher/member.js';
import { useShowFolder } from '../../../support/feed-service/for-file.js';

const shows = await useShowFolder();

/** Stands still, so that all requests of a test are in one minute. */
const clock = { now: () => Date.parse('2026-03-01T12:00:00Z') };
let failures: object[];

const service = await startServer({
  catalogue: catalogueOf(shows.feed),
  port: 0,
  subscribe: { secret, allowedOrigins: [page] },
  log: (line) => 'error' in line && failures.push(line),
  ...clock,
});
beforeEach(() => {
  failures = [];
});
afterAll(async () => {
  await service.close();
});

/** Sends a request to the service under a name that `fetch` would not send. */
async function ask(host: string, query = '', method = 'GET') {
  const token = await createSubscribeToken({ email: member, sku }, secret, clock);
  const headers = { host, authorization: `Bearer ${token}` };
  return new Promise<{ status?: number; type?: string; body: string }>((resolve, reject) => {
    request(`${service.url}/subscribe${query}`, { method, headers }, (response) => {
      const { statusCode: status, headers } = response;
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status, type: headers['content-type'], body }));
    })
      .on('error', reject)
      .end();
  });
}

describe('serveSubscribe: the Host header', () => {
  it('lifts no limit: all names of the service have one count', async () => {
    const statuses = [];
    for (let i = 0; i < 8; i++) {
      statuses.push((await ask(`${i % 2 ? 'a' : 'b'}.localhost`, '?reset', 'POST')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it.each(['feeds.example.com', 'localhost.example.com', '192.168.1.5:8787', '[::2]'])(
    'is answered with 421 and no line in the log if it is not ours: %s',
    async (host) => {
      const { status, type, body } = await ask(host);
      expect({ status, type }).toEqual({ status: 421, type: 'application/problem+json' });
      expect(JSON.parse(body)).toMatchObject({ status: 421, code: 'bad-input' });
      expect(body).not.toContain(host);
      expect(failures).toEqual([]);
    },
  );

  it.each(['a b', 'user@localhost', 'localhost/x', 'x'.repeat(4000)])(
    'is answered with a problem and no line in the log if it is none: %#',
    async (host) => {
      const { status } = await ask(host);
      expect([400, 421]).toContain(status);
      expect(failures).toEqual([]);
    },
  );

  it('decides where the links of an answer lead', async () => {
    const { body } = await ask('localhost:1234');
    expect(JSON.parse(body)).toMatchObject({
      feedUrl: expect.stringMatching(/^http:\/\/localhost:1234\/feeds\//) as string,
      consumeUrl: 'http://localhost:1234/consume',
    });
  });
});

describe('serveSubscribe: a hand-off', () => {
  it('leads the phone to the consume page, also under another name of the service', async () => {
    const { status, body } = await ask('localhost', '?handoff', 'POST');
    expect(status).toBe(200);
    const { url } = JSON.parse(body) as { url: string };
    const opened = await fetch(`${service.url}/subscribe${url}`, { redirect: 'manual' });
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toContain(`${service.url}/consume/`);
  });
});
