/** How the commands talk to a running service: over HTTP, as a client of its catalogue. */
import { ownRuntime } from '../../api/requests/request-service.js';
import { afterAnyFailure, withRetries } from '../../api/requests/retry.js';
import { issueToken } from '../../api/token.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl, withoutTrailingSlash } from '../../urls/web-url.js';
import { loadCatalogue } from '../catalogue/catalogue.js';
import type { Scope } from '../catalogue/scopes.js';
import { usageError } from './command.js';
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

/** Describes a failed request, in the service's own words if it sent any. */
async function failureOf(response: Response): Promise<PrivatePodcastError> {
  const problem = (await response.json().catch(() => undefined)) as
    { detail?: unknown } | undefined;
  const detail =
    typeof problem?.detail === 'string' ? problem.detail : `Status ${response.status}.`;
  return new PrivatePodcastError('bad-response', printableText(detail), {
    status: response.status,
  });
}

/** Why a request has no answer: the file it was to send, or the network. */
function interruption(error: unknown): PrivatePodcastError {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof PrivatePodcastError) return cause;
  return new PrivatePodcastError('network', 'The service did not answer. Check --url.', { cause });
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

/** Signs in, and returns a function that calls the service and rejects with its explanation. */
export async function openAdminClient(values: ServiceValues, scope: Scope): Promise<AdminClient> {
  if (!isWebUrl(values.url)) usageError('--url must be an http or https URL.');
  const url = withoutTrailingSlash(values.url);
  const credentials = await findCredentials(values, scope);
  const { access_token: token } = await withRetries(
    () => issueToken(ownRuntime, { ...credentials, tokenUrl: url, scope }),
    { after: afterAnyFailure, now: ownRuntime.now },
  );
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
