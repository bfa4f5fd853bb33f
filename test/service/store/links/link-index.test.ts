/** The index of all links: what it answers, against a plain map, and what it takes. */
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createLinkIndex,
  type IndexedLink,
  type LinkIndex,
} from '../../../../src/service/store/links/link-index.js';
import { expectAtMost } from '../../../support/laws/limits.js';

const digestOf = (text: string) => createHash('sha256').update(text).digest();
const idOf = (digest: Buffer) => digest.toString('hex', 8, 20);

const key = digestOf('secret').subarray(0, 8);
const link = {
  entitlementId: idOf(digestOf('secret')),
  version: 1,
  sku: 'sid:a',
  endsAt: Infinity,
  apps: 0,
};

/** Puts links with keys and IDs of their own. @param change of their keys */
function fill(index: LinkIndex, count: number, name = '', change?: (key: Buffer) => void): void {
  for (let number = 0; number < count; number += 1) {
    const digest = digestOf(`${name}${number}`);
    const entitlementId = idOf(digest);
    change?.(digest);
    index.put(digest, { ...link, entitlementId });
  }
}

interface Step {
  call: 'put' | 'find' | 'noteFetch' | 'forgetFetch' | 'remove' | 'removeOne';
  key: string;
  link: IndexedLink;
  /** Numbers of the apps that a put knows. */
  apps: readonly number[];
  /** The number of the app that fetches. */
  app: number;
  was: 'first' | 'today';
  /** Days since the step before. */
  days: number;
}

function takeStep(
  index: LinkIndex,
  { call, key: hex, link: its, apps, app, was }: Step,
  day: number,
) {
  const stepKey = Buffer.from(hex, 'hex');
  const bits = apps.reduce((sum, each) => sum + 2 ** each, 0);
  if (call === 'put') index.put(stepKey, { ...its, apps: bits });
  else if (call === 'remove') index.remove(stepKey);
  else if (call === 'removeOne') index.remove(stepKey, its.entitlementId);
  else if (call === 'forgetFetch') index.forgetFetch(stepKey, its.entitlementId, app, was);
  else if (call === 'noteFetch') return index.noteFetch(stepKey, its.entitlementId, app, day);
  else return new Set(index.find(stepKey));
  return undefined;
}

/** The same by a plain map of key and ID. */
class Model {
  readonly links = new Map<
    string,
    { link: IndexedLink; ever: Set<number>; today: Set<number>; day: number }
  >();

  find = (hex: string) =>
    new Set([...this.links].flatMap(([name, its]) => (name.startsWith(hex) ? its.link : [])));

  takeStep({ call, key: hex, link: its, apps, app, was }: Step, day: number) {
    const name = `${hex} ${its.entitlementId}`;
    const known = this.links.get(name);
    if (call === 'put') {
      const isSame = known?.link.version === its.version;
      const kept = isSame ? known : { ever: [], today: [], day };
      const [ever, today] = [new Set([...kept.ever, ...apps]), new Set(kept.today)];
      this.links.set(name, { link: its, ever, today, day: kept.day });
    } else if (call === 'remove') {
      for (const each of this.links.keys()) if (each.startsWith(hex)) this.links.delete(each);
    } else if (call === 'removeOne') this.links.delete(name);
    else if (call === 'forgetFetch') {
      known?.today.delete(app);
      if (was === 'first') known?.ever.delete(app);
    } else if (call === 'noteFetch') return this.noteFetch(name, app, day);
    else return this.find(hex);
    return undefined;
  }

  noteFetch(name: string, app: number, day: number) {
    const known = this.links.get(name);
    if (!known) return undefined;
    if (known.day !== day) known.today.clear();
    known.day = day;
    const [isKnown, isToday] = [known.ever.has(app), known.today.has(app)];
    known.ever.add(app);
    known.today.add(app);
    if (!isKnown) return 'first';
    return isToday ? 'noted' : 'today';
  }
}

/** In three parts: they differ in their first two bytes alone, or in one of the others. */
const keys = ['0000', '0001', 'ffff'].flatMap((part) =>
  ['00000000', '00000001', '7fffffff', '80000000', 'ffffffff'].flatMap((high) =>
    ['0000', '0001', '8000', 'ffff'].map((low) => part + high + low),
  ),
);
const ids = ['0'.repeat(24), 'f'.repeat(24), `${'0'.repeat(23)}1`, `8${'0'.repeat(23)}`];

