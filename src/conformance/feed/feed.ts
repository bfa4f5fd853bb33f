/**
 * A visit to one feed, as an app makes it. What a case needs is asked for when the first one needs it,
 * and a case whose ground is missing is skipped: one fault is told by one case.
 */
import { resolveWebUrl, isSecureUrl } from '../../urls/web-url.js';
import { MAX_FEED_BYTES, MAX_RECORDINGS } from '../site/recording.js';
import { isSuccess, NoAnswer, Skipped, type Answer, type Exchanges } from '../exchanges.js';
import type { Redactor } from '../redact.js';
import { follow, mayFollow } from '../redirects.js';
import { secretPartOf, type SecretPart } from './secret-part.js';
import type { FeedCaseId } from './feed-statements.js';
import {
  childrenOf,
  decodeStrictly,
  NotWellFormed,
  readStrictly,
  textOf,
  type StrictElement,
  type StrictXml,
} from '../../podcast/xml/strict-xml.js';

const MAX_REDIRECTS = 5;
/** As many as browsers follow: measuring services lead on, one to the next. */
const MAX_RECORDING_REDIRECTS = 20;
/** Characters of a value in a URL that may be a key. */
const MIN_KEY_LENGTH = 12;
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

/** The answer of a recording's host; undefined if nothing came. */
export type Played = Answer | undefined;

export interface FeedVisitOptions {
  url: string;
  /** The e-mail address of the member whose feed it is. */
  member?: string | undefined;
  exchanges: Exchanges;
  redactor: Redactor;
  wait: (milliseconds: number) => Promise<void>;
}

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

/** Calls once, and answers all others with the same. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

export class FeedVisit {
  readonly url: string;
  readonly member: string | undefined;
  readonly redactor: Redactor;
  /** The part of the link that nobody can guess. */
  readonly secret: SecretPart | undefined;
  /** The feed's own address, after redirects. */
  finalUrl: string;

  readonly #options: FeedVisitOptions;

  constructor(options: FeedVisitOptions) {
    const { url, member, redactor } = options;
    this.#options = options;
    this.url = url;
    this.finalUrl = url;
    this.member = member;
    this.redactor = redactor;
    this.secret = secretPartOf(new URL(url));
    for (const secret of [url, this.secret?.text, member]) redactor.learn(secret);
  }

  /** Skips a case whose ground has not passed. */
  without(id: FeedCaseId): never {
    throw new Skipped(`${id} did not pass.`);
  }

  /** Asks for an address of the feed: by default for the one that redirects lead to. */
  ask(
    as: string,
    headers: Record<string, string> = {},
    { url = this.finalUrl, method = 'GET' }: { url?: string; method?: 'GET' | 'HEAD' } = {},
  ): Promise<Answer> {
    if (!isSecureUrl(url)) return Promise.reject(new Skipped('feed-1 did not pass.'));
    return this.#options.exchanges.ask({
      asked: `${method} ${as}`,
      url,
      method,
      headers: {
        accept: 'application/rss+xml, application/xml;q=0.9, */*;q=0.5',
        'user-agent': 'private-podcast-subscribe conformance',
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
        this.redactor.learn(to.href);
        this.redactor.learn(secretPartOf(to)?.text);
        if (mayFollow(to, new URL(this.url))) return true;
        throw new NoAnswer(
          isSecureUrl(to.href)
            ? 'it leads to this machine, and was not followed'
            : 'it leads to a URL that is not https, and was not followed',
        );
      },
    }),
  );

  /** The answer with the feed. */
  async feed(): Promise<Answer> {
    const answer = await this.last().catch((error: unknown) => {
      throw error instanceof NoAnswer ? new Skipped('feed-2 did not pass.') : error;
    });
    return answer.status === 200 ? answer : this.without('feed-2');
  }

  /** @throws {NotWellFormed} */
  readonly #xml = once(async (): Promise<StrictXml> => {
    const { bytes, headers } = await this.feed();
    return readStrictly(decodeStrictly(bytes, headers.get('content-type') ?? ''));
  });

  /** Why the feed is not well-formed; undefined if it is. */
  async fault(): Promise<string | undefined> {
    try {
      await this.#xml();
      return undefined;
    } catch (error) {
      if (error instanceof NotWellFormed) return error.message;
      throw error;
    }
  }

  async document(): Promise<StrictXml> {
    return (await this.fault()) === undefined ? this.#xml() : this.without('feed-14');
  }

  async channel(): Promise<StrictElement> {
    const { root } = await this.document();
    const [channel] = root.name === 'rss' ? childrenOf(root, 'channel') : [];
    return channel ?? this.without('feed-16');
  }

  async itemCount(): Promise<number> {
    return childrenOf(await this.channel(), 'item').length;
  }

  /** The items: at least one. */
  async items(): Promise<Item[]> {
    const items = childrenOf(await this.channel(), 'item').map(itemOf);
    return items.length > 0 ? items : this.without('feed-23');
  }

  /** The items with a recording: at least one. */
  async episodes(): Promise<(Item & { url: string })[]> {
    const items = await this.items();
    const found = items.filter((item): item is Item & { url: string } => Boolean(item.url));
    return found.length > 0 ? found : this.without('feed-28');
  }

  /** The answers of the first recordings to a request for their first byte. */
  readonly recordings = once(async (): Promise<Played[]> => {
    const urls = (await this.episodes())
      .map(({ url }) => resolveWebUrl(url, this.finalUrl))
      .filter((url): url is string => url !== undefined)
      .filter((url) => mayFollow(new URL(url), new URL(this.url)));
    if (urls.length === 0) return this.without('feed-31');
    const played: Played[] = [];
    for (const [index, url] of urls.slice(0, MAX_RECORDINGS).entries()) {
      played.push(await this.#play(`recording ${index + 1}`, url));
    }
    return played;
  });

  /** A short value may be a word of ours, such as "feed": it keeps no line of the report back. */
  #learnValue(value: string): void {
    if (value.length >= MIN_KEY_LENGTH) this.redactor.learn(value);
    else this.redactor.learnName(value);
  }

  /** Asks for a recording's first byte, and follows redirects, as apps do. */
  async #play(as: string, first: string): Promise<Played> {
    const walk = follow(first, {
      ask: (url, step) => {
        this.redactor.learn(url);
        for (const value of new URL(url).searchParams.values()) this.#learnValue(value);
        return this.#options.exchanges.ask({
          asked: `GET ${as}, its first byte${step}`,
          url,
          headers: { range: 'bytes=0-0' },
          maxBytes: 0,
        });
      },
      most: MAX_RECORDING_REDIRECTS,
      mayLead: (to) => mayFollow(to, new URL(this.url)),
    });
    try {
      return await walk;
    } catch (error) {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    }
  }

  /** The recordings that answer: at least one. */
  async played(): Promise<Answer[]> {
    const answers = await this.recordings();
    const found = answers.filter(
      (answer): answer is Answer => answer !== undefined && isSuccess(answer),
    );
    return found.length > 0 ? found : this.without('feed-32');
  }

  /** The feed, read again after a while; undefined if something else came this time. */
  readonly #again = once(async (): Promise<Item[] | undefined> => {
    await this.#options.wait(BETWEEN_READS_MS);
    try {
      const { status, bytes, headers } = await this.ask('the feed again');
      if (status !== 200) return undefined;
      const text = decodeStrictly(bytes, headers.get('content-type') ?? '');
      const [channel] = childrenOf(readStrictly(text).root, 'channel');
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
