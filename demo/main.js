// @ts-check
/** `npm start`: reads the command line, starts the demo, and stops it on Ctrl-C. */
import { parseArgs } from 'node:util';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';
import { qrCode } from './qr-code.js';
import { startDemo } from './start-demo.js';

const help = `Shows a member's private podcast feed, from log-in to the podcast app.

  npm start -- [options]

  --feed FILE_OR_URL   a podcast's RSS feed, to show instead of the demo's own
  --port NUMBER        port of the site (or PORT in the environment); default 8080,
                       or any other if that is taken
  --host ADDRESS       this machine's address in your network, such as 192.168.1.20,
                       to try the demo from a phone. The site then has https,
                       with a certificate made for it; the start prints how a phone
                       comes to trust it. Without --host, only this machine can open
                       the site.
  --help               this text
`;

/**
 * @param {string[]} args
 * @returns {Parameters<typeof startDemo>[0] | 'help'}
 */
function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      feed: { type: 'string' },
      port: { type: 'string', default: process.env.PORT },
      host: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const port = values.port ? Number(values.port) : undefined;
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new PrivatePodcastError('bad-input', 'The port must be a number from 0 to 65535.');
  }
  return { feed: values.feed, host: values.host, port };
}

/**
 * How a phone opens the site and comes to trust its certificate.
 * @param {string} url
 * @param {NonNullable<import('./start-demo.js').Demo['certificate']>} certificate
 */
const forPhones = (url, certificate) => `
${qrCode(url)}

  A phone in the same network opens the site with this code. First let it trust the
  demo's certificate, once for this machine:

    1. Open ${certificate.url} on the phone and
       continue past the warning.
    2. iPhone: install the profile in Settings > General > VPN & Device Management,
       then turn it on in Settings > General > About > Certificate Trust Settings.
       Android: install it in Settings > Security > Encryption & credentials >
       Install a certificate > CA certificate.
    3. Its SHA-256 fingerprint must be
       ${certificate.fingerprint}

  Remove it from the phone when you are done. You can follow every button up to the
  app. Whether the app can load the feed is another matter: one whose servers fetch
  feeds cannot reach this machine, and apps on Android seldom accept a certificate
  that was installed by hand.
`;

/** @param {unknown} error */
function explain(error) {
  const isUsage =
    error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
  if (!(error instanceof PrivatePodcastError) && !isUsage) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

try {
  const options = readArguments(process.argv.slice(2));
  if (options === 'help') {
    console.log(help);
  } else {
    const demo = await startDemo({ ...options, log: console.log });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void demo.close());
    if (demo.certificate) console.log(forPhones(demo.url, demo.certificate));
    console.log(`\n  Open ${demo.url}\n\n  Ctrl-C stops it.`);
  }
} catch (error) {
  explain(error);
}
