/** An operator's calls to a running service, over HTTP. */
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';

/** The operator's client, for the catalogue. */
export const operator: Catalogue['clients'][number] = {
  clientId: 'operator',
  clientSecret: 'operates the service of a test',
  scopes: ['service:admin'],
};

export interface OperatorClient {
  grant(sku: string, email: string): Promise<void>;
  revoke(sku: string, email: string): Promise<void>;
  /** Kills the member's feed link. */
  reset(sku: string, email: string): Promise<void>;
  /** Sends JSON, or CSV as a text. */
  send(path: string, body: object | string): Promise<void>;
}

/** @param url of a service whose catalogue has {@link operator} */
export async function operatorOf(url: string): Promise<OperatorClient> {
  const signedIn = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: operator.clientId,
      client_secret: operator.clientSecret as string,
      grant_type: 'client_credentials',
      scope: operator.scopes.join(' '),
    }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };

  async function call(method: string, path: string, body?: object | string): Promise<void> {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json';
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, headers, ...(body && { body: text }) };
    const { ok, status } = await fetch(`${url}${path}`, init);
    if (!ok) throw new Error(`The service answered the operator with ${status}.`);
  }
  const grantPath = (sku: string, email: string) =>
    `/admin/grants/${encodeURIComponent(sku)}/${encodeURIComponent(email)}`;
  return {
    grant: (sku, email) => call('PUT', grantPath(sku, email), {}),
    revoke: (sku, email) => call('DELETE', grantPath(sku, email)),
    send: (path, body) => call('POST', path, body),
    reset: (sku, email) => call('POST', '/admin/feeds/reset', { sku, email }),
  };
}
