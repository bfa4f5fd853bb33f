import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadCatalogue, type Catalogue } from '../../../src/service/catalogue/catalogue.js';
import { catalogueOf, failureOf, sku } from '../../support/feed-service/backend.js';
import { events, secrets } from '../../support/feed-service/event-senders.js';

type Source = NonNullable<Catalogue['events']>[string];
const load = (sources: Record<string, unknown>) =>
  loadCatalogue({
    ...catalogueOf('https://show.example.org/feed'),
    events: sources as Record<string, Source>,
  });
const billing = events.billing;

afterEach(() => vi.unstubAllEnvs());

describe('eventSourcesSchema', () => {
  it('takes a source of each kind, and none', async () => {
    expect((await load(events)).events).toEqual(events);
    expect((await loadCatalogue(catalogueOf('https://show.example.org/feed'))).events).toEqual({});
  });

  it('takes a secret from the environment', async () => {
    vi.stubEnv('BILLING_SECRET', ` ${secrets.billing}\n`);
    const read = await load({ billing: { ...billing, secret: { env: 'BILLING_SECRET' } } });
    expect(read.events.billing?.secret).toBe(secrets.billing);
  });

  it.each<[string, Record<string, unknown>]>([
    ['events.Billing', { Billing: billing }],
    ['events.a/b', { 'a/b': billing }],
    [`events.${'a'.repeat(41)}`, { ['a'.repeat(41)]: billing }],
    [
      'events.billing.kind: must be stripe, ghost or standard',
      { billing: { ...billing, kind: 'x' } },
    ],
    ['events.billing.secret: must be a text', { billing: { ...billing, secret: '' } }],
    [
      'events.billing.secret: must be a text',
      { billing: { ...billing, secret: { scrypt: '$scrypt$' } } },
    ],
    [
      'events.billing.secret: needs the environment variable UNSET_SECRET',
      { billing: { ...billing, secret: { env: 'UNSET_SECRET' } } },
    ],
    ['events.billing.secert', { billing: { ...billing, secert: 'x' } }],
    ['events.billing.products: must name', { billing: { ...billing, products: {} } }],
    [
      'events.billing.products.prod_x: must be the sku of a product',
      { billing: { ...billing, products: { prod_x: 'sid:none', prod_y: sku } } },
    ],
    [
      'events.ghost.secret: must have at least 16 characters',
      { ghost: { ...events.ghost, secret: 'short' } },
    ],
    [
      'events.standard.secret: must be whsec_ and',
      { standard: { ...events.standard, secret: 'whsec_not Base64 at all!' } },
    ],
    [
      'events.standard.secret: must be whsec_ and',
      { standard: { ...events.standard, secret: 'whsec_c2hvcnQ=' } },
    ],
  ])('names %s', async (problem, sources) => {
    const { code, message } = await failureOf(load(sources));
    expect(code).toBe('config');
    expect(message).toContain(`  ${problem}`);
    for (const secret of Object.values(secrets)) expect(message).not.toContain(secret);
  });
});
