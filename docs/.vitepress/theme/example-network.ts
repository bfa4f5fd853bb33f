/**
 * Answers the requests of the guide's examples in the page: there is no backend behind a static
 * site, and none is needed. Every other request goes its way.
 */

/** The answer of an example's subscribe handler. */
export const answers = ['ready', 'resolving', 'no-access', 'expired', 'failed'] as const;
export type Answer = (typeof answers)[number];

const data = `${import.meta.env.BASE_URL}example/`;

/** The hosts that stand for a publisher's and an operator's in examples. */
const EXAMPLE_HOST = /^https:\/\/[\w.-]+\.example(?=\/|$)/;

const feedUrl = 'https://listen.operator.example/feeds/YOUR-SECRET/your-product_private.rss';

const subscription = {
  feedUrl,
  title: 'The Slack Hour',
  sku: 'sid:your-product',
  consumeUrl: 'https://listen.operator.example/consume',
  parserUrl: 'https://parser.operator.example',
};

const problems = {
  'no-access': { status: 403, code: 'no-access' },
  expired: { status: 401, code: 'token-expired' },
  failed: { status: 503, code: 'unavailable' },
};

const json = (body: unknown, init?: ResponseInit) =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json' },
  });

let ownFetch: typeof fetch;
let usualAnswer: Answer = 'ready';

/** Sets the answer of `/subscribe` from now on, for a page with one example throughout. */
export function answerWith(answer: Answer): void {
  usualAnswer = answer;
}

/** The URL by which an example's element asks for an answer. */
export const endpointFor = (answer: Answer) => `/subscribe?example=${answer}`;

function answerHandler(answer: string, signal?: AbortSignal | null): Response | Promise<Response> {
  if (answer === 'resolving') {
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
    );
  }
  const problem = problems[answer as keyof typeof problems] as
    (typeof problems)[keyof typeof problems] | undefined;
  return problem ? json({ code: problem.code }, { status: problem.status }) : json(subscription);
}

/**
 * A text with the URLs that the example's recordings and its cover have in this guide, and with a token in place of the
 * word: the console would tell the reader that it is none.
 */
export const inThisGuide = (text: string) =>
  text
    .replaceAll(
      'https://www.your-site.example/media/',
      new URL(`${data}media/`, location.href).href,
    )
    .replace(/token="TOKEN"/g, 'token="a-token-of-this-guide"');

async function exampleFile(name: string): Promise<Response> {
  return new Response(inThisGuide(await (await ownFetch(data + name)).text()));
}

/** Answers the examples' requests from now on. */
export function answerExamples(): void {
  ownFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin === location.origin && url.pathname === '/subscribe') {
      return Promise.resolve(
        answerHandler(url.searchParams.get('example') ?? usualAnswer, init?.signal),
      );
    }
    if (!EXAMPLE_HOST.test(url.href)) return ownFetch(input, init);
    return exampleFile(url.pathname.endsWith('/rss') ? 'podcast.json' : 'feed.xml');
  };
}

/** Keeps a member's tap in the page: in an example, a link has no app or page to lead to. */
export function keepHere(event: Event): void {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (link && (EXAMPLE_HOST.test(link.href) || !/^https?:/.test(link.href))) event.preventDefault();
}
