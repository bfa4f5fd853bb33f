/** The command that lists who has not connected an app: activation. */
import * as z from 'zod';
import { activatedSchema, unconnectedPageSchema } from '../http/routes/admin-activation.js';
import {
  adminHelp,
  everyPage,
  openAdminClient,
  serviceOptions,
  type AdminClient,
} from './admin-client.js';
import { defineCommand, usageError } from './define-command.js';
import { printable, printLines, printText } from './print.js';

async function* listMembers(call: AdminClient, query: URLSearchParams) {
  for await (const page of everyPage(call, '/admin/activation', query, unconnectedPageSchema)) {
    for (const { email, sku, since } of page.members)
      yield `${[email, sku, since].map(printable).join('\t')}\n`;
  }
}

async function* listProducts(call: AdminClient, query: URLSearchParams) {
  const response = await call(`/admin/activation/products?${query.toString()}`);
  const { products } = z.parse(activatedSchema, await response.json());
  for (const { sku, members, connected, daysToConnect, apps } of products) {
    const share = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;
    const soon = daysToConnect === undefined ? '' : `, half of them within ${daysToConnect} days`;
    yield `${printable(sku)}\t${connected} of ${members} connected (${share(connected, members)})${soon}\n`;
    for (const { name, members: some } of apps)
      yield `${printable(sku)}\t${printable(name)}\t${share(some, connected)}\n`;
  }
}

export const activation = defineCommand({
  help: `Usage: private-podcast-service activation [--sku SKU] [options]

Lists the members with access whose link no app has fetched, as tab-separated
e-mail address, sku, and since when they have access.

  --sku SKU          those of one podcast
  --products         in numbers: for each podcast, how many have connected, how
                     soon, and by which app (none with fewer than five members)
  --csv              the members as CSV
${adminHelp}`,
  options: {
    ...serviceOptions,
    sku: { type: 'string' },
    products: { type: 'boolean' },
    csv: { type: 'boolean' },
  },
  async run({ sku, products, csv, ...values }) {
    if (csv && products) usageError('Give either --csv or --products.');
    const call = await openAdminClient(values, 'service:admin');
    const query = new URLSearchParams({ ...(sku && { sku }) });
    if (products) return printLines(listProducts(call, query));
    if (!csv) return printLines(listMembers(call, query));
    const { body } = await call(`/admin/activation?${query.toString()}`, { accept: 'text/csv' });
    if (body) await printText(body);
  },
});
