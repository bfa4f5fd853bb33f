/** Signed webhooks of the catalogue's sources: POST /events/{name} (docs/service.md 7). */
import type { Handler } from 'hono';
import * as z from 'zod';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { problemResponse } from '../../../errors/problem-details.js';
import { eventKinds } from '../../events/event-kinds.js';
import type { EventLog } from '../../events/event-log.js';
import { TOLERANCE, type SignedRequest } from '../../events/member-event.js';
import { createTakeEvent, type EventResult } from '../../events/take-event.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Ledger } from '../../store/ledger/ledger.js';

/** The answer to an event. */
export const eventAnswerSchema = z.strictObject({
  result: z.enum([
    'taken',
    'repeated',
    'older',
    'no-address',
    'unknown-member',
    'unknown-product',
    'unknown-kind',
  ]),
});

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new PrivatePodcastError('bad-input', 'Send the event as JSON.', { cause });
  }
}

/**
 * POST /events/{name}. It is answered with 200 once the event's effect is in the database, or if it
 * has none. A request without a valid signature costs its check alone, and learns nothing.
 */
export function takeEvents(
  catalogue: LiveCatalogue,
  ledger: Ledger,
  eventLog: EventLog,
  now: () => Date,
): Handler {
  const takeEvent = createTakeEvent(ledger, now);

  return async (c) => {
    const name = c.req.param('name') ?? '';
    const settings = new Map(Object.entries(catalogue.current.events)).get(name);
    if (!settings) return problemResponse(404, 'not-found', 'The catalogue has no such source.');
    const source = `events/${name}`;
    const { isSigned, read } = eventKinds[settings.kind];
    const body = Buffer.from(await c.req.arrayBuffer());
    const request: SignedRequest = { header: (header) => c.req.header(header), body };
    if (!isSigned(request, settings.secret, now())) {
      eventLog.note(source, 'refused');
      return problemResponse(401, 'unauthorized', 'The signature is not valid.');
    }
    if (!/^application\/json *(;|$)/i.test(c.req.header('Content-Type') ?? '')) {
      return problemResponse(415, 'bad-input', 'Send application/json.');
    }
    const event = read(parseJson(body), request);
    const answer = (result: EventResult, product?: string) => {
      eventLog.note(source, result, product);
      return c.json({ result });
    };
    if (!event) return answer('unknown-kind');
    if (event.at > now().getTime() + TOLERANCE * 1000) {
      throw new PrivatePodcastError('bad-input', 'The time of the event has not come yet.');
    }
    const { result, unknownProduct } = await takeEvent(source, settings, event);
    return answer(result, unknownProduct);
  };
}
