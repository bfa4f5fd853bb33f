/** Answers with a body that was compressed beforehand, or with 304 if the client has it already. */
import type { Context } from 'hono';
import type { Encoded } from '../feeds/feed-tasks.js';

type Coding = 'br' | 'gzip' | 'identity';

/** The smallest coding that the client accepts (RFC 9110 §12.5.3). */
function codingFor(acceptEncoding = ''): Coding {
  const refused = new Set<string>();
  const accepted = new Set<string>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    (isRefused ? refused : accepted).add(coding);
  }
  const accepts = (coding: Coding) =>
    accepted.has(coding) || (accepted.has('*') && !refused.has(coding));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Each coding has a tag of its own: a strong tag stands for the bytes (RFC 9110 §8.8.3.3). */
const tagOf = (hash: string, coding: Coding): string =>
  coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;

/** Whether the client has this version in any coding (RFC 9110 §13.1.2, weak comparison). */
function hasVersion(ifNoneMatch: string | undefined, hash: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  const codings: Coding[] = ['identity', 'gzip', 'br'];
  return tags.includes('*') || codings.some((coding) => tags.includes(tagOf(hash, coding)));
}

export function encodedAnswer(
  c: Context,
  body: Encoded,
  headers: Record<string, string>,
): Response {
  const accepted = codingFor(c.req.header('Accept-Encoding'));
  const coding = body[accepted] ? accepted : 'identity';
  const all = { ...headers, ETag: tagOf(body.hash, coding), Vary: 'Accept-Encoding' };
  if (hasVersion(c.req.header('If-None-Match'), body.hash)) {
    return new Response(null, { status: 304, headers: all });
  }
  return new Response(body[coding], {
    headers: { ...all, ...(coding !== 'identity' && { 'Content-Encoding': coding }) },
  });
}
