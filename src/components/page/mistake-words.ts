/** The sentences for the developer of a page. */
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import type { Mistake } from './mistakes-of.js';

/** The whole sentence, where the error has no message. */
const causes: Partial<Record<ErrorCode, string>> = {
  network:
    'A file of the element could not be loaded. If it happens to everyone, put the whole folder beside the script, `chunks` included, and let `script-src` allow it.',
  'bad-response': 'The answer of the subscribe endpoint could not be read.',
  unavailable: 'The podcast could not be read. Check the feed in a validator.',
};

/** The step to take, by the beginning of a message. */
const cures = [
  ['`feed-url` is', 'Give it as the feed service gave it.'],
  [
    'The subscribe endpoint answered without',
    'Check that `endpoint` is the URL of the subscribe handler. It has to answer with JSON, not with a page.',
  ],
  ['`getToken` is', 'Set it to one.'],
  [
    '`getToken` gave',
    'Resolve it with a subscribe token, or with an answer whose text is the token alone.',
  ],
] as const;

/** The step to take after any other message, by its code. Those about a wrong value say it themselves. */
const steps: Record<ErrorCode, string> = {
  'bad-input': '',
  config: 'If the handler answered, its log names the option.',
  unauthorized: 'The member is logged out there, or the link of the feed has ended.',
  forbidden:
    'Name the origin of the page in `allowedOrigins` of the handler. If it was the feed, its link has ended.',
  'not-found':
    'Nothing is there: check the URL in `endpoint` or `parser-url`, and whether the feed still exists.',
  'no-access': 'The member may not hear the podcast: show your offer.',
  'no-feed': 'Ask the operator to add a feed to the product.',
  'rate-limited': 'Wait; if it happens often, give the handler a `cache`.',
  timeout: 'Look at that server, and at what stands before it.',
  network: 'Check CORS (`allowedOrigins`) and `connect-src` of the policy, too.',
  unavailable: 'Check the URL, and the log of what answers there.',
  'bad-response': 'Open the URL: it has to answer with JSON, not with a page or a redirect.',
  'bad-feed': 'Check the feed in a validator.',
  aborted: 'Your code has ended the call.',
  'token-expired': 'Set `getToken`, so that the element can get another.',
  'token-invalid': 'Make and verify tokens with the same `secret`, for this origin.',
};

const hints: Record<Mistake[0], (detail?: string) => string> = {
  nothing: () =>
    'There is nothing to show. Set `feed-url`, or `endpoint` and one of `token` and `getToken`.',
  missing: (what = '') => `${what} is missing. Until it is set, nothing is shown.`,
  token: () =>
    '`token` is a placeholder, or has characters that no token has. Set it to the text that your token route answers.',
  parser: () => '`parser-url` has a path too many. Cut off `/rss`, which the element adds.',
  apps: (ids = '') => `No app has the ID ${ids}. Take IDs from docs/element/apps.md.`,
  episodes: () => '`episodes` is no number: 5 are shown.',
  contact: () => '`contact` is neither a mail address nor a URL.',
  attribute: (names = '') => `An attribute is almost ours. Correct ${names}.`,
  content: () =>
    'Parts of the page stand in the element. Close it by </private-podcast-subscribe>: its tag cannot close itself.',
};

export const hintFor = ([hint, detail]: Mistake): string => hints[hint](detail);

/** @param message of the error, if it has one. */
export function wordsFor(code: ErrorCode, message?: string): string {
  if (message === undefined) return causes[code] ?? steps[code];
  const [, cure = steps[code]] = cures.find(([start]) => message.startsWith(start)) ?? [];
  return `${message} ${cure}`.trim();
}
