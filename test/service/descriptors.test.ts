/** A service that has no descriptors left for a thread answers 503, and goes on once it has some. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { clientOf } from '../support/feed-service/api-client.js';
import { member, sku } from '../support/feed-service/backend.js';
import { useInstalledService } from '../support/feed-service/for-file.js';

const service = await useInstalledService();

/** Takes all descriptors but one while the file `take` exists: a thread needs more than one to start. */
const greedy = `
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
let taken = [];
function check() {
  if (!existsSync('take')) {
    for (const descriptor of taken.splice(0)) closeSync(descriptor);
    return;
  }
  if (taken.length > 0) return;
  try {
    for (;;) taken.push(openSync('/dev/null'));
  } catch {
    closeSync(taken.pop());
    writeFileSync('taken', '');
  }
}
if (isMainThread) setInterval(check, 20).unref();
`;

/** A busy machine may take long. */
const slow = { timeout: 30_000 };

beforeAll(async () => {
  await writeFile(join(service.folder, 'greedy.mjs'), greedy);
});

it('startServer answers 503 when no thread can start, says so in the log, and goes on', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'Windows has no limit of descriptors to use up');
  const file = (name: string) => join(service.folder, name);
  await rename(file('show.rss'), file('later.rss'));
  const running = service.start(['--catalogue', 'catalogue.json', '--port', '0'], {
    env: { ...process.env, NODE_OPTIONS: '--import ./greedy.mjs' },
  });
  const url = await running.ready;
  const { feedUrl } = await clientOf(url).privateFeed({ email: member, sku });
  // The service can accept no other connection then.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(new URL(path, url), { agent }, resolve).on('error', reject);
    });
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
  expect((await ask('/health')).status).toBe(200);
  await writeFile(file('take'), '');
  await expect.poll(() => readFile(file('taken'), 'utf8'), slow).toBe('');
  await rename(file('later.rss'), file('show.rss'));

  const refused = await ask(feedUrl);
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('10');
  expect(refused.body).toContain('The podcast is temporarily unavailable');
  expect((await ask('/health')).status).toBe(200);
  // A process writes its log by itself: it may come after the answer.
  const died = 'A thread that reads feeds has died or could not start';
  await expect.poll(() => running.errors(), slow).toContain(died);

  await rm(file('take'));
  await expect.poll(async () => (await ask(feedUrl)).status, slow).toBe(200);
  agent.destroy();
});
