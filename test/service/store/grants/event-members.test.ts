/** Events on a real Postgres, where processes write at the same time. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unknownMember } from '../../../../src/service/events/member-state.js';
import { createEventMembers } from '../../../../src/service/store/grants/event-members.js';
import {
  catalogueOf,
  createBackend,
  showFolder,
  sku,
  stranger,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { events, resultOf, sendEvent } from '../../../support/feed-service/event-senders.js';
import {
  hasPostgres,
  startPostgres,
  withPostgres,
  type PostgresServer,
} from '../../../support/programs/postgres.js';

describe.skipIf(!hasPostgres)(
  withPostgres('createEventMembers: two services on one Postgres'),
  { timeout: 300_000 },
  () => {
    let server: PostgresServer;
    let shows: Awaited<ReturnType<typeof showFolder>>;
    let backends: [Backend, Backend];
    let pool: pg.Pool;

    beforeAll(async () => {
      [server, shows] = await Promise.all([startPostgres(), showFolder()]);
      const database = await server.createDatabase();
      const catalogue = { ...catalogueOf(shows.feed), events };
      const open = () => createBackend({ catalogue, database, log: () => undefined });
      backends = [open(), open()];
      for (const { service } of backends) await service.open();
      pool = new pg.Pool({ connectionString: database });
      pool.on('error', () => undefined);
    }, 300_000);
    // One test looks at all grants that came by events.
    beforeEach(async () => {
      for (const table of ['pps_event_members', 'pps_events'])
        await pool.query(`delete from ${table}`);
      await pool.query(`delete from pps_grants where source like 'events/%'`);
    });
    afterAll(async () => {
      await Promise.all(backends.map(({ service }) => service.close()));
      await pool.end();
      await server.remove();
      await shows.remove();
    });

    it('count all members of one address who change at once', async () => {
      const began = Date.now() - 60_000;
      const send = (type: string, product: string, index: number, time: number) =>
        sendEvent(backends[index % 2]!, 'standard', {
          type: `membership.${type}`,
          timestamp: new Date(began + time).toISOString(),
          data: { email: stranger, member: `same-${index}`, product },
        });
      for (let round = 0; round < 5; round += 1) {
        // All but one end while that one begins.
        const members = Array.from({ length: 12 }, (_, index) => index);
        await Promise.all(members.map((index) => send('started', 'gold', index, 2 * round)));
        const changes = members.map((index) =>
          resultOf(send(index === round ? 'changed' : 'ended', 'gold', index, 2 * round + 1)),
        );
        expect(new Set(await Promise.all(changes))).toEqual(new Set(['taken']));
        const { rows } = await pool.query(
          `select email, sku from pps_grants where source = 'events/standard' and email = $1`,
          [stranger],
        );
        expect(rows).toEqual([{ email: stranger, sku }]);
      }
    });

    it('wait for each other where two members have one address', async () => {
      const email = 'shared@example.org';
      const send = (type: string, member: string, time: number) =>
        resultOf(
          sendEvent(backends[0], 'standard', {
            type: `membership.${type}`,
            timestamp: new Date(Date.now() - 60_000 + time).toISOString(),
            data: { email, member, product: 'gold' },
          }),
        );
      await send('started', 'first', 0);
      await send('started', 'second', 0);
      // The first one ends in a transaction that is not over yet.
      const client = await pool.connect();
      await client.query('begin');
      const members = createEventMembers(client);
      const { member } = await members.find('events/standard', 'member first', 'none');
      const ended = { source: 'events/standard', subject: 'member first', email, grants: [] };
      const state = { ...unknownMember };
      await members.put({ ...ended, state, forgetAfter: null }, member, undefined, new Date());
      let isDone = false;
      const second = send('ended', 'second', 1).finally(() => (isDone = true));
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
      await expect
        .poll(async () => isDone || (await pool.query(waiting)).rows.length > 0)
        .toBe(true);
      await client.query('commit');
      client.release();
      expect(await second).toBe('taken');
      const { rows } = await pool.query('select 1 from pps_grants where email = $1', [email]);
      expect(rows).toEqual([]);
    });

    it('take each event of one member, however many come at once', async () => {
      const began = Date.now() - 60_000;
      const sent = Array.from({ length: 60 }, (_, index) =>
        resultOf(
          sendEvent(backends[index % 2]!, 'standard', {
            type: 'membership.started',
            timestamp: new Date(began + index).toISOString(),
            data: { email: `restless${index}@example.org`, member: 'restless', product: 'gold' },
          }),
        ),
      );
      const results = await Promise.all(sent);
      expect(results.every((result) => ['taken', 'older'].includes(result))).toBe(true);
      const { rows } = await pool.query(
        `select email from pps_event_members where subject = 'member restless'`,
      );
      expect(rows).toEqual([{ email: 'restless59@example.org' }]);
    });

    it('answer with a failure while Postgres is away, and take the event later', async () => {
      const email = 'patient@example.org';
      const event = {
        type: 'membership.started',
        timestamp: new Date(Date.now() - 1_000).toISOString(),
        data: { email, product: 'gold' },
      };
      const send = () => resultOf(sendEvent(backends[0], 'standard', event, { id: 'msg_patient' }));
      const restarting = server.restart();
      const results = [await send(), await send()];
      await restarting;
      await expect
        .poll(async () => results.push(await send()) && results.at(-1), { timeout: 20_000 })
        .toBe('repeated');
      expect(results.filter((result) => result === 'taken')).toHaveLength(1);
      expect(results.every((result) => /^(?:taken|repeated|50[0234])$/.test(result))).toBe(true);
    });
  },
);
