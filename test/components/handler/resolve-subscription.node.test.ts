/** From a feed URL or a token to a Subscription, and the meaning of each failed answer of the handler. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSubscription, type Subscription } from '../../../src/api/subscription.js';
import { PrivatePodcastError, type ErrorCode } from '../../../src/errors/private-podcast-error.js';
import { askHandler } from '../../../src/components/handler/ask-handler.js';
import { resolveSubscription } from '../../../src/components/handler/resolve-subscription.js';
import { isComplete, type Source } from '../../../src/components/first-load/page-source.js';

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

/** Asks with a source's token; `answer` returns or throws the result of reading the answer. */
function ask(
  source: Source,
  answer: (token: string) => Subscription,
  onTokenExpired: () => unknown = () => undefined,
): Promise<Subscription> {
  let token = '';
  vi.stubGlobal('fetch', (url: URL, { headers }: RequestInit) => {
    expect(url.href).to.equal(endpoint);
    token = String(new Headers(headers).get('authorization')).replace('Bearer ', '');
    return Promise.resolve(new Response('{}'));
  });
  const { signal } = new AbortController();
  const handler = { source, endpoint, signal, onTokenExpired };
  return askHandler(handler, { read: () => answer(token) });
}

/** Asks with a source's token; the handler gives these answers one after another. */
function resolving(source: Source, ...answers: Answer[]) {
  const asked: string[] = [];
  const seen = { asked, expired: 0 };
  const next = (token: string) => {
    asked.push(token);
    const answer = answers.shift() ?? new Error('It was asked once more.');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { seen, result: ask(source, next, () => (seen.expired += 1)) };
}

/** A `getToken` that gives t0ken-1, t0ken-2 and so on. */
function tokens() {
  let given = 0;
  return () => Promise.resolve(`t0ken-${(given += 1)}`);
}

afterEach(() => vi.unstubAllGlobals());

describe('askHandler: tokens', () => {
  const getToken = tokens();
  const complete: Source[] = [
    { feedUrl },
    { endpoint, token: 't0ken' },
    { endpoint, getToken },
    { endpoint, token: 't0ken', getToken },
  ];
  const incomplete: Source[] = [
    {},
    { endpoint },
    { token: 't0ken' },
    { getToken },
    { feedUrl: '', endpoint: '', token: 't0ken', getToken },
    { feedUrl: '', endpoint, token: '' },
  ];

  it('counts a source as complete with a feed URL, or with an endpoint and a way to a token', () => {
    expect(complete.map(isComplete)).to.deep.equal(complete.map(() => true));
    expect(incomplete.map(isComplete)).to.deep.equal(incomplete.map(() => false));
  });

  it('asks the endpoint with the token of the source', async () => {
    const { seen, result } = resolving({ endpoint, token: 't0ken', getToken }, answered);
    expect(await result).to.equal(answered);
    expect(seen).to.deep.equal({ asked: ['t0ken'], expired: 0 });
  });

  it('gets the first token from getToken if the source has none', async () => {
    const { seen, result } = resolving({ endpoint, getToken: tokens() }, answered);
    expect(await result).to.equal(answered);
    expect(seen).to.deep.equal({ asked: ['t0ken-1'], expired: 0 });
  });
});

describe('askHandler: an expired token', () => {
  it('renews it and asks again', async () => {
    const source = { endpoint, token: 't0ken', getToken: tokens() };
    const { seen, result } = resolving(source, refused('token-expired'), answered);
    expect(await result).to.equal(answered);
    expect(seen).to.deep.equal({
      asked: ['t0ken', 't0ken-1'],
      expired: 1,
    });
  });

  it('renews it only once', async () => {
    const answers = [refused('token-expired'), refused('token-expired'), answered] as const;
    const { seen, result } = resolving({ endpoint, getToken: tokens() }, ...answers);
    expect(await failure(result)).to.equal(answers[1]);
    expect(seen.asked).to.deep.equal(['t0ken-1', 't0ken-2']);
  });

  it('calls onTokenExpired and throws if there is no getToken', async () => {
    const expired = refused('token-expired');
    const { seen, result } = resolving({ endpoint, token: 't0ken' }, expired, answered);
    expect(await failure(result)).to.equal(expired);
    expect(seen).to.deep.equal({ asked: ['t0ken'], expired: 1 });
  });

  it('calls onTokenExpired before getToken', async () => {
    const order: string[] = [];
    const request = (token: string) => {
      order.push(token);
      if (token === 'old') throw refused('token-expired');
      return answered;
    };
    const getToken = () => {
      order.push('getToken');
      return Promise.resolve('new');
    };
    await ask({ endpoint, token: 'old', getToken }, request, () => order.push('told'));
    expect(order).to.deep.equal(['old', 'told', 'getToken', 'new']);
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

  it('renews it with a getToken that onTokenExpired sets', async () => {
    const source: Source = { endpoint, token: 'old' };
    const asked: string[] = [];
    const request = (token: string) => {
      asked.push(token);
      if (token === 'old') throw refused('token-expired');
      return answered;
    };
    const result = await ask(source, request, () => (source.getToken = tokens()));
    expect(result).to.equal(answered);
    expect(asked).to.deep.equal(['old', 't0ken-1']);
  });

  it('throws the error of a failed renewal', async () => {
    const getToken = () => Promise.reject(new TypeError('t0ken of s3cret'));
    const source = { endpoint, token: 't0ken', getToken };
    const { seen, result } = resolving(source, refused('token-expired'), answered);
    expect((await failure(result)).code).to.equal('network');
    expect(seen).to.deep.equal({ asked: ['t0ken'], expired: 1 });
  });
});

describe('askHandler: any other failure of the request', () => {
  for (const code of ['no-access', 'token-invalid', 'unavailable', 'network'] as const) {
    it(`throws it unchanged: ${code}`, async () => {
      const error = refused(code);
      const source = { endpoint, token: 't0ken', getToken: tokens() };
      const { seen, result } = resolving(source, error, answered);
      expect(await failure(result)).to.equal(error);
      expect(seen).to.deep.equal({ asked: ['t0ken'], expired: 0 });
    });
  }

  it('throws an error that is not ours unchanged', async () => {
    const error = Object.assign(new Error('A fault.'), { code: 'token-expired' });
    const { seen, result } = resolving({ endpoint, getToken: tokens() }, error, answered);
    expect(await result.catch((thrown: unknown) => thrown)).to.equal(error);
    expect(seen.expired).to.equal(0);
  });
});

describe('askHandler: a failing getToken', () => {
  const answer = (status: number, body = '') => new Response(body, { status });
  const redirected = Object.defineProperty(new Response('<p>Log in'), 'redirected', {
    value: true,
  });
  const opaque = opaqueRedirect();
  /** As libraries that wrap `fetch` throw them. */
  const errorWith = (more: object) => Object.assign(new Error('It failed.'), more);

  it('reads the token out of an answer', async () => {
    for (const body of ['t0ken-1', 't0ken-1\n']) {
      const getToken = () => Promise.resolve(answer(200, body));
      const { seen, result } = resolving({ endpoint, getToken }, answered);
      expect(await result).to.equal(answered);
      expect(seen.asked).to.deep.equal(['t0ken-1']);
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
      expect(seen.asked).to.deep.equal([]);
    });

    if (!/^(an answer|a page|a redirect)/.test(what)) continue;
    it(`throws ${code} if getToken resolves to ${what}`, async () => {
      const getToken = () => Promise.resolve(refusal() as Response);
      const { seen, result } = resolving({ endpoint, getToken });
      expect((await failure(result)).code).to.equal(code);
      expect(seen.asked).to.deep.equal([]);
    });
  }

  it('throws a network failure with its cause if getToken fails as `fetch` does', async () => {
    const cause = new TypeError('no t0ken');
    const throwing: NonNullable<Source['getToken']>[] = [
      () => Promise.reject(cause),
      () => {
        throw cause;
      },
    ];
    for (const getToken of throwing) {
      const { seen, result } = resolving({ endpoint, getToken }, answered);
      const error = await failure(result);
      expect([error.code, error.cause]).to.deep.equal(['network', cause]);
      expect(seen.asked).to.deep.equal([]);
    }
  });

  it('throws the code of a PrivatePodcastError that getToken throws', async () => {
    const cause = refused('no-access');
    const { result } = resolving({ endpoint, getToken: () => Promise.reject(cause) }, answered);
    const error = await failure(result);
    expect([error.code, error.cause]).to.deep.equal(['no-access', cause]);
  });

  for (const nothing of [undefined, null, '', 7, { token: 't0ken' }]) {
    it(`throws bad-input if getToken returns ${JSON.stringify(nothing)}`, async () => {
      const getToken = () => Promise.resolve(nothing as unknown as string);
      const { seen, result } = resolving({ endpoint, getToken }, answered);
      expect((await failure(result)).code).to.equal('bad-input');
      expect(seen.asked).to.deep.equal([]);
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
        source: { getToken },
        endpoint,
        signal: new AbortController().signal,
        onTokenExpired: () => undefined,
      },
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
