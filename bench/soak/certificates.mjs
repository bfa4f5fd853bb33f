/** Certificates for the servers of a soak: valid ones and expired ones, by an authority of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Writes `ca.pem`, and `good.pem` and `expired.pem` for 127.0.0.1, with `key.pem` for both.
 * @param {string} folder
 */
export async function writeCertificates(folder) {
  const kind = /** @type {const} */ ({ keyType: 'ec', algorithm: 'sha256' });
  const from = new Date(Date.now() - 7 * DAY);
  const authority = await generate([{ name: 'commonName', value: 'Authority of the soak' }], {
    ...kind,
    notBeforeDate: from,
    notAfterDate: new Date(Date.now() + 30 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  /** @param {number} ends milliseconds from now @param {{ private: string, public: string }} [keys] */
  const issue = (ends, keys) =>
    generate([{ name: 'commonName', value: '127.0.0.1' }], {
      ...kind,
      notBeforeDate: from,
      notAfterDate: new Date(Date.now() + ends),
      ca: { key: authority.private, cert: authority.cert },
      ...(keys && { keyPair: { privateKey: keys.private, publicKey: keys.public } }),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
  const good = await issue(30 * DAY);
  const expired = await issue(-HOUR, good);
  const files = {
    'ca.pem': authority.cert,
    'good.pem': good.cert,
    'expired.pem': expired.cert,
    'key.pem': good.private,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
