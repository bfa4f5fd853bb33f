// @ts-check
/**
 * A certificate for the demo's https in a home network, which no certificate authority vouches
 * for. It comes with an authority of its own for a phone to trust. That authority signs this one
 * certificate, and its key is then forgotten: nobody can use it to pose as another site.
 */
import { createPrivateKey, randomBytes, randomUUID, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';
import { generate } from 'selfsigned';

/**
 * @typedef {object} Certificate
 * @property {string} authority What the phone is to trust (PEM).
 * @property {string} chain The server's certificate (PEM).
 * @property {string} key Its private key (PEM).
 */

const DAY = 86_400_000;
/** Apple's systems refuse certificates that are valid for more than 825 days. */
const VALID_FOR = 397 * DAY;
/** A certificate that ends sooner is replaced at the start. */
const LEAST_LEFT = 7 * DAY;

const defaultFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'private-podcast-subscribe');

/**
 * The certificate for an address: the one made earlier, so that a phone has to trust it once, or a
 * new one. It is kept where only the user of this machine can read it.
 * @param {string} host A name or an IP address.
 * @param {string} [folder]
 * @returns {Promise<Certificate>}
 * @throws {PrivatePodcastError} `config` if it cannot be kept.
 */
export async function certificateFor(host, folder = defaultFolder()) {
  const file = join(folder, `${host.replace(/[^\w.-]/g, '_')}.json`);
  const kept = await readCertificate(file);
  if (kept && isUsable(kept, host)) return kept;
  const made = await makeCertificate(host);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Renamed into place, so that a start at the same time never reads half of it.
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(made), { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } catch (cause) {
    const advice = 'Set XDG_CACHE_HOME to a folder that you may write to.';
    throw new PrivatePodcastError('config', `No certificate can be kept in ${folder}. ${advice}`, {
      cause,
    });
  }
  return made;
}

/**
 * The authority's fingerprint as phones show it: SHA-256, in hexadecimal.
 * @param {Certificate} certificate
 */
export const fingerprintOf = ({ authority }) => new X509Certificate(authority).fingerprint256;

/**
 * @param {string} file
 * @returns {Promise<Certificate | undefined>}
 */
async function readCertificate(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {Certificate} certificate
 * @param {string} host
 */
function isUsable({ authority, chain, key }, host) {
  try {
    const issuer = new X509Certificate(authority);
    const own = new X509Certificate(chain);
    return (
      own.verify(issuer.publicKey) &&
      own.checkPrivateKey(createPrivateKey(key)) &&
      (isIP(host) ? own.checkIP(host) : own.checkHost(host)) !== undefined &&
      Date.parse(own.validTo) - Date.now() > LEAST_LEFT
    );
  } catch {
    return false;
  }
}

/**
 * @param {string} host
 * @returns {Promise<Certificate>}
 */
async function makeCertificate(host) {
  const validity = {
    keyType: /** @type {const} */ ('ec'),
    algorithm: 'sha256',
    // A phone's clock may be slow.
    notBeforeDate: new Date(Date.now() - DAY),
    notAfterDate: new Date(Date.now() + VALID_FOR),
  };
  // Each has a name of its own, so that people can tell them apart among a phone's certificates.
  const id = randomBytes(3).toString('hex');
  const authority = await generate([{ name: 'commonName', value: `Private podcast demo ${id}` }], {
    ...validity,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const own = await generate([{ name: 'commonName', value: host }], {
    ...validity,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [isIP(host) ? { type: 7, ip: host } : { type: 2, value: host }],
      },
    ],
  });
  return { authority: authority.cert, chain: own.cert, key: own.private };
}
