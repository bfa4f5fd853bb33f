/** CI runs `npm start` by this: it waits for the URL that is printed, and requests that page. */
import { spawn } from 'node:child_process';
import { npm } from '../scripts/setup.mjs';

const DEADLINE_MS = 15 * 60_000;

const { command, args, shell } = npm('start', '--', '--port', '0');
const isWindows = process.platform === 'win32';
// A process group of its own, so that what npm starts ends with it.
const child = spawn(command, args, {
  shell,
  detached: !isWindows,
  stdio: ['ignore', 'pipe', 'inherit'],
});

function end() {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (isWindows) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  else process.kill(-child.pid, 'SIGTERM');
}
process.once('exit', end);

/** @type {Promise<string>} */
const printedUrl = new Promise((resolve, reject) => {
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    output += text;
    const url = /Open (http\S+)/.exec(output)?.[1];
    if (url) resolve(url);
  });
  child.once('close', (code) => reject(new Error(`npm start ended with code ${code}.`)));
  setTimeout(() => reject(new Error('npm start printed no URL.')), DEADLINE_MS).unref();
});

const response = await fetch(await printedUrl);
const page = await response.text();
if (!response.ok || !page.includes('<form')) {
  throw new Error(`The page answered with status ${response.status}, without its log-in form.`);
}
console.log(`\nThe page is served: ${page.length} characters.`);
end();
