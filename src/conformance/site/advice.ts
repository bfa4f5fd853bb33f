/** Says what to do about a case that does not pass: whom to ask, and for what. */
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import type { CaseResult } from '../report/result.js';

type Advice = Partial<Record<ErrorCode, string>>;

/** Questions for the operator, by the error that the client would have. */
const operatorAdvice: Advice = {
  unauthorized: 'Ask the operator whether `clientId` and `clientSecret` are right and active.',
  forbidden: 'Ask the operator which scopes and which `onboardingOriginId` this client has.',
  'not-found': 'Ask the operator for the base URLs and the product ID (`sku`).',
  'no-access':
    'If this member should have access, ask the operator about `sku` and the membership.',
  'no-feed': 'Ask the operator whether the product has an RSS feed.',
  'rate-limited': 'Ask the operator for the limits of this client.',
  'bad-feed': 'Check the feed with a validator.',
  'bad-response': 'Check the base URLs. If they are right, show this to the operator.',
  unavailable: 'If it happens again, ask the operator about the state of the service.',
  timeout: 'If it happens again, ask the operator why this call takes so long.',
  network: 'Check the URL, DNS and the firewall between this machine and the operator.',
};

/** Meanings of the handler's refusals (docs/interface.md 11.2). */
export const handlerAdvice: Advice = {
  'token-invalid':
    'Give this command and the handler the same secret. Behind a proxy that changes the host, set `publicUrl`.',
  'token-expired': "Synchronize this clock and the handler's with NTP.",
  'no-access':
    'The handler works. If this member should have access, ask the operator about `sku` and the membership.',
  forbidden: "Add the page's origin to the handler's `allowedOrigins`.",
  'rate-limited':
    "Wait a minute. If it happens again, compare the handler's `limits` and the operator's.",
  'bad-input': 'Mount the handler for GET, POST and OPTIONS.',
  config: "The handler's log names the option that is wrong.",
  'bad-response': "The handler got no usable answer from the operator. The handler's log says why.",
  unavailable: 'The handler cannot reach the operator. Check `service`, DNS and its firewall.',
  timeout: 'If the handler waits for the operator, its log says for which call.',
  network: 'Check the URL, DNS and the firewall between this machine and the handler.',
};

const feedAdvice: Advice = {
  'bad-response': 'Ask the operator why the feed link does not work.',
  'bad-feed': 'Ask the operator to check the feed with a validator.',
  timeout: 'Ask the operator why the feed link does not work.',
  network: 'Check DNS and the firewall of this machine.',
};

/** The errors of cases whose verdict says which it is. */
const codes: Readonly<Record<string, ErrorCode>> = {
  '4.1-7': 'forbidden',
  '4.3-3': 'no-access',
  '4.3-9': 'no-access',
  '4.4-3': 'no-access',
  '4.4-4': 'no-feed',
  '4.4-5': 'no-feed',
  '4.4-9': 'no-feed',
  'feed-14': 'bad-feed',
  'feed-16': 'bad-feed',
};

/** Of a case that was skipped because its server is not configured. */
const unconfigured: Readonly<Record<string, string>> = {
  '4.5-1': 'The element then reads the feed itself. Its host has to allow that.',
  '4.6-1': 'Phones get no page to open.',
};

/** @param code the error that the client would have, where it is known. */
export function adviceFor(
  { id, section, verdict, seen }: CaseResult,
  code: ErrorCode | undefined,
): string | undefined {
  if (verdict === 'pass') return undefined;
  if (verdict === 'skipped' && code === undefined) {
    return seen.endsWith('is not configured.') ? unconfigured[id] : undefined;
  }
  const bySection: Readonly<Record<string, Advice>> = { feed: feedAdvice, handler: handlerAdvice };
  const advice = bySection[section] ?? operatorAdvice;
  return advice[code ?? codes[id] ?? 'bad-response'];
}
