/** Sources state their members here: /admin/members, with service:admin or service:members (docs/service.md 6). */
import type { Context, Handler } from 'hono';
import * as z from 'zod';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { problemResponse } from '../../../errors/problem-details.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import { skusOf } from '../../catalogue/catalogue.js';
import { emailAddressSchema } from '../../ledger/email-address.js';
import { skuSchema, sourceSchema, untilSchema } from '../../ledger/grant.js';
import { createCheck } from '../files/read-lines.js';
import { ownSourceSchema, sourceNameSchema } from '../../ledger/sources.js';
import {
  EMAIL_SUBJECT,
  statedGrantSchema,
  statementSchema,
  subjectOfEmail,
  subjectSchema,
  type StatedGrant,
} from '../../ledger/statement.js';
import { eachInTurns } from '../../store/batches.js';
import type { Ledger } from '../../store/ledger/ledger.js';
import { TooManyEnds } from '../../store/ledger/state-members.js';
import { createCursor, readPage } from '../requests/pages.js';
import { readBody, readQuery } from '../requests/read-body.js';
import { answerFile } from '../files/answer-file.js';

/** Milliseconds that a sender's clock may be ahead. */
const TOLERANCE_MS = 300_000;

const atSchema = z.iso.datetime({ offset: true }).optional();
const flagSchema = z.enum(['true', 'false']).optional();

/** Goes on with the time of a statement, unless it has not come yet: 422. */
async function answerAt(
  at: string | undefined,
  now: Date,
  answer: (at: Date | undefined) => Promise<Response>,
): Promise<Response> {
  if (at === undefined) return answer(undefined);
  const date = new Date(at);
  if (Number(date) <= Number(now) + TOLERANCE_MS) return answer(date);
  const detail = 'The time in `at` has not come yet. Set the clock of the sender.';
  return problemResponse(422, 'bad-input', detail);
}

function readPath<T>(schema: z.ZodType<T>, value: string | undefined, name: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new PrivatePodcastError(
    'bad-input',
    `Correct the ${name}: it ${z.flattenError(read.error).formErrors[0] ?? 'is wrong'}.`,
  );
}

const sourceOf = (c: Context) => readPath(ownSourceSchema, c.req.param('source'), 'source');
const subjectOf = (c: Context) => readPath(subjectSchema, c.req.param('subject'), 'subject');

/** A subject that is an address must be the one that is stated. */
const isOfAddress = (subject: string, email: string): boolean =>
  !subject.startsWith(EMAIL_SUBJECT) || subject === subjectOfEmail(email);
const WRONG_ADDRESS = 'A subject that begins with `email:` must go on with its `email`.';

/** Leaves out what the catalogue does not have, and names it. */
function splitKnown(
  skus: ReadonlySet<string>,
  grants: readonly StatedGrant[],
): { known: StatedGrant[]; unknownSkus: string[] } {
  const unknown = grants.filter(({ sku }) => !skus.has(sku)).map(({ sku }) => sku);
  return {
    known: grants.filter(({ sku }) => skus.has(sku)),
    unknownSkus: [...new Set(unknown)],
  };
}

/** The answer to a statement. `userId` is that of a member whom no address finds. */
export const statedSchema = z.strictObject({
  result: z.enum(['taken', 'unchanged', 'older']),
  userId: z.string().optional(),
  unknownSkus: z.array(z.string()).optional(),
});

/** PUT /admin/members/{source}/{subject}: all that the source gives a member now. */
export function stateMember(catalogue: LiveCatalogue, ledger: Ledger, now: () => Date): Handler {
  return async (c) => {
    const source = sourceOf(c);
    const subject = subjectOf(c);
    const { email, grants, at } = await readBody(c, statementSchema);
    if (!isOfAddress(subject, email)) throw new PrivatePodcastError('bad-input', WRONG_ADDRESS);
    const { known, unknownSkus } = splitKnown(new Set(skusOf(catalogue.current)), grants);
    return answerAt(at, now(), async (date) => {
      const statement = { subject, email, grants: known, at: date };
      const { result, row } = await ledger.state(source, statement);
      const userId = row.addresses === 'apart' ? row.persons[0] : undefined;
      c.header('Cache-Control', 'no-store');
      return c.json({
        result,
        ...(userId !== undefined && { userId }),
        ...(unknownSkus.length > 0 && { unknownSkus }),
      });
    });
  };
}

export const endQuerySchema = z.strictObject({ at: atSchema, erase: flagSchema });

/** DELETE /admin/members/{source}/{subject}: ends all that the source gives a member. */
export function endMember(ledger: Ledger, now: () => Date): Handler {
  return async (c) => {
    const { at, erase } = readQuery(c, endQuerySchema);
    const source = sourceOf(c);
    const subject = subjectOf(c);
    return answerAt(at, now(), async (date) => {
      await ledger.end(source, { subject, at: date, erase: erase === 'true' });
      return c.body(null, 204);
    });
  };
}

export const endSourceQuerySchema = z.strictObject({ source: sourceNameSchema });

/**
 * DELETE /admin/members?source=: ends a source. One of events must be out of the catalogue: 409. Without
 * anything to end: 404, because the name may be misspelt.
 */
