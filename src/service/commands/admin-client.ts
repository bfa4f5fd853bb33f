/** How the commands talk to a running service: over HTTP, as a client of its catalogue. */
import * as z from 'zod';
import { ownRuntime, type Runtime } from '../../api/requests/request-service.js';
import { afterAnyFailure, withRetries } from '../../api/requests/retry.js';
import { issueToken } from '../../api/token.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isSecureUrl, isWebUrl, withoutTrailingSlash } from '../../urls/web-url.js';
import { loadCatalogue } from '../catalogue/catalogue.js';
import type { Scope } from '../catalogue/scopes.js';
import { reasonOf } from '../failures/failure-code.js';
import { usageError } from './define-command.js';
import { printableText } from './print.js';

export const serviceOptions = {
  url: { type: 'string', default: 'http://127.0.0.1:8787' },
  catalogue: { type: 'string' },
  'client-id': { type: 'string' },
} as const;

export const clientHelp = `  --catalogue FILE   take the client from the service's catalogue, or
  --client-id ID     with its secret in the environment, as PPS_CLIENT_SECRET
  --url URL          the service; default http://127.0.0.1:8787
`;

export const adminHelp = `
It signs in with a client that has the scope service:admin:
${clientHelp}`;

export interface ServiceValues {
  url: string;
  catalogue?: string | undefined;
  'client-id'?: string | undefined;
}

interface Credentials {
  clientId: string;
  clientSecret: string;
}

async function findCredentials(values: ServiceValues, scope: Scope): Promise<Credentials> {
  const { catalogue, 'client-id': clientId } = values;
  if (clientId) {
    const clientSecret = process.env.PPS_CLIENT_SECRET;
    if (!clientSecret) usageError('PPS_CLIENT_SECRET is not set. It must be the client secret.');
    return { clientId, clientSecret };
  }
  if (!catalogue) return usageError('Give --catalogue, or --client-id.');
  const { clients } = await loadCatalogue(catalogue);
  for (const client of clients) {
    const { clientId: id, clientSecret, scopes } = client;
    if (scopes.includes(scope) && typeof clientSecret === 'string')
      return { clientId: id, clientSecret };
  }
  throw new PrivatePodcastError(
    'config',
    `The catalogue has no client with the scope ${scope} whose secret is readable. Give --client-id and PPS_CLIENT_SECRET.`,
  );
}

/** Reads why an answer failed, in the service's own words if it sent any. */
async function detailOf(response: Response): Promise<string> {
  const told = z
    .object({ detail: z.string().optional(), error_description: z.string().optional() })
    .safeParse(await response.json().catch(() => undefined)).data;
  const detail = told?.detail ?? told?.error_description;
  if (detail === undefined) return `The server at --url answered ${response.status}. Check --url.`;
  const isOfService = response.status >= 500;
  return printableText(isOfService ? `${detail} /ready and the service's log say why.` : detail);
}

async function failureOf(response: Response): Promise<PrivatePodcastError> {
  const { status } = response;
  return new PrivatePodcastError('bad-response', await detailOf(response), { status });
}

/** Why a request has no answer: the file it was to send, or the network. */
function interruption(error: unknown): PrivatePodcastError {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof PrivatePodcastError) return cause;
  const message = `The service did not answer${reasonOf(error)}. Check --url, and that it runs.`;
  return new PrivatePodcastError('network', message, { cause });
}

export interface AdminRequest {
  /** Default `GET`. */
  method?: string;
  /** Sent as JSON. */
  body?: object;
  /** A file in place of `body`, read while it is sent. */
  file?: { type: string; body: ReadableStream };
  /** Media type of the answer; default JSON. */
  accept?: string;
}

export type AdminClient = (path: string, request?: AdminRequest) => Promise<Response>;

/** An access token of a client. Of what the service refuses, it names the option that it came from. */
async function signIn(url: string, values: ServiceValues, scope: Scope): Promise<string> {
  const credentials = await findCredentials(values, scope);
  let refusal: PrivatePodcastError | undefined;
  const runtime: Runtime = {
    ...ownRuntime,
    async fetch(...request) {
      const answer = await ownRuntime.fetch(...request).catch((error: unknown) => {
        refusal = interruption(error);
        throw error;
      });
      refusal = answer.ok ? undefined : await failureOf(answer.clone());
      return answer;
    },
  };
  try {
    const request = { ...credentials, tokenUrl: url, scope };
    const { access_token: token } = await withRetries(() => issueToken(runtime, request), {
      after: afterAnyFailure,
      now: ownRuntime.now,
    });
    return token;
  } catch (error) {
    const code = error instanceof PrivatePodcastError ? error.code : undefined;
    const given = values['client-id'] ? '--client-id and PPS_CLIENT_SECRET' : '--catalogue';
    if (code === 'unauthorized') {
      const message = `The service does not know this client, or its secret is another. Check ${given}, and that the service runs with this catalogue.`;
      throw new PrivatePodcastError(code, message);
    }
    if (code === 'forbidden') {
      const message = `This client lacks the scope ${scope}. Give it in the catalogue and reload that, or choose another client with --client-id.`;
      throw new PrivatePodcastError(code, message);
    }
    if (code === 'bad-response' && !refusal) {
      throw new PrivatePodcastError(
        code,
        'At --url is another server. Give the URL of the service.',
      );
    }
    throw refusal ?? error;
  }
}

/** Signs in, and returns a function that calls the service and rejects with its explanation. */
export async function openAdminClient(values: ServiceValues, scope: Scope): Promise<AdminClient> {
  if (!isWebUrl(values.url) || !isSecureUrl(values.url))
    usageError('--url must be an https URL (plain http on loopback only).');
  const url = withoutTrailingSlash(values.url);
  const token = await signIn(url, values, scope);
  return async (path, { method = 'GET', body, file, accept = 'application/json' } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': file?.type ?? 'application/json',
        Accept: accept,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(file && { body: file.body, duplex: 'half' }),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw interruption(error);
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  };
}

/** The pages of a list, one after another. */
export async function* everyPage<Page extends { cursor?: string | undefined }>(
  call: AdminClient,
  path: string,
  query: URLSearchParams,
  schema: z.ZodType<Page>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    if (cursor !== undefined) query.set('cursor', cursor);
    const response = await call(`${path}?${query.toString()}`);
    const page = z.parse(schema, await response.json());
    yield page;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
