/**
 * One feed as an app asks for it. What a case needs is asked for when the first one needs it, and a case
 * whose ground is missing is skipped: one fault is told by one case.
 */
import {
  childrenOf,
  decodeStrictly,
  NotWellFormed,
  readStrictly,
  textOf,
  type StrictElement,
  type StrictXml,
} from '../../podcast/xml/strict-xml.js';
import { isSecureUrl, resolveWebUrl } from '../../urls/web-url.js';
import { isSuccess, type Answer, type Exchanges } from '../exchanges.js';
import { follow, mayFollow } from '../redirects.js';
import { ifAnswered, NoAnswer, Skipped, without, withoutAnswer } from '../skipped.js';
import { secretPartOf, type SecretPart } from './secret-part.js';

/** Bytes of a feed that are read. */
const MAX_FEED_BYTES = 64 * 1024 * 1024;
/** Recordings that are tried. */
const MAX_RECORDINGS = 3;
const MAX_REDIRECTS = 5;
/** As many as browsers follow: measuring services lead on, one to the next. */
const MAX_RECORDING_REDIRECTS = 20;
/** Milliseconds between two reads, so that a clock in seconds has moved on. */
const BETWEEN_READS_MS = 1100;

export interface Item {
  title: string;
  guid: string;
  date: string;
  /** As it is written in the feed; undefined without an enclosure, empty without its URL. */
  url: string | undefined;
  type: string;
  length: string;
}

/** An item with a recording. */
export type Episode = Item & { url: string };

/** The answer of a recording's host; undefined if nothing came. */
export type Played = Answer | undefined;

function itemOf(element: StrictElement): Item {
  const [enclosure] = childrenOf(element, 'enclosure');
  const attribute = (name: string) => enclosure?.attributes.get(name)?.trim() ?? '';
  return {
    title: textOf(element, 'title') || textOf(element, 'itunes:title'),
    guid: textOf(element, 'guid'),
    date: textOf(element, 'pubDate'),
    url: enclosure && attribute('url'),
    type: attribute('type'),
    length: attribute('length'),
  };
}

/** @throws {NotWellFormed} */
const readXml = ({ bytes, headers }: Answer): StrictXml =>
  readStrictly(decodeStrictly(bytes, headers.get('content-type') ?? ''));

