/** `private-podcast-conformance site EMAIL SKU`: finds out what keeps a member from their podcast. */
import { readCommand, UsageError } from '../../publisher/command-line.js';
import { readConfigFile } from '../config-file.js';
import { environmentFinding, readEnvironment, variableOf, variables } from '../site/environment.js';
import type { Finding } from '../site/finding.js';
import { walk, type DoctorConfig } from '../site/walk.js';

const help = `private-podcast-conformance site EMAIL SKU [--config FILE] [--handler URL] [--origin ORIGIN] [--json]

Follows the way of one member, from the access token through your subscribe handler
to the recordings, and says what works, what does not, and what to do about it.
It prints no secret. The exit code is 0 if nothing failed, 1 if something did, and
2 if the command was not understood.

  --config FILE    reads the configuration from JSON; without it, from the environment:
${Object.keys(variables)
  .map((field) => `                     ${field.padEnd(19)}${variableOf(field)}`)
  .join('\n')}
  --handler URL    your subscribe handler, in place of \`handlerUrl\`. Without a token
                   URL and a client, only the handler is checked.
  --origin ORIGIN  the origin of your pages, to check what they may read
  --json           prints one JSON object per line
`;

const marks: Record<Finding['result'], string> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
};

/** @returns the exit code: 0 if nothing failed, 1 if something did. */
export async function site(args: string[]): Promise<number> {
  const { values, positionals } = readCommand(args, {
    config: { type: 'string' },
    handler: { type: 'string' },
    origin: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [email, sku, ...rest] = positionals;
  if (!email || !sku || rest.length > 0) {
    throw new UsageError('Write `site`, one e-mail address and one product ID. See --help.');
  }
  const { config: file } = values;
  const isFromFile = file !== undefined;
  const config: DoctorConfig = isFromFile
    ? await readConfigFile(file, process.env)
    : readEnvironment(process.env);
  if (values.handler !== undefined) config.handlerUrl = values.handler;
  let exitCode = 0;
  const print = (finding: Finding) => {
    if (finding.result === 'failed') exitCode = 1;
    const { step, result, message } = finding;
    const line = values.json ? JSON.stringify(finding) : `${marks[result]} ${step}: ${message}`;
    process.stdout.write(`${line}\n`);
  };
  if (!isFromFile) print(environmentFinding(process.env));
  const nameOf = isFromFile ? undefined : variableOf;
  await walk({ config, email, sku, origin: values.origin, nameOf }, print);
  return exitCode;
}
