/** The command that checks a feed, run as a program: where it takes the link from, and who may see it. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feedCaseIds } from '../../../src/conformance/feed/feed-statements.js';
import type { ConformanceReport } from '../../../src/conformance/report/result.js';
import { MEMBER, SECRET, startFeedHost, type FeedHost } from '../feed/feed-host.js';
import { Program } from './program.js';

let program: Program;
let host: FeedHost;
beforeAll(async () => {
  program = await Program.build();
  host = await startFeedHost();
}, 120_000);
afterAll(async () => {
  host.close();
  await program.remove();
});

const hidden = ({ output, errors }: { output: string; errors: string }) =>
  [SECRET, MEMBER, host.url].filter((secret) => (output + errors).includes(secret)).length;

describe('private-podcast-conformance feed', () => {
  it.each(['FEED_URL', 'standard input'])('reads the URL from %s', async (from) => {
    const isInput = from === 'standard input';
    const printed = await program.run(['feed', '--json'], {
      env: { MEMBER, ...(!isInput && { FEED_URL: host.url }) },
      input: isInput ? `${host.url}\n` : '',
    });
    const { profile, cases } = JSON.parse(printed.output) as ConformanceReport;
    expect({ code: printed.code, errors: printed.errors }).toEqual({ code: 0, errors: '' });
    expect(profile).toBe('feed');
    expect(cases.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
      feedCaseIds.map((id) => `${id} pass`),
    );
    expect(hidden(printed)).toBe(0);
  });

  it('takes the first line, though the input stays open', async () => {
    const started = program.start(['feed', '--json'], { env: { FEED_URL: '' }, input: null });
    started.program.stdin.write(`${host.url}\n`);
    const [code] = (await once(started.program, 'close')) as [number];
    expect(code).toBe(0);
    expect(hidden(started.printed)).toBe(0);
  });

  it('says that it waits for the URL, and not for ever', async () => {
    expect(await program.run(['feed', '--deadline', '2'], { input: null })).toEqual({
      code: 2,
      output: '',
      errors:
        'Waiting for the feed URL on standard input.\nNo feed URL came on standard input within 2 s.\n',
    });
  });

  it('ends without a word when nobody reads its output any more', async () => {
    const started = program.start(['feed'], { env: { FEED_URL: host.url } });
    started.program.stdout.once('data', () => started.program.stdout.destroy());
    const [code] = (await once(started.program, 'close')) as [number];
    expect({ code, errors: started.printed.errors }).toEqual({ code: 141, errors: '' });
  });

  it.each([
    ['a URL in an argument', (url: string) => ['feed', url], ''],
    ['no URL', () => ['feed'], ''],
    ['a text that is no URL', () => ['feed'], `no URL: ${SECRET}`],
    ['a section', () => ['feed', '--section', '4.3'], ''],
  ])('ends with 2 and one sentence for %s', async (_, argsOf, input) => {
    const printed = await program.run(argsOf(host.url), { input });
    expect({ code: printed.code, output: printed.output }).toEqual({ code: 2, output: '' });
    expect(printed.errors.trim().split('\n')).toHaveLength(1);
    expect(hidden(printed)).toBe(0);
  });
});
