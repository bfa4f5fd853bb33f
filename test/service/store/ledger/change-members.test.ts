/** Rows that change in one transaction see each other as they are by then. */
import { describe, expect, it } from 'vitest';
import { requireSchema } from '../../../../src/service/store/database/schema.js';
import { stateAll } from '../../../../src/service/store/ledger/state-members.js';
import { createDatabase } from '../../../support/feed-service/prepared-database.js';

const source = {
  source: 'shop',
  addresses: 'confirmed',
  wholeAt: undefined,
  begunAt: undefined,
} as const;

describe('changeMembers', () => {
  it.each([
    ['two members change places', 'b@a.example', 'a@a.example'],
    ['one takes the address that the next one leaves', 'b@a.example', 'c@a.example'],
    ['one takes the address that the one before has left', 'c@a.example', 'a@a.example'],
  ])('leaves each person where its row moved it, when %s in one file', async (_, first, second) => {
    const database = await createDatabase();
    await requireSchema(database);
    const state = (emails: string[], at: Date) =>
      database.transaction((statements) => {
        const file = emails.map((email, row) => ({ subject: `${row}`, email, grants: [] }));
        return stateAll(statements, source, file, { replace: false, force: false, at }, at);
      });
    const people = async () => {
      const { rows } = await database.query<{ email: string | null }>(
        `select email from pps_users join pps_member_users on user_id = id order by subject`,
      );
      return rows.map(({ email }) => email);
    };
    await state(['a@a.example', 'b@a.example'], new Date('2030-01-01'));
    expect(await people()).toEqual(['a@a.example', 'b@a.example']);
    await state([first, second], new Date('2030-01-02'));
    expect(await people()).toEqual([first, second]);
    await database.close();
  });
});
