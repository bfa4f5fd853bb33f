/** Writings of keys, for TypeScript and PHP: none of a public key may become a shared secret. */
import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';

/** A public key as people copy it: each form is refused, as text and as bytes. */
export function publicKeyForms(pem: string, publicJwk: JWK): (string | Buffer)[] {
  const body = pem.replace(/-----[A-Z ]+-----/g, '').trim();
  const jwk = JSON.stringify(publicJwk);
  const der = Buffer.from(body, 'base64');
  return [
    pem,
    `\ufeff  ${pem}`,
    body,
    body.replace(/\n/g, ''),
    der.toString('base64url'),
    jwk,
    `\ufeff ${jwk}`,
    JSON.stringify({ keys: [publicJwk] }, null, 2),
    JSON.stringify([publicJwk]),
    JSON.stringify({ ...publicJwk, kty: undefined }),
    Buffer.from(pem).toString('base64'),
    Buffer.from(pem).toString('base64').replace(/.{64}/g, '$&\n'),
    Buffer.from(jwk).toString('base64url'),
    Buffer.from(jwk).toString('base64').replace(/=+$/, ''),
    der,
    `ssh-ed25519 ${body}`,
  ];
}

/** Random bytes in the forms that are common for a shared secret: each is accepted. */
export function randomForms(times: number): (string | Buffer)[] {
  return Array.from({ length: times }, (_, time) => randomBytes(32 + (time % 4) * 8)).flatMap(
    (bytes) => [bytes.toString('base64'), bytes.toString('hex'), bytes],
  );
}
