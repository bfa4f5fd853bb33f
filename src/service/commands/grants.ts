/** The commands that give and end access in a running service: grant, revoke, grants. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { untilSchema } from '../ledger/grant.js';
import { nearest } from '../../errors/spelling.js';
import { grantPageSchema, importedSchema } from '../http/routes/admin-grants.js';
import {
  adminHelp,
  everyPage,
  openAdminClient,
  serviceOptions,
  type AdminClient,
} from './admin-client.js';
import { defineCommand, usageError } from './define-command.js';
import { printable, printLines, printText, say } from './print.js';
import { CSV, fileOptions, NDJSON, sendFile } from './send-file.js';

/** Addresses that are compared with a misspelt one. */
const MAX_COMPARED = 20_000;

const grantPath = (sku: string, email: string) =>
  `/admin/grants/${encodeURIComponent(sku)}/${encodeURIComponent(email)}`;

export const grantCommand = defineCommand({
  help: `Usage: private-podcast-service grant SKU EMAIL [--until DATE] [options]
       private-podcast-service grant --file FILE [--ndjson] [options]

Lets a person listen to a podcast, or changes until when; or many people, all
of a file or none.

  --until DATE       last day of the membership, such as 2030-12-31 (UTC), or
                     its exact end; without it, the membership does not end
  --file FILE        CSV whose first line is email,sku,until; - is the standard
                     input
  --ndjson           the file has lines of JSON instead
${adminHelp}`,
  options: {
    ...serviceOptions,
    until: { type: 'string' },
    file: { type: 'string' },
    ...fileOptions,
  },
  positionals: ({ file }) => (file === undefined ? ['SKU', 'EMAIL'] : []),
  async run({ until, file, ndjson, ...values }, sku = '', email = '') {
    if (file === '') usageError('--file must name a file.');
    if (file !== undefined && until !== undefined) usageError('Write --until into the file.');
    if (file === undefined && ndjson) usageError('--file is missing.');
    if (until !== undefined && !untilSchema.safeParse(until).success) {
      usageError(
        '--until must have the form 2030-12-31, or 2030-12-31T18:00:00Z for an exact end.',
      );
    }
    const call = await openAdminClient(values, 'service:admin');
    if (file !== undefined)
      return sendFile(call, { path: '/admin/grants', file, ndjson, counts: importedSchema });
    await call(grantPath(sku, email), {
      method: 'PUT',
      body: until === undefined ? {} : { until },
    });
    const end = until === undefined ? 'without an end' : `until ${until}`;
    say(`Granted: ${email} may listen to ${sku} ${end}.`);
  },
});

/** The address with a grant for the product that is most like another. */
async function nearestAddress(call: AdminClient, sku: string, email: string) {
  const addresses: string[] = [];
  const query = new URLSearchParams({ sku });
  for await (const grant of everyGrant(call, query)) {
    if (grant.email !== email && addresses.length < MAX_COMPARED) addresses.push(grant.email);
  }
  return nearest(email, addresses, 3);
}

export const revoke = defineCommand({
  help: `Usage: private-podcast-service revoke SKU EMAIL [options]

Ends a grant. The member's feed then says that the membership has ended.
${adminHelp}`,
  options: serviceOptions,
  positionals: ['SKU', 'EMAIL'],
  async run(values, sku = '', email = '') {
    const call = await openAdminClient(values, 'service:admin');
    try {
      await call(grantPath(sku, email), { method: 'DELETE' });
    } catch (error) {
      // Here and not in the message, which may be logged: the address is another member's.
      const isMissing = error instanceof PrivatePodcastError && error.status === 404;
      const near = isMissing ? await nearestAddress(call, sku, email) : undefined;
      if (near !== undefined) say(`The nearest address with a grant is ${near}.`);
      else if (isMissing) say('The command grants lists the grants that there are.');
      throw error;
    }
    say(`Revoked: the grant of ${email} for ${sku} has ended.`);
  },
});

async function* everyGrant(call: AdminClient, query: URLSearchParams) {
  for await (const { grants } of everyPage(call, '/admin/grants', query, grantPageSchema)) {
    yield* grants;
  }
}

async function* listGrants(call: AdminClient, query: URLSearchParams) {
  for await (const { sku, email, until = '', source } of everyGrant(call, query)) {
    yield `${[sku, email, until, source].map(printable).join('\t')}\n`;
  }
}

export const grants = defineCommand({
  help: `Usage: private-podcast-service grants [--sku SKU] [--email EMAIL] [options]

Lists the grants, as tab-separated sku, e-mail address, end and source: the
catalogue, admin for those that were added by a command or a call, or
events/NAME for those that came from Stripe, Ghost or another such source.

  --sku SKU          those of one podcast
  --email EMAIL      those of one person
  --csv              as CSV, which grant --file reads
  --ndjson           as lines of JSON, which it reads too
${adminHelp}`,
  options: {
    ...serviceOptions,
    sku: { type: 'string' },
    email: { type: 'string' },
    csv: { type: 'boolean' },
    ndjson: { type: 'boolean' },
  },
  async run({ sku, email, csv, ndjson, ...values }) {
    if (csv && ndjson) usageError('Give either --csv or --ndjson.');
    const call = await openAdminClient(values, 'service:admin');
    const query = new URLSearchParams({ ...(sku && { sku }), ...(email && { email }) });
    if (!csv && !ndjson) return printLines(listGrants(call, query));
    const accept = csv ? CSV : NDJSON;
    const { body } = await call(`/admin/grants?${query.toString()}`, { accept });
    if (body) await printText(body);
  },
});
