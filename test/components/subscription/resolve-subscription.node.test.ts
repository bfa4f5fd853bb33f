/** From a feed URL or a token to a Subscription, and the meaning of each failed answer of the handler. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSubscription, type Subscription } from '../../../src/api/subscription.js';
import { PrivatePodcastError, type ErrorCode } from '../../../src/errors/private-podcast-error.js';
import { askHandler } from '../../../src/components/subscription/ask-handler.js';
import { resolveSubscription } from '../../../src/components/subscription/resolve-subscription.js';
import { isComplete, type PageSource } from '../../../src/components/page/page-source.js';

const endpoint = 'https://publisher.example/subscribe';
const feedUrl = 'https://feeds.example/s3cret.rss';
const answered: Subscription = { feedUrl, title: 'Quiet Harbours', sku: 'sid:harbours' };

/**
 * As `fetch` answers a redirect that it must not follow. `Response.error()` would be of another class
 * once a Hono server has replaced the global one.
 */
const opaqueRedirect = () =>
  Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
    ok: { value: false },
  });

/** The error of a rejected promise; it must be one of our errors, and hold no secret. */
async function failure(promise: Promise<unknown>): Promise<PrivatePodcastError> {
  const outcome = await promise.then(
    () => new Error('It was not rejected.'),
    (error: unknown) => error,
  );
  if (!(outcome instanceof PrivatePodcastError)) throw outcome;
  expect(outcome.message).not.to.match(/s3cret|t0ken/);
  return outcome;
}

type Answer = Subscription | Error;
const refused = (code: ErrorCode) => new PrivatePodcastError(code, `Answered ${code}.`);

/**
 * Asks with a source's token; the handler gives these answers one after another. `seen` is what happened:
 * each token that it was asked with, `told` for an expired one, and `getToken`, which gives t0ken-1, t0ken-2
 * and so on.
 */
