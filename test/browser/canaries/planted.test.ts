/** Whether the canaries would notice: the same journeys, with a leak in each process and each place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Heard } from './heard.js';
import { JOURNEYS_MS, makeJourneys, type JourneyName } from './journeys.js';
import { allPlants, markOf, seldom } from './plants.js';
import { copyProduct, plant, removeProduct, type Plant } from './product.js';

/** Journeys that nothing planted needs to come out: each goes where the others go, too. */
const elsewhere: JourneyName[] = [
  'no access',
  'an operator that is down, and back',
  'malformed, expired and false tokens',
  'wrong client secrets and wrong calls',
  'events, valid and not',
  'backups and hashes',
  'mistakes in the catalogue',
  'a link that the operator has ended',
  'a show whose host is away, and a restart',
  'measurements',
];

let folder: string;
let plants: Plant[];
let heard: Heard;

beforeAll(async () => {
  folder = await copyProduct();
  plants = await allPlants(folder);
  for (const each of plants) await plant(folder, each);
  heard = await makeJourneys(folder, elsewhere);
}, JOURNEYS_MS);
afterAll(() => removeProduct(folder));

describe('makeJourneys: one planted line', () => {
  it('is found in every process, in every place of a page and in the chunks of the element', () => {
    const missed = plants.filter(({ name }) => heard.leaks(markOf(name)).length === 0);
    const names = missed.map(({ name }) => name);
    expect(names.filter((name) => !seldom.includes(name))).toEqual([]);
  });

  it.each([
    ['service-output', ['the demo', 'the service'].map((name) => `standard output of ${name}`)],
    ['service-errors', ['the demo', 'the service'].map((name) => `standard error of ${name}`)],
    ['conformance', ['standard output of a conformance run']],
    ['kit-handler', ['standard error of the site']],
    ['attribute', ['attribute data-link of private-podcast-subscribe']],
    ['address', ['address']],
  ])('is found in each place where it comes out: %s', (name, places) => {
    const found = heard.leaks(markOf(name)).map(({ place }) => place);
    expect(found).toEqual(expect.arrayContaining(places));
  });
});
