/** `private-podcast-conformance operator`: checks an operator against the interface, statement by statement. */
import { readCommand, UsageError } from '../../publisher/command-line.js';
import { readConfigFile } from '../config-file.js';
import { readConformanceConfig } from '../operator/config.js';
import { runConformance } from '../operator/run-operator.js';
import { commonHelp, commonOptions, printRun, readRunOptions } from './printed-run.js';

const help = `private-podcast-conformance operator --config FILE [--section 4.3] [--destructive]
                                     [--json | --junit]

Checks a feed service against the interface: a case for each statement, with what was
expected and what came. It changes nothing but the entitlement of the test member. A case
passes, fails, deviates (allowed, but unusual) or is skipped, with the reason.

  --config FILE      JSON: tokenUrl, baseUrl, clientId, clientSecret, onboardingOriginId,
                     sku, member (an address that has access to it); optional are
                     parserUrl, consumeUrl, stranger (a known address without access),
                     scope, parserFormat, allowInsecureHosts. { "env": "NAME" } in
                     place of a text takes it from the environment.
  --section LIST     only the cases of these sections, such as 4.3 or 4.1,5
  --destructive      also replaces the link of the test member, creates a user, and asks for
                     access for the stranger, which a service may create${commonHelp}`;

/** @returns the exit code. */
export async function operator(args: string[]): Promise<number> {
  const { values, positionals } = readCommand(args, {
    config: { type: 'string' },
    section: { type: 'string', multiple: true },
    destructive: { type: 'boolean' },
    ...commonOptions,
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const { config: file, section, destructive } = values;
  if (file === undefined || positionals.length > 0) {
    throw new UsageError('Write `operator --config FILE`. See --help.');
  }
  const options = {
    ...readRunOptions(values),
    sections: section?.flatMap((list) => list.split(',')),
    isDestructive: destructive,
  };
  const config = await readConfigFile(file, process.env);
  return printRun('operator', values, (signal, report) =>
    runConformance(readConformanceConfig(config), { ...options, signal }, report),
  );
}