/** Calls once, and answers all others with the same. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

export class Feed {
  /** The part of the link that nobody can guess. */
  readonly secret: SecretPart | undefined;
  /** The feed's own address, after redirects. */
  finalUrl: string;

  /** @param member the e-mail address of the member whose feed it is. */
  constructor(
    readonly url: string,
    readonly member: string | undefined,
    readonly exchanges: Exchanges,
  ) {
    this.finalUrl = url;
    this.secret = secretPartOf(new URL(url));
  }

  /** Whether a server may lead from this feed to a URL. */
  mayLeadTo(url: URL): boolean {
    return mayFollow(url, new URL(this.url));
  }

  /** Asks for an address of the feed: by default for the one that redirects lead to. */
  ask(
    as: string,
    headers: Record<string, string> = {},
    { url = this.finalUrl, method = 'GET' }: { url?: string; method?: 'GET' | 'HEAD' } = {},
  ): Promise<Answer> {
    if (!isSecureUrl(url)) return Promise.reject(new Skipped('feed-1 did not pass.'));
    return this.exchanges.ask({
      asked: `${method} ${as}`,
      url,
      method,
      headers: {
        accept: 'application/rss+xml, application/xml;q=0.9, */*;q=0.5',
        'user-agent': 'private-podcast-conformance',
        ...headers,
      },
      maxBytes: MAX_FEED_BYTES,
    });
  }

  /** The first answer, which may be a redirect. */
  readonly first = once(() => this.ask('the link', {}, { url: this.url }));

  /** The answer that the link leads to, whatever its status. */
  readonly last = once(() =>
    follow(this.url, {
      ask: (url, step) => {
        this.finalUrl = url;
        return step ? this.ask(`the link${step}`) : this.first();
      },
      most: MAX_REDIRECTS,
      mayLead: (to) => {
        if (this.mayLeadTo(to)) return true;
        const where = isSecureUrl(to.href) ? 'this machine' : 'a URL that is not https';
        throw new NoAnswer(`it leads to ${where}, and was not followed`, 'bad-response');
      },
    }),
  );

  /** The answer with the feed. */
  async answer(): Promise<Answer> {
    const answer = await this.last().catch((error: unknown) => withoutAnswer('feed-2', error));
    return answer.status === 200 ? answer : without('feed-2');
  }

  readonly #read = once(async (): Promise<StrictXml | NotWellFormed> => {
    const answer = await this.answer();
    try {
      return readXml(answer);
    } catch (error) {
      if (error instanceof NotWellFormed) return error;
      throw error;
    }
  });

  /** Why the feed is not well-formed; undefined if it is. */
  async fault(): Promise<string | undefined> {
    const read = await this.#read();
    return read instanceof NotWellFormed ? read.message : undefined;
  }

  async document(): Promise<StrictXml> {
    const read = await this.#read();
    return read instanceof NotWellFormed ? without('feed-14') : read;
  }

  async channel(): Promise<StrictElement> {
    const { root } = await this.document();
    const [channel] = root.name === 'rss' ? childrenOf(root, 'channel') : [];
    return channel ?? without('feed-16');
  }

  async itemCount(): Promise<number> {
    return childrenOf(await this.channel(), 'item').length;
  }

  /** The items: at least one. */
  async items(): Promise<Item[]> {
    const items = childrenOf(await this.channel(), 'item').map(itemOf);
    return items.length > 0 ? items : without('feed-23');
  }

  /** The items with a recording: at least one. */
  async episodes(): Promise<Episode[]> {
    const found = (await this.items()).filter((item): item is Episode => Boolean(item.url));
    return found.length > 0 ? found : without('feed-28');
  }

  /** The answers of the first recordings to a request for their first byte. */
  readonly recordings = once(async (): Promise<Played[]> => {
    const urls = (await this.episodes())
      .map(({ url }) => resolveWebUrl(url, this.finalUrl))
      .filter((url) => url !== undefined)
      .filter((url) => this.mayLeadTo(new URL(url)));
    if (urls.length === 0) return without('feed-31');
    const played: Played[] = [];
    for (const [index, url] of urls.slice(0, MAX_RECORDINGS).entries()) {
      played.push(await this.#play(`recording ${index + 1}`, url).catch(ifAnswered));
    }
    return played;
  });

  /** Asks for a recording's first byte, and follows redirects, as apps do. */
  #play(as: string, first: string): Promise<Answer> {
    return follow(first, {
      ask: (url, step) =>
        this.exchanges.ask({
          asked: `GET ${as}, its first byte${step}`,
          url,
          headers: { range: 'bytes=0-0' },
          maxBytes: 0,
        }),
      most: MAX_RECORDING_REDIRECTS,
      mayLead: (to) => this.mayLeadTo(to),
    });
  }

  /** The recordings that answer: at least one. */
  async played(): Promise<Answer[]> {
    const answers = await this.recordings();
    const found = answers.filter((answer) => answer !== undefined).filter(isSuccess);
    return found.length > 0 ? found : without('feed-32');
  }

  /** The feed, read again after a while; undefined if something else came this time. */
  readonly #again = once(async (): Promise<Item[] | undefined> => {
    await this.exchanges.wait(BETWEEN_READS_MS);
    try {
      const answer = await this.ask('the feed again');
      const [channel] = answer.status === 200 ? childrenOf(readXml(answer).root, 'channel') : [];
      return channel && childrenOf(channel, 'item').map(itemOf);
    } catch (error) {
      if (error instanceof NotWellFormed || error instanceof NoAnswer) return undefined;
      throw error;
    }
  });

  /** The items of both reads. */
  async twice(): Promise<[Item[], Item[] | undefined]> {
    const items = await this.items();
    return [items, await this.#again()];
  }
}
