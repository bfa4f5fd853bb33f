import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../src/service/catalogue/access.js';
import type { Grant } from '../../../src/service/catalogue/grant.js';
import { openCatalogue } from '../../../src/service/catalogue/live-catalogue.js';
import type { Grants } from '../../../src/service/store/grants/grants.js';
import { catalogueOf, lapsed, member, sku, stranger } from '../../support/feed-service/backend.js';

/** Asks whether someone has access at a time, with the catalogue's grants and perhaps an added one. */
async function ask(email: string, time: string, added?: Grant, product = sku): Promise<boolean> {
  const catalogue = await openCatalogue(catalogueOf('show.rss'));
  const grants: Pick<Grants, 'find'> = {
    find: (of, person) =>
      Promise.resolve(added?.sku === of && added.email === person ? added : undefined),
  };
  const hasAccess = createAccess({ catalogue, grants, now: () => new Date(time) });
  const found = catalogue.current.products.find((each) => each.sku === product)!;
  return hasAccess(found, email);
}

describe('createAccess', () => {
  it.each([
    [member, '2030-01-01T00:00:00Z', true],
    [stranger, '2026-01-01T00:00:00Z', false],
    [lapsed, '2026-03-31T23:59:59.999Z', true],
    [lapsed, '2026-04-01T00:00:00Z', false],
  ])('decides by the catalogue: %s at %s: %s', async (email, time, expected) => {
    expect(await ask(email, time)).toBe(expected);
  });

  it.each([
    [undefined, '2040-01-01T00:00:00Z', true],
    ['2026-05-31', '2026-05-31T23:59:59.999Z', true],
    ['2026-05-31', '2026-06-01T00:00:00Z', false],
    ['2026-05-31T12:00:00+02:00', '2026-05-31T10:00:00Z', true],
    ['2026-05-31T12:00:00+02:00', '2026-05-31T10:00:00.001Z', false],
  ])('decides by an added grant until %s at %s: %s', async (until, time, expected) => {
    expect(await ask(stranger, time, { email: stranger, sku, until })).toBe(expected);
  });

  it('uses the grant that lasts longer', async () => {
    const time = '2026-04-01T00:00:00Z';
    expect(await ask(lapsed, time, { email: lapsed, sku, until: '2026-04-01' })).toBe(true);
    expect(await ask(member, time, { email: member, sku, until: '2020-01-01' })).toBe(true);
  });

  it('needs no grant if everyone has access', async () => {
    expect(await ask(stranger, '2026-01-01T00:00:00Z', undefined, 'sid:open-show')).toBe(true);
  });
});
