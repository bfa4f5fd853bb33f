/**
 * Finds the client that sent its right secret. A hash is slow on purpose, so whoever sends wrong secrets
 * could keep the service busy: few are hashed at a time, and the last right one needs no hash.
 */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { derive, randomSecret, sameSecret } from '../crypto/secrets.js';
import type { Client } from './catalogue.js';
import { hashCost, verifyClientSecret, type ClientSecret } from './client-secret.js';

/** Each takes one of Node's four threads, which read files and look up names, too. */
export const MAX_AT_ONCE = 2;
/** Seconds. A hash takes a tenth of one. */
const RETRY_AFTER = 1;

type Hashed = Exclude<ClientSecret, string>;

/**
 * The client of an ID, if the secret is its own.
 * @throws {PrivatePodcastError} `rate-limited` if too many others are being hashed.
 */
export type SecretCheck = (
  clients: readonly Client[],
  clientId: string,
  secret: string,
) => Promise<Client | undefined>;

const isHashed = (secret: ClientSecret | undefined): secret is Hashed => typeof secret === 'object';

/**
 * One hash of each cost in the catalogue, the client's own among them. A wrong secret is compared with
 * all of these, so that the time it takes does not tell which clients there are.
 */
function hashesFor(own: ClientSecret | undefined, clients: readonly Client[]): Hashed[] {
  const hashed = [...clients.map(({ clientSecret }) => clientSecret), own].filter(isHashed);
  return [...new Map(hashed.map((each) => [hashCost(each), each])).values()];
}

/** @param compare computes the hash of what was sent. */
export function createSecretCheck(
  compare: (stored: Hashed, sent: string) => Promise<boolean> = verifyClientSecret,
): SecretCheck {
  const key = randomSecret();
  /** The HMAC of the last right secret. After a reload the hashes are other objects. */
  const lastRight = new WeakMap<Hashed, string>();
  const underWay = new Map<string, Promise<boolean>>();

  async function hash(hashes: readonly Hashed[], own: ClientSecret | undefined, secret: string) {
    let isRight = false;
    for (const each of hashes) {
      if ((await compare(each, secret)) && each === own) isRight = true;
    }
    return isRight;
  }

  return async (clients, clientId, secret) => {
    const client = clients.find((each) => each.clientId === clientId);
    const own = client?.clientSecret;
    if (typeof own === 'string' && sameSecret(own, secret)) return client;
    const proof = derive(key, JSON.stringify([clientId, secret]));
    if (isHashed(own) && sameSecret(lastRight.get(own) ?? '', proof)) return client;
    const hashes = hashesFor(own, clients);
    if (hashes.length === 0) return undefined;
    // The processes of a publisher may start at once, all with the same secret.
    let flight = underWay.get(proof);
    if (!flight) {
      if (underWay.size >= MAX_AT_ONCE) {
        const message = 'Too many secrets are being checked. Try again in a second.';
        throw new PrivatePodcastError('rate-limited', message, { retryAfter: RETRY_AFTER });
      }
      flight = hash(hashes, own, secret).finally(() => underWay.delete(proof));
      underWay.set(proof, flight);
    }
    if (!(await flight)) return undefined;
    if (isHashed(own)) lastRight.set(own, proof);
    return client;
  };
}
