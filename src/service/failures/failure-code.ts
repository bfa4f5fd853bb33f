/**
 * The code of a failure that other programs gave: an SQLSTATE of the database, or a code of the
 * operating system, of Node or of its HTTP client. Such codes hold no secret.
 */

/** Five digits or capital letters, as Postgres and PGlite report them; each has a digit. */
const SQLSTATE = /^(?=[A-Z]*\d)[\dA-Z]{5}$/;
/** Names that Node and undici give, such as `ENOSPC`, `ERR_TLS_CERT_ALTNAME_INVALID` or `CERT_HAS_EXPIRED`. */
const NAME =
  /^(?:E[A-Z\d]{2,15}|(?:EAI|ERR|UND_ERR|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)(?:_[A-Z\d]{1,24}){1,7})$/;

/** A chain of causes may be a circle. */
const MAX_DEPTH = 8;

export const isSqlState = (code: string): boolean => SQLSTATE.test(code);

/** Returns an error and what caused it, the outermost first. */
export function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < MAX_DEPTH; next = next.cause) {
    chain.push(next);
  }
  return chain;
}

/** The code in a failure or in what caused it; `undefined` if there is none in a form that is known. */
export function failureCode(error: unknown): string | undefined {
  return causesOf(error)
    .map((each) => ('code' in each && typeof each.code === 'string' ? each.code : ''))
    .find((code) => isSqlState(code) || NAME.test(code));
}

/** The same, for the end of a sentence: ` (ENOENT)`. */
export function reasonOf(error: unknown): string {
  const code = failureCode(error);
  return code === undefined ? '' : ` (${code})`;
}

/** An error that says no more than a code, in place of one whose text may hold a secret. */
class CodeAlone extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export function codeAlone(error: unknown): Error | undefined {
  const code = failureCode(error);
  return code === undefined ? undefined : new CodeAlone(code);
}

export const isCodeAlone = (error: unknown): boolean => error instanceof CodeAlone;