function resolving(
  given: PageSource & { renews?: boolean; onTold?: (source: PageSource) => void },
  ...answers: Answer[]
) {
  const seen: string[] = [];
  let count = 0;
  const getToken = () => {
    seen.push('getToken');
    return Promise.resolve(`t0ken-${++count}`);
  };
  const { renews = false, onTold, ...own } = given;
  const source: PageSource = { ...own, ...(renews && { getToken }) };
  vi.stubGlobal('fetch', (url: URL, { headers }: RequestInit) => {
    expect(url.href).to.equal(endpoint);
    seen.push(String(new Headers(headers).get('authorization')).replace('Bearer ', ''));
    return Promise.resolve(new Response('{}'));
  });
  const read = () => {
    const answer = answers.shift() ?? new Error('It was asked once more.');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const onTokenExpired = () => {
    seen.push('told');
    onTold?.(source);
  };
  const { signal } = new AbortController();
  const result = askHandler({ source, endpoint, signal, onTokenExpired }, { read });
  return { seen, result };
}

afterEach(() => vi.unstubAllGlobals());

describe('isComplete', () => {
  const getToken = () => Promise.resolve('t0ken');
  it.each<[boolean, PageSource]>([
    [true, { feedUrl }],
    [true, { endpoint, token: 't0ken' }],
    [true, { endpoint, getToken }],
    [false, {}],
    [false, { endpoint }],
    [false, { token: 't0ken' }],
    [false, { getToken }],
    [false, { feedUrl: '', endpoint: '', token: 't0ken', getToken }],
    [false, { feedUrl: '', endpoint, token: '' }],
  ])('is %s for %o', (expected, source) => {
    expect(isComplete(source)).to.equal(expected);
  });
});

describe('askHandler', () => {
  const expired = () => refused('token-expired');
  const both = { endpoint, token: 't0ken', renews: true };
  const renewing = { endpoint, renews: true };
  const failing = {
    ...both,
    renews: false,
    getToken: () => Promise.reject(new TypeError('t0ken of s3cret')),
  };
  it.each<[string, Parameters<typeof resolving>[0], Answer[], ErrorCode | undefined, string]>([
    ['the token of the source', both, [answered], undefined, 't0ken'],
    ['getToken, without one', renewing, [answered], undefined, 'getToken t0ken-1'],
    ['a renewed token', both, [expired(), answered], undefined, 't0ken told getToken t0ken-1'],
    [
      'a token renewed only once',
      renewing,
      [expired(), expired(), answered],
      'token-expired',
      'getToken t0ken-1 told getToken t0ken-2',
    ],
    [
      'an expired token and no getToken',
      { ...both, renews: false },
      [expired(), answered],
      'token-expired',
      't0ken told',
    ],
    ['a renewal that fails', failing, [expired(), answered], 'network', 't0ken told'],
    ...(['no-access', 'token-invalid', 'unavailable', 'network'] as const).map(
      (code): [string, typeof both, Answer[], ErrorCode, string] => [
        `a failure, thrown unchanged: ${code}`,
        both,
        [refused(code), answered],
        code,
        't0ken',
      ],
    ),
  ])('asks with %s', async (_, source, answers, code, expected) => {
    const { seen, result } = resolving(source, ...answers);
    if (code) expect((await failure(result)).code).to.equal(code);
    else expect(await result).to.equal(answered);
    expect(seen.join(' ')).to.equal(expected);
  });

  it('gives up a getToken that never ends, or whose answer does not', async () => {
    vi.useFakeTimers();
    const endless = new Response(new ReadableStream());
    const never = [() => new Promise<string>(() => undefined), () => Promise.resolve(endless)];
    const outcomes = never.map((getToken) =>
      failure(resolving({ endpoint, getToken }, answered).result),
    );
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    for (const { code } of await Promise.all(outcomes)) expect(code).to.equal('timeout');
  });

  it('renews a token with a getToken that the page sets when it is told', async () => {
    const onTold = (source: PageSource) => (source.getToken = () => Promise.resolve('t0ken-1'));
    const given = { endpoint, token: 'old', onTold };
    const { seen, result } = resolving(given, expired(), answered);
    expect(await result).to.equal(answered);
    expect(seen).to.deep.equal(['old', 'told', 't0ken-1']);
  });

  it('throws an error that is not ours unchanged', async () => {
    const error = Object.assign(new Error('A fault.'), { code: 'token-expired' });
    const { seen, result } = resolving({ ...renewing }, error, answered);
    expect(await result.catch((thrown: unknown) => thrown)).to.equal(error);
    expect(seen).not.to.include('told');
  });
});

describe('askHandler: a failing getToken', () => {
  const answer = (status: number, body = '') => new Response(body, { status });
  const redirected = Object.defineProperty(new Response('<p>Log in'), 'redirected', {
    value: true,
  });
  const opaque = opaqueRedirect();
  /** What the page's developer reads as it is. */
  const reported: unknown[] = [];
  beforeEach(() => {
    reported.length = 0;
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  });
  /** As libraries that wrap `fetch` throw them. */
  const errorWith = (more: object) => Object.assign(new Error('It failed.'), more);

  it('reads the token out of an answer', async () => {
    for (const body of ['t0ken-1', 't0ken-1\n']) {
      const getToken = () => Promise.resolve(answer(200, body));
      const { seen, result } = resolving({ endpoint, getToken }, answered);
      expect(await result).to.equal(answered);
      expect(seen).to.deep.equal(['t0ken-1']);
    }
  });

  for (const [what, code, refusal] of [
    ['an answer with 204', 'unauthorized', () => new Response(null, { status: 204 })],
    ['an answer with 200 and nothing in it', 'unavailable', () => answer(200)],
    ['an answer with 401', 'unauthorized', () => answer(401)],
    ['an answer with 403', 'unauthorized', () => answer(403, 'Forbidden.')],
    ['a redirect that was not followed', 'unauthorized', () => opaque],
    ['a redirect to a page', 'unauthorized', () => redirected],
    ['an error with the status 401', 'unauthorized', () => errorWith({ status: 401 })],
    ['an error with an answer of 403', 'unauthorized', () => errorWith({ response: answer(403) })],
    ['an answer with 400', 'unavailable', () => answer(400)],
    ['an answer with 404', 'unavailable', () => answer(404, 't0ken-1')],
    ['an answer with 500', 'unavailable', () => answer(500)],
    ['an answer with HTML without a blank', 'unavailable', () => answer(200, '<html>')],
    ['an answer with JSON', 'unavailable', () => answer(200, '{"token":"t0ken-1"}')],
    ['an answer with JSON text', 'unavailable', () => answer(200, '"t0ken-1"')],
    ['a page with 200', 'unavailable', () => answer(200, '<title>My app</title> <p>Hello')],
    ['an error with the status 500', 'unavailable', () => errorWith({ status: 500 })],
    ['an error with an answer of 404', 'unavailable', () => errorWith({ response: answer(404) })],
    ['an error without a status', 'unavailable', () => errorWith({})],
    ['a text', 'unavailable', () => 'logged out'],
    ['nothing', 'unavailable', () => undefined],
  ] as const) {
    it(`throws ${code} with the cause if getToken rejects with ${what}`, async () => {
      const cause = refusal();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a page may
      const { seen, result } = resolving({ endpoint, getToken: () => Promise.reject(cause) });
      const error = await failure(result);
      expect([error.code, error.cause]).to.deep.equal([code, cause]);
      expect(seen).to.deep.equal([]);
      const isOwn = code === 'unavailable' && !(cause instanceof Response);
      expect(reported).to.deep.equal(isOwn ? [cause] : []);
    });

    if (!/^(an answer|a page|a redirect)/.test(what)) continue;
    it(`throws ${code} if getToken resolves to ${what}`, async () => {
      const getToken = () => Promise.resolve(refusal() as Response);
      const { seen, result } = resolving({ endpoint, getToken });
      expect((await failure(result)).code).to.equal(code);
      expect(seen).to.deep.equal([]);
    });
  }

  it('throws a network failure with its cause if getToken fails as `fetch` does', async () => {
    const cause = new TypeError('no t0ken');
    const throwing: NonNullable<PageSource['getToken']>[] = [
      () => Promise.reject(cause),
      () => {
        throw cause;
      },
    ];
    for (const getToken of throwing) {
      const { seen, result } = resolving({ endpoint, getToken }, answered);
      const error = await failure(result);
      expect([error.code, error.cause]).to.deep.equal(['network', cause]);
      expect(seen).to.deep.equal([]);
    }
    expect(reported).to.deep.equal([]);
  });

  // Node's engine is Chromium's; the others are worded as Firefox and Safari do.
  const mistakes: [string, string][] = [
    ["Cannot read properties of undefined (reading 'json')", 'unavailable'],
    ['x is not a function', 'unavailable'],
    ["Failed to execute 'fetch' on 'Window': Failed to parse URL from //", 'unavailable'],
    ['can\'t access property "json", x is undefined', 'unavailable'],
    ["undefined is not an object (evaluating 'x.json')", 'unavailable'],
    ['Failed to fetch', 'network'],
    ['NetworkError when attempting to fetch resource.', 'network'],
    ['Load failed', 'network'],
    ['The Internet connection appears to be offline.', 'network'],
  ];
  it.each(mistakes)(
    'tells a TypeError of the page’s script by its words: %s',
    async (text, code) => {
      const cause = new TypeError(text);
      const { result } = resolving({ endpoint, getToken: () => Promise.reject(cause) }, answered);
      expect((await failure(result)).code).to.equal(code);
      expect(reported).to.deep.equal(code === 'network' ? [] : [cause]);
    },
  );

  it('throws bad-input for a getToken that is no function', async () => {
    const getToken = 't0ken' as unknown as PageSource['getToken'];
    const { result } = resolving({ endpoint, getToken }, answered);
    expect((await failure(result)).code).to.equal('bad-input');
    expect(reported).to.deep.equal([]);
  });

  it('throws the code of a PrivatePodcastError that getToken throws', async () => {
    const cause = refused('no-access');
    const { result } = resolving({ endpoint, getToken: () => Promise.reject(cause) }, answered);
    const error = await failure(result);
    expect([error.code, error.cause]).to.deep.equal(['no-access', cause]);
  });

  it('says that an answer holds no token', async () => {
    const { result } = resolving({ endpoint, getToken: () => Promise.resolve(answer(200, '{}')) });
    expect((await failure(result)).message).to.equal(
      '`getToken` gave an answer that holds no token.',
    );
  });

  it('takes every bearer token, with blanks around it, and nothing else for one', async () => {
    for (const token of ['a', 'a-B_9.~+/c==', `${'a.'.repeat(4000)}b`]) {
      const { seen, result } = resolving(
        { endpoint, getToken: () => Promise.resolve(` ${token}\n`) },
        answered,
      );
      expect(await result).to.equal(answered);
      expect(seen).to.deep.equal([token]);
    }
  });

  const others = [
    '<html>',
    '{"token":"t0ken"}',
    '"t0ken"',
    'a b',
    'a=b',
    '{{token}}',
    'tökén',
    ' ',
  ];
  for (const nothing of [undefined, null, '', 7, { token: 't0ken' }, ...others]) {
    it(`throws bad-input if getToken returns ${JSON.stringify(nothing)}`, async () => {
      const getToken = () => Promise.resolve(nothing as unknown as string);
      const { seen, result } = resolving({ endpoint, getToken }, answered);
      expect((await failure(result)).code).to.equal('bad-input');
      expect(seen).to.deep.equal([]);
    });
  }
});

describe('resolveSubscription', () => {
  /** Errors that the element reports to the page's developer. */
  const reported: unknown[] = [];
  beforeEach(() => {
    reported.length = 0;
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  });

  it('returns failed after a fault of ours, and reports nothing to the page', async () => {
    const getToken = () => Promise.resolve('t0ken');
    const outcome = await resolveSubscription(
      {
        host: Object.assign(new EventTarget(), { getToken }),
        endpoint,
        state: 'resolving',
        enter: () => undefined,
      },
      new AbortController().signal,
      () => {
        throw new Error('s3cret');
      },
    );
    expect(outcome.state === 'failed' && outcome.failure).to.equal('network');
    expect(reported).to.deep.equal([]);
  });
});

describe('askHandler: the request to the subscribe handler', () => {
  let sent: { url: string; init: RequestInit } | undefined;
  afterEach(() => {
    sent = undefined;
  });

  function answering(
    answer: () => Response | Promise<Response>,
    signal = new AbortController().signal,
  ) {
    vi.stubGlobal('fetch', (url: URL, init: RequestInit = {}) => {
      sent = { url: url.href, init };
      return Promise.resolve().then(answer);
    });
    const source = { token: 't0ken' };
    const handler = { source, endpoint, signal, onTokenExpired: () => undefined };
    return askHandler(handler, { read: readSubscription });
  }
  const answer = (status: number, body: unknown = '') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return () => new Response(text, { status });
  };
  const page = '<!doctype html><title>s3cret</title>';

  it('sends the token in its header, and follows no redirect', async () => {
    const { feedUrl: given, title, sku } = await answering(answer(200, answered));
    expect({ feedUrl: given, title, sku }).to.deep.equal(answered);
    expect(sent?.url).to.equal(endpoint);
    expect(new Headers(sent?.init.headers).get('authorization')).to.equal('Bearer t0ken');
    expect(sent?.init.redirect).to.equal('manual');
  });

  const byStatus: [number, ErrorCode][] = [
    [400, 'bad-input'],
    [401, 'token-invalid'],
    [403, 'no-access'],
    [404, 'not-found'],
    [429, 'rate-limited'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'timeout'],
  ];
  for (const [status, code] of byStatus) {
    it(`throws ${code} for ${status} without a code that it knows`, async () => {
      const bodies = ['null', '[]', {}, { code: 'sold-out' }, { code: 7 }];
      // An answer without JSON comes from something in between.
      for (const body of status === 403 ? bodies : ['', page, ...bodies]) {
        const error = await failure(answering(answer(status, body)));
        expect([error.code, error.status]).to.deep.equal([code, status]);
      }
    });
  }

  it('does not report “no access” for a page with 403, as a firewall answers', async () => {
    for (const body of ['', page]) {
      const error = await failure(answering(answer(403, body)));
      expect([error.code, error.status]).to.deep.equal(['unavailable', 403]);
    }
  });

  const named: ErrorCode[] = [
    'token-expired',
    'token-invalid',
    'no-access',
    'forbidden',
    'rate-limited',
    'bad-response',
    'unavailable',
    'timeout',
    'config',
  ];
  for (const code of named) {
    it(`throws the code of the problem, whatever its status: ${code}`, async () => {
      for (const status of [401, 403, 404, 429, 503]) {
        const error = await failure(
          answering(answer(status, { type: 'about:blank', code, status })),
        );
        expect([error.code, error.status]).to.deep.equal([code, status]);
      }
    });
  }

  it('ignores a code that only the element may set', async () => {
    for (const code of ['aborted', 'bad-input', 'network']) {
      expect((await failure(answering(answer(401, { code })))).code).to.equal('token-invalid');
    }
  });

  it('throws bad-response for a redirect, whatever its body says', async () => {
    for (const status of [301, 302, 307]) {
      const error = await failure(answering(answer(status, { code: 'no-access' })));
      expect(error.code).to.equal('bad-response');
    }
    expect((await failure(answering(opaqueRedirect))).code).to.equal('bad-response');
  });

  it('throws bad-response for 200 without a usable feed', async () => {
    const without = [page, '', 'null', {}, { ...answered, feedUrl: 's3cret' }, { feedUrl }];
    for (const body of without) {
      expect((await failure(answering(answer(200, body)))).code).to.equal('bad-response');
    }
  });

  it('throws network if no answer comes', async () => {
    const lost = () => Promise.reject(new TypeError('s3cret t0ken'));
    expect((await failure(answering(lost))).code).to.equal('network');
  });

  it('throws aborted if the request is aborted', async () => {
    const controller = new AbortController();
    const silent = () =>
      new Promise<Response>((_resolve, reject) => {
        sent?.init.signal?.addEventListener('abort', () => reject(new Error('Broken off.')));
        controller.abort();
      });
    expect((await failure(answering(silent, controller.signal))).code).to.equal('aborted');
  });
});
