/** The command that shows how a running service is: status. */
import * as z from 'zod';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isWebUrl, withoutTrailingSlash } from '../../urls/web-url.js';
import { statusSchema, type Status } from '../operations/status/status-schema.js';
import { adminHelp, openAdminClient, serviceOptions, type ServiceValues } from './admin-client.js';
import { defineCommand } from './define-command.js';
import { printable, printableJson, say } from './print.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const READY_TIMEOUT_MS = 5_000;

/** A time that has passed, such as `4 minutes`, in the largest unit that has two of it. */
function span(seconds: number): string {
  const units = [
    [DAY, 'days'],
    [HOUR, 'hours'],
    [MINUTE, 'minutes'],
  ] as const;
  const found = units.find(([length]) => seconds >= 2 * length);
  return found ? `${Math.floor(seconds / found[0])} ${found[1]}` : `${Math.round(seconds)} seconds`;
}

/** Cells with tabs between them. */
const row = (...cells: string[]): string => `  ${cells.map(printable).join('\t')}`;

type Show = Status['shows'][number];

function showLines({ sku, ageSeconds, failure }: Show): string[] {
  const age = ageSeconds === undefined ? 'no copy' : `copy of ${span(ageSeconds)} ago`;
  if (!failure) return [row(sku, age)];
  const { error, code, message = '', do: advice } = failure;
  const reason = [code ?? error, message].join(' ').trim();
  return [row(sku, age, `FAILS: ${reason}`), row('', `→ ${advice}`)];
}

function readinessLine(isReady: boolean, detail: string): string {
  if (!isReady) return `NOT READY: ${printable(detail)}`;
  return detail ? `DEGRADED: ${printable(detail)}` : 'Ready';
}

/** The status as a person reads it. */
export function statusLines(status: Status, now: Date): string[] {
  const {
    ready,
    detail = '',
    versions,
    shows,
    members,
    grants,
    apps,
    oldLinks,
    lastBackup,
  } = status;
  const seconds = lastBackup && (now.getTime() - Date.parse(lastBackup)) / 1_000;
  const none = (rows: readonly unknown[]) => (rows.length === 0 ? ['  none'] : []);
  return [
    readinessLine(ready, detail),
    printable(
      `Versions: service ${versions.service}, schema ${versions.schema}, Node ${versions.node}, ${versions.database}`,
    ),
    `Last backup: ${seconds === undefined ? 'none that the service knows of' : `${span(Number(seconds))} ago`}`,
    'Shows:',
    ...none(shows),
    ...shows.flatMap(showLines),
    `Members: ${members}`,
    'Grants, by podcast and source:',
    ...none(grants),
    ...grants.map(({ sku, source, inForce, ended }) =>
      row(sku, source, `${inForce} in force, ${ended} ended`),
    ),
    'Apps of the last 30 days, by feed links:',
    ...none(apps),
    ...apps.map(({ name, links }) => row(name, String(links))),
    `Old links: ${oldLinks['moved-in']} moved in, ${oldLinks['moved-out']} moved out, ${oldLinks.rotated} rotated, ${oldLinks.reset} reset`,
  ];
}

/** Nobody can sign in while the database takes no writes. What /ready says needs no token. */
async function sayReadiness({ url }: ServiceValues): Promise<void> {
  if (!isWebUrl(url)) return;
  try {
    const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
    const answer = await fetch(`${withoutTrailingSlash(url)}/ready`, { redirect: 'error', signal });
    const { detail } = z.object({ detail: z.string() }).parse(await answer.json());
    say(readinessLine(answer.ok, detail));
  } catch {
    // The error of the call itself is told.
  }
}

export const status = defineCommand({
  help: `Usage: private-podcast-service status [options]

Shows how the service is: whether it is ready, its shows with the age of their
copy and what is wrong with them, members, grants, apps, last backup, versions.

  --json             the same as JSON
${adminHelp}`,
  options: { ...serviceOptions, json: { type: 'boolean' } },
  async run({ json, ...values }) {
    try {
      const call = await openAdminClient(values, 'service:admin');
      const answer: unknown = await (await call('/admin/status')).json();
      const found = statusSchema.parse(answer);
      if (json) process.stdout.write(`${printableJson(found)}\n`);
      else process.stdout.write(`${statusLines(found, new Date()).join('\n')}\n`);
    } catch (error) {
      const isOfService =
        error instanceof PrivatePodcastError && !['bad-input', 'config'].includes(error.code);
      if (isOfService) await sayReadiness(values);
      throw error;
    }
  },
});
