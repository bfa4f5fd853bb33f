/** Writings of keys, for TypeScript and PHP: no form of a public key may become a shared secret. */
import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';

/** A point of a curve, uncompressed. */
const pointOf = ({ x = '', y = '' }: JWK): Buffer =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);

/** A public key as people copy it: each form is refused, as text and as bytes. */
export function publicKeyForms(pem: string, publicJwk: JWK): (string | Buffer)[] {
  const body = pem.replace(/-----[A-Z ]+-----/g, '').trim();
  const jwk = JSON.stringify(publicJwk);
  const der = Buffer.from(body, 'base64');
  const n = publicJwk.n === undefined ? undefined : Buffer.from(publicJwk.n, 'base64url');
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
    Buffer.from(pem).toString('hex'),
    Buffer.from(jwk).toString('base64url'),
    Buffer.from(jwk).toString('base64').replace(/=+$/, ''),
    Buffer.from(Buffer.from(pem).toString('base64')).toString('base64'),
    der.toString('hex'),
    der
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:'),
    der,
    ...(n ? [n, n.toString('base64url'), n.toString('base64'), n.toString('hex')] : []),
    ...(publicJwk.y ? [pointOf(publicJwk).toString('hex'), pointOf(publicJwk)] : []),
  ];
}

/** Random bytes in the forms that are common for a shared secret: each is accepted. */
export function randomForms(times: number): (string | Buffer)[] {
  return Array.from({ length: times }, (_, time) => randomBytes(32 + (time % 4) * 8)).flatMap(
    (bytes) => [bytes.toString('base64'), bytes.toString('hex'), bytes],
  );
}