const anyApp = fc.constantFrom(0, 1, 30, 31);
const anyStep: fc.Arbitrary<Step> = fc.record({
  call: fc.constantFrom(
    ...(['put', 'put', 'put', 'put', 'find', 'noteFetch', 'noteFetch', 'forgetFetch'] as const),
    ...(['remove', 'removeOne'] as const),
  ),
  key: fc.constantFrom(...keys),
  link: fc.record({
    entitlementId: fc.constantFrom(...ids),
    version: fc.constantFrom(1, 2, 2 ** 32 - 1),
    sku: fc.constantFrom('sid:a', 'sid:b', ''),
    endsAt: fc.constantFrom(Infinity, 999, 1_900_000_000_999),
  }),
  apps: fc.uniqueArray(anyApp),
  app: anyApp,
  was: fc.constantFrom('first', 'today'),
  days: fc.constantFrom(0, 0, 0, 0, 0, 0, 1),
});
const fewKeys = anyStep.map((step) => ({ ...step, key: keys[0]! }));

function expectAsModel(steps: readonly Step[]): void {
  const index = createLinkIndex();
  const model = new Model();
  const answers: unknown[] = [];
  const expected: unknown[] = [];
  let day = 20_000;
  for (const step of steps) {
    day += step.days;
    answers.push({ ...step, gives: takeStep(index, step, day), size: index.size });
    expected.push({ ...step, gives: model.takeStep(step, day), size: model.links.size });
  }
  expect(answers).toEqual(expected);
  const findAll = (find: (hex: string) => Set<IndexedLink>) => keys.map(find);
  expect(findAll((hex) => new Set(index.find(Buffer.from(hex, 'hex'))))).toEqual(
    findAll(model.find),
  );
}

