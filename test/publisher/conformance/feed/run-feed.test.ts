/** The cases of a member's feed: a good feed passes, and a wrong one is noticed by one case alone. */
import { describe, expect, it } from 'vitest';
import { runFeedConformance } from '../../../../src/publisher/conformance/feed/run-feed.js';
import { feedCaseIds } from '../../../../src/publisher/conformance/feed/statements.js';
import type { CaseResult } from '../../../../src/publisher/conformance/case.js';
import { canaries, feedFaults, otherGoodFeeds } from './feed-faults.js';
import { resultsWith, startFeedHost } from './feed-host.js';

const noticed = (results: readonly CaseResult[]) =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'deviates')
    .map(({ id, verdict }) => ({ id, verdict }));

const heldBy = (results: readonly CaseResult[]) => {
  const text = JSON.stringify(results).toLowerCase();
  return canaries.filter((canary) => text.includes(canary.toLowerCase())).length;
};

describe('runFeedConformance', () => {
  it('passes a good feed in every case', async () => {
    const results = await resultsWith();
    expect(results.map(({ id }) => id)).toEqual(feedCaseIds);
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it.each(otherGoodFeeds)('passes a feed that $what', async (feed) => {
    const results = await resultsWith({ id: 'none', verdict: 'fail', ...feed });
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });

  it.each(feedFaults)('$id $verdict where a feed $what', async (fault) => {
    const results = await resultsWith(fault);
    expect(noticed(results)).toEqual([{ id: fault.id, verdict: fault.verdict }]);
    expect(heldBy(results)).toBe(0);
  });

  it('has a wrong feed for each case that a host on this machine can get wrong', () => {
    const ids = new Set(feedFaults.map(({ id }) => id));
    expect(feedCaseIds.filter((id) => !ids.has(id))).toEqual(['feed-1']);
  });

  it('asks nothing of a host that the secret would go to in the open', async () => {
    const results: CaseResult[] = [];
    const fetch = () => Promise.reject(new Error('It was asked.'));
    const url = 'http://feeds.example.org/K7mQ2vX9pLr4TzB8wNc3Ya/feed.rss';
    await runFeedConformance({ url }, { fetch }, (result) => results.push(result));
    expect(noticed(results)).toEqual([{ id: 'feed-1', verdict: 'fail' }]);
  });

  it('tells once that nobody answers', async () => {
    const { url, close } = await startFeedHost();
    close();
    const results: CaseResult[] = [];
    await runFeedConformance({ url }, {}, (result) => results.push(result));
    expect(noticed(results)).toEqual([{ id: 'feed-2', verdict: 'fail' }]);
  });

  it.each([
    ['a text that is no URL', 'nonsense-K7mQ2v'],
    ['a link with a user name', 'https://kim:K7mQ2v@feeds.example.org/'],
  ])('refuses %s, and does not quote it', async (_, url) => {
    const run = runFeedConformance({ url }, {}, () => undefined);
    await expect(run).rejects.toMatchObject({ code: 'config' });
    await expect(run).rejects.not.toThrow('K7mQ2v');
  });
});
