/** The search of the bundle finds each thing that must not be in it. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../scripts/check-bundle.mjs';

describe('faultsOf', () => {
  it.each([
    ['body.set("client_secret",e)', 'client_secret'],
    ['this.clientSecret=e', 'clientSecret'],
    ['{grant_type:`client_credentials`}', 'grant_type'],
    ['import"node:crypto"', '"node:'],
    ['await import(`hono`)', '`hono`'],
    ["import('pg')", "'pg'"],
    ['import"@electric-sql/pglite"', '"@electric-sql/pglite"'],
    ['process.env.NODE_ENV', 'process.env'],
    ['class{@property()name}', '@property('],
    ['//# sourceMappingURL=x.js.map', 'sourceMappingURL'],
    ['t(`/home/someone/project/src/x.ts`)', '/home/s'],
    ['t("/Users/someone/x.ts")', '/Users/s'],
  ])('finds the fault in %s', (code, fault) => {
    expect(faultsOf(code)).toEqual([fault]);
  });

  it('finds the path of the folder that it was built in', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    expect(faultsOf(`t("${root}src/x.ts")`)).toContain(root.replace(/[\\/]$/, ''));
  });

  it('accepts a property called node, and pg within a word', () => {
    expect(faultsOf('t.push({node:e,kind:"jpg"});u="https://host.example/home/page"')).toEqual([]);
  });
});
