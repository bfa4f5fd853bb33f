/** The command that says why a member's app has the podcast or not: explain. */
import * as z from 'zod';
import { explanationSchema } from '../http/routes/admin-explain.js';
import { adminHelp, openAdminClient, serviceOptions } from './admin-client.js';
import { defineCommand } from './define-command.js';
import { printable } from './print.js';

type Explained = z.output<typeof explanationSchema>;

const DAY_MS = 86_400_000;

function accessOf({ access: { isOpen, isForEveryone, grants } }: Explained): string {
  if (!isOpen) return 'no';
  if (isForEveryone) return 'yes, as everybody has';
  const by = grants.map(
    ({ source, until }) => `${source}${until === undefined ? '' : ` until ${until}`}`,
  );
  return `yes, by ${by.join(' and ')}`;
}

function* lines(explained: Explained): Generator<string> {
  const { links, apps, because } = explained;
  const line = (what: string, text: string) => `${what.padEnd(8)} ${printable(text)}\n`;
  yield line('access', accessOf(explained));
  for (const { madeAt, isAway, oldLinks } of links) {
    const days = Math.floor((Date.now() - Date.parse(madeAt)) / DAY_MS);
    const away = isAway ? ', leads to another host' : '';
    const old = oldLinks > 0 ? `, ${oldLinks} old links lead to it` : '';
    yield line('link', `made ${madeAt}, ${days} days ago${away}${old}`);
  }
  for (const { name, firstFetchedAt, lastFetchedAt, status, isCurrent } of apps) {
    const times = `first ${firstFetchedAt}, last ${lastFetchedAt} (${status})`;
    yield line('app', `${name}: ${times}${isCurrent ? '' : ', with an old link'}`);
  }
  const failed = apps.find(({ status }) => status >= 400);
  yield line(
    'failure',
    failed ? `${failed.name}, ${failed.status}, ${failed.lastFetchedAt}` : 'none',
  );
  yield line('because', because);
  yield line('do', explained.do);
}

export const explain = defineCommand({
  help: `Usage: private-podcast-service explain EMAIL SKU [options]

Says why a podcast is or is not in a member's app, and the one step that helps:
access and by whom, the links and their age, the apps that ask, the last
failure.
${adminHelp}`,
  options: serviceOptions,
  positionals: ['EMAIL', 'SKU'],
  async run(values, email = '', sku = '') {
    const call = await openAdminClient(values, 'service:admin');
    const query = new URLSearchParams({ email, sku });
    const answer = await call(`/admin/explain?${query.toString()}`);
    const explained = z.parse(explanationSchema, await answer.json());
    process.stdout.write([...lines(explained)].join(''));
  },
});
