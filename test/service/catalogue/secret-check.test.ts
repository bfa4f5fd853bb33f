/** Wrong secrets cannot keep the service busy, and do not tell which clients there are. */
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/service/catalogue/catalogue.js';
import { createSecretCheck, MAX_AT_ONCE } from '../../../src/service/catalogue/secret-check.js';
import { failureOf } from '../../support/feed-service/backend.js';

const hashOf = (name: string, cost = 15) => ({
  scrypt: `$scrypt$ln=${cost},r=8,p=1$${name.padEnd(22, 'x')}$${'B'.repeat(43)}`,
});
const clientOf = (clientId: string, clientSecret: Client['clientSecret']): Client => ({
  clientId,
  clientSecret,
  scopes: [],
});
const plain = clientOf('plain', 'right plain');
const hashed = clientOf('hashed', hashOf('one'));
const cheap = clientOf('cheap', hashOf('two', 14));
const clients = [plain, clientOf('other', hashOf('three')), cheap, hashed];

/** A check whose hashes end when the test says so; each hash is right for `right hashed`. */
function heldCheck() {
  const hashing: { cost: string; end: () => void }[] = [];
  const check = createSecretCheck(({ scrypt }, sent) => {
    const cost = /ln=\d+/.exec(scrypt)![0];
    return new Promise((resolve) => {
      hashing.push({ cost, end: () => resolve(sent === 'right hashed') });
    });
  });
  /** Ends all hashes, also those that begin when another ends. Returns what each has cost. */
  async function endAll(): Promise<string[]> {
    const costs: string[] = [];
    while (hashing.length > 0) {
      const { cost, end } = hashing.shift()!;
      costs.push(cost);
      end();
      await new Promise(setImmediate);
    }
    return costs;
  }
  return { check, hashing, endAll };
}

describe('createSecretCheck', () => {
  it.each(['nobody', 'plain', 'hashed', 'cheap', 'other'])(
    'does the same work for a wrong secret of the client %s',
    async (clientId) => {
      const { check, endAll } = heldCheck();
      const found = check(clients, clientId, 'wrong');
      expect((await endAll()).sort()).toEqual(['ln=14', 'ln=15']);
      expect(await found).toBeUndefined();
    },
  );

  it('hashes nothing where no secret of the catalogue is a hash', async () => {
    const { check, hashing } = heldCheck();
    expect(await check([plain], 'plain', 'wrong')).toBeUndefined();
    expect(await check([plain], 'nobody', 'wrong')).toBeUndefined();
    expect(hashing).toEqual([]);
  });

  it.each(['nobody', 'plain', 'hashed'])(
    'hashes two secrets at a time, and refuses a third of the client %s',
    async (clientId) => {
      expect(MAX_AT_ONCE).toBe(2);
      const { check, hashing, endAll } = heldCheck();
      const first = [check(clients, 'hashed', 'wrong 1'), check(clients, 'nobody', 'wrong 2')];
      const refused = await failureOf(check(clients, clientId, 'wrong 3'));
      expect(refused).toMatchObject({ code: 'rate-limited', retryAfter: 1 });
      expect(hashing).toHaveLength(2);
      await endAll();
      expect(await Promise.all(first)).toEqual([undefined, undefined]);
      const next = check(clients, clientId, 'wrong 3');
      await endAll();
      expect(await next).toBeUndefined();
    },
  );

  it('does not know the secret of a hash that the catalogue has changed', async () => {
    const { check, hashing, endAll } = heldCheck();
    const known = check(clients, 'hashed', 'right hashed');
    await endAll();
    await known;
    const changed = check([clientOf('hashed', hashOf('four'))], 'hashed', 'right hashed');
    expect(hashing).toHaveLength(1);
    await endAll();
    await changed;
  });

  it('hashes a secret once for all who send it at once', async () => {
    const { check, endAll } = heldCheck();
    const found = Array.from({ length: 9 }, () => check([hashed], 'hashed', 'right hashed'));
    expect(await endAll()).toEqual(['ln=15']);
    expect(await Promise.all(found)).toEqual(Array.from({ length: 9 }, () => hashed));
  });
});
