/**
 * Writes the description of every path of the service (OpenAPI 3.1), from the schemas that the service
 * itself reads and answers with. `packages/service/openapi.json` is what this makes.
 */
import * as z from 'zod';
import { extend, type core } from 'zod/mini';
import { connectionsSchema } from '../../../src/api/connections.js';
import {
  accessItemListSchema,
  autoOnboardBodySchema,
  entitlementListSchema,
} from '../../../src/api/entitlements.js';
import { userProfileSchema } from '../../../src/api/profile.js';
import { subscriptionSchema } from '../../../src/api/subscription-schema.js';
import { accessTokenSchema, tokenErrorSchema, tokenRequestSchema } from '../../../src/api/token.js';
import { problemDetailsSchema } from '../../../src/errors/problem-details.js';
import { podcastSchema } from '../../../src/podcast/schema.js';
import { grantSchema } from '../../../src/service/ledger/grant.js';
import { statementSchema } from '../../../src/service/ledger/statement.js';
import { memberQuerySchema, resetBodySchema } from '../../../src/service/http/routes/admin.js';
import {
  activatedQuerySchema,
  activatedSchema,
  activationQuerySchema,
  unconnectedPageSchema,
} from '../../../src/service/http/routes/admin-activation.js';
import {
  explanationSchema,
  explainQuerySchema,
} from '../../../src/service/http/routes/admin-explain.js';
import {
  linksQuerySchema,
  movedInSchema,
  movedOutSchema,
  moveSchema,
  oldLinkSchema,
  rotateBodySchema,
  rotatedSchema,
} from '../../../src/service/http/routes/admin-links.js';
import { eventAnswerSchema } from '../../../src/service/http/routes/events.js';
import {
  grantBodySchema,
  grantLineSchema,
  grantPageSchema,
  grantQuerySchema,
  importedSchema,
} from '../../../src/service/http/routes/admin-grants.js';
import {
  endQuerySchema,
  endSourceQuerySchema,
  fileQuerySchema,
  memberLineSchema,
  memberPageSchema,
  membersQuerySchema,
  statedFileSchema,
  statedSchema,
} from '../../../src/service/http/routes/admin-members.js';

import { statusSchema } from '../../../src/service/operations/status/status-schema.js';
import { tags, withNames } from './openapi-names.js';

type Json = Record<string, unknown>;
type Schema = core.$ZodType;

/** The form on the wire is the input of a schema. A format needs no pattern beside it. */
function jsonSchema(schema: Schema): Json {
  const made = z.toJSONSchema(schema as never, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: part }) {
      if (part.format) delete part.pattern;
      // A field that is left out is meant by `undefined`, which JSON has no word for.
      if (part.default === undefined) delete part.default;
    },
  });
  // The document names the dialect for all of them.
  return Object.fromEntries(Object.entries(made).filter(([name]) => name !== '$schema'));
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (type: string, schema: Json = { type: 'string' }) => ({ [type]: { schema } });
const json = (schema: Json) => content('application/json', schema);
const answer = (description: string, body?: Json) => ({
  description,
  ...(body && { content: body }),
});
const problem = { $ref: '#/components/responses/Problem' };

const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});
const inQuery = (name: string, required = false, schema: Json = { type: 'string' }) => ({
  name,
  in: 'query',
  required,
  schema,
});

/** The parameters of a query that a schema reads. */
function queryOf(schema: Schema) {
  const { properties, required = [] } = jsonSchema(schema) as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) =>
    inQuery(name, required.includes(name), each),
  );
}

/** `scopes`: the access token needs one of them; without any, the call needs no token. */
function operation(
  summary: string,
  scopes: string | readonly string[] | undefined,
  responses: Record<string, object>,
  more: Json = {},
) {
  return {
    summary,
    security: [scopes ?? []].flat().map((scope) => ({ accessToken: [scope] })),
    ...more,
    responses: { ...responses, default: problem },
  };
}

const body = (types: Json, required = true) => ({ requestBody: { required, content: types } });

const admin = 'service:admin';
/** A source's own client needs no more. */
const members = [admin, 'service:members'];
const vault = 'vault:impersonate';
const entitlement = [inPath('entitlementId', 'of auto-onboard'), inQuery('userId', true)];
const member = [inPath('sku', 'of the catalogue'), inPath('email', 'e-mail address')];
const source = inPath('source', 'of its own name');
const subject = inPath('subject', "the source's ID of the member, or `email:` and the address");
const files = (description: string) => ({
  ...content('text/csv', { type: 'string', description }),
  ...content('application/x-ndjson', { type: 'string', description }),
});
const linesOf = (what: string, schema: string) =>
  `one ${what} on each line: \`#/components/schemas/${schema}\`; of CSV, the first names the columns`;
