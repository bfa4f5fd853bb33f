/**
 * Texts that no call can mean: a NUL, which Postgres does not store, and half a surrogate pair, which is
 * no character. They are refused for all routes alike, before any of them reads a text.
 */
import type { MiddlewareHandler } from 'hono';
import { problemResponse } from '../../../errors/problem-details.js';

const UNUSABLE = /\0|\p{Cs}/u;
/** The same, percent-encoded: a surrogate is `%ED` and a byte from `%A0` (RFC 3629 §3). */
const ENCODED = /%00|%ed%[ab]/i;

export const isUnusable = (text: string): boolean => UNUSABLE.test(text);
export const isUnusableForm = (body: string): boolean => ENCODED.test(body) || isUnusable(body);

/** Answers a path or a query with such a text with 400. */
export const refuseUnusableUrls: MiddlewareHandler = (c, next) =>
  isUnusableForm(c.req.url)
    ? Promise.resolve(problemResponse(400, 'bad-input', 'Send no NUL and no half of a character.'))
    : next().then(() => undefined);
