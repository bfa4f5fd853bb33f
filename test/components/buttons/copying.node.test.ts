/** How long a button says that it copied, by a clock that the test owns. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Copying } from '../../../src/components/buttons/copying.js';

describe('Copying', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('says that it copied for four seconds after the last copy, not after the first', async () => {
    const copying = new Copying(() => undefined);
    const label = () => copying.label('Copy', 'Copied');
    await copying.copy('a');
    vi.advanceTimersByTime(3_000);
    await copying.copy('a');
    vi.advanceTimersByTime(3_999);
    expect(label()).toBe('✓ Copied');
    vi.advanceTimersByTime(1);
    expect(label()).toBe('Copy');
    expect(vi.getTimerCount()).toBe(0);
  });
});
