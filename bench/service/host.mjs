/** The host of feeds in a soak, in a process of its own. Its parent says which fault is in force. */
import { generateFeed } from '../generate-feed.mjs';
import { listen } from '../listen.mjs';
import { hostFaults } from './faults.mjs';

/** How often the show gets a new episode. */
const EPISODE_MS = 30_000;

let faultName = '';
const feeds = Array.from({ length: 5 }, (_, index) => generateFeed(20 + index));
const started = Date.now();

const { url } = await listen((request, response) => {
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
console.log(url);

process.on('message', (/** @type {{ fault: string }} */ { fault }) => {
  faultName = fault;
  process.send?.({});
});
process.on('disconnect', () => process.exit());