describe('createLinkIndex', () => {
  it('answers as a plain map does', () => {
    const steps = (step: fc.Arbitrary<Step>, most: number) =>
      fc.array(step, { minLength: most / 2, maxLength: most, size: 'max' });
    fc.assert(fc.property(steps(anyStep, 600), expectAsModel));
    fc.assert(fc.property(steps(fewKeys, 300), expectAsModel));
  });

  it('keeps ends to the second from 1970 to 2106, and none', () => {
    const index = createLinkIndex();
    const last = Date.UTC(2106, 1, 7, 6, 28, 14);
    const kept = (endsAt: number) => {
      index.put(key, { ...link, endsAt });
      return index.find(key)[0]?.endsAt;
    };
    expect(kept(Infinity)).toBe(Infinity);
    for (const end of [-Infinity, -1, 0, 1, 999]) expect(kept(end), `${end}`).toBe(999);
    expect(kept(1000)).toBe(1999);
    expect(kept(1_900_000_000_001)).toBe(1_900_000_000_999);
    for (const end of [last, last + 1000, last + 5000, Date.UTC(9999, 11, 31)])
      expect(kept(end), `${end}`).toBe(last + 999);
  });

  it('never takes a fetch of another day for one of today, also if days go back', () => {
    const index = createLinkIndex();
    const note = (its: Buffer, day: number) => index.noteFetch(its, link.entitlementId, 0, day);
    const neighbour = Buffer.from(key);
    neighbour.writeUInt8(neighbour.readUInt8(7) ^ 1, 7);
    for (const its of [key, neighbour]) index.put(its, link);
    expect([5, 5, 6, 5, 5].map((day) => note(key, day))).toEqual([
      'first',
      'noted',
      'today',
      'today',
      'noted',
    ]);
    expect(note(neighbour, 6)).toBe('first');
    expect(note(key, 6)).toBe('today');
    expect(note(neighbour, 6)).toBe('noted');
  });

  it('reads the first eight bytes of a hash, and refuses less', () => {
    const index = createLinkIndex();
    index.put(digestOf('secret'), link);
    expect(index.find(key)).toHaveLength(1);
    expect(() => index.find(key.subarray(0, 7))).toThrow(RangeError);
  });

  it('refuses IDs that are not 24 hex digits', () => {
    const index = createLinkIndex();
    const { entitlementId } = link;
    for (const wrong of [
      ...['', entitlementId.slice(1), `${entitlementId}0`, `${entitlementId}\n`],
      ...['g'.repeat(24), 'A'.repeat(24), ` ${entitlementId.slice(1)}`],
    ]) {
      expect(() => index.put(key, { ...link, entitlementId: wrong }), wrong).toThrow(TypeError);
      expect(() => index.remove(key, wrong), wrong).toThrow(TypeError);
      expect(() => index.noteFetch(key, wrong, 0, 1), wrong).toThrow(TypeError);
      expect(() => index.forgetFetch(key, wrong, 0, 'first'), wrong).toThrow(TypeError);
    }
    expect(index.size).toBe(0);
  });

  it('has at most 65,535 products', async () => {
    await expectAtMost(65_535, (products) => {
      const index = createLinkIndex();
      const put = (sku: string) => index.put(key, { ...link, sku });
      try {
        for (let number = 1; number <= products; number += 1) put(`sid:${number}`);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        return false;
      }
      put('sid:1');
      return index.find(key)[0]?.sku === 'sid:1';
    });
  });

  it('takes less than 61 bytes a link for 100,000 links, and less than a megabyte for 1,000', () => {
    const index = createLinkIndex();
    fill(index, 1_000);
    expect(index.bytes).toBeLessThan(2 ** 20);
    fill(index, 100_000);
    expect(index.size).toBe(100_000);
    expect(index.bytes / index.size).toBeLessThan(61);
  });

  it('takes less than 40 bytes a link where parts are as large as those of ten million', () => {
    const index = createLinkIndex();
    const empty = index.bytes;
    // Each 64th part has 152 or 153 links: the others, and the table of parts, add less than 0.1 bytes.
    fill(index, 156_250, '', (its) => {
      its.writeUInt8(its.readUInt8(0) & 0b0000_1111, 0);
      its.writeUInt8(its.readUInt8(1) & 0b1111_1100, 1);
    });
    expect((index.bytes - empty) / index.size + empty / 10_000_000).toBeLessThan(40);
  });

  it('gives the room of links that were removed to others', () => {
    const index = createLinkIndex();
    let most = 0;
    for (let round = 0; round < 20; round += 1) {
      fill(index, 5_000, `${round} `);
      if (round === 1) most = index.bytes;
      for (let number = 0; number < 5_000; number += 1)
        index.remove(digestOf(`${round - 1} ${number}`));
    }
    expect(index.size).toBe(5_000);
    // The table of parts is as large as one step in which memory grows.
    expect(index.bytes).toBeLessThanOrEqual(most + createLinkIndex().bytes);
  });

  it('moves at most 9 KiB for a link among 220 with the same first bytes', () => {
    // Of ten million links a part has 153, and hardly any has more than 220.
    const index = createLinkIndex();
    const typedArray = Object.getPrototypeOf(Uint32Array.prototype) as Uint32Array;
    const copyWithin = vi.spyOn(typedArray, 'copyWithin');
    const set = vi.spyOn(typedArray, 'set');
    onTestFinished(() => [copyWithin, set].forEach((spy) => spy.mockRestore()));
    let most = 0;
    const count = (change: () => void) => {
      copyWithin.mockClear();
      set.mockClear();
      change();
      const moved = copyWithin.mock.calls.map(([, from, to]) => to! - from);
      const copied = set.mock.calls.map(([values]) => values.length);
      const words = [...moved, ...copied].reduce((sum, each) => sum + each, 0);
      most = Math.max(most, words * Uint32Array.BYTES_PER_ELEMENT);
    };
    const keyed = (number: number) => {
      const its = digestOf(`${number}`);
      its.writeUInt16BE(7, 0);
      return its;
    };
    fill(index, 2_000);
    for (let number = 0; number < 220; number += 1) count(() => index.put(keyed(number), link));
    for (let number = 0; number < 220; number += 1) count(() => index.remove(keyed(number)));
    expect(index.size).toBe(2_000);
    expect(most).toBeGreaterThan(4 * 1024);
    expect(most).toBeLessThan(9 * 1024);
  });
});
