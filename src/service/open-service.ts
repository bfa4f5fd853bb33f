/** An open service: what answers requests, and what its operator can tell it. */
import { createPolls, type AnswerPoll } from './http/answer-polls.js';
import type { Log, ServiceConfig } from './config.js';
import { createApp } from './create-app.js';
import { openContext } from './open-context.js';

export interface OpenService {
  fetch(request: Request): Response | Promise<Response>;
  /** A shorter way for a Node server: answers a request if it is a poll of a member's feed. */
  answerPoll: AnswerPoll;
  log: Log;
  reload(): Promise<void>;
  checkFeeds(): Promise<void>;
  close(): Promise<void>;
}

/** @throws {PrivatePodcastError} `config`; the message says what to fix. */
export async function openService(config: ServiceConfig): Promise<OpenService> {
  const { context, close } = await openContext(config);
  try {
    const app = createApp(context, context.log, config.subscribe);
    return {
      fetch: (request) => app.fetch(request),
      answerPoll: createPolls(context),
      log: context.log,
      async reload() {
        await context.catalogue.reload();
        await context.checkFeeds();
      },
      checkFeeds: () => context.checkFeeds(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
