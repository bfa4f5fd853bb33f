/** Calls of the OpenAPI file made by fast-check: near what the file asks for, and far from it. */
import fc from 'fast-check';
import { origin } from '../support/feed-service/backend.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
}
export interface Schema {
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}
export interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** A request as fast-check shows it when it breaks something. */
export interface Call {
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Whether it carries the access token that the operation asks for. */
  isAllowed: boolean;
}

/** Whole strings, and the ones that decoders, databases and file systems trip over. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\0', 'a\0b', '../../etc/passwd', '__proto__', '%', '💩', ' ', 'null', '-1'),
  fc.constantFrom('9'.repeat(30), 'a'.repeat(5000), '2026-02-30', 'https://[', 'a@b.example'),
);

/** Parts that no encoder would write into an address. */
const rawPart = fc.constantFrom('%', '%00', '%FF', '%ED%A0%80', '%2e%2e%2f', '%2F', '+', ';', '[]');

const inAddress = fc.oneof(text.map(encodeURIComponent), rawPart);

/** The usual value five times out of six, so that most calls get far. */
const mostly = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** Header fields: Fetch takes bytes alone, without controls. */
const field = fc
  .string({ maxLength: 60 })
  .map((each) => each.replaceAll(/[^\x20-\x7e]/g, '').trim());

/** JSON as a schema asks for it, with a wrong value in places. */
function valueOf(
  schema: Schema,
  name: string,
  usual: Record<string, string>,
): fc.Arbitrary<unknown> {
  if ('const' in schema) return mostly<unknown>(schema.const, fc.jsonValue());
  if (schema.enum) return mostly<unknown>(schema.enum[0], fc.jsonValue());
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, name, usual)));
  if (schema.items) return fc.array(valueOf(schema.items, name, usual), { maxLength: 3 });
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([key, each]) => [key, valueOf(each, key, usual)] as const,
    );
    return fc.oneof(
      fc.record(Object.fromEntries(fields)),
      fc.record(Object.fromEntries(fields), { requiredKeys: [] }),
    );
  }
  return name in usual
    ? mostly<unknown>(usual[name], fc.oneof(text, fc.jsonValue()))
    : fc.oneof(text, fc.jsonValue());
}

function bodyOf(operation: Operation, usual: Record<string, string>) {
  const bodies: fc.Arbitrary<{ type: string; body: string | Uint8Array }>[] = Object.entries(
    operation.requestBody?.content ?? {},
  ).map(([type, { schema }]) => {
    const value = valueOf(schema, type, usual);
    const written = (each: unknown) => {
      if (typeof each === 'string') return each;
      if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(each);
      // `String` would throw for `{ "toString": … }`, which is JSON like any other.
      const fields = Object.entries(each ?? {}).map(([key, one]) => [
        key,
        typeof one === 'string' ? one : JSON.stringify(one),
      ]);
      return new URLSearchParams(fields).toString();
    };
    return value.map((each) => ({ type, body: written(each) }));
  });
  const types = ['application/json', 'text/csv', 'application/x-www-form-urlencoded', 'text/html'];
  const lines = [
    'email,sku,until',
    'a@b.example,sid:x,2030-01-01',
    '"',
    '{"email":1}',
    '\ufeff',
    ',',
  ];
  const junk = fc.record({
    type: fc.oneof(fc.constantFrom(...types, 'application/x-ndjson'), field),
    body: fc.oneof(
      text,
      fc.json({ maxDepth: 40 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('[['.repeat(20_000), '{"a":1e999}', '{"__proto__":{"a":1}}', '\ud800'),
      fc.array(fc.constantFrom(...lines), { maxLength: 6 }).map((each) => each.join('\n')),
    ),
  });
  return fc.oneof(...bodies.map((arbitrary) => ({ weight: 2, arbitrary })), {
    weight: bodies.length > 0 ? 1 : 2,
    arbitrary: junk,
  });
}

/**
 * Arbitrary calls of an operation.
 * @param usual values for its parameters and fields that get an answer
 * @param token what the operation asks for
 */
export function callsOf(
  method: string,
  path: string,
  operation: Operation,
  usual: Record<string, string>,
  token: string,
): fc.Arbitrary<Call> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const parts = fc.tuple(
    ...names.map((name) => mostly(encodeURIComponent(usual[name] ?? ''), inAddress)),
  );
  const filled = parts.map((values) => {
    const left = [...values];
    return path.replaceAll(/\{\w+\}/g, () => left.shift() ?? '');
  });

  const inQuery = (operation.parameters ?? []).filter((each) => each.in === 'query');
  const asked = fc.tuple(
    ...inQuery.map(({ name }) => {
      const value = name in usual ? mostly(encodeURIComponent(usual[name]!), inAddress) : inAddress;
      const pair = value.map((each) => `${name}=${each}`);
      return fc.oneof({ weight: 4, arbitrary: pair }, { weight: 1, arbitrary: fc.constant('') });
    }),
  );
  const more = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.oneof(
          inAddress,
          asked.map((each) => each.join('&')),
        ),
        { maxLength: 3 },
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(['handoff'], ['reset'], ['consume']) },
  );
  const search = fc
    .tuple(asked, more)
    .map(([some, others]) => [...some, ...others].filter((each) => each !== '').join('&'));

  const headers = fc.record(
    {
      Accept: fc.oneof(
        fc.constantFrom('application/json', 'text/csv', 'application/x-ndjson'),
        field,
      ),
      'Accept-Language': field,
      'If-None-Match': fc.oneof(fc.constant('*'), field),
      'If-Modified-Since': field,
      Origin: mostly(origin, field),
      Range: fc.oneof(
        fc.constantFrom('bytes=0-9', 'bytes=-1', 'bytes=99999999-', 'bytes=5-1'),
        field,
      ),
      'User-Agent': field,
      Cookie: field,
      'Webhook-Signature': field,
      'Webhook-Timestamp': field,
      'X-Request-Id': field,
    },
    { requiredKeys: ['Origin'] },
  );
  const authorization = mostly(
    `Bearer ${token}`,
    fc.oneof(
      field,
      field.map((each) => `Bearer ${each}`),
      fc.constant(''),
    ),
  );
  const withBody = method === 'get' ? fc.constant(undefined) : bodyOf(operation, usual);

  return fc
    .tuple(filled, search, headers, authorization, withBody)
    .map(([address, query, fields, allowed, sent]): Call => ({
      path: query === '' ? address : `${address}?${query}`,
      headers: {
        ...fields,
        ...(allowed !== '' && { Authorization: allowed }),
        ...(sent && { 'Content-Type': sent.type }),
      },
      ...(sent && { body: sent.body }),
      isAllowed: allowed === `Bearer ${token}`,
    }));
}