const lines = linesOf('grant', 'GrantLine');
const html = content('text/html');
/** A page for the member, or what is wrong with the path itself. */
const pageOrProblem = { ...html, ...content('application/problem+json', ref('Problem')) };
const rss = content('application/rss+xml');

const paths = {
  '/oauth/token': {
    post: operation(
      '4.1 Issue a token',
      undefined,
      {
        200: answer('the access token', json(ref('AccessToken'))),
        400: answer('the request is wrong (RFC 6749)', {
          ...json(ref('TokenError')),
          ...content('application/problem+json', ref('Problem')),
        }),
        401: answer('the client is wrong', json(ref('TokenError'))),
      },
      body(content('application/x-www-form-urlencoded', jsonSchema(tokenRequestSchema))),
    ),
  },
  '/profile/email/{email}': {
    get: operation(
      '4.2 Find a user',
      'profile:user:read',
      { 200: answer('the user', json(ref('User'))) },
      {
        parameters: [
          inPath('email', 'e-mail address'),
          inQuery('forceCreation', false, { type: 'boolean' }),
        ],
      },
    ),
  },
  '/vault/entitlements/auto-onboard': {
    post: operation(
      '4.3 Check access',
      vault,
      { 200: answer('empty without access', json(ref('Entitlements'))) },
      body(json(jsonSchema(autoOnboardBodySchema))),
    ),
  },
  '/vault/entitlements/{entitlementId}/access': {
    get: operation(
      '4.4 Get the feed link',
      vault,
      { 200: answer('empty without access', json(ref('AccessItems'))) },
      { parameters: [...entitlement, inQuery('format', true, { const: 'RSS' })] },
    ),
  },
  '/vault/entitlements/{entitlementId}/connections': {
    get: operation(
      'The apps that fetch the feed',
      vault,
      { 200: answer('the latest first', json(ref('Connections'))) },
      { parameters: entitlement },
    ),
  },
  '/vault/entitlements/{entitlementId}/reset': {
    post: operation(
      'A new feed link',
      vault,
      { 200: answer('as 4.4; empty without access', json(ref('AccessItems'))) },
      { parameters: entitlement },
    ),
  },
  '/feeds/{secret}/{filename}': {
    get: operation(
      "A member's feed",
      undefined,
      { 200: answer('the feed', rss), 304: answer('it has not changed') },
      { parameters: [inPath('secret', 'a bearer secret'), inPath('filename', 'of any name')] },
    ),
  },
  '/recordings/{code}/{filename}': {
    get: operation(
      'A recording, for a product with signed recordings',
      undefined,
      { 302: answer('leads to the recording, or to a URL that opens it for a while') },
      { parameters: [inPath('code', 'a bearer secret'), inPath('filename', 'of any name')] },
    ),
  },
  '/rss': {
    get: operation(
      '4.5 Parse a feed',
      undefined,
      { 200: answer('the podcast', json(ref('Podcast'))), 304: answer('it has not changed') },
      { parameters: [inQuery('url', true), inQuery('format', true, { const: 'service' })] },
    ),
  },
  '/consume/{locale}': {
    get: operation(
      '4.6 Open the consume page',
      undefined,
      {
        303: answer('leads to the page itself'),
        400: answer('the address is not whole', pageOrProblem),
        410: answer('the link has ended', html),
      },
      { parameters: [inPath('locale', 'language tag'), inQuery('rss', true)] },
    ),
  },
  '/consume/{locale}/{code}': {
    get: operation(
      'The consume page itself',
      undefined,
      {
        200: answer('the page', html),
        404: answer('the code is not known', pageOrProblem),
        410: answer('the code has expired, or the link has ended', html),
      },
      { parameters: [inPath('locale', 'language tag'), inPath('code', 'stands for a feed')] },
    ),
  },
  '/notices/{file}': {
    get: operation(
      'The sound of a notice, of which an app may ask for a range',
      undefined,
      {
        200: answer('the sound', content('audio/mpeg')),
        206: answer('a range of it', content('audio/mpeg')),
        302: answer('another sound has taken its place'),
        304: answer('it has not changed'),
        416: answer('there is no such range'),
      },
      { parameters: [inPath('file', 'as a feed names it')] },
    ),
  },
  '/embed/{file}': {
    get: operation(
      'The script-tag build of the element',
      undefined,
      { 200: answer('the file', content('text/javascript')) },
      { parameters: [inPath('file', 'its path, which may hold slashes')] },
    ),
  },
  '/subscribe': {
    get: operation(
      '11 The subscribe handler; with a query, 11.4 and 11.5',
      undefined,
      {
        200: answer(
          'the subscription; with `?handoff`, whether its code has been opened',
          json({ anyOf: [ref('Subscription'), ref('HandoffState')] }),
        ),
        303: answer('a hand-off code leads to the consume page'),
      },
      { security: [{ subscribeToken: [] }] },
    ),
    post: operation(
      '11.4 A hand-off code (`?handoff`), 11.5 a new link (`?reset`)',
      undefined,
      { 200: answer('the code, or the subscription', json({ type: 'object' })) },
      { security: [{ subscribeToken: [] }] },
    ),
    options: operation('CORS', undefined, { 204: answer('what the page may send') }),
  },
  '/events/{name}': {
    post: operation(
      'An event of Stripe, of Ghost, or as Standard Webhooks',
      undefined,
      { 200: answer('what became of it, and it is in the database', json(ref('EventAnswer'))) },
      {
        parameters: [inPath('name', 'of `events` in the catalogue')],
        security: [{ signature: [] }],
        ...body(json({ type: 'object', description: 'as the source writes it' })),
      },
    ),
  },
  '/health': {
    get: operation('Whether the process runs', undefined, {
      200: answer('it does', json(jsonSchema(z.strictObject({ status: z.literal('ok') })))),
    }),
  },
  '/ready': {
    get: operation('Whether members can be served', undefined, {
      200: answer('they can; `degraded`: from memory alone', json(ref('Ready'))),
      503: problem,
    }),
  },
  '/metrics': {
    get: operation("Measurements in Prometheus's text format", undefined, {
      200: answer('the measurements', content('text/plain')),
    }),
  },
  '/admin/grants': {
    get: operation(
      'Every grant, 100 at a time or as one file',
      admin,
      { 200: answer('the grants', { ...json(ref('GrantPage')), ...files(lines) }) },
      { parameters: queryOf(grantQuerySchema) },
    ),
    post: operation(
      'Adds or changes all grants of a file, or none',
      admin,
      { 200: answer('how many', json(ref('Imported'))), 422: problem },
      body(files(lines)),
    ),
  },
  '/admin/grants/{sku}/{email}': {
    put: operation(
      'Adds or changes a grant',
      admin,
      { 200: answer('the grant', json(ref('Grant'))) },
      { parameters: member, ...body(json(jsonSchema(grantBodySchema)), false) },
    ),
    delete: operation(
      'Ends a grant',
      admin,
      { 204: answer('it has ended'), 409: problem },
      { parameters: member },
    ),
  },
  '/admin/members': {
    get: operation(
      'Members as their sources state them, 100 at a time',
      members,
      { 200: answer('the members', json(ref('MemberPage'))) },
      { parameters: queryOf(membersQuerySchema) },
    ),
    delete: operation(
      'Ends a source with all that it gives',
      admin,
      { 204: answer('it has ended'), 404: problem, 409: problem },
      { parameters: queryOf(endSourceQuerySchema) },
    ),
  },
  '/admin/members/{source}': {
    post: operation(
      'Takes a file of statements, all or none',
      members,
      { 200: answer('how many', json(ref('StatedFile'))), 409: problem, 422: problem },
      {
        parameters: [source, ...queryOf(fileQuerySchema)],
        ...body(files(linesOf('member, or one product of theirs,', 'MemberLine'))),
      },
    ),
  },
  '/admin/members/{source}/{subject}': {
    put: operation(
      'States all that a source gives a member now',
      members,
      { 200: answer('what became of it', json(ref('Stated'))), 422: problem },
      { parameters: [source, subject], ...body(json(jsonSchema(statementSchema))) },
    ),
    delete: operation(
      'Ends all that a source gives a member; `erase` also forgets whom nothing else names',
      members,
      { 204: answer('it has ended'), 422: problem },
      { parameters: [source, subject, ...queryOf(endQuerySchema)] },
    ),
  },
  '/admin/connections': {
    get: operation(
      "The apps that fetch a member's feed; by `email` or by `userId`",
      admin,
      { 200: answer('the latest first', json(ref('MemberConnections'))) },
      { parameters: queryOf(memberQuerySchema) },
    ),
  },
  '/admin/activation': {
    get: operation(
      'Members with access whose link no app has fetched, 100 at a time, or all of them as CSV',
      admin,
      {
        200: answer('the members', {
          ...json(ref('UnconnectedPage')),
          ...content('text/csv', {
            type: 'string',
            description: 'one member on each line, after the names of the columns',
          }),
        }),
        409: problem,
      },
      { parameters: queryOf(activationQuerySchema) },
    ),
  },
  '/admin/activation/products': {
    get: operation(
      'How many members of each product have connected, how soon, and by which app',
      admin,
      { 200: answer('in numbers', json(ref('Activated'))), 409: problem },
      { parameters: queryOf(activatedQuerySchema) },
    ),
  },
  '/admin/feeds/reset': {
    post: operation(
      "Ends a member's feed link",
      admin,
      { 204: answer('it is a 404 now') },
      body(json(jsonSchema(resetBodySchema))),
    ),
  },
  '/admin/feeds/rotate': {
    post: operation(
      'Replaces every link of a product; again with `before` until it `isDone`',
      admin,
      { 200: answer('how many, so far', json(ref('Rotated'))) },
      body(json(jsonSchema(rotateBodySchema))),
    ),
  },
  '/admin/links': {
    get: operation(
      "Every member's feed URL",
      'service:backup',
      {
        200: answer(
          'keep it secret',
          content('text/csv', {
            type: 'string',
            description: 'one link on each line, after the names of the columns',
          }),
        ),
      },
      { parameters: queryOf(linksQuerySchema) },
    ),
    post: operation(
      "Takes over an old host's links, all of a file or none",
      admin,
      { 200: answer('how many', json(ref('MovedIn'))), 422: problem },
      body(files(linesOf('link', 'OldLink'))),
    ),
  },
  '/admin/moves': {
    post: operation(
      'Sends members on to another host, all of a file or none',
      admin,
      { 200: answer('how many', json(ref('MovedOut'))), 422: problem },
      body(files(linesOf('member', 'Move'))),
    ),
  },
  '/admin/explain': {
    get: operation(
      "Why a podcast is in a member's app or not",
      admin,
      { 200: answer('with the one step that helps', json(ref('Explanation'))) },
      { parameters: queryOf(explainQuerySchema) },
    ),
  },
  '/admin/reload': {
    post: operation('Reads the catalogue again', admin, {
      204: answer('it is in force'),
      422: problem,
    }),
  },
  '/admin/status': {
    get: operation('How the service is', admin, {
      200: answer('at this moment', json(ref('Status'))),
    }),
  },
  '/admin/backup': {
    get: operation('Everything that is stored', 'service:backup', {
      200: answer('keep it secret', content('application/x-ndjson')),
    }),
  },
};

