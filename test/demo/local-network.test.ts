/** Which addresses the demo listens on, and what it says of others. */
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../demo/local-network.js';

const outward = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

describe('an address', () => {
  it.each(['127.0.0.1', '127.0.0.53', '::1', 'localhost'])('is loopback: %s', async (host) => {
    expect(await isLoopback(host)).toBe(true);
  });

  it("is this machine's in its network", async ({ skip }) => {
    if (!outward) skip('this machine has no address but loopback');
    expect(await isLoopback(outward!)).toBe(false);
  });

  it.each(['203.0.113.9', '0.0.0.0', '::', 'no-such-name.invalid'])(
    'is not this machine’s: %s',
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
