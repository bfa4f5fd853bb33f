/** Erasing persons: with their links, and what is known of the apps that fetched them. */
import type { Statements } from '../database/database.js';
import { texts, type MemberRow } from './member-rows.js';

/**
 * Removes the persons whom this row alone names.
 * @returns the hashes of their links
 */
export async function erasePersons(statements: Statements, row: MemberRow): Promise<string[]> {
  await statements.query('delete from pps_member_users where source = $1 and subject = $2', [
    row.source,
    row.subject,
  ]);
  const { rows } = await statements.query(
    `select id from pps_users person where id in ${texts(1)} and not exists (
       select 1 from pps_member_users named where named.user_id = person.id)`,
    [JSON.stringify(row.persons)],
  );
  const persons = JSON.stringify((rows as { id: string }[]).map(({ id }) => id));
  await statements.query(
    `delete from pps_connections where entitlement_id in (
       select id from pps_entitlements where user_id in ${texts(1)})`,
    [persons],
  );
  const { rows: links } = await statements.query(
    `delete from pps_entitlements where user_id in ${texts(1)} returning hash`,
    [persons],
  );
  await statements.query(`delete from pps_users where id in ${texts(1)}`, [persons]);
  return (links as { hash: string }[]).map(({ hash }) => hash);
}
