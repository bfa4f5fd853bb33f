/**
 * The network of a publisher's page for tests: the subscribe handler, the feed parser and the
 * feed's hosts answer as a test says, and what was asked is kept.
 */
import { note } from '../quiet/traces.js';
import { importLazyModules } from './lazy-modules.js';

export const endpoint = 'https://publisher.example/subscribe';
export const parserUrl = 'https://parser.example';
const consumeUrl = 'https://operator.example/consume';
/** Values that must never be seen outside. Their secret parts are `s3cret` and `t0ken`. */
export const feedUrl = 'https://feeds.example/s3cret/show_private.rss?token=a%2Fb+c';

type Answer = (request: Request) => Response | Promise<Response>;

export const json =
  (body: unknown, status = 200): Answer =>
  () =>
    new Response(JSON.stringify(body), { status });
export const problem = (code: string, status: number): Answer =>
  json({ type: 'about:blank', code, status }, status);
/** The answer never comes; the request can be aborted only. */
export const silent: Answer = () => new Promise<never>(() => undefined);
export const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** An answer that is given when the test says so. */
export function later(): { answer: Answer; give: (answer: Answer) => void } {
  let give!: (answer: Answer) => void;
  const given = new Promise<Answer>((resolve) => (give = resolve));
  return { answer: async (request) => (await given)(request), give };
}

export const subscription = (more: object = {}): Answer =>
  json({ feedUrl, title: 'Quiet Harbours', sku: 'sid:harbours', consumeUrl, parserUrl, ...more });

export function episode(number: number, more: object = {}) {
  return {
    guid: `harbour-${number}`,
    title: `Harbour ${number}`,
    description: `What was said in harbour ${number}.`,
    descriptionWithHtml: `<p>What was said in <a href="https://example.com/${number}">harbour ${number}</a>.</p>`,
    publishDate: new Date(Date.UTC(2025, 0, 1, 12) + number * 864e5).toISOString(),
    duration: 60 * number,
    url: `https://media.example/${number}.mp3`,
    contentType: 'audio/mpeg',
    ...more,
  };
}

/** A podcast with its newest episode first, as a feed has it. */
export function podcast(count: number, more: object = {}) {
  return {
    title: 'Quiet Harbours',
    author: 'Norra Kajen Radio',
    language: 'sv',
    episodes: Array.from({ length: count }, (_, index) => episode(count - index)),
    ...more,
  };
}

/** The servers of this page, and the requests that they got. */
export interface Network {
  handler: Answer;
  parser: Answer;
  /** The feed's own host, asked where there is no parser or it fails. */
  feed: Answer;
  /** Where chapters files lie. */
  media: Answer;
  /** Everything that was asked of a host: `publisher.example` and so on. */
  asked: (host: 'publisher' | 'parser' | 'feeds' | 'media') => Request[];
}

/** Stands in for the network before each test of a suite, and is gone after it. */
export function useNetwork(): Network {
  before(async function () {
    this.timeout(60_000);
    await importLazyModules();
  });
  const own = window.fetch.bind(window);
  let requests: Request[] = [];
  const network: Network = {
    handler: silent,
    parser: silent,
    feed: offline,
    media: offline,
    asked: (host) => requests.filter(({ url }) => new URL(url).host === `${host}.example`),
  };
  const answers: Record<string, () => Answer> = {
    'publisher.example': () => network.handler,
    'parser.example': () => network.parser,
    'feeds.example': () => network.feed,
    'media.example': () => network.media,
  };
  beforeEach(() => {
    localStorage.clear();
    requests = [];
    network.handler = subscription();
    network.parser = json(podcast(12));
    network.feed = offline;
    network.media = offline;
    window.fetch = function asked(input, init) {
      const request = new Request(input, init);
      const answer = answers[new URL(request.url).host]?.();
      if (!answer || request.signal.aborted) return own(input, init);
      requests.push(request);
      let isAnswered = false;
      note('a request', () => isAnswered || request.signal.aborted, asked);
      return new Promise<Response>((resolve, reject) => {
        const abort = () => reject(new DOMException('Aborted', 'AbortError'));
        request.signal.addEventListener('abort', abort);
        Promise.resolve(answer(request)).then(resolve, reject);
      }).finally(() => (isAnswered = true));
    };
  });
  afterEach(() => {
    window.fetch = own;
  });
  return network;
}
