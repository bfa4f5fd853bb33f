/** The commands for a running service: grant, revoke, grants, connections, reset, reload. */
import * as z from 'zod';
import { connectionListSchema } from '../../api/connections.js';
import { openAdminClient, adminHelp, serviceOptions, type AdminClient } from './admin-client.js';
import { defineCommand } from './command.js';

const pageSchema = z.object({
  grants: z.array(z.object({ email: z.string(), sku: z.string(), until: z.string().optional() })),
  cursor: z.string().optional(),
});

const memberConnectionsSchema = z.object({
  email: z.string(),
  connections: connectionListSchema,
});

const grantPath = (sku: string, email: string) =>
  `/admin/grants/${encodeURIComponent(sku)}/${encodeURIComponent(email)}`;

export const grantCommand = defineCommand({
  help: `Usage: private-podcast-service grant SKU EMAIL [--until DATE] [options]

Lets a person listen to a podcast, or changes until when.

  --until DATE       last day of the membership, such as 2030-12-31 (UTC), or
                     its exact end; without it, the membership does not end
${adminHelp}`,
  options: { ...serviceOptions, until: { type: 'string' } },
  positionals: ['SKU', 'EMAIL'],
  async run({ until, ...values }, sku = '', email = '') {
    const call = await openAdminClient(values, 'service:admin');
    await call(grantPath(sku, email), {
      method: 'PUT',
      body: until === undefined ? {} : { until },
    });
  },
});

export const revoke = defineCommand({
  help: `Usage: private-podcast-service revoke SKU EMAIL [options]

Ends a grant. The member's feed then says that the membership has ended.
${adminHelp}`,
  options: serviceOptions,
  positionals: ['SKU', 'EMAIL'],
  async run(values, sku = '', email = '') {
    const call = await openAdminClient(values, 'service:admin');
    await call(grantPath(sku, email), { method: 'DELETE' });
  },
});

async function* listGrants(call: AdminClient, filter: Record<string, string>) {
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ ...filter, ...(cursor && { cursor }) });
    const response = await call(`/admin/grants?${query.toString()}`);
    const page = pageSchema.parse(await response.json());
    yield* page.grants;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

export const grants = defineCommand({
  help: `Usage: private-podcast-service grants [--sku SKU] [--email EMAIL] [options]

Lists the grants that were added while the service runs, as tab-separated
sku, e-mail address and end. It does not list those of the catalogue.

  --sku SKU          those of one podcast
  --email EMAIL      those of one person
${adminHelp}`,
  options: { ...serviceOptions, sku: { type: 'string' }, email: { type: 'string' } },
  async run({ sku, email, ...values }) {
    const call = await openAdminClient(values, 'service:admin');
    const filter = { ...(sku && { sku }), ...(email && { email }) };
    for await (const each of listGrants(call, filter)) {
      process.stdout.write(`${each.sku}\t${each.email}\t${each.until ?? ''}\n`);
    }
  },
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
      process.stdout.write(`${[email, name, firstFetchedAt, lastFetchedAt].join('\t')}\n`);
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
