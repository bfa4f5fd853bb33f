/** Everything that was heard of a run, place by place, and the secrets that it had. */
import { createSearch, type Find, type Kind } from './search.js';

/** One secret in one place. It holds no secret itself, so that a failed test may show it. */
export interface Leak extends Find {
  place: string;
}

interface Line {
  place: string;
  text: string;
}

const writtenUrl = /https?(?::|%3A)[^\s"'<>&\\]+/gi;
const feedPath = /\/feeds\/([\w-]{20,})\/[\w%:.-]+\.rss/;

/** Secrets that nobody knows beforehand, by how they are recognised where they may be. */
const marks: [Kind, RegExp][] = [
  ['subscribe token', /\b(eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+)/g],
  ['hand-off code', /[?&]h=([\w-]{20,})/g],
  ['consume page', /\/consume\/[\w-]+\/([\w.-]{38,})/g],
];

export class Heard {
  readonly #lines: Line[] = [];
  readonly #secrets = new Map<string, Kind>();

  /** Keeps a text of a place, line by line. */
  hear(place: string, text: string): void {
    for (const line of text.split('\n')) if (line.trim()) this.#lines.push({ place, text: line });
  }

  learn(kind: Kind, value: string): void {
    this.#secrets.set(value, kind);
  }

  /** Learns the feed URLs, tokens and codes of a text that may hold them. */
  learnFrom(text: string): void {
    for (const [written] of text.matchAll(writtenUrl)) {
      const plain = /^https?%/i.test(written) ? decodeURIComponent(written) : written;
      const url = /[?&](?:rss|url)=([^&#]+)/.exec(plain)?.[1];
      for (const each of [plain, url ? decodeURIComponent(url) : '']) {
        const [path, secret] = feedPath.exec(each) ?? [];
        if (!path || !secret) continue;
        this.learn('secret part of a feed URL', secret);
        this.learn('feed URL', each.slice(0, each.indexOf(path) + path.length));
      }
    }
    for (const [kind, mark] of marks) {
      for (const [, value] of text.matchAll(mark)) this.learn(kind, value!);
    }
  }

  /** A text without the secrets and the addresses in it, to be shown when a journey fails. */
  blank(text: string): string {
    const secrets = [...this.#secrets.keys()].sort((a, b) => b.length - a.length);
    const short = secrets.reduce((blanked, each) => blanked.replaceAll(each, '(secret)'), text);
    return short.replaceAll(writtenUrl, '(address)');
  }

  /** The kinds of secrets that there were. */
  get kinds(): Kind[] {
    return [...new Set(this.#secrets.values())].sort();
  }

  get places(): string[] {
    return [...new Set(this.#lines.map(({ place }) => place))].sort();
  }

  /** The secrets of a kind, to go on with. */
  secretsOf(kind: Kind): string[] {
    return [...this.#secrets].flatMap(([value, each]) => (each === kind ? [value] : []));
  }

  /** Each secret in each place, once. @param contains looks at lines with this text alone */
  leaks(contains = ''): Leak[] {
    const searches = [...this.#secrets].map(([value, kind]) => createSearch(kind, value));
    const found = new Map<string, Leak>();
    // The same line comes often: pages say the same again.
    const seen = new Set<string>();
    for (const { place, text } of this.#lines) {
      const key = `${place}\n${text}`;
      if (seen.has(key) || !text.includes(contains)) continue;
      seen.add(key);
      for (const search of searches) {
        const find = search(text);
        if (find) found.set(`${place}\n${find.kind}`, { place, ...find });
      }
    }
    return [...found.values()];
  }
}
