/** Answers with a body that was compressed beforehand or is one member's, or with 304 if the client has it already. */
import type { Encoded } from '../../feeds/feed-tasks.js';
import type { PersonalBody } from '../../feeds/member-feed.js';
import { namesTag } from './entity-tags.js';
import type { PlainAnswer, ReadHeader } from './plain-answer.js';

type Coding = 'br' | 'gzip' | 'identity';

/** The smallest coding that the client accepts (RFC 9110 §12.5.3). */
function codingFor(acceptEncoding: string | undefined): Coding {
  if (!acceptEncoding) return 'identity';
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

/** The tags of a body in all its codings. */
const tagsOf = (hash: string): string[] =>
  (['identity', 'gzip', 'br'] as const).map((coding) => tagOf(hash, coding));

export function encodedAnswer(
  header: ReadHeader,
  body: Encoded | PersonalBody,
  more: Record<string, string>,
): PlainAnswer {
  const accepted = codingFor(header('accept-encoding'));
  // Asked for by name: a body that is one member's is only made when it is read.
  const coding = accepted in body ? accepted : 'identity';
  const tag = tagOf(body.hash, coding);
  // Not by spreading, which takes V8 many times as long for names with hyphens.
  const headers: PlainAnswer['headers'] = Object.assign({}, more);
  headers.ETag = tag;
  headers.Vary = 'Accept-Encoding';
  const had = header('if-none-match');
  // Nearly all clients send back the very tag they were given.
  if (had === tag || namesTag(had, tagsOf(body.hash))) return { status: 304, headers };
  if (coding !== 'identity') headers['Content-Encoding'] = coding;
  return { status: 200, headers, body: 'pieces' in body ? body.pieces() : body[coding] };
}
