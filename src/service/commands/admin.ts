/** The commands for a running service, besides those for grants: connections, reset, reload, end-source. */
import { access, constants } from 'node:fs/promises';
import * as z from 'zod';
import { connectionListSchema } from '../../api/connections.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl } from '../../urls/web-url.js';
import { loadCatalogue } from '../catalogue/catalogue.js';
import { failureCode } from '../failures/failure-code.js';
import { openAdminClient, adminHelp, serviceOptions } from './admin-client.js';
import { defineCommand } from './define-command.js';
import { printable, say } from './print.js';

const memberConnectionsSchema = z.object({
  email: z.string().optional(),
  connections: connectionListSchema,
});

export const connections = defineCommand({
  help: `Usage: private-podcast-service connections EMAIL SKU [options]

Lists the apps that fetch a member's feed, as tab-separated e-mail address,
app, first and last time. In place of the e-mail address, EMAIL may be the
user ID that a warning in the log names.
${adminHelp}`,
  options: serviceOptions,
  positionals: ['EMAIL', 'SKU'],
  async run(values, who = '', sku = '') {
    const call = await openAdminClient(values, 'service:admin');
    const query = new URLSearchParams({ sku, [who.includes('@') ? 'email' : 'userId']: who });
    const response = await call(`/admin/connections?${query.toString()}`);
    const { email = who, connections: found } = memberConnectionsSchema.parse(
      await response.json(),
    );
    for (const { name, firstFetchedAt, lastFetchedAt } of found) {
      const line = [email, name, firstFetchedAt, lastFetchedAt].map(printable).join('\t');
      process.stdout.write(`${line}\n`);
    }
  },
});

export const reset = defineCommand({
  help: `Usage: private-podcast-service reset SKU EMAIL [options]

Makes a member's feed link stop working, for example after it leaked. The
member's page then has a new one.
${adminHelp}`,
  options: serviceOptions,
  positionals: ['SKU', 'EMAIL'],
  async run(values, sku = '', email = '') {
    const call = await openAdminClient(values, 'service:admin');
    await call('/admin/feeds/reset', { method: 'POST', body: { sku, email } });
    say(`Reset: the link of ${email} for ${sku} no longer works. The member's page has a new one.`);
  },
});

/** The products whose feed is a file that cannot be read, each with its path and the system's code. */
async function missingFiles(catalogue: string): Promise<string[]> {
  const { products } = await loadCatalogue(catalogue);
  const files = products.flatMap(({ sku, sources }) =>
    sources.filter(({ feed }) => !isWebUrl(feed)).map(({ feed }) => ({ sku, feed })),
  );
  const lines = files.map(async ({ sku, feed }) => {
    try {
      await access(feed, constants.R_OK);
      return [];
    } catch (error) {
      return [`${sku}: ${feed} (${failureCode(error) ?? 'unreadable'})`];
    }
  });
  return (await Promise.all(lines)).flat();
}

export const reload = defineCommand({
  help: `Usage: private-podcast-service reload [options]

Makes the service read its catalogue file again. If it is invalid, nothing
changes.
${adminHelp}`,
  options: serviceOptions,
  async run(values) {
    const call = await openAdminClient(values, 'service:admin');
    await call('/admin/reload', { method: 'POST' });
    say('Reloaded: the catalogue is in force. Feeds that cannot be read are in the log, by sku.');
    if (values.catalogue === undefined) return;
    const missing = await missingFiles(values.catalogue);
    if (missing.length > 0) {
      const lines = missing.map((line) => `  ${line}`).join('\n');
      throw new PrivatePodcastError('config', `These feed files cannot be read here:\n${lines}`);
    }
  },
});

export const endSource = defineCommand({
  help: `Usage: private-podcast-service end-source NAME [options]

Ends all that a source has given, such as events/stripe or a name of your own.
The catalogue must no longer have a source of events: it would give again.
${adminHelp}`,
  options: serviceOptions,
  positionals: ['NAME'],
  async run(values, source = '') {
    const call = await openAdminClient(values, 'service:admin');
    const query = new URLSearchParams({ source });
    await call(`/admin/members?${query.toString()}`, { method: 'DELETE' });
    say(`Ended: nobody has access by ${source} any more.`);
  },
});
