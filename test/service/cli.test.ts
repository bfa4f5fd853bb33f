/** The command line of the service as published. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../support/feed-service/api-client.js';
import { createSubscribeToken } from '../../src/publisher.js';
import { member, sku } from '../support/feed-service/backend.js';
import { type RunningCommand } from '../support/feed-service/installed-service.js';
import { until } from '../support/waiting/until.js';
import { useInstalledService } from '../support/feed-service/for-file.js';

const service = await useInstalledService();

let folder: string;

beforeAll(async () => {
  ({ folder } = service);
  await mkdir(join(folder, 'dist/embed/chunks'), { recursive: true });
  await writeFile(join(folder, 'dist/embed/private-podcast-subscribe.js'), '/* element */');
  await writeFile(join(folder, 'dist/embed/chunks/qr-1a2b.js'), '/* chunk */');
});

describe('runCommand: private-podcast-service', () => {
  it('is a program for Node', async () => {
    const [first] = (await readFile(join(folder, 'dist/service/cli.js'), 'utf8')).split('\n');
    expect(first).toBe('#!/usr/bin/env node');
  });

  it('serves, prints its base URLs, and keeps its data after SIGTERM', async () => {
    const args = ['--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
    const feeds = [];
    for (let run = 0; run < 2; run += 1) {
      const { program, ready, ended } = service.start(args);
      const url = await ready;
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const api = clientOf(url);
      const { feedUrl } = await api.privateFeed({ email: member, sku });
      expect((await api.parse(feedUrl)).title).toBe('The Member Show');
      const secret = new URL(feedUrl).pathname.split('/')[2]!;
      feeds.push(secret);
      program.kill('SIGTERM');
      const { code, output, errors } = await ended;
      expect(code, errors).toBe(0);
      expect(JSON.parse(output)).toEqual({
        time: expect.stringMatching(/^20\d\d-.*Z$/) as string,
        ready: true,
        token_url: url,
        base_url: url,
        parser_url: url,
        consume_url: `${url}/consume`,
      });
      expect(errors).toContain('"path":"/rss"');
      expect(errors).not.toContain(secret);
      expect(errors).not.toContain(member);
    }
    expect(feeds[0]).toBe(feeds[1]);
  });

  it('says in its log that a secret for /subscribe needs --origin', async () => {
    const running = service.start(['--catalogue', 'catalogue.json', '--port', '0'], {
      env: { ...process.env, PPS_SUBSCRIBE_SECRET: 'a secret of the site, longer than 32 bytes' },
    });
    expect((await fetch(`${await running.ready}/subscribe`)).status).toBe(404);
    await until(() => expect(running.errors()).toContain('"warning":"no-origin"'));
    expect(running.errors()).not.toContain('a secret of the site');
    running.program.kill('SIGKILL');
  });

  it('answers the element at /subscribe', async () => {
    const site = 'https://www.example.com';
    const secret = 'a secret of the site, longer than 32 bytes';
    const args = ['--catalogue', 'catalogue.json', '--port', '0', '--origin', site];
    const running = service.start(args, {
      env: { ...process.env, PPS_SUBSCRIBE_SECRET: secret },
    });
    const url = await running.ready;
    const ask = async (from = site) => {
      const token = await createSubscribeToken({ email: member, sku }, secret);
      return fetch(`${url}/subscribe`, {
        headers: { Authorization: `Bearer ${token}`, Origin: from },
      });
    };
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(site);
    const subscription = (await answer.json()) as { feedUrl: string };
    expect(subscription).toMatchObject({
      title: 'The Member Show',
      sku,
      parserUrl: url,
      consumeUrl: `${url}/consume`,
    });
    expect((await fetch(subscription.feedUrl)).status).toBe(200);
    expect((await ask('https://other.example')).status).toBe(403);
    running.program.kill('SIGTERM');
    const { errors } = await running.ended;
    expect(errors).toContain('"path":"/subscribe"');
    for (const kept of [secret, member, new URL(subscription.feedUrl).pathname]) {
      expect(errors).not.toContain(kept);
    }
  });

  it('reads from the environment what the command line leaves out, and never prints it', async () => {
    const env = {
      ...process.env,
      PPS_CATALOGUE: 'catalogue.json',
      PPS_PORT: 'tcp://10.0.0.7:8787',
      PPS_DATABASE: 'postgres://nobody@database.example/none',
      PPS_ALLOW_HOST: 'one.example:443 s3cret',
    };
    const { code, output, errors } = await service.run(['--data', 'data-2'], { env });
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain('--allow-host must have the form HOST:PORT.');
    expect(errors).toContain('"warning":"environment"');
    expect(errors).not.toMatch(/s3cret|10\.0\.0\.7|database\.example/);
    const running = service.start(['--port', '0', '--data', 'data-2'], {
      env: { ...env, PPS_PORT: '1', PPS_ALLOW_HOST: 'one.example:443 two.example:443' },
    });
    expect((await fetch(`${await running.ready}/health`)).status).toBe(200);
    running.program.kill('SIGKILL');
  });

  it('prints its version', async () => {
    expect(await service.run(['--version'])).toEqual({ code: 0, output: '1.2.3\n', errors: '' });
  });

  it('prints its help', async () => {
    const { code, output } = await service.run(['--help']);
    expect(code).toBe(0);
    expect(output).toMatch(/^Usage: private-podcast-service \[serve\] --catalogue FILE/);
  });

  it.each([
    [['grnts'], 2, "Unknown command 'grnts'; did you mean `grants`?\nSee --help.\n"],
    [['grants', '--colour'], 2, "Unknown option '--colour'.\nSee --help.\n"],
    [['check', '--catalogue', '.'], 1, 'The catalogue file . cannot be read (EISDIR). Check the'],
  ])(
    'ends with the code of an error, and prints its message: %j',
    async (args, status, message) => {
      const { code, output, errors } = await service.run(args);
      expect([code, output]).toEqual([status, '']);
      expect(errors.startsWith(message)).toBe(true);
      expect(errors).not.toMatch(/\n\s+at /);
    },
  );

  it.each([
    [['--colour'], 2, { error: 'bad-input', do: 'See --help.' }],
    [['serve', '--port', 'x'], 2, { do: 'Give the path of the catalogue file.' }],
    [
      ['--catalog', 'x.json'],
      2,
      { message: "Unknown option '--catalog'; did you mean `--catalogue`?" },
    ],
    [
      ['--catalogue', 'absent.json'],
      1,
      { error: 'config', code: 'ENOENT', do: 'Check the path, and that the service may read it.' },
    ],
    [
      ['--catalogue', '.'],
      1,
      {
        code: 'EISDIR',
        message:
          'The catalogue file . cannot be read (EISDIR). Check the path, and that the service may read it.',
      },
    ],
    [
      [...'--catalogue catalogue.json --data show.rss'.split(' ')],
      1,
      { code: 'EEXIST', do: 'Give a folder that this user owns and may write to.' },
    ],
    [
      [...'--catalogue catalogue.json --data /proc/podcast'.split(' ')],
      1,
      { error: 'config', code: 'ENOENT' },
    ],
    [
      [...'--catalogue catalogue.json --host 192.0.2.1'.split(' ')],
      1,
      { code: 'EADDRNOTAVAIL', do: 'Choose another port or host.' },
    ],
  ])('says in one line of JSON why the service does not start: %j', async (args, status, line) => {
    const { code, output, errors } = await service.run(args);
    expect([code, output]).toEqual([status, '']);
    expect(errors).toMatch(/^.+\n$/);
    expect(JSON.parse(errors)).toMatchObject({
      time: expect.stringMatching(/^20/) as string,
      ...line,
    });
  });
});

describe('runCommand: private-podcast-service with a catalogue alone', () => {
  let plain: RunningCommand;
  let url: string;
  beforeAll(async () => {
    plain = service.start(['--catalogue', 'catalogue.json', '--port', '0']);
    url = await plain.ready;
  });
  afterAll(() => plain.program.kill('SIGKILL'));

  it("serves the element's script with its chunks, to any site", async () => {
    const script = await fetch(`${url}/embed/private-podcast-subscribe.js`);
    expect(await script.text()).toBe('/* element */');
    expect(script.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=300');
    const chunk = await fetch(`${url}/embed/chunks/qr-1a2b.js`);
    expect(await chunk.text()).toBe('/* chunk */');
    expect(chunk.headers.get('Cache-Control')).toMatch(/immutable/);
    // The URL of a release, whose files never change.
    const named = await fetch(`${url}/embed/1.2.3/private-podcast-subscribe.js`);
    expect(await named.text()).toBe('/* element */');
    expect(named.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(named.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(await (await fetch(`${url}/embed/1.2.3/chunks/qr-1a2b.js`)).text()).toBe('/* chunk */');
    for (const path of [
      'absent.js',
      '1.2.4/private-podcast-subscribe.js',
      '1.2.3/1.2.3/private-podcast-subscribe.js',
      '1.2.3/../../package.json',
      'chunks/',
      '..%2f..%2fpackage.json',
      '%2e%2e/service/cli.js',
    ]) {
      expect((await fetch(`${url}/embed/${path}`)).status).toBe(404);
    }
  });

  it('does not answer at /subscribe without a secret', async () => {
    expect((await fetch(`${url}/subscribe`)).status).toBe(404);
  });
});
