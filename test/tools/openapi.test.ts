/**
 * Every call of packages/service/openapi.json, with arbitrary paths, queries, header fields and bodies:
 * Ajv judges the answers by that file.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startDescribedService,
  type DescribedService,
} from '../support/feed-service/described-service.js';
import { sign } from '../support/feed-service/event-senders.js';
import { timesAsMany } from '../support/laws/times-as-many.js';
import { callsOf, type Call, type Operation } from './openapi-calls.js';

const file = new URL('../../packages/service/openapi.json', import.meta.url);
interface Answers {
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}
const document = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, Operation & Answers>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method} ${path}`,
    method,
    path,
    operation,
  })),
);

const numRuns = timesAsMany(40);
/** Operations that have nothing to do on this service, which is not built and has all its sources. */
const REFUSED = [
  'get /embed/{file}',
  'delete /admin/members',
  'delete /admin/grants/{sku}/{email}',
];
/** Milliseconds for all calls of an operation: more calls take longer. */
const TIMEOUT_MS = 60_000 + numRuns * 100;

/** A program's words about itself: a stack, a file of its own or of the machine. */
const INSIDE = /\n\s{1,8}at |node:internal|node_modules|\/src\/service|\.[cm]?[jt]s:\d/;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ ...document, $id: 'file:openapi' });

const inPointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Where the file describes the answer to an operation: a JSON pointer and the answer's content. */
function describedAnswer(path: string, method: string, status: number) {
  const { responses } = document.paths[path]![method]!;
  const name = String(status) in responses ? String(status) : status >= 400 ? 'default' : undefined;
  const answer = name === undefined ? undefined : responses[name];
  if (answer === undefined) throw new Error(`${status} is not in the file.`);
  const pointer =
    answer.$ref ?? `#/paths/${inPointer(path)}/${method}/responses/${inPointer(name!)}`;
  const at = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, key) =>
        (part as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    ) as { content?: Record<string, unknown> };
  return { pointer, content: at.content };
}

let service: DescribedService;
beforeAll(async () => {
  service = await startDescribedService();
});
afterAll(() => service.close());

/** Sends a call, and throws what the file or decency does not allow. */
async function judge(path: string, method: string, call: Call): Promise<number> {
  const { status, headers, text } = await send(method, call);
  if (status >= 500) throw new Error(`${status}: ${text.slice(0, 200)}`);
  const { pointer, content } = describedAnswer(path, method, status);
  if (!content) {
    expect(text).toBe('');
    return status;
  }
  const type = headers.get('Content-Type')?.split(';')[0] ?? '';
  expect(Object.keys(content), `the media type of ${status}`).toContain(type);
  if (type !== 'text/javascript') {
    expect(text).not.toMatch(INSIDE);
    expect(text).not.toContain(service.folder);
  }
  if (/[/+]json$/.test(type)) {
    const validate = ajv.getSchema(`file:openapi${pointer}/content/${inPointer(type)}/schema`)!;
    await validate(JSON.parse(text));
    expect(validate.errors ?? [], text.slice(0, 300)).toEqual([]);
  }
  return status;
}

async function send(method: string, { path, headers, body, isAllowed }: Call) {
  const isSigned = isAllowed && path.startsWith('/events/') && typeof body === 'string';
  const response = await service.backend.send(path, {
    method: method.toUpperCase(),
    headers: { ...headers, ...(isSigned && sign.standard({ body })) },
    redirect: 'manual',
    ...(body !== undefined && { body: body as BodyInit }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('packages/service/openapi.json: any call of', { timeout: TIMEOUT_MS }, () => {
  it.each(operations)(
    '$name gets an answer that the file describes',
    async ({ name, method, path, operation }) => {
      const token = await service.tokenFor(name);
      const calls = callsOf(method, path, operation, service.valuesOf(name), token);
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(calls, async (call) => {
          seen.add(await judge(path, method, call));
        }),
        { numRuns },
      );
      if (REFUSED.includes(name)) return;
      // Calls that are all refused at the door would show nothing. A few may be, by chance.
      for (const call of fc.sample(calls, 20 * numRuns)) {
        if (Math.min(...seen) < 400) break;
        seen.add(await judge(path, method, call));
      }
      expect(Math.min(...seen)).toBeLessThan(400);
    },
  );
});
