/** The JSON test suite against every reader of JSON that comes from outside. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseFeed } from '../../src/api/parser.js';
import { readSubscription } from '../../src/api/subscription.js';
import { readJson } from '../../src/api/http.js';
import { requestChapters } from '../../src/components/podcast/request-chapters.js';
import { readLines } from '../../src/components/transcript/read-lines.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import { readShownPodcast } from '../../src/podcast/shown-podcast.js';
import { jsonCases, type JsonCase } from './lists.js';

let cases: JsonCase[];
beforeAll(async () => {
  cases = await jsonCases();
  expect(cases.length).toBeGreaterThan(330);
});
afterEach(() => vi.unstubAllGlobals());

const { signal } = new AbortController();

/** How a reader takes those cases that say whether they are JSON, and where it fell over any. */
async function answers<T>(
  read: (input: string) => Promise<T> | T,
): Promise<{ accepted: string[]; refused: string[]; failed: unknown[] }> {
  const [accepted, refused, failed]: [string[], string[], unknown[]] = [[], [], []];
  for (const { name, input, isJson } of cases) {
    try {
      const isRead = (await read(input)) !== undefined;
      if (isJson !== undefined) (isRead ? accepted : refused).push(name);
    } catch (error) {
      failed.push([name, error]);
    }
  }
  return { accepted, refused, failed };
}

const expected = () => ({
  accepted: cases.filter(({ isJson }) => isJson === true).map(({ name }) => name),
  refused: cases.filter(({ isJson }) => isJson === false).map(({ name }) => name),
  failed: [],
});

describe('readJson: the JSON test suite', () => {
  it('reads what is JSON, and refuses what is none', async () => {
    expect(await answers(readJson)).toEqual(expected());
  });
});

describe('readShownPodcast, readSubscription: the JSON test suite', () => {
  it('make neither an episode nor a subscription of any of it', () => {
    for (const { name, input } of cases) {
      const body = readJson(input);
      expect(readShownPodcast(body)?.episodes ?? [], name).toEqual([]);
      expect(() => readSubscription(body), name).toThrow(PrivatePodcastError);
    }
  });
});

describe('requestChapters: the JSON test suite', () => {
  it('lists the chapters beside what is JSON, and none beside what is not', async () => {
    const read = async (input: string) => {
      const file = `{"x":${input},"chapters":[${input},{"startTime":1,"title":"A"}]}`;
      vi.stubGlobal('fetch', () => Promise.resolve(new Response(file)));
      return (await requestChapters('https://media.example/c.json', signal)).at(-1);
    };
    expect(await answers(read)).toEqual(expected());
  });
});

describe('readLines: the JSON test suite', () => {
  it('reads the line after any JSON, and makes up none of what is no JSON', async () => {
    const read = async (input: string) => {
      const file = `{"segments":[${input},{"startTime":1,"body":"A"}]}`;
      const lines = await readLines(file, signal);
      expect(lines.filter(({ text }) => text !== 'A')).toEqual([]);
      return lines.at(-1);
    };
    const { accepted, failed } = await answers(read);
    expect(failed).toEqual([]);
    expect(accepted).toEqual(expect.arrayContaining(expected().accepted));
  });
});

describe('parseFeed: the JSON test suite', () => {
  it('reads an answer with any JSON in it, and refuses one that is no JSON', async () => {
    const read = async (input: string) => {
      const body = `{"title":"T","x":${input},"episodes":${input}}`;
      const fetch = () => Promise.resolve(new Response(body));
      try {
        const runtime = { fetch, now: () => 0 };
        return await parseFeed('https://feeds.example/1', {
          parserUrl: 'https://parser.example',
          runtime,
        });
      } catch (error) {
        if (error instanceof PrivatePodcastError && error.code === 'bad-response') return undefined;
        throw error;
      }
    };
    expect(await answers(read)).toEqual(expected());
  });
});