const schemas: Record<string, Schema> = {
  AccessToken: extend(accessTokenSchema, {
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
  } as never),
  TokenError: tokenErrorSchema,
  User: userProfileSchema,
  Entitlements: entitlementListSchema,
  AccessItems: accessItemListSchema,
  Connections: connectionsSchema,
  Status: statusSchema,
  MemberConnections: extend(connectionsSchema, { email: z.string() } as never),
  Podcast: podcastSchema,
  Subscription: subscriptionSchema,
  HandoffState: z.strictObject({ opened: z.boolean() }),
  Grant: grantSchema,
  GrantLine: grantLineSchema,
  GrantPage: grantPageSchema,
  Imported: importedSchema,
  UnconnectedPage: unconnectedPageSchema,
  Activated: activatedSchema,
  EventAnswer: eventAnswerSchema,
  Rotated: rotatedSchema,
  MovedIn: movedInSchema,
  MovedOut: movedOutSchema,
  OldLink: oldLinkSchema,
  Move: moveSchema,
  Explanation: explanationSchema,
  MemberLine: memberLineSchema,
  MemberPage: memberPageSchema,
  Ready: z.strictObject({
    status: z.enum(['ready', 'degraded']),
    detail: z.string().optional(),
  }),
  Stated: statedSchema,
  StatedFile: statedFileSchema,
  Problem: extend(problemDetailsSchema, { line: z.int().optional() } as never),
};

/** @param version of the release */
export function createOpenApi(version: string) {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'private-podcast-service',
      version,
      description: 'A self-hosted service for private podcast feeds (docs/interface.md).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8787' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: withNames(paths),
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'of /oauth/token' },
        subscribeToken: { type: 'http', scheme: 'bearer', description: 'made by the site' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Webhook-Signature',
          description:
            'with Webhook-Id and Webhook-Timestamp; or Stripe-Signature, or X-Ghost-Signature',
        },
      },
      responses: {
        Problem: answer(
          'what is wrong (RFC 9457)',
          content('application/problem+json', ref('Problem')),
        ),
      },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]),
      ),
    },
  };
}
