/** How the commands talk to a running service: over HTTP, as a client of its catalogue. */
import { ownRuntime } from '../../api/requests/request-service.js';
import { afterAnyFailure, withRetries } from '../../api/requests/retry.js';
import { issueToken } from '../../api/token.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl, withoutTrailingSlash } from '../../urls/web-url.js';
import { loadCatalogue } from '../catalogue/catalogue.js';
import type { Scope } from '../routes/token.js';
import { usageError } from './command.js';

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
  return new PrivatePodcastError('bad-response', detail, { status: response.status });
}

export type AdminClient = (
  path: string,
  init?: { method: string; body?: object },
) => Promise<Response>;

/** Signs in, and returns a function that calls the service and rejects with its explanation. */
export async function openAdminClient(values: ServiceValues, scope: Scope): Promise<AdminClient> {
  if (!isWebUrl(values.url)) usageError('--url must be an http or https URL.');
  const url = withoutTrailingSlash(values.url);
  const credentials = await findCredentials(values, scope);
  const { access_token: token } = await withRetries(
    () => issueToken(ownRuntime, { ...credentials, tokenUrl: url, scope }),
    { after: afterAnyFailure, now: ownRuntime.now },
  );
  return async (path, init) => {
    const response = await fetch(`${url}${path}`, {
      method: init?.method ?? 'GET',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(init?.body && { body: JSON.stringify(init.body) }),
      redirect: 'error',
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  };
}
