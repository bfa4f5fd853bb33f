/** The servers behind the model's page: who gets which link, what each answers now, and which answers are held back. */
import { json, problem } from '../element-network.js';

/** Members, each with a link, a podcast and a product of their own. No text of the element has these words. */
export const names = ['quillon', 'brindle', 'emberly'] as const;
export type Name = (typeof names)[number];

/** What the model and the servers share: both read it, and only steps write it. */
export interface Service {
  handler: 'ok' | 'no-access' | 'unavailable';
  feeds: 'ok' | 'down' | 'gone';
  isOffline: boolean;
  /** Tokens of an earlier generation have expired. */
  generation: number;
}

export const newService = (): Service => ({
  handler: 'ok',
  feeds: 'ok',
  isOffline: false,
  generation: 1,
});

export const EPISODES = 12;
export const tokenOf = (name: Name, { generation }: Service) => `t0ken-${name}-${generation}`;
export const linkOf = (name: string) => `https://feeds.example/s3cret-${name}/show.rss`;
export const titleOf = (name: string) => `Letters of ${name}`;

const numbers = Array.from({ length: EPISODES }, (_, index) => EPISODES - index);
const recordingOf = (name: string, number: number) => `https://media.example/${name}-${number}.mp3`;

const podcastOf = (name: string) => ({
  title: titleOf(name),
  author: `Author ${name}`,
  episodes: numbers.map((number) => ({
    guid: `${name}-${number}`,
    title: `${name} ${number}`,
    description: `About ${number}.`,
    descriptionWithHtml: `<p>About ${number}, by ${name}.</p>`,
    publishDate: new Date(Date.UTC(2025, 0, number)).toISOString(),
    duration: 600,
    url: recordingOf(name, number),
    contentType: 'audio/mpeg',
  })),
});

const rssOf = (name: string) =>
  `<rss version="2.0"><channel><title>${titleOf(name)}</title>${numbers
    .map(
      (number) =>
        `<item><guid>${name}-${number}</guid><title>${name} ${number}</title>` +
        `<description>About ${number}, by ${name}.</description>` +
        `<pubDate>${new Date(Date.UTC(2025, 0, number)).toUTCString()}</pubDate>` +
        `<enclosure url="${recordingOf(name, number)}" type="audio/mpeg" length="9"/></item>`,
    )
    .join('')}</channel></rss>`;

function handle(request: Request, service: Service): Response | Promise<Response> {
  const [, name = '', generation] = request.headers.get('authorization')!.split('-');
  const { searchParams } = new URL(request.url);
  if (Number(generation) < service.generation) return problem('token-expired', 401)(request);
  if (service.handler === 'no-access') return problem('no-access', 403)(request);
  if (service.handler === 'unavailable') return problem('unavailable', 503)(request);
  if (searchParams.has('connections')) return json({ connections: [] })(request);
  if (searchParams.has('handoff')) {
    return json(
      request.method === 'POST' ? { url: `?h=c0de-${name}`, expiresIn: 600 } : { opened: false },
    )(request);
  }
  return json({
    feedUrl: linkOf(name),
    title: titleOf(name),
    sku: `sid:${name}`,
    consumeUrl: 'https://operator.example/consume',
    parserUrl: 'https://parser.example',
    handoff: true,
    hasConnections: true,
  })(request);
}

function feed(request: Request, service: Service): Response | Promise<Response> {
  const { hostname, searchParams } = new URL(request.url);
  if (service.feeds === 'gone') return problem('not-found', 404)(request);
  if (service.feeds === 'down') return problem('unavailable', 503)(request);
  const isParser = hostname === 'parser.example';
  const [, name = ''] = /s3cret-(\w+)/.exec(isParser ? searchParams.get('url')! : request.url)!;
  return isParser ? json(podcastOf(name))(request) : new Response(rssOf(name));
}

/** Which of the servers a request is for; `undefined` for one that is none of theirs. */
export function serverOf({ url }: Request): 'handler' | 'feeds' | undefined {
  const { hostname } = new URL(url);
  if (hostname === 'publisher.example') return 'handler';
  return /^(parser|feeds)\.example$/.test(hostname) ? 'feeds' : undefined;
}

export async function answer(request: Request, service: Service): Promise<Response> {
  if (service.isOffline) throw new TypeError('Failed to fetch');
  return serverOf(request) === 'handler' ? handle(request, service) : feed(request, service);
}
