/** A feed service of some operator, as a real server on loopback, with the faults it is given. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  /** Path and query as they came over the wire. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** A text goes as it is, anything else as JSON. */
  body?: unknown;
  /** Writes the answer itself, where it shall not be whole. */
  write?: (response: ServerResponse) => void;
}

/** One answer, one after the other (the last stays), or what a request calls for; `never` leaves it open. */
export type Script = Answer | 'never' | Answer[] | ((seen: Seen) => Answer | Promise<Answer>);

export interface Operator {
  url: string;
  seen: Seen[];
  /** Sets what is answered where the request line begins so. */
  answer: (line: string, script: Script) => void;
  /** The requests whose line begins so. */
  asked: (line: string) => Seen[];
  close: () => Promise<void>;
}

export const secrets = {
  email: 'jane.doe+club@example.com',
  clientSecret: 'very-secret-client-secret',
  accessToken: 'access-token-that-nobody-may-see',
  feedUrl: 'https://feeds.example.com/s3cr3t-feed-key/sid:one_private.rss?token=a%2Fb&x=1',
};

/** Everything in order: what docs/interface.md describes. */
const inOrder: [string, Script][] = [
  [
    'POST /oauth/token',
    { body: { access_token: secrets.accessToken, token_type: 'Bearer', expires_in: 86400 } },
  ],
  ['GET /profile', { body: { id: 'email|5f1', userId: 'email|5f1', hasPrimaryAddress: true } }],
  [
    'POST /vault/entitlements/auto-onboard',
    {
      body: [
        {
          entitlementId: 'ent:1',
          userId: 'email|5f1',
          purchaseOptionId: 'po1',
          purchaseOptionData: { title: 'Club', description: 'All of it', purchaseType: 'OWN' },
          sku: 'sid:one',
          title: 'The Member Show',
          further: { kept: true },
        },
      ],
    },
  ],
  [
    'GET /vault/entitlements/',
    {
      body: [
        {
          title: 'The Member Show',
          filename: 'sid:one_private.rss',
          id: 'item1',
          url: secrets.feedUrl,
          mimeType: 'application/rss+xml',
          type: 'feed',
        },
      ],
    },
  ],
  ['GET /rss', { body: { title: 'The Member Show', episodes: [{ guid: 'g1', title: 'One' }] } }],
];

function write(response: ServerResponse, { status = 200, headers, body, write }: Answer): void {
  if (write) {
    write(response);
    return;
  }
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    ...headers,
  });
  response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
}

export async function startOperator(): Promise<Operator> {
  const scripts = new Map<string, Script>(inOrder);
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body };
      seen.push(one);
      const fits = [...scripts].filter(([line]) => `${method} ${path}`.startsWith(line));
      const script = fits.at(-1)?.[1] ?? { status: 404, body: 'no such path' };
      if (script === 'never') return;
      if (typeof script === 'function')
        void Promise.resolve(script(one)).then((answer) => write(response, answer));
      else if (Array.isArray(script))
        write(response, script.length > 1 ? script.shift()! : script[0]!);
      else write(response, script);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer(line, script) {
      // The last setting counts.
      scripts.delete(line);
      scripts.set(line, script);
    },
    asked: (line) => seen.filter(({ method, path }) => `${method} ${path}`.startsWith(line)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A complete configuration for an operator. */
export function configFor(url: string) {
  return {
    tokenUrl: url,
    baseUrl: url,
    parserUrl: url,
    consumeUrl: `${url}/consume`,
    clientId: 'client-1',
    clientSecret: secrets.clientSecret,
    onboardingOriginId: 'origin-1',
  };
}
