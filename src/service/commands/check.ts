/** The commands that help to write a catalogue: check, hash-secret. */
import { text } from 'node:stream/consumers';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { loadCatalogue, type Client } from '../catalogue/catalogue.js';
import { hashClientSecret } from '../catalogue/client-secret.js';
import { readingFailed } from '../failures/placed-failures.js';
import { findUnreadableFeeds } from '../feeds/check-feeds.js';
import { createGuardedFetch } from '../feeds/guarded-fetch.js';
import { leftOutError, leftOutOf } from '../feeds/merge/left-out.js';
import { mergeFeeds } from '../feeds/merge/merge-feeds.js';
import { renderFeed } from '../feeds/rewrite/render-feed.js';
import { createSourceCopies } from '../feeds/source-copies.js';
import { defineCommand, usageError } from './define-command.js';
import { allowHostHelp, allowHostOption, readAllowedHosts } from './allowed-hosts.js';

/** As the kit asks of what signs its tokens: 256 bits. Of a hashed one, `hash-secret` has asked for it. */
const MIN_SECRET_BYTES = 32;
const isWeak = (secret: string) => Buffer.byteLength(secret) < MIN_SECRET_BYTES;
const strongOne = 'Make one with at least 32 bytes: openssl rand -base64 32.';

/** The clients whose secret could be guessed. With it, anybody could get the feeds of all members. */
function weakClients(clients: readonly Client[]): string[] {
  return clients
    .filter(({ clientSecret }) => typeof clientSecret === 'string' && isWeak(clientSecret))
    .map(({ clientId }) => `  ${clientId}`);
}

export const check = defineCommand({
  help: `Usage: private-podcast-service check --catalogue FILE [options]

Reads a catalogue and the feeds in it, and reports what is wrong. A client's
secret must have at least 32 bytes.

  --catalogue FILE   the catalogue (required)
${allowHostHelp}`,
  options: { catalogue: { type: 'string' }, ...allowHostOption },
  async run({ catalogue: file, ...values }) {
    if (!file) usageError('--catalogue is missing. Give the path of the catalogue file.');
    const { clients, products, grants } = await loadCatalogue(file);
    const fetchFeed = createGuardedFetch({
      hosts: readAllowedHosts(values),
      anyPublic: true,
      option: '--allow-host',
    });
    const copies = createSourceCopies(fetchFeed, () => new Date());
    const use = { isOptional: false, onFailure: () => undefined };
    const lines: string[] = [];
    const remarks: string[] = [];
    const unmerged = await findUnreadableFeeds(products, async ({ sku, sources, isComposed }) => {
      const reading = sources.map(async ({ feed }) => {
        try {
          const read = await copies.get(feed, use);
          renderFeed(read.xml);
          return read;
        } catch (error) {
          lines.push(`  ${sku}: ${readingFailed(error, feed)}`);
          return undefined;
        }
      });
      const read = (await Promise.all(reading)).filter((each) => each !== undefined);
      if (!isComposed || read.length < sources.length) return;
      for (const each of leftOutOf(mergeFeeds(read).leftOut)) {
        remarks.push(`  ${sku}, feeds[${each.source}]: ${leftOutError(each).message}\n`);
      }
    });
    await fetchFeed.close();
    lines.push(...unmerged.map(({ sku, error }) => `  ${sku}: ${readingFailed(error)}`));
    const weak = weakClients(clients);
    const problems = [
      ...(lines.length > 0 ? ['Unreadable feeds:', ...lines] : []),
      ...(weak.length > 0
        ? [`Clients with a secret that is too short. ${strongOne}`, ...weak]
        : []),
    ];
    if (problems.length > 0) throw new PrivatePodcastError('config', problems.join('\n'));
    process.stdout.write(
      `The catalogue is valid. Clients: ${clients.length}, products: ${products.length}, grants: ${grants.length}.\n`,
    );
    for (const remark of remarks) process.stdout.write(remark);
  },
});

export const hashSecret = defineCommand({
  help: `Usage: private-podcast-service hash-secret < FILE

Reads a client secret from the standard input, and prints what the catalogue
may have in its place.
`,
  options: {},
  async run() {
    const secret = (await text(process.stdin)).trim();
    if (!secret) usageError('The secret is missing. Write it to the standard input.');
    if (isWeak(secret)) usageError(`The secret is too short. ${strongOne}`);
    const clientSecret = { scrypt: await hashClientSecret(secret) };
    process.stdout.write(`"clientSecret": ${JSON.stringify(clientSecret)}\n`);
  },
});
