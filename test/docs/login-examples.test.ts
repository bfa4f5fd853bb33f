/** Who copies an example of a log-in must not let in addresses that nobody has confirmed. */
import { describe, expect, it } from 'vitest';
import { documents, paths, read } from './documents.js';

/** The examples in comments of the sources: what an editor shows. */
const inSources = paths
  .filter((path) => /^src\/.+\.ts$/.test(path))
  .flatMap((path) => read(path).match(/\/\*\*[^]*?\*\//g) ?? [])
  .map((comment) => comment.replaceAll(/^ *\* ?/gm, ''));
const inDocuments = documents.flatMap(({ codeBlocks }) => codeBlocks.map(({ code }) => code));
/** The `member` of each example that has one. */
const members = [...inSources, ...inDocuments]
  .filter((code) => code.includes('createJwksVerifier({'))
  .flatMap((code) => /\bmember: [^]*?(?=,\n *(?:\w+:|\/\/|\}))/.exec(code)?.[0] ?? []);

/** Supabase sends no claim for it: docs/logins.md says to keep “Confirm email” on. */
const isOfSupabase = (member: string) => member.includes('is_anonymous');

describe('createJwksVerifier: the `member` of an example', () => {
  it('is found in the documents and in the comments of the sources', () => {
    expect(members.length).toBeGreaterThanOrEqual(7);
    expect(members.filter(isOfSupabase)).toHaveLength(1);
  });

  it('takes an address only if the login has verified it', () => {
    const isVerifying = (member: string) => /\bemail_verified'?\]? === true\b/.test(member);
    expect(members.filter((each) => !isOfSupabase(each) && !isVerifying(each))).toEqual([]);
  });
});
