/** The examples of docs/publisher.md for backends without Node make tokens that the handler accepts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifySubscribeToken } from '../../src/publisher/subscribe-token.js';
import { secret } from '../support/member.js';

const guide = readFileSync(new URL('../../docs/publisher.md', import.meta.url), 'utf8');

function exampleIn(language: string): string {
  const code = new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``).exec(guide)?.[1];
  if (!code) throw new Error(`docs/publisher.md has no example in ${language}.`);
  return code;
}

describe.each([
  ['php', 'php', []],
  ['python', 'python3', ['-']],
])('the example in %s', (language, command, flags) => {
  const isThere = spawnSync(command, ['--version']).status === 0;
  if (!isThere) console.warn(`${command} is not installed: its example is not tried.`);

  it.runIf(isThere)('makes a token', async () => {
    const token = execFileSync(command, flags, {
      input: exampleIn(language),
      env: { ...process.env, SUBSCRIBE_SECRET: secret },
      encoding: 'utf8',
    }).trim();
    expect(await verifySubscribeToken(token, secret)).toEqual({
      member: { email: 'member@example.com' },
      sku: 'sid:your-product',
      origin: undefined,
    });
  });
});