export function endSource(catalogue: LiveCatalogue, ledger: Ledger): Handler {
  return async (c) => {
    const { source } = readQuery(c, endSourceQuerySchema);
    const events = Object.keys(catalogue.current.events).map((name) => `events/${name}`);
    if (events.includes(source)) {
      const detail = `The catalogue still has ${source}, which would only give access again. Remove it there and reload the catalogue.`;
      return problemResponse(409, 'bad-input', detail);
    }
    if (await ledger.endSource(source)) return c.body(null, 204);
    const detail = `Nothing came from ${source}, so nobody's access has ended. The list of grants names the sources.`;
    return problemResponse(404, 'not-found', detail);
  };
}

const cursor = createCursor(z.object({ source: sourceSchema, subject: subjectSchema }));

export const membersQuerySchema = z
  .strictObject({
    email: emailAddressSchema.optional(),
    source: sourceSchema.optional(),
    subject: subjectSchema.optional(),
    cursor: cursor.schema.optional(),
  })
  .refine(({ subject, source }) => subject === undefined || source !== undefined, {
    path: ['source'],
  });

export const memberPageSchema = z.strictObject({
  members: z.array(
    z.strictObject({
      source: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      userId: z.string().optional(),
      grants: z.array(statedGrantSchema),
    }),
  ),
  cursor: z.string().optional(),
});

/** GET /admin/members?email= or ?source=&subject=: members as their sources state them. */
export function listMembers(ledger: Ledger): Handler {
  return async (c) => {
    const { cursor: after, ...filter } = readQuery(c, membersQuerySchema);
    const { page, last } = await readPage((limit) => ledger.members({ ...filter, after, limit }));
    c.header('Cache-Control', 'no-store');
    const next = last && { source: last.source, subject: last.subject };
    return c.json({ members: page, ...(next && { cursor: cursor.write(next) }) });
  };
}

const lineShape = { subject: subjectSchema.optional(), email: emailAddressSchema };

/** A line of JSON has all that a member is given, one of CSV one product of it, or none. */
export const memberLineSchema = z.union([
  z.strictObject({ ...lineShape, grants: z.array(statedGrantSchema) }),
  z.strictObject({ ...lineShape, sku: skuSchema.optional(), until: untilSchema.optional() }),
]);
type MemberLine = z.output<typeof memberLineSchema>;

const memberColumns = ['subject', 'email', 'sku', 'until'] as const;

const grantsOf = (line: MemberLine): StatedGrant[] => {
  if ('grants' in line) return line.grants;
  const { sku, until } = line;
  return sku === undefined ? [] : [{ sku, until }];
};

interface FileMember {
  subject: string;
  email: string;
  grants: StatedGrant[];
}

/** Puts together the lines of each member. The last address counts. */
async function joinLines(lines: readonly MemberLine[]): Promise<FileMember[]> {
  const members = new Map<string, FileMember>();
  await eachInTurns(lines, (line) => {
    const { email, subject = subjectOfEmail(email) } = line;
    const grants = members.get(subject)?.grants ?? [];
    grants.push(...grantsOf(line));
    members.set(subject, { subject, email, grants });
  });
  return [...members.values()];
}

export const fileQuerySchema = z.strictObject({
  replace: flagSchema,
  force: flagSchema,
  at: atSchema,
});

/** Counts of what a file has changed. `ended`: members whom it did not name. */
export const statedFileSchema = z.strictObject({
  taken: z.int(),
  unchanged: z.int(),
  older: z.int(),
  ended: z.int(),
  unknownSkus: z.array(z.string()).optional(),
});

/** POST /admin/members/{source}: many at once, all or none; with `replace`, whom it does not name has ended. */
export function stateMembers(catalogue: LiveCatalogue, ledger: Ledger, now: () => Date): Handler {
  return async (c) => {
    const source = sourceOf(c);
    const { replace, force, at } = readQuery(c, fileQuerySchema);
    const check = createCheck(memberLineSchema, ({ email, subject = subjectOfEmail(email) }) =>
      isOfAddress(subject, email) ? undefined : WRONG_ADDRESS,
    );
    const lines = { columns: memberColumns, required: ['email'], check };
    const whole = (date = now()) => ({
      replace: replace === 'true',
      force: force === 'true',
      at: date,
    });
    return answerAt(at, now(), async (date) => {
      try {
        return await answerFile(c, lines, async (read) => {
          const skus = new Set(skusOf(catalogue.current));
          const unknown = new Set<string>();
          const file: FileMember[] = [];
          await eachInTurns(await joinLines(read), (member) => {
            const { known, unknownSkus } = splitKnown(skus, member.grants);
            for (const sku of unknownSkus) unknown.add(sku);
            file.push({ ...member, grants: known });
          });
          const result = await ledger.stateAll(source, file, whole(date));
          return { ...result, ...(unknown.size > 0 && { unknownSkus: [...unknown] }) };
        });
      } catch (error) {
        if (!(error instanceof TooManyEnds)) throw error;
        return problemResponse(409, 'bad-input', error.message);
      }
    });
  };
}
