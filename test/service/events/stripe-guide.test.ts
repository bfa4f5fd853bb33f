/** docs/stripe.md, followed against the service as it is installed: its catalogue, its programs, its commands. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../support/feed-service/backend.js';
import { clientOf } from '../../support/feed-service/api-client.js';
import { secrets } from '../../support/feed-service/event-senders.js';
import {} from '../../support/feed-service/installed-service.js';
import { operator } from '../../support/feed-service/operator-calls.js';
import { useInstalledService } from '../../support/feed-service/for-file.js';

const service = await useInstalledService();

const guide = await readFile(new URL('../../../docs/stripe.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({ language, text }),
);
const inLanguage = (language: string) => blocks.filter((block) => block.language === language);

const run = promisify(execFile);
const sku = 'sid:my-show';
/** What the guide has in `secrets.env`. */
const known = {
  STRIPE_WEBHOOK_SECRET: secrets.billing,
  PPS_GHOST_WEBHOOK_SECRET: secrets.ghost,
  SHOP_WEBHOOK_SECRET: secrets.standard,
  PPS_CLIENT_SECRET: operator.clientSecret,
};
const env = { ...process.env, ...known };
await writeFile(
  join(service.folder, 'secrets.env'),
  Object.entries(known)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join(''),
);

const write = (written: object) =>
  writeFile(join(service.folder, 'catalogue.json'), JSON.stringify(written));

const found = inLanguage('json').map(({ text }) => (JSON.parse(text) as { events: object }).events);
expect(found).toHaveLength(3);
const sources: Record<string, unknown> = Object.assign({}, ...found) as typeof sources;
const { products, clients, onboardingOrigins } = catalogueOf('show.rss');
const catalogue: object = {
  onboardingOrigins,
  clients: [...clients, { ...operator, scopes: ['service:admin'] }],
  products: [{ ...products[0]!, sku }],
  events: sources,
};
await write(catalogue);
const url = await service.start(['--catalogue', 'catalogue.json', '--port', '0'], { env }).ready;

/** Saves a program of the guide, and runs the lines that start it. */
async function follow(file: string): Promise<string> {
  const index = blocks.findIndex(({ text }) => text.includes(`node ${file} `));
  const program = blocks.slice(0, index).findLast(({ language }) => language === 'js');
  await writeFile(join(service.folder, file), program!.text);
  const lines = `set -e\n${blocks[index]!.text}`.replace('http://127.0.0.1:8787', url);
  return (await run('sh', ['-c', lines], { cwd: service.folder })).stdout;
}

async function command(line: string): Promise<string> {
  const [, ...args] = line.trim().split(' ');
  const { code, output, errors } = await service.run([...args, '--url', url], { env });
  expect(errors).toBe('');
  expect(code).toBe(0);
  return output;
}
const lineWith = (text: string) =>
  inLanguage('sh')
    .flatMap((block) => block.text.split('\n'))
    .find((line) => line.includes(text))!;

describe('docs/stripe.md', () => {
  it('leads from an event of Stripe to a feed in the hand of a member', async () => {
    const printed = await follow('pay.mjs');
    expect(printed.match(/^200 .*"taken"/gm)).toHaveLength(2);
    expect(await command(lineWith(' grants '))).toMatch(
      /^sid:my-show\tjane@example\.com\t\d{4}-\S+Z\tevents\/stripe$/m,
    );
    const { feedUrl } = await clientOf(url).privateFeed({ email: 'jane@example.com', sku });
    expect(await (await fetch(feedUrl)).text()).toContain('<title>Second</title>');
  });

  it('leads from a system of any kind to a grant', async () => {
    expect(await follow('start.mjs')).toMatch(/^200 .*"taken"/);
    expect(await command(lineWith(' grants '))).toMatch(/jane@example\.com\t\tevents\/shop$/m);
  });

  it('brings those who paid before', async () => {
    const csv = `email,sku,until\njoe@example.com,${sku},2031-05-31\n`;
    await writeFile(join(service.folder, 'members.csv'), csv);
    expect(await command(lineWith('--file members.csv'))).toContain('1 added');
  });

  it('ends what Stripe has granted once it has left the catalogue', async () => {
    await follow('pay.mjs');
    await write({ ...catalogue, events: { ...sources, stripe: undefined } });
    expect(await command(lineWith(' reload '))).toContain('Reloaded');
    expect(await command(lineWith(' end-source '))).toMatch(/^Ended: nobody has access/);
    expect(await command(lineWith(' grants '))).not.toContain('events/stripe');
    await write(catalogue);
    await command(lineWith(' reload '));
  });

  it('names events that the service reads, and no line that nothing runs', () => {
    const listed = blocks
      .find(({ text }) => text.includes('invoice.paid'))!
      .text.trim()
      .split('\n');
    expect(listed).toContain('checkout.session.completed');
    const ran = [
      ' grants ',
      '# as podcast',
      'set -a; ',
      'node pay.mjs',
      '--file members.csv',
      'node start.mjs',
      ' reload ',
      ' end-source ',
    ];
    const others = inLanguage('sh')
      .flatMap(({ text }) => text.trim().split('\n'))
      .filter((line) => !ran.some((part) => line.includes(part)));
    expect(others).toEqual([]);
  });
});
