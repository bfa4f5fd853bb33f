/** Conformance runs against operators that limit, delay, flood, redirect, or send what nobody expects. */
import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../../src/conformance/report/result.js';
import { runConformance } from '../../../src/conformance/operator/run-operator.js';
import { failed, runAgainst, type Answer } from './run-in-memory.js';
import { config, entitlement, honest, json, token, userId, type Asked } from './small-operator.js';

const verdictOf = (results: CaseResult[], id: string) =>
  results.find((result) => result.id === id)?.verdict;
const isOnboarding = ({ method, url }: Asked) =>
  method === 'POST' && url.pathname.startsWith('/vault');

describe('runConformance', () => {
  it('fails nothing of an operator in order, and creates nobody but the member', async () => {
    const { results, asked } = await runAgainst(honest);
    // `scope` is optional in this operator's answers, and it has no parser and no page.
    expect(failed(results)).toEqual([]);
    const created = asked.filter(({ url }) => url.searchParams.get('forceCreation') === 'true');
    const paths = new Set(created.map(({ url }) => decodeURIComponent(url.pathname)));
    expect([...paths]).toEqual([`/profile/email/${config.member}`]);
    const users = asked
      .filter(isOnboarding)
      .map(({ body }) => /"userId":"([^"]*)"/.exec(body)?.[1]);
    expect(new Set(users)).toEqual(new Set([userId, undefined]));
    expect(asked.some(({ url }) => url.pathname.endsWith('/reset'))).toBe(false);
  });

  it('looks up the same unknown address in each run', async () => {
    const [one, two] = [await runAgainst(honest), await runAgainst(honest)];
    const addressesOf = ({ asked }: { asked: Asked[] }) =>
      asked.map(({ url }) => url.pathname).filter((path) => path.startsWith('/profile/'));
    expect(addressesOf(one)).toEqual(addressesOf(two));
  });

  it('waits as long as a 429 asks, and says so', async () => {
    const waits: number[] = [];
    let calls = 0;
    const { results, said } = await runAgainst(
      (asked) =>
        calls++ === 0 ? json({ message: token }, 429, { 'retry-after': '7' }) : honest(asked),
      {
        sections: ['4.1', '8'],
        wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
      },
    );
    expect(waits).toEqual([7000]);
    expect(said).toEqual(['Waiting for 7 s, as it asks: HTTP 429 to POST {tokenUrl}/oauth/token.']);
    expect(verdictOf(results, '4.1-1')).toBe('pass');
    expect(verdictOf(results, '8-2')).toBe('pass');
  });

  it('skips what a limit keeps off for longer than the run, without a wait', async () => {
    const { results, asked, said, isWhole } = await runAgainst(
      () => json({}, 429, { 'retry-after': '301' }),
      { sections: ['4.1'] },
    );
    expect(isWhole).toBe(false);
    expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['skipped']));
    expect(results[0]?.seen).toContain('for longer than this run lasts');
    expect(said).toEqual([]);
    expect(asked.map(({ body }) => body)).toEqual([...new Set(asked.map(({ body }) => body))]);
  });

  it.each([
    ['a time that is no number', 429, '{"retry_after":{"toString":1,"valueOf":1}}'],
    ['lists without end', 404, `{"error":{"code":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`],
  ])('goes on after an answer with %s', async (_, status, body) => {
    const { results } = await runAgainst((asked) =>
      asked.method === 'GET' &&
      asked.url.pathname.endsWith('/access') &&
      status !== honest(asked).status
        ? new Response(body, { status, headers: { 'content-type': 'application/json' } })
        : honest(asked),
    );
    expect(results.at(-1)?.id).toMatch(/^8-/);
    expect(verdictOf(results, '4.3-1')).toBe('pass');
  });

  it('fails a refusal that breaks off, though one before it is a gateway’s page', async () => {
    const { results } = await runAgainst((asked) => {
      const answer = honest(asked);
      if (answer.ok) return answer;
      const headers = { 'content-type': 'application/json' };
      return asked.url.pathname === '/oauth/token'
        ? new Response('<h1>No</h1>', { status: 401, headers: { 'content-type': 'text/html' } })
        : new Response('{"message":', { status: answer.status, headers });
    });
    expect(verdictOf(results, '7-1')).toBe('fail');
  });

  it('tells an operator apart that has an empty list for one and a refusal for another', async () => {
    const { results } = await runAgainst((asked) => {
      const answer = honest(asked);
      const isAnothers = asked.url.searchParams.get('userId') !== userId;
      return asked.url.pathname.endsWith('/access') && answer.status === 404 && isAnothers
        ? json([])
        : answer;
    });
    expect(verdictOf(results, '4.4-13')).toBe('deviates');
  });

  it('says that the time for the whole run was over', async () => {
    let time = 0;
    const { results, isWhole } = await runAgainst(
      (asked) => {
        time += 1000;
        return honest(asked);
      },
      { now: () => time, deadline: 2500 },
    );
    expect(isWhole).toBe(false);
    expect(failed(results)).toEqual([]);
    expect(results.at(-5)?.seen).toBe('The time for the whole run is over.');
  });

  it('fails no call that the end of the whole time cuts short', async () => {
    const { results, isWhole } = await runAgainst(() => new Promise<never>(() => undefined), {
      sections: ['4.1'],
      now: () => 0,
      deadline: 5,
    });
    expect(isWhole).toBe(false);
    expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['skipped']));
  });

  it('takes 4,000 entitlements, and fails the status of 100,000 alone', async () => {
    const many = (count: number): Answer => {
      const others = Array.from({ length: count - 1 }, (_, at) => entitlement(`ent:${at}`));
      const list = [entitlement(), ...others];
      return (asked) => (isOnboarding(asked) ? json(list) : honest(asked));
    };
    const some = await runAgainst(many(4000), { sections: ['4.3'] });
    expect(verdictOf(some.results, '4.3-4')).toBe('pass');
    const all = await runAgainst(many(100_000), { sections: ['4.3'] });
    expect(failed(all.results)).toEqual(['4.3-1']);
  });

  it('says of a configuration with one scope that it has no other', async () => {
    const one = { ...config, scope: 'vault:impersonate' };
    // An operator whose tokens open everything, whatever the scope.
    const generous: Answer = (asked) =>
      honest({ ...asked, body: asked.body.replace(/(?<=scope=)[\w%]+$/, 'vault+profile') });
    const { results } = await runAgainst(generous, { sections: ['4.3'] }, one);
    expect(results.find(({ id }) => id === '4.3-22')?.seen).toBe(
      '`scope` of the configuration has only one.',
    );
  });

  it('ends at once when it is interrupted, with no call open', async () => {
    const controller = new AbortController();
    let open = 0;
    const run = runAgainst(
      (_, signal) => {
        open++;
        signal.addEventListener('abort', () => open--);
        controller.abort();
        return new Promise<never>(() => undefined);
      },
      { signal: controller.signal },
    );
    await expect(run).rejects.toMatchObject({ code: 'aborted' });
    expect(open).toBe(0);
  });

  it('asks nothing with a configuration or a section that is wrong', async () => {
    const wrong = { code: 'config' };
    await expect(
      runConformance({ ...config, tokenUrl: 'http://operator.example' }, {}, () => undefined),
    ).rejects.toMatchObject(wrong);
    await expect(
      runConformance(config, { sections: ['3'] }, () => undefined),
    ).rejects.toMatchObject(wrong);
  });
});
