/** Runs a few lines of Python that read JSON and print JSON, with Debian's own modules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Debian's packages of Python modules are for this one, whatever other is first on the `PATH`. */
const python = '/usr/bin/python3';

/** The input stays out of the error: it may hold a feed URL. */
export async function runPython<Output>(program: string, input: unknown): Promise<Output> {
  const child = spawn(python, ['-c', program], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(JSON.stringify(input));
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`Python ended with ${child.exitCode}.`);
  return JSON.parse(output) as Output;
}

/** Whether Debian's Python has a module. */
export async function hasPythonModule(name: string): Promise<boolean> {
  try {
    await runPython(`import json, ${name}; print(json.dumps(True))`, null);
    return true;
  } catch {
    return false;
  }
}
