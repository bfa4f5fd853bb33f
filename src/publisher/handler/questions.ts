/** The questions that a page may ask the subscribe handler (docs/interface.md 11, docs/service.md 5). */
import * as z from 'zod/mini';
import { readAnswer } from '../../api/answers/read-answer.js';
import { connectionsSchema } from '../../api/connections.js';
import type { MemberAndProduct, PrivateFeed } from '../../api/flow/private-feed.js';
import { subscriptionSchema } from '../../api/subscription-schema.js';
import type { ConnectedApp, Subscription } from '../../api/subscription.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { Handoff, HandoffWay } from '../handoff/handoff.js';
import { createAppsBeside } from './apps-beside.js';
import type { Handling } from './handler-options.js';

/** A question of a member, whose token has been verified. */
export interface Asked {
  who: MemberAndProduct;
  /** The same for all requests of a member for a podcast. */
  owner: string;
  request: Request;
  /** When the answer is due, in milliseconds since 1970. */
  due: number;
  signal: AbortSignal;
}

type Answer = (asked: Asked) => Promise<object>;

export interface Question {
  /** In the query, such as `?handoff`. A request that names none asks for the Subscription. */
  name: string | undefined;
  /** The value of `for` in the query that asks this and not the next question of the same name. */
  purpose?: string;
  methods: readonly string[];
  /** Requests of a member per minute, beside the limit for all questions. */
  limit?: number;
  /** Resolves to the body of the answer. Undefined if this handler does not offer it. */
  answer: Answer | undefined;
}

/** A question that a handler can answer. */
export type OfferedQuestion = Question & { answer: Answer };

/** Whether a request's query asks a question. */
export function asks(query: URLSearchParams, { name, purpose }: Question): boolean {
  if (name === undefined) return true;
  return query.has(name) && (purpose === undefined || query.get('for') === purpose);
}

export function isOffered(question: Question): question is OfferedQuestion {
  return question.answer !== undefined;
}

/**
 * The questions of one handler. The first that a request names is asked.
 * @param now milliseconds since 1970.
 */
export function createQuestions(
  { service, handoff, deadline }: Handling,
  now: () => number,
): readonly Question[] {
  function toSubscription(
    feed: PrivateFeed,
    { sku }: MemberAndProduct,
    apps?: readonly ConnectedApp[],
  ): Subscription {
    const { feedUrl, title, streamingUrl, streamingLinkUrl } = feed;
    const read = z.safeParse(subscriptionSchema, {
      ...service.publicEndpoints,
      feedUrl,
      title,
      sku,
      streamingUrl,
      streamingLinkUrl,
      handoff: handoff && true,
      canReset: service.resetFeed && true,
      hasConnections: service.connections && true,
      connections: apps,
    });
    if (read.success) return read.data;
    throw new PrivatePodcastError(
      'bad-response',
      'The feed service gave no usable feed URL or title. Check `service`.',
    );
  }

  const connections = service.connections?.bind(service);
  const resetFeed = service.resetFeed?.bind(service);
  const appsBeside = createAppsBeside(deadline, now);

  const subscriptionOf = async ({ who, signal }: Asked) =>
    toSubscription(await service.privateFeed({ ...who, signal }), who);

  /** The Subscription, with the apps that are known by then. */
  async function answerWithApps({ who, owner, due, signal }: Asked, fresh?: true): Promise<object> {
    if (fresh) appsBeside.forget(owner);
    const appsFor =
      connections &&
      appsBeside.start(owner, (ends) =>
        connections({ ...who, fresh, isGlance: true, signal: ends }),
      );
    const feed = await service.privateFeed({ ...who, fresh, signal });
    return toSubscription(feed, who, await appsFor?.(feed.feedUrl, due));
  }

  async function answerReset(
    reset: NonNullable<typeof resetFeed>,
    { who, owner, signal }: Asked,
  ): Promise<object> {
    try {
      return toSubscription(await reset({ ...who, signal }), who);
    } finally {
      // No app fetches the new link yet.
      appsBeside.forget(owner);
    }
  }

  async function makeHandoff({ create }: Handoff, asked: Asked, way: HandoffWay): Promise<object> {
    return create((await subscriptionOf(asked)).feedUrl, asked.owner, asked.request.url, way);
  }

  async function askHandoff(handoff: Handoff, asked: Asked): Promise<object> {
    const { request, owner } = asked;
    if (request.method === 'POST') return makeHandoff(handoff, asked, 'scan');
    const code = new URL(request.url).searchParams.get('handoff') ?? '';
    return { opened: await handoff.wasOpened(code, owner) };
  }

  return [
    {
      name: 'handoff',
      purpose: 'mail',
      methods: ['POST'],
      limit: 5,
      answer: handoff && ((asked) => makeHandoff(handoff, asked, 'mail')),
    },
    {
      name: 'handoff',
      methods: ['GET', 'POST'],
      answer: handoff && ((asked) => askHandoff(handoff, asked)),
    },
    {
      name: 'connections',
      methods: ['GET'],
      limit: 60,
      answer:
        connections &&
        (async ({ who, owner, signal }) => {
          const learn = appsBeside.learn(owner);
          const found = { connections: await connections({ ...who, signal }) };
          const answer = readAnswer(connectionsSchema, found, 'The feed service');
          learn(answer.connections);
          return answer;
        }),
    },
    {
      name: 'reset',
      methods: ['POST'],
      limit: 5,
      answer: resetFeed && ((asked) => answerReset(resetFeed, asked)),
    },
    {
      name: 'fresh',
      methods: ['GET'],
      limit: 10,
      answer: (asked) => answerWithApps(asked, true),
    },
    { name: undefined, methods: ['GET'], answer: (asked) => answerWithApps(asked) },
  ];
}
