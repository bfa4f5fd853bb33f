/**
 * The others' servers in a soak, in a process of their own: the host of feeds, and the way to the operator
 * that the publisher's handler takes. Its parent says which fault is in force in both, and whether their
 * certificate has expired.
 *
 *   node outside.mjs FOLDER PORT_OF_HOST PORT_OF_OPERATOR URL_OF_OPERATOR
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { Agent, request } from 'undici';
import { generateFeed } from '../generate-feed.mjs';
import { faults } from './faults.mjs';
import { hostTitle } from './shows.mjs';

/** How often the show gets a new episode. */
const EPISODE_MS = 30_000;

const [folder = '', hostPort, operatorPort, operatorUrl = ''] = process.argv.slice(2);
const read = (/** @type {string} */ name) => readFileSync(join(folder, name));
const identity = (/** @type {string} */ name) => ({ key: read('key.pem'), cert: read(name) });

let faultName = '';
let certificate = 'good.pem';
const feeds = Array.from({ length: 5 }, (_, index) => generateFeed(10 + index, hostTitle));
const started = Date.now();
const agent = new Agent({ localAddress: '127.0.0.2', connect: { ca: read('ca.pem') } });

/** @type {import('node:http').RequestListener} */
function serveFeed(request, response) {
  const turn = Math.floor((Date.now() - started) / EPISODE_MS);
  const number = Number(/(\d+)\.xml/.exec(request.url ?? '')?.[1] ?? turn);
  response.writeHead(200, { 'content-type': 'application/rss+xml' });
  response.end(feeds[number % feeds.length]);
}

/** Passes a call on to the operator. @type {import('node:http').RequestListener} */
async function passOn(incoming, outgoing) {
  const { authorization, 'content-type': type } = incoming.headers;
  try {
    const { statusCode, headers, body } = await request(operatorUrl + incoming.url, {
      dispatcher: agent,
      method: /** @type {'GET'} */ (incoming.method),
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      body: incoming.method === 'GET' ? null : incoming,
    });
    delete headers['transfer-encoding'];
    delete headers.connection;
    outgoing.writeHead(statusCode, headers);
    pipeline(body, outgoing, () => undefined);
  } catch {
    outgoing.destroy();
  }
}

const servers = [
  { port: hostPort, listener: serveFeed },
  { port: operatorPort, listener: passOn },
].map(({ port, listener }) =>
  createServer(identity(certificate), (request, response) => {
    response.on('error', () => undefined);
    const good = () => void listener(request, response);
    const answer = faults[faultName]?.answer;
    if (answer) answer(response, good);
    else good();
  }).listen(Number(port), '127.0.0.1'),
);

process.on('message', (/** @type {{ fault: string, certificate: string }} */ told) => {
  faultName = told.fault;
  const isNew = told.certificate !== certificate;
  certificate = told.certificate;
  for (const server of isNew ? servers : []) {
    server.setSecureContext(identity(certificate));
    // Clients that are connected have seen the other one.
    server.closeIdleConnections();
  }
  process.send?.({});
});
process.on('disconnect', () => process.exit());
