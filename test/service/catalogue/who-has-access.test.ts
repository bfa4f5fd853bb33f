/** Until when a grant gives access, in any spelling of its end; whose secret lets in; and which catalogue counts. */
import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, type Client } from '../../../src/service/catalogue/catalogue.js';
import { endOf, isOpenUntil } from '../../../src/service/ledger/grant.js';
import { endDate } from '../../../src/service/ledger/statement.js';
import { openCatalogue } from '../../../src/service/catalogue/live-catalogue.js';
import { createSecretCheck } from '../../../src/service/catalogue/secret-check.js';
import { catalogueOf } from '../../support/feed-service/backend.js';
import { expectAtMost } from '../../support/laws/limits.js';
import { spelt } from '../../support/laws/same.js';
import { isoDate, instants } from '../../support/laws/spellings/values.js';

const [email, sku] = ['jane@example.org', 'sid:member-show'];
/** Days, and instants within them. */
const untils = ['2026-11-25', '2026-11-26', '2026-11-25T08:00:00Z', '2026-11-26T23:00:00+02:00'];

/** The end by docs/service.md 2: a day counts as a whole, in UTC. */
const lastMoment = (until: string) =>
  until.length > 10 ? Date.parse(until) - 1 : Date.parse(until) + 86_400_000 - 1;

describe('isOpenUntil, endDate', () => {
  it('count a day to its last millisecond, and up to an instant', async () => {
    for (const until of untils)
      await expectAtMost(lastMoment(until), (time) =>
        isOpenUntil(endDate({ until }), new Date(time)),
      );
    expect(isOpenUntil(undefined, new Date(0))).toBe(false);
  });
});

describe('loadCatalogue: an end', () => {
  it('is read as it is compared, or refused', () =>
    fc.assert(
      fc.asyncProperty(
        spelt(instants, (instant) => isoDate(instant)),
        async ([instant, until]) => {
          const grant = { email, sku, until };
          const catalogue = { ...catalogueOf('show.rss'), grants: [grant] };
          const read = await loadCatalogue(catalogue).catch(() => undefined);
          if (read) expect(endOf(read.grants[0]!)).toBe(instant.getTime());
          // RFC 3339 lets a database have them so, and ISO 8601 does not.
          else expect(until).toMatch(/^[^T]+[ t]/);
        },
      ),
    ));
});

describe('createSecretCheck', () => {
  const clients: Client[] = ['one', 'two', 'three', 'plain'].map((clientId) => ({
    clientId,
    clientSecret: clientId === 'plain' ? 'secret of plain' : { scrypt: clientId },
    scopes: [],
  }));
  const calls = fc.record({
    clientId: fc.constantFrom('one', 'two', 'three', 'plain', 'none'),
    of: fc.constantFrom('one', 'two', 'plain', 'none'),
  });

  it('lets in who sends a secret of their own, whoever else is being checked', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(calls, calls), { maxLength: 6 }), async (pairs) => {
        const check = createSecretCheck(async ({ scrypt }, sent) => {
          await Promise.resolve();
          return sent === `secret of ${scrypt}`;
        });
        for (const pair of pairs) {
          const found = await Promise.all(
            pair.map(({ clientId, of }) => check(clients, clientId, `secret of ${of}`)),
          );
          expect(found.map((client) => client?.clientId)).toEqual(
            pair.map(({ clientId, of }) => (clientId === of && of !== 'none' ? of : undefined)),
          );
        }
      }),
    ));

  it('checks two at a time, and counts what is the same once', async () => {
    let end: () => void = () => undefined;
    const held = new Promise<boolean>((resolve) => (end = () => resolve(false)));
    const check = createSecretCheck(() => held);
    await expectAtMost(2, async (many) => {
      const secret = `secret ${many}`;
      const [one, again] = [check(clients, 'one', secret), check(clients, 'one', secret)];
      const refused = Promise.all([one, again]).then(
        () => false,
        () => true,
      );
      return !(await Promise.race([refused, setImmediate(false)]));
    });
    end();
  });
});

describe('openCatalogue', () => {
  it('has in force what was read last, in whatever order readings end and fail', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.boolean(), { maxLength: 5 }),
        async (s, good) => {
          const first = await loadCatalogue(catalogueOf('show.rss'));
          const versions = good.map((isGood, index) => ({
            ...first,
            usualAppsPerDay: index + 1,
            isGood,
          }));
          let next = -1;
          const live = await openCatalogue('file', async () => {
            const version = versions[(next += 1) - 1];
            if (!version) return first;
            await s.schedule(Promise.resolve());
            if (!version.isGood) throw new Error('invalid');
            return version;
          });
          const reloads = good.map(() =>
            live.reload().then(
              () => true,
              () => false,
            ),
          );
          await s.waitFor(Promise.all(reloads).then((results) => expect(results).toEqual(good)));
          expect(live.current).toBe(versions.findLast(({ isGood }) => isGood) ?? first);
        },
      ),
    ));
});
