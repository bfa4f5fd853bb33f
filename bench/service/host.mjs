/** The host of feeds in a soak, in a process of its own. Its parent says which fault is in force. */
import { createServer } from 'node:http';
import { generateFeed } from '../generate-feed.mjs';
import { hostFaults } from './faults.mjs';

/** How often the show gets a new episode. */
const EPISODE_MS = 30_000;

let faultName = '';
const feeds = Array.from({ length: 5 }, (_, index) => generateFeed(20 + index));
const started = Date.now();

const server = createServer((request, response) => {
  const good = () => {
    const turn = Math.floor((Date.now() - started) / EPISODE_MS);
    const number = Number(/(\d+)\.xml/.exec(request.url ?? '')?.[1] ?? turn);
    response.writeHead(200, { 'content-type': 'application/rss+xml' });
    response.end(feeds[number % feeds.length]);
  };
  const answer = hostFaults[faultName]?.answer;
  if (answer) answer(response, good);
  else good();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}`);
});

process.on('message', (/** @type {{ fault: string }} */ { fault }) => {
  faultName = fault;
  process.send?.({});
});
process.on('disconnect', () => process.exit());
