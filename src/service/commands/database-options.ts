/** The options that say where the service's data is. */
import { usageError } from './define-command.js';

export const databaseOptions = {
  data: { type: 'string' },
  database: { type: 'string' },
} as const;

export interface DatabasePlace {
  dataDir?: string | undefined;
  database?: string | undefined;
}

export function readDatabase(values: { data?: string; database?: string }): DatabasePlace {
  const { data: dataDir, database } = values;
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database)) {
    usageError('--database must be a URL that starts with postgres://.');
  }
  if (database !== undefined && dataDir !== undefined) {
    usageError('Give either --data or --database. To move data, see backup --help.');
  }
  return { dataDir, database };
}
