/**
 * The OpenAPI file: made anew and compared, and held against the answers of the running service. With
 * `vitest run -u`, it is written.
 */
import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '../../src/service/service.js';
import {
  startDescribedService,
  subscribe,
  type DescribedService,
} from '../support/feed-service/described-service.js';
import { createOpenApi } from '../support/feed-service/openapi.js';

const file = '../../packages/service/openapi.json';
const manifest = new URL('../../packages/service/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

interface Answer {
  $ref?: string;
  content?: Record<string, { schema: Record<string, unknown> }>;
}
interface Operation {
  operationId: string;
  tags: string[];
  responses: Record<string, Answer>;
}
type Operations = Record<string, Record<string, Operation>>;
const document = createOpenApi(version);
const operations = document.paths as unknown as Operations;

let service: DescribedService;
let opened: OpenService;

beforeAll(async () => {
  service = await startDescribedService();
  const { catalogue } = service;
  opened = await openService({ catalogue, subscribe, log: () => undefined });
});
afterAll(async () => {
  await opened.close();
  await service.close();
});

/** A path of Hono, as OpenAPI writes it. */
const written = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace('*', '{file}');

describe('createOpenApi', () => {
  it('makes the committed file', async () => {
    const text = await format(JSON.stringify(document), { parser: 'json', printWidth: 100 });
    await expect(text).toMatchFileSnapshot(file);
  });

  it('names each operation once, in a group that it describes', () => {
    const all = Object.values(operations).flatMap((methods) => Object.values(methods));
    const ids = all.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(all.length);
    const used = all.map(({ tags }) => tags);
    expect(used.filter(({ length }) => length !== 1)).toEqual([]);
    expect([...new Set(used.flat())].sort()).toEqual(document.tags.map(({ name }) => name).sort());
  });

  it('has every route of the service', () => {
    // The subscribe handler answers these itself, with 405.
    const refused = ['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /subscribe`);
    const served = opened.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${written(path)}`);
    const described = Object.entries(operations).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.length).toBeGreaterThan(20);
    expect([...new Set(served)].filter((each) => !refused.includes(each)).sort()).toEqual(
      described.sort(),
    );
  });
});
