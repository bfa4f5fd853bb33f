/** How an operator is made that differs from the honest one in one thing: each alteration is a function. */
import { client, knownScopes, type Honest } from './honest-operator.js';
import type { Answer, Seen } from './operator.js';

/** Leaves a request without an answer. */
export const never: Answer = { write: () => undefined };

/** Answers in the place of the honest operator, which it may ask. */
export type Alteration = (seen: Seen, honest: Honest) => Answer;

const lines = {
  '4.1': /^POST \/oauth\/token/,
  '4.2': /^GET \/profile\/email\//,
  '4.3': /^POST \/vault\/entitlements\/auto-onboard/,
  '4.4': /^GET \/vault\/entitlements\/[^/]*\/access/,
  '4.5': /^GET \/rss/,
  '4.6': /^GET \/consume\//,
  reset: /^POST \/vault\/entitlements\/[^/]*\/reset/,
  feed: /^GET \/feeds\//,
} as const;
export type Call = keyof typeof lines;
export type Fields = Record<string, unknown>;

export const isCall = (call: Call, { method, path }: Seen) => lines[call].test(`${method} ${path}`);
export const isGood = ({ status = 200 }: Answer) => status < 300;

/** Changes what is answered to a call that succeeds. */
export const good =
  (call: Call, change: (answer: Answer, seen: Seen) => Answer): Alteration =>
  (seen, honest) => {
    const answer = honest(seen);
    return isCall(call, seen) && isGood(answer) ? change(answer, seen) : answer;
  };

/** Changes each refusal of a call. */
export const refused =
  (call: Call, change: (answer: Answer, seen: Seen) => Answer): Alteration =>
  (seen, honest) => {
    const answer = honest(seen);
    return isCall(call, seen) && !isGood(answer) ? change(answer, seen) : answer;
  };

/** Hears something else than was asked. */
export const heard =
  (call: Call, change: (seen: Seen, honest: Honest) => Seen): Alteration =>
  (seen, honest) =>
    honest(isCall(call, seen) ? change(seen, honest) : seen);

/** Changes the whole body of what a call answers when it succeeds. */
export const body = (call: Call, change: (body: unknown, seen: Seen) => unknown): Alteration =>
  good(call, (answer, seen) => ({
    ...answer,
    headers: { 'content-type': 'application/json', ...answer.headers },
    body: change(answer.body, seen),
  }));

/** Changes the status of what a call answers when it succeeds. */
export const status = (call: Call, code: number): Alteration =>
  good(call, (answer) => ({ ...answer, status: code }));

/** Answers something else in place of some refusals. */
export const replacing = (
  call: Call,
  status: number,
  answer: Answer,
  when: (seen: Seen) => boolean = () => true,
): Alteration =>
  refused(call, (refusal, seen) => (refusal.status === status && when(seen) ? answer : refusal));

/** Changes header fields of what a call answers when it succeeds; undefined takes one away. */
export const header = (call: Call, headers: Record<string, string | undefined>): Alteration =>
  good(call, (answer) => {
    const all = Object.entries({ ...answer.headers, ...headers });
    const left = all.filter((each): each is [string, string] => each[1] !== undefined);
    return { ...answer, headers: Object.fromEntries(left) };
  });

/** Changes fields of the object, or of each object of the list, that a call answers; undefined takes one away. */
export const fields = (
  call: Call,
  change: Fields | ((fields: Fields, seen: Seen) => Fields),
): Alteration =>
  good(call, (answer, seen) => {
    const changed = (body: Fields): Fields => ({
      ...body,
      ...(typeof change === 'function' ? change(body, seen) : change),
    });
    const { body } = answer;
    return { ...answer, body: Array.isArray(body) ? body.map(changed) : changed(body as Fields) };
  });

/** Takes a form for one that has other fields. */
export const form = (change: (form: URLSearchParams) => Record<string, string>): Alteration =>
  heard('4.1', (seen) => {
    const sent = new URLSearchParams(seen.body);
    for (const [name, value] of Object.entries(change(sent))) sent.set(name, value);
    return { ...seen, body: sent.toString() };
  });

/** Takes the JSON object of 4.3 for one that has other fields. */
export const onboardBody = (change: (sent: Fields) => Fields): Alteration =>
  heard('4.3', (seen) => {
    let sent: unknown;
    try {
      sent = JSON.parse(seen.body);
    } catch {
      sent = {};
    }
    return { ...seen, body: JSON.stringify({ ...(sent as Fields), ...change(sent as Fields) }) };
  });

/** Takes a path for one that has another query. */
export const query = (call: Call, change: (query: URLSearchParams, seen: Seen) => Fields) =>
  heard(call, (seen) => {
    const [path, search] = seen.path.split('?');
    const sent = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change(sent, seen))) sent.set(name, String(value));
    return { ...seen, path: `${path}?${sent.toString()}` };
  });

/** Writes a text of the honest operator in another way wherever it answers it, and reads it again. */
export const spelled =
  (write: (text: string) => string, read: (text: string) => string): Alteration =>
  (seen, honest) => {
    const answer = honest({ ...seen, path: read(seen.path), body: read(seen.body) });
    if (typeof answer.body !== 'object') return answer;
    return { ...answer, body: JSON.parse(write(JSON.stringify(answer.body))) as unknown };
  };

/** A token with every scope. */
function fullToken(honest: Honest): string {
  const body = new URLSearchParams({
    client_id: client.clientId,
    client_secret: client.clientSecret,
    grant_type: 'client_credentials',
    scope: knownScopes.join(' '),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = honest({ method: 'POST', path: '/oauth/token', headers, body: body.toString() });
  return (answer.body as { access_token: string }).access_token;
}

/** Takes a request for one that has a good token, where the honest operator refuses it with that status. */
export const tokenFor = (call: Call, status: number, when: (seen: Seen) => boolean): Alteration =>
  heard(call, (seen, honest) => {
    if (honest(seen).status !== status || !when(seen)) return seen;
    return { ...seen, headers: { ...seen.headers, authorization: `Bearer ${fullToken(honest)}` } };
  });

/** Several alterations in one operator: each meets what those before it make of the honest one. */
export const together = (alterations: readonly Alteration[]): Alteration =>
  alterations.reduce(
    (before, next) => (seen, honest) => next(seen, (asked) => before(asked, honest)),
  );
