// @ts-check
/**
 * Runs first in every process of the product, and tells the test the secrets that are made or used inside
 * it: the client secret and the access tokens that it sends, and the keys that the demo makes.
 */
import crypto from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { CANARY_FILE: file = '' } = process.env;

/** @param {import('./search.js').Kind} kind @param {string | null | undefined} value */
function tell(kind, value) {
  if (value) appendFileSync(file, `${JSON.stringify([kind, value])}\n`);
}

const send = globalThis.fetch;
/** @type {typeof fetch} */
globalThis.fetch = async (input, init) => {
  const { headers = undefined, url = String(input) } = input instanceof Request ? input : {};
  const authorization = new Headers(init?.headers ?? headers).get('authorization');
  tell('access token', /^Bearer ((?!eyJ).+)$/.exec(authorization ?? '')?.[1]);
  if (url.endsWith('/oauth/token')) {
    const form = new URLSearchParams(await new Request(input, init).text());
    tell('client secret', form.get('client_secret'));
  }
  return send(input, init);
};

const { randomBytes } = crypto;
const KEY_BYTES = 32;
if (process.argv[1]?.endsWith('demo/main.js')) {
  Object.assign(crypto, {
    /** @param {number} size */
    randomBytes(size) {
      const bytes = randomBytes(size);
      if (size === KEY_BYTES) tell('key of subscribe tokens', bytes.toString('base64'));
      return bytes;
    },
  });
  syncBuiltinESMExports();
}
