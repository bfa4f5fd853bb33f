/**
 * Answers the polls of members' apps on Node's own objects. Nearly every request is a poll, and
 * a Request and a Response cost more than its answer. Only requests in the form that apps send are
 * taken; Hono's route answers all others, in the same way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeFailure } from '../failures/describe-failure.js';
import { headersForAnySite, headersOfAll } from './answers/answer-headers.js';
import { sendAnswer, toPlainAnswer, type PlainAnswer } from './answers/plain-answer.js';
import { feedPath, type AnswerFeed, type FeedRequest } from './routes/private-feed.js';
import { answerError } from './answers/problem.js';
import type { BaseUrl } from './requests/base-url.js';
import { requestIdOf, type StartRecord } from './request-log.js';
import type { Log } from '../failures/log.js';

/** Answers a request if it is a poll. @returns whether it is one */
export type AnswerPoll = (request: IncomingMessage, response: ServerResponse) => boolean;

/** No character in it has a second way of being written. */
const FEED = /^\/feeds\/([\w-]+)\/([\w.:-]+_private\.rss)$/;
/** A host as it is in the origin of a URL, but for port 80. */
const HOST = /^[a-z\d.-]+(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}))?$/;

export function createPolls(
  answerFeed: AnswerFeed,
  baseUrl: BaseUrl,
  startRecord: StartRecord,
  log: Log,
): AnswerPoll {
  function readPoll({ method, url = '', headers }: IncomingMessage): FeedRequest | undefined {
    if (method !== 'GET') return undefined;
    const [, secret, filename] = FEED.exec(url) ?? [];
    const { host = '' } = headers;
    if (secret === undefined || filename === undefined || !HOST.test(host)) return undefined;
    return {
      method,
      secret,
      filename,
      baseUrl: () => baseUrl({ req: { url: `http://${host}${url}` } }),
      header: (name) => headers[name] as string | undefined,
    };
  }

  async function answer(poll: FeedRequest, response: ServerResponse): Promise<void> {
    const id = requestIdOf(poll.header('x-request-id'));
    const record = startRecord(id, poll.method);
    const answer = await answerFeed(poll).catch((error: unknown): Promise<PlainAnswer> =>
      toPlainAnswer(answerError(error, id, log)),
    );
    record(feedPath, answer.status);
    Object.assign(answer.headers, headersForAnySite, headersOfAll(id));
    await sendAnswer(response, answer);
  }

  return (request, response) => {
    const poll = readPoll(request);
    if (!poll) return false;
    answer(poll, response).catch((error: unknown) => {
      log(describeFailure(error));
      response.destroy();
    });
    return true;
  };
}
