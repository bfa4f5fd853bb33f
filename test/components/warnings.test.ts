/** Warnings in the console for the developer of a page: each mistake once, and no secret. */
import { expect } from '@open-wc/testing';
import { PATIENCE_MS } from '../../src/components/page/suspicions.js';
import {
  endpoint,
  has,
  place,
  placed,
  placedWithEpisodes,
  present,
  problem,
  reach,
  settled,
  useNetwork,
  useStub,
} from '../support/element/element.js';
import { useHeldTimers } from '../support/waiting/held-timers.js';
import { waitUntil } from '../support/waiting/wait-until.js';

describe('warnOfMistakes', () => {
  const network = useNetwork();
  const stub = useStub();
  const hold = useHeldTimers();
  let said: string[];
  beforeEach(() => {
    said = [];
    stub(console, 'warn', (...parts: unknown[]) => void said.push(parts.join(' ')));
  });
  const about = (text: string) => said.filter((line) => line.includes(text));

  it('warns once that the endpoint is missing', async () => {
    const timers = hold(PATIENCE_MS);
    const element = await place({ token: 't0ken' });
    await waitUntil(timers.isSet, 'the timer of the warning');
    element.token = 'an0ther t0ken';
    await settled(element);
    element.token = 't0ken';
    await settled(element);
    timers.ring();
    await waitUntil(() => about('`endpoint` is missing').length > 0, 'the warning');
    expect(about('`endpoint` is missing')).to.have.length(1);
    expect(timers.isSet()).to.equal(false);
    expect(said.join()).not.to.contain('t0ken');
  });

  it('warns that the token is missing', async () => {
    const timers = hold(PATIENCE_MS);
    await place({ endpoint });
    await timers.ringNext();
    await waitUntil(() => about('`token` or `getToken` is missing').length === 1, 'the warning');
  });

  it('warns once of a contact that leads nowhere, and shows none', async () => {
    const timers = hold(PATIENCE_MS);
    network.handler = problem('bad-response', 502);
    const element = await placed('failed', { contact: 'call us' });
    expect(has(element, '[part=contact]')).to.equal(false);
    await timers.ringNext();
    await waitUntil(() => about('`contact` is neither').length > 0, 'the warning');
    element.contact = 'call us, please';
    await settled(element);
    expect(timers.isSet()).to.equal(false);
    expect(about('`contact`')).to.have.length(1);
  });

  it('warns of nothing if the page’s script sets a source in time, or removes the element', async () => {
    const timers = hold(PATIENCE_MS);
    const complete = await place({ endpoint });
    const gone = await place({ endpoint });
    gone.remove();
    complete.getToken = () => Promise.resolve('t0ken');
    await reach(complete, 'ready');
    await timers.ringNext();
    await settled(complete);
    expect(said).to.deep.equal([]);
  });

  it('warns once that a feed URL should be https', async () => {
    const element = await placed('ready', {
      'feed-url': 'http://feeds.example/s3cret',
      'parser-url': 'https://parser.example',
    });
    await present(element, '.episode');
    element.setAttribute('parser-format', 'extended');
    await settled(element);
    expect(about('feed URL should be https')).to.have.length(1);
    expect(said.join()).not.to.contain('s3cret');
  });

  it('does not warn about https, or http on loopback', async () => {
    await placedWithEpisodes();
    network.feed = network.parser;
    const local = await placed('ready', {
      'feed-url': 'http://127.0.0.1:1/feed',
      'parser-url': 'https://parser.example',
    });
    await present(local, '.episode');
    expect(said).to.deep.equal([]);
  });
});
