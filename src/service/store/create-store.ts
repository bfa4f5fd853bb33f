/** The store's SQL. */
import type { Database } from './database/database.js';
import { newUserId } from '../crypto/secrets.js';
import type { Store, StoredToken, User } from './store.js';

export function createStore(database: Database): Store {
  async function rows<Row>(text: string, params: unknown[]): Promise<Row[]> {
    const result = await database.query(text, params);
    return result.rows as Row[];
  }
  async function first<Row>(text: string, params: unknown[]): Promise<Row | undefined> {
    return (await rows<Row>(text, params))[0];
  }
  const userByEmail = (email: string) =>
    first<User>('select id, email from pps_users where email = $1', [email]);

  return {
    async setting(name, initial) {
      await rows(
        'insert into pps_settings (name, value) values ($1, $2) on conflict (name) do nothing',
        [name, initial],
      );
      const row = await first<{ value: string }>('select value from pps_settings where name = $1', [
        name,
      ]);
      return row?.value ?? initial;
    },

    async replaceSetting(name, value, by) {
      await rows('update pps_settings set value = $3 where name = $1 and value = $2', [
        name,
        value,
        by,
      ]);
    },

    async addToken(token, now) {
      await rows('delete from pps_tokens where expires_at <= $1', [now.toISOString()]);
      await rows(
        `insert into pps_tokens (token_hash, client_id, client_proof, scope, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [token.hash, token.clientId, token.clientProof, token.scope, token.expiresAt.toISOString()],
      );
    },

    token: (tokenHash, now) =>
      first<Pick<StoredToken, 'clientId' | 'clientProof' | 'scope'>>(
        `select client_id as "clientId", client_proof as "clientProof", scope
         from pps_tokens where token_hash = $1 and expires_at > $2`,
        [tokenHash, now.toISOString()],
      ),

    userByEmail,

    userById: (id) => first<User>('select id, email from pps_users where id = $1', [id]),

    async requireUser(email) {
      const known = await userByEmail(email);
      if (known) return known;
      const id = newUserId();
      // An update that changes nothing, because only a row that was written is returned.
      const user = await first<User>(
        `insert into pps_users (id, email) values ($1, $2)
         on conflict (email) do update set email = excluded.email returning id, email`,
        [id, email],
      );
      return user ?? { id, email };
    },
  };
}
