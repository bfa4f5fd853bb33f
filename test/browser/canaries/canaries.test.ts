/**
 * Every secret of the product, followed through all journeys: what its processes print, what a browser
 * shows and keeps, what operators read. A secret may only be where `allowed.ts` says so.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowed, allows } from './allowed.js';
import type { Heard, Leak } from './heard.js';
import { JOURNEYS_MS, makeJourneys } from './journeys.js';
import { copyProduct, removeProduct } from './product.js';

let folder: string;
let heard: Heard;
let found: Leak[];

beforeAll(async () => {
  folder = await copyProduct();
  heard = await makeJourneys(folder);
  found = heard.leaks();
}, JOURNEYS_MS);
afterAll(() => removeProduct(folder));

const inWords = ({ kind, place, writing }: Leak) => `${kind} in: ${place} (${writing})`;

describe('makeJourneys: through the demo, a site with the kit and a service', () => {
  it('has a secret of every kind to look for', () => {
    expect(heard.kinds).toEqual([
      'access token',
      'client secret',
      'consume page',
      'e-mail address',
      'feed URL',
      'feed URL of the show',
      'hand-off code',
      'key of subscribe tokens',
      'seal key',
      'secret part of a feed URL',
      'subscribe token',
      'webhook secret',
    ]);
  });

  // Nothing heard would prove nothing.
  it.each([
    'standard output of the demo',
    'standard output of the service',
    'standard error of the service',
    'standard error of the site',
    'standard output of a check of the site',
    'standard output of a conformance run',
    'standard error of a conformance run',
    'standard output of the command status',
    'standard output of the command backup',
    'standard error of the command check',
    'answer of /metrics',
    'answer of /events/billing',
    'answer of /admin/status',
    'detail of events',
    'console',
    'storage',
    'history',
    'media session',
    'messages to other tabs',
  ])('hears something of: %s', (place) => {
    expect(heard.places).toContain(place);
  });

  it('finds no secret where none may be', () => {
    const leaks = found.filter((leak) => !allowed.some((row) => allows(row, leak)));
    expect(leaks.map(inWords)).toEqual([]);
  });

  it.each(allowed)('needs this row of the table: $why', (row) => {
    const unused = row.places.filter(
      (place) => !found.some((leak) => leak.place === place && allows(row, leak)),
    );
    expect(unused).toEqual([]);
  });
});
