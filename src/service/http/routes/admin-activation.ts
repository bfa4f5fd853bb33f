/** Who has not connected an app: /admin/activation, with the scope service:admin (docs/service.md 6). */
import type { Context, Handler } from 'hono';
import * as z from 'zod';
import { problemResponse } from '../../../errors/problem-details.js';
import type { Connections } from '../../connections/connections.js';
import { nameFetcher } from '../../connections/feed-fetchers.js';
import { emailAddressSchema } from '../../ledger/email-address.js';
import { skuSchema } from '../../ledger/grant.js';
import type {
  Activated,
  ActivationFilter,
  ActivationStore,
  UnconnectedMember,
} from '../../store/activation.js';
import { sendFile } from '../files/send-file.js';
import { writeCsv } from '../files/write-grants.js';
import { createCursor, everyRow, readPage } from '../requests/pages.js';
import { readQuery } from '../requests/read-body.js';

/** Of fewer members, a share would tell of single persons. */
const FEWEST = 5;

const cursor = createCursor<Pick<UnconnectedMember, 'email' | 'sku'>>(
  z.object({ email: emailAddressSchema, sku: skuSchema }),
);

export const activationQuerySchema = z.strictObject({
  sku: skuSchema.optional(),
  cursor: cursor.schema.optional(),
});

export const activatedQuerySchema = z.strictObject({ sku: skuSchema.optional() });

export const unconnectedPageSchema = z.strictObject({
  members: z.array(z.strictObject({ email: z.string(), sku: z.string(), since: z.iso.datetime() })),
  cursor: z.string().optional(),
});

/** `daysToConnect` is the median; it and `apps` tell nothing of fewer than five members. */
export const activatedSchema = z.strictObject({
  products: z.array(
    z.strictObject({
      sku: z.string(),
      members: z.int(),
      connected: z.int(),
      daysToConnect: z.int().optional(),
      apps: z.array(z.strictObject({ name: z.string(), members: z.int() })),
    }),
  ),
});

/** The days that half of the members needed at most. */
function medianOf({ days, connected }: Pick<Activated, 'days' | 'connected'>): number | undefined {
  let before = 0;
  return days.find(({ members }) => (before += members) * 2 >= connected)?.days;
}

function shown(product: Activated) {
  const { sku, members, connected, apps } = product;
  return {
    sku,
    members,
    connected,
    ...(connected >= FEWEST && { daysToConnect: medianOf(product) }),
    apps: apps
      .filter((each) => each.members >= FEWEST)
      .map((each) => ({ name: nameFetcher(each.app).name, members: each.members })),
  };
}

/** Answers 409 where nothing is known of apps: all would look as if they had none. */
function ifKnown({ isOn }: Connections, answer: (c: Context) => Promise<Response>): Handler {
  return async (c) => {
    if (isOn) return answer(c);
    const detail = 'With `connectionDays` 0 the service keeps nothing of apps.';
    return problemResponse(409, 'bad-input', detail);
  };
}

/** GET /admin/activation?sku=&cursor=: members with access whose link no app has fetched; as CSV too. */
export function listUnconnected(
  store: ActivationStore,
  connections: Connections,
  now: () => Date,
): Handler {
  return ifKnown(connections, async (c) => {
    const { sku, cursor: after } = readQuery(c, activationQuerySchema);
    const read = (last: ActivationFilter['after'], limit: number) =>
      store.unconnected({ sku, after: last, limit }, now());
    const file = await sendFile(c, {
      'text/csv': () => writeCsv(everyRow(read), ['email', 'sku', 'since']),
    });
    if (file) return file;
    const { page, last } = await readPage((limit) => read(after, limit));
    const next = last && { email: last.email, sku: last.sku };
    return c.json({ members: page, ...(next && { cursor: cursor.write(next) }) });
  });
}

/** GET /admin/activation/products?sku=: for each product, how many have connected, how soon, and by which app. */
export function listActivated(
  store: ActivationStore,
  connections: Connections,
  now: () => Date,
): Handler {
  return ifKnown(connections, async (c) => {
    const { sku } = readQuery(c, activatedQuerySchema);
    c.header('Cache-Control', 'no-store');
    return c.json({ products: (await store.products(sku, now())).map(shown) });
  });
}
