/** What the console says of a failure where the words for it cannot be loaded. */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

/** Each chunk of the element comes as a test says (scripts/bundled-tests.mjs). */
const map = document.createElement('script');
map.type = 'importmap';
map.textContent = JSON.stringify({ imports: { '/dist/embed/': '/dist/held/' } });
document.head.append(map);

let lost = /$/;
Object.assign(window, {
  giveChunk: (path: string, load: () => Promise<unknown>) =>
    lost.test(path) ? Promise.reject(new TypeError('Failed to fetch')) : load(),
});
await import('../../../src/define.js');

describe('tell', () => {
  const { warn } = console;
  let said: string[];
  let element: PrivatePodcastSubscribe;
  beforeEach(() => {
    said = [];
    console.warn = (text) => void said.push(String(text));
    element = document.createElement('private-podcast-subscribe');
    element.token = 't0ken';
    element.endpoint = 'http://publisher.example/subscribe';
  });
  afterEach(() => {
    element.remove();
    console.warn = warn;
  });

  it('says the code and its entry if every chunk is lost', async () => {
    lost = /\/chunks\//;
    document.body.append(element);
    await waitUntil(() => said.length > 0, 'the warning');
    expect(new Set(said)).to.deep.equal(
      new Set(['<private-podcast-subscribe>: network docs/errors.md#network']),
    );
  });

  it('says the cause and its entry if the sentences are lost', async () => {
    lost = /warn-of-mistakes/;
    document.body.append(element);
    await waitUntil(() => said.length > 0, 'the warning');
    expect(said).to.deep.equal([
      '<private-podcast-subscribe>: The subscribe endpoint needs an https URL. docs/errors.md#config',
    ]);
  });
});
