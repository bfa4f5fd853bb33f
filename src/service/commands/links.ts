/** The commands for members' links in bulk: import-links, export-links, move-out, rotate. */
import * as z from 'zod';
import { movedInSchema, movedOutSchema, rotatedSchema } from '../http/routes/admin-links.js';
import { adminHelp, clientHelp, openAdminClient, serviceOptions } from './admin-client.js';
import { defineCommand, usageError } from './define-command.js';
import { printText, say } from './print.js';
import { fileOptions, sendFile } from './send-file.js';

/** A command that sends a file. @param counts what the service answers */
const fileCommand = (path: string, counts: z.ZodType<Record<string, number>>, help: string) =>
  defineCommand({
    help,
    options: { ...serviceOptions, ...fileOptions },
    positionals: ['FILE'],
    async run({ ndjson, ...values }, file = '') {
      const call = await openAdminClient(values, 'service:admin');
      await sendFile(call, { path, file, ndjson, counts });
    },
  });

export const importLinks = fileCommand(
  '/admin/links',
  movedInSchema,
  `Usage: private-podcast-service import-links FILE [--ndjson] [options]

Takes over the links that members have from another host: at the service's
address, the path and query of each lead to the member's feed. All of a file
or none.

  FILE               CSV whose first line is oldUrl,email,sku, or a file of
                     export-links; - is the standard input
  --ndjson           the file has lines of JSON instead
${adminHelp}`,
);

export const exportLinks = defineCommand({
  help: `Usage: private-podcast-service export-links [--sku SKU] [options]

Prints every member's feed URL as CSV, email,sku,url: whoever has the file can
listen. Another host, or import-links, takes it over.

  --sku SKU          those of one podcast

It signs in with a client that has the scope service:backup:
${clientHelp}`,
  options: { ...serviceOptions, sku: { type: 'string' } },
  async run({ sku, ...values }) {
    const call = await openAdminClient(values, 'service:backup');
    const query = new URLSearchParams({ ...(sku && { sku }) });
    const { body } = await call(`/admin/links?${query.toString()}`, { accept: 'text/csv' });
    if (body) await printText(body);
  },
});

export const moveOut = fileCommand(
  '/admin/moves',
  movedOutSchema,
  `Usage: private-podcast-service move-out FILE [--ndjson] [options]

Sends members on to another host: their feeds lead to their new URLs for good,
as long as the service runs. All of a file or none.

  FILE               CSV whose first line is email,sku,newUrl; - is the standard
                     input; without a newUrl, the member's feed is here again
  --ndjson           the file has lines of JSON instead
${adminHelp}`,
);

export const rotate = defineCommand({
  help: `Usage: private-podcast-service rotate SKU [--before TIME] [options]

Replaces every link of a podcast, after a breach. For 90 days the old ones tell
their holders in the app, by one spoken episode, to connect again.

  --before TIME      only links that were made before; default now. If it is
                     broken off, give the time that it printed: it goes on, and
                     replaces none twice
${adminHelp}`,
  options: { ...serviceOptions, before: { type: 'string' } },
  positionals: ['SKU'],
  async run({ before: given, ...values }, sku = '') {
    if (given !== undefined && Number.isNaN(Date.parse(given)))
      usageError('--before must be a time such as 2030-12-31T18:00:00Z.');
    const call = await openAdminClient(values, 'service:admin');
    let before = given;
    let total = 0;
    for (let isDone = false; !isDone;) {
      const body = { sku, ...(before !== undefined && { before }) };
      const answer = await call('/admin/feeds/rotate', { method: 'POST', body });
      const part = z.parse(rotatedSchema, await answer.json());
      if (before === undefined) say(`Replacing the links from before ${part.before} …`);
      ({ before, isDone } = part);
      total += part.rotated;
    }
    say(`Rotated: ${total} links of ${sku} are new. Members connect again on their page.`);
  },
});
