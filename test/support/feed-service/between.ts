/** A database of a test with something of the test's between the service and each statement. */
import type { Database, Statements } from '../../../src/service/store/database/database.js';

type Query = Statements['query'];

/** May fail, wait or answer in place of a statement; `run` has the database answer it. */
export type Between = (text: string, run: () => ReturnType<Query>) => ReturnType<Query>;

/** The same database, with `between` at each statement: those of transactions, their begin and commit included. */
export function betweenStatements(database: Database, between: Between): Database {
  const wrap = (statements: Statements): Statements => ({
    query: (text, params) => between(text, () => statements.query(text, params)),
  });
  const nothing = () => Promise.resolve({ rows: [] });
  return {
    ...wrap(database),
    async transaction(work) {
      await between('begin', nothing);
      return database.transaction(async (statements) => {
        const result = await work(wrap(statements));
        await between('commit', nothing);
        return result;
      });
    },
  };
}
