/** The readers that the benchmark compares. Each function makes one, which takes the bytes of a feed. */
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from '../scripts/setup.mjs';

/** A reader that only this benchmark needs. @param {string} name */
async function install(name) {
  ensureDependencies('bench');
  return import(name);
}

/** @param {Uint8Array} bytes */
const decode = (bytes) => new TextDecoder().decode(bytes);

/**
 * Each gets the path of our module and gives a function from a feed's bytes to the number of its items.
 * @type {Record<string, (module: string) => Promise<(bytes: Uint8Array) => number | Promise<number>>>}
 */
export const readers = {
  ours: async (module) => {
    const { parsePodcast } = await import(pathToFileURL(module).href);
    return (bytes) => parsePodcast(bytes).episodes.length;
  },
  feedsmith: async () => {
    const { parseRssFeed } = await import('feedsmith');
    return (bytes) => parseRssFeed(decode(bytes)).items?.length ?? 0;
  },
  'rss-parser': async () => {
    const { default: Parser } = await install('rss-parser');
    return async (bytes) => (await new Parser().parseString(decode(bytes))).items.length;
  },
  'podcast-partytime': async () => {
    const { parseFeed } = await install('podcast-partytime');
    return (bytes) => parseFeed(decode(bytes))?.items.length ?? 0;
  },
  'htmlparser2 events': async () => {
    const { Parser } = await import('htmlparser2');
    return (bytes) => {
      let items = 0;
      let characters = 0;
      const parser = new Parser(
        {
          onopentag: (name) => (items += Number(name === 'item')),
          ontext: (text) => (characters += text.length),
          onclosetag: () => undefined,
        },
        { xmlMode: true },
      );
      parser.write(decode(bytes));
      parser.end();
      return characters > 0 ? items : 0;
    };
  },
  'UTF-8 decoding': async () => (bytes) => decode(bytes).length,
};
