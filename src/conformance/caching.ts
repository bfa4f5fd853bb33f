/** Reads from `Cache-Control` what caches may do with an answer (RFC 9111 §5.2.2). */
import type { Answer } from './exchanges.js';
import { outcome, type Outcome } from './outcome.js';

/** The words of the header, in lower case. */
export const cacheWords = ({ headers }: Answer): string[] =>
  (headers.get('cache-control') ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());

/** Whether caches must ask before they answer with what they keep. */
const isRevalidated = (words: readonly string[]) =>
  words.includes('no-cache') ||
  (words.some((word) => /^max-age=0+$/.test(word)) &&
    !words.some((word) => /^s-maxage=0*[1-9]/.test(word)));

/** Whether caches are kept off: `no-store` passes, no word of it deviates, leave to keep fails. */
export function notKept(answer: Answer): Outcome {
  const words = cacheWords(answer);
  const isKept = words.some((word) =>
    /^(?:public$|immutable$|(?:s-maxage|max-age)=0*[1-9])/.test(word),
  );
  const isAllowed = isKept && !isRevalidated(words);
  const verdict = words.includes('no-store') ? 'pass' : isAllowed ? 'fail' : 'deviates';
  const what = { pass: 'with no-store', fail: 'and may be kept', deviates: 'without no-store' };
  const isThere = answer.headers.has('cache-control') ? 'there' : 'absent';
  return outcome(verdict, `${answer.asked}: \`Cache-Control\` is ${isThere}, ${what[verdict]}.`);
}

/** Whether shared caches are kept off an answer to a request with `Authorization` (RFC 9111 §3.5). */
export function notShared(answer: Answer): Outcome {
  const words = cacheWords(answer);
  const mayKeep = words.some((word) => /^(?:public$|s-maxage=0*[1-9])/.test(word));
  const isKept = mayKeep && !words.includes('no-store');
  const verdict = !isKept ? 'pass' : isRevalidated(words) ? 'deviates' : 'fail';
  const what = {
    pass: 'may not keep it',
    fail: 'may keep it',
    deviates: 'may keep it, and must ask',
  };
  return outcome(verdict, `${answer.asked}: shared caches ${what[verdict]}.`);
}
