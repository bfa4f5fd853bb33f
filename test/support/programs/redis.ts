/** Debian's `redis-server` as a process of the test, on a port of its own and without a disk. */
import { spawn } from 'node:child_process';
import { freePort } from './free-port.js';

export async function startRedis(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await new Promise<void>((resolve, reject) => {
    server.on('exit', () => reject(new Error('redis-server ended')));
    server.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.removeAllListeners('exit');
        server.on('exit', () => resolve());
        server.kill('SIGKILL');
      }),
  };
}
