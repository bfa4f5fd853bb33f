/** The other hosts of docs/running.md, on the machine itself: a certificate authority, and a host for backups. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { until } from '../support/waiting/until.js';
import type { Machine } from './bare-debian.js';

/**
 * Debian's pebble in place of Let's Encrypt, which certbot asks without questions, and whose
 * certificates the machine trusts.
 */
export async function prepareCertificates(machine: Machine): Promise<void> {
  appendFileSync(
    machine.pathOf('/etc/hosts'),
    '127.0.0.1 localhost listen.example.com www.example.com backup.example.com acme.example.com\n' +
      '::1 localhost listen.example.com\n',
  );
  const address = '0.0.0.0:14000';
  const pebble = {
    listenAddress: address,
    managementListenAddress: '0.0.0.0:15000',
    certificate: '/opt/pebble/cert.pem',
    privateKey: '/opt/pebble/key.pem',
    httpPort: 80,
    tlsPort: 443,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  await machine.run(`apt-get install --yes -qq pebble > /dev/null
mkdir /opt/pebble
cd /opt/pebble
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=acme.example.com -addext subjectAltName=DNS:acme.example.com 2> /dev/null
cp cert.pem /usr/local/share/ca-certificates/acme.crt`);
  writeFileSync(machine.pathOf('/opt/pebble/config.json'), JSON.stringify({ pebble }));
  writeFileSync(
    machine.pathOf('/etc/letsencrypt/cli.ini'),
    'server = https://acme.example.com:14000/dir\nagree-tos = true\nregister-unsafely-without-email = true\nnon-interactive = true\n',
  );
  await machine.run(
    'systemd-run --quiet --unit=pebble --setenv=PEBBLE_VA_NOSLEEP=1 --setenv=PEBBLE_WFE_NONCEREJECT=0 pebble -config /opt/pebble/config.json',
  );
  const rootOf = 'curl --silent --insecure --fail https://localhost:15000/roots/0';
  await until(() =>
    machine.run(`${rootOf} > /usr/local/share/ca-certificates/pebble.crt
update-ca-certificates > /dev/null 2>&1`),
  );
}

/** A user of this machine in place of another machine's, who takes the key that the guide has made. */
export async function prepareBackupHost(machine: Machine): Promise<void> {
  await machine.run(`apt-get install --yes -qq openssh-server > /dev/null
useradd --create-home --home-dir /home/backups --shell /bin/sh --non-unique --uid 4000 backups`);
  const key = readFileSync(machine.pathOf('/srv/podcast/.ssh/id_ed25519.pub'), 'utf8');
  writeFileSync(machine.pathOf('/tmp/key'), key);
  await machine.run(
    'install -d -o backups -m 700 /home/backups/.ssh && install -o backups -m 600 /tmp/key /home/backups/.ssh/authorized_keys',
  );
}
