/**
 * Errors of the element's requests. They differ by code only: the element has its own texts, and
 * the client's messages would make the first load longer.
 */
import { codeOfAnswer, type Explain, type FailedAnswer } from '../../errors/failed-answer.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

/**
 * Makes the error of a server's failed answers.
 * @param serverName the server, as the beginning of the message.
 */
export function errorByCode(serverName: string, explain: Explain) {
  return (answer: FailedAnswer): PrivatePodcastError => {
    const code = codeOfAnswer(answer, explain);
    return new PrivatePodcastError(
      code,
      `${serverName} answered ${answer.status || 'with a redirect'} (${code}).`,
      {
        status: answer.status,
      },
    );
  };
}
