/** The commands for a running service, besides those for grants: connections, reset, reload. */
import * as z from 'zod';
import { connectionListSchema } from '../../api/connections.js';
import { openAdminClient, adminHelp, serviceOptions } from './admin-client.js';
import { defineCommand } from './command.js';
import { printable } from './print.js';

const memberConnectionsSchema = z.object({
  email: z.string(),
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
    const { email, connections: found } = memberConnectionsSchema.parse(await response.json());
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
  },
});

export const reload = defineCommand({
  help: `Usage: private-podcast-service reload [options]

Makes the service read its catalogue file again. If it is invalid, nothing
changes.
${adminHelp}`,
  options: serviceOptions,
  async run(values) {
    const call = await openAdminClient(values, 'service:admin');
    await call('/admin/reload', { method: 'POST' });
  },
});
