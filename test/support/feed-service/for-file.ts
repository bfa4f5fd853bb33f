/** What all tests of a file share: made when the file is read, and taken away after its last test. */
import { afterAll } from 'vitest';
import type { ServiceConfig } from '../../../src/service/config.js';
import { createBackend, showFolder, type Backend } from './backend.js';
import { installService, type InstalledService } from './installed-service.js';
import { createDatabase, type TestDatabase } from './prepared-database.js';

export async function useShowFolder(): ReturnType<typeof showFolder> {
  const shows = await showFolder();
  afterAll(() => shows.remove());
  return shows;
}

export async function useDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  afterAll(() => database.close());
  return database;
}

export async function useInstalledService(): Promise<InstalledService> {
  const service = await installService();
  afterAll(async () => {
    service.killAll();
    await service.remove();
  });
  return service;
}

export function useBackend(config: ServiceConfig): Backend {
  const backend = createBackend(config);
  afterAll(() => backend.service.close());
  return backend;
}
