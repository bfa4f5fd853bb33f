import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseFeed } from '../../src/api/parser.js';
import { failure } from '../support/operator/failures.js';
import {
  secrets,
  startOperator,
  type Answer,
  type Operator,
} from '../support/operator/operator.js';

let operator: Operator;
beforeEach(async () => (operator = await startOperator()));
afterEach(() => operator.close());

const parse = (parserFormat?: string) =>
  parseFeed(secrets.feedUrl, { parserUrl: `${operator.url}/`, parserFormat });

describe('parseFeed', () => {
  it('sends the feed URL exactly, and no token', async () => {
    await parse();
    await parse('other name');
    const [first, second] = operator.seen.map(({ path }) => new URL(path, operator.url));
    expect(first?.pathname).toBe('/rss');
    expect(Object.fromEntries(first!.searchParams)).toEqual({
      url: secrets.feedUrl,
      format: 'service',
    });
    expect(second?.searchParams.get('format')).toBe('other name');
    expect(operator.seen[0]?.headers.authorization).toBeUndefined();
  });

  it("reads an operator's output with its faults, and leaves out the member", async () => {
    operator.answer('GET /rss', {
      body: {
        title: 'The Member Show',
        titleWithUsername: `The Member Show (${secrets.email})`,
        rssUrl: secrets.feedUrl,
        user: { email: secrets.email },
        owner: { name: 'The Publisher', email: secrets.email },
        podcastType: 'NEW',
        image: null,
        episodes: [
          { guid: 'g1', title: 'One', duration: null, url: null, permissions: [] },
          { title: 'without a guid' },
        ],
      },
    });
    const podcast = await parse();
    expect(podcast).toMatchObject({ title: 'The Member Show', owner: { name: 'The Publisher' } });
    expect(podcast.episodes).toHaveLength(1);
    const kept = JSON.stringify(podcast);
    expect(kept).not.toContain(secrets.email);
    expect(kept).not.toContain(secrets.feedUrl);
  });

  it.each([{ title: 'A new show' }, { episodes: [{ guid: 'g1', title: 'One' }] }])(
    'reads a podcast with no more than %j',
    async (body) => {
      operator.answer('GET /rss', { body });
      expect(await parse()).toMatchObject(body);
    },
  );

  it.each<[Answer, string]>([
    [{ status: 422, body: { title: 'Unprocessable' } }, 'bad-feed'],
    [{ status: 400, body: { code: 'bad-feed' } }, 'bad-feed'],
    [{ status: 400, body: { code: 'bad-input' } }, 'bad-input'],
    [{ status: 503 }, 'unavailable'],
    [{ body: '<p>not here' }, 'bad-response'],
    [{ body: {} }, 'bad-response'],
    [{ body: { error: { code: 'X' } } }, 'bad-response'],
    [{ body: [] }, 'bad-response'],
  ])('reads the answer %j as %s', async (answer, code) => {
    operator.answer('GET /rss', answer);
    expect((await failure(parse())).code).toBe(code);
  });

  it('sends nothing if the URL is not a feed URL', async () => {
    const asked = parseFeed(`feed:${secrets.feedUrl}`, { parserUrl: operator.url });
    expect((await failure(asked)).code).toBe('bad-input');
    expect(operator.seen).toEqual([]);
  });
});
