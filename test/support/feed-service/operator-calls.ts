/** Requests as an operator sends them: with the scope service:admin. */
import { sku, type Backend } from './backend.js';

/** The catalogue's client for them, which needs `scopes` there. */
export const operator = { clientId: 'operator', clientSecret: 'operates' };

/** An access token of a client. */
export async function tokenOf(
  backend: Backend,
  client = operator,
  scope = 'service:admin',
): Promise<string> {
  const form = { client_id: client.clientId, client_secret: client.clientSecret, scope };
  const answer = (await (await backend.token(form)).json()) as { access_token: string };
  return answer.access_token;
}

/** Sends one request; a body that is no text goes as JSON. */
export async function adminCall(
  backend: Backend,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const isSent = body === undefined || typeof body === 'string' || body instanceof ReadableStream;
  return backend.send(path, {
    method,
    headers: { Authorization: `Bearer ${await tokenOf(backend)}`, ...headers },
    ...(body !== undefined && {
      body: isSent ? (body as BodyInit) : JSON.stringify(body),
      duplex: 'half',
    }),
  });
}

export const grantPath = (email: string, product = sku): string =>
  `/admin/grants/${encodeURIComponent(product)}/${encodeURIComponent(email)}`;
