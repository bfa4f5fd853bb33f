/** `private-podcast-conformance site EMAIL SKU`: finds out what keeps a member from their podcast. */
import { readCommand, UsageError } from '../../publisher/command-line.js';
import { readConfigFile } from '../config-file.js';
import { knownFromEnvironment, knownFromFile, variables } from '../site/config.js';
import { runSite } from '../site/run-site.js';
import { commonHelp, commonOptions, printRun, readRunOptions } from './printed-run.js';

const help = `private-podcast-conformance site EMAIL SKU [--config FILE] [--handler URL]
                                 [--origin ORIGIN] [--json | --junit]

Follows the way of one member, from the access token through your subscribe handler to the
recordings: those cases of \`operator\` and \`feed\` that the way needs, and what to do about
one that does not pass. It sends nothing wrong to the operator.

  --config FILE      reads the configuration from JSON, in which { "env": "NAME" } takes a
                     text from the environment; without it, from the environment:
${Object.entries(variables)
  .map(([field, names]) => `                     ${field.padEnd(19)}${names.join(' or ')}`)
  .join('\n')}
  --handler URL      your subscribe handler, in place of \`handlerUrl\`. Without a token
                     URL and a client, only the handler and its feed are checked.
  --origin ORIGIN    the origin of your pages, to check what they may read${commonHelp}`;

/** @returns the exit code. */
export async function site(args: string[]): Promise<number> {
  const { values, positionals } = readCommand(args, {
    config: { type: 'string' },
    handler: { type: 'string' },
    origin: { type: 'string' },
    ...commonOptions,
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [email, sku, ...rest] = positionals;
  if (!email || !sku || rest.length > 0) {
    throw new UsageError('Write `site`, one e-mail address and one product ID. See --help.');
  }
  const options = readRunOptions(values);
  const { config: file, handler, origin } = values;
  const known =
    file === undefined
      ? knownFromEnvironment(process.env)
      : knownFromFile(await readConfigFile(file, process.env));
  if (handler !== undefined) known.config.handlerUrl = handler;
  return printRun('site', values, (signal, report) =>
    runSite({ known, email, sku, origin }, { ...options, signal }, report),
  );
}
