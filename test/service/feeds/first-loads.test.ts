import { describe, expect, it, vi } from 'vitest';
import { createFirstLoads } from '../../../src/service/feeds/first-loads.js';

const first = '2026-03-01T08:00:00.000Z';

describe('createFirstLoads', () => {
  it('keeps when a show was first loaded, and asks the database once', async () => {
    const values = new Map<string, string>();
    const setting = vi.fn(async (name: string, initial: string) => {
      await Promise.resolve();
      if (!values.has(name)) values.set(name, initial);
      return values.get(name)!;
    });
    let time = first;
    const now = () => new Date(time);
    const firstLoad = createFirstLoads({ setting }, now);
    expect(await firstLoad('sid:a')).toEqual(new Date(first));
    time = '2026-04-01T08:00:00.000Z';
    expect(await firstLoad('sid:a')).toEqual(new Date(first));
    expect(setting).toHaveBeenCalledTimes(1);
    expect(await firstLoad('sid:b')).toEqual(new Date(time));
    expect(await createFirstLoads({ setting }, now)('sid:a')).toEqual(new Date(first));
  });

  it('tries again after a failure', async () => {
    const setting = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce(first);
    const firstLoad = createFirstLoads({ setting }, () => new Date(first));
    await expect(firstLoad('sid:a')).rejects.toThrow('away');
    expect(await firstLoad('sid:a')).toEqual(new Date(first));
  });
});
