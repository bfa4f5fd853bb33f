/** A code is watched and renewed only as long as somebody looks at it, by a clock that the test owns. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  HandoffCodes,
  WATCH_INTERVAL_MS,
  type PhoneLink,
} from '../../../src/components/handoff/handoff-codes.js';
import { handoffQuestion } from '../../../src/components/handoff/request-handoff.js';

const asked: string[] = [];
/** Answers as the handler does. */
const fetchStub = (_url: URL, { method = 'GET' }: RequestInit = {}) => {
  asked.push(method);
  const code = { url: `https://a.example/subscribe?h=${asked.length}`, expiresIn: 600 };
  return Promise.resolve(Response.json(method === 'POST' ? code : { opened: false }));
};

describe('HandoffCodes', () => {
  const signals: AbortSignal[] = [];
  let shown: PhoneLink[];
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('fetch', fetchStub);
    asked.length = 0;
    signals.length = 0;
    shown = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const codes = () =>
    new HandoffCodes({
      handler: (signal) => {
        signals.push(signal);
        return {
          source: { token: 't0ken' },
          endpoint: 'https://a.example/subscribe',
          signal,
          onTokenExpired: () => undefined,
        };
      },
      isOffered: true,
      lasting: 'https://a.example/',
      appId: undefined,
    });

  it('looks at intervals, and makes a new code ten seconds before the old one expires', async () => {
    const code = codes();
    code.start((link) => shown.push(link));
    await vi.advanceTimersByTimeAsync(2 * WATCH_INTERVAL_MS);
    expect(asked).toEqual(['POST', 'GET', 'GET']);
    await vi.advanceTimersByTimeAsync(586_000);
    expect(asked.filter((method) => method === 'POST')).toHaveLength(2);
    expect(new Set(shown.map(({ url }) => url)).size).toBe(2);
    code.stop();
  });

  it('asks nothing while the page is hidden, and makes a new code once it is seen again', async () => {
    const code = codes();
    code.start((link) => shown.push(link));
    await vi.advanceTimersByTimeAsync(WATCH_INTERVAL_MS);
    expect(asked).toEqual(['POST', 'GET']);
    vi.stubGlobal('document', { hidden: true });
    await vi.advanceTimersByTimeAsync(1_200_000);
    expect(asked).toEqual(['POST', 'GET']);
    vi.stubGlobal('document', { hidden: false });
    await vi.advanceTimersByTimeAsync(WATCH_INTERVAL_MS);
    expect(asked).toEqual(['POST', 'GET', 'GET', 'POST']);
    expect(shown).toHaveLength(2);
    code.stop();
  });

  it('asks nothing more once it is stopped, and gives up what it asks', async () => {
    const code = codes();
    code.start((link) => shown.push(link));
    await vi.advanceTimersByTimeAsync(WATCH_INTERVAL_MS);
    const before = asked.length;
    code.stop();
    // What was asked last may still be read: its deadline ends with it.
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    await vi.advanceTimersByTimeAsync(1_200_000);
    expect(asked).toHaveLength(before);
  });
});

describe('handoffQuestion', () => {
  const read = (expiresIn: unknown) =>
    handoffQuestion.read({ url: '?h=c0de', expiresIn }, 'https://a.example/subscribe');

  it('resolves the code’s URL against the handler’s', () => {
    expect(read(600)).toEqual({ url: 'https://a.example/subscribe?h=c0de', expiresIn: 600 });
  });

  it.each([0, -600, '600', null, NaN])(
    'reads no code that lasts %s seconds, which would be asked for again without end',
    (expiresIn) => {
      expect(read(expiresIn)).toBe(undefined);
    },
  );
});
