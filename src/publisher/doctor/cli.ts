#!/usr/bin/env node
/** `private-podcast-subscribe doctor EMAIL SKU`: finds out what keeps a member from their podcast. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { FeedServiceConfig } from '../../api/client.js';
import { walk, type Finding } from './walk.js';

const help = `private-podcast-subscribe doctor EMAIL SKU [--config FILE] [--origin ORIGIN] [--json]

Walks the way of one member, from the access token to the recording, and says what
works, what does not, and what to ask the operator. It prints no secret.

  --config FILE    JSON with tokenUrl, baseUrl, parserUrl, consumeUrl, clientId,
                   clientSecret, onboardingOriginId. Without it, the environment
                   variables TOKEN_URL, BASE_URL, PARSER_URL, CONSUME_URL, CLIENT_ID,
                   CLIENT_SECRET and ONBOARDING_ORIGIN_ID count.
  --origin ORIGIN  the page's origin, to check what it may read
  --json           one JSON object a line
`;

const variables = {
  tokenUrl: 'TOKEN_URL',
  baseUrl: 'BASE_URL',
  parserUrl: 'PARSER_URL',
  consumeUrl: 'CONSUME_URL',
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
  onboardingOriginId: 'ONBOARDING_ORIGIN_ID',
} as const;

async function readConfig(file: string | undefined): Promise<FeedServiceConfig> {
  if (file !== undefined) return JSON.parse(await readFile(file, 'utf8')) as FeedServiceConfig;
  return Object.fromEntries(
    Object.entries(variables).map(([field, name]) => [field, process.env[name]]),
  );
}

const marks: Record<Finding['result'], string> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
};

/** @returns the exit code: 0 if nothing failed, 1 if something did, 2 for wrong arguments. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      origin: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [command, email, sku] = positionals;
  if (values.help || command !== 'doctor' || !email || !sku) {
    (values.help ? process.stdout : process.stderr).write(help);
    return values.help ? 0 : 2;
  }
  let exitCode = 0;
  const config = await readConfig(values.config);
  await walk({ config, email, sku, origin: values.origin }, (finding) => {
    if (finding.result === 'failed') exitCode = 1;
    const { step, result, message } = finding;
    const line = values.json ? JSON.stringify(finding) : `${marks[result]} ${step}: ${message}`;
    process.stdout.write(`${line}\n`);
  });
  return exitCode;
}

main(process.argv.slice(2)).then(
  (exitCode) => (process.exitCode = exitCode),
  () => {
    process.stderr.write('The arguments or the file cannot be read. See --help.\n');
    process.exitCode = 2;
  },
);
