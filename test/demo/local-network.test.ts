/** The demo listens on this machine's IP addresses, and lists them if it is given another. */
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../demo/local-network.js';

const outward = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.0.0.53', '::1', 'localhost'])('returns true for %s', async (host) => {
    expect(await isLoopback(host)).toBe(true);
  });

  it("returns false for this machine's IP address in its network", async ({ skip }) => {
    if (!outward) skip('this machine has no IP address but loopback');
    expect(await isLoopback(outward!)).toBe(false);
  });

  it.each(['203.0.113.9', '0.0.0.0', '::', 'no-such-name.invalid'])(
    'rejects a host that is not this machine: %s',
    async (host) => {
      await expect(isLoopback(host)).rejects.toMatchObject({
        code: 'config',
        message: expect.stringMatching(
          outward ? new RegExp(`one of these: .*${outward}`) : /has none/,
        ) as string,
      });
    },
  );
});
