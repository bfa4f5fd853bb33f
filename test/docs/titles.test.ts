/** A failed test names what is broken: its `describe` begins with the exported name. */
import { describe, expect, it } from 'vitest';
import { beginsWithExport, exportedNames, titles } from './titles.js';

/** Journeys, documents and stories cross the exports, so one in ten may go without. */
const SHARE = 0.9;

describe('beginsWithExport', () => {
  it('takes an exported name at the start, alone or before a colon', () => {
    const names = new Set(['parsePodcast']);
    expect(beginsWithExport('parsePodcast', names)).toBe(true);
    expect(beginsWithExport('parsePodcast: dates', names)).toBe(true);
    expect(beginsWithExport('dates of parsePodcast', names)).toBe(false);
    expect(beginsWithExport('parsePodcasts', names)).toBe(false);
    expect(beginsWithExport('/member', new Set(['']))).toBe(false);
  });

  it('holds for at least nine of ten top-level describes', () => {
    expect(exportedNames).toContain('parsePodcast');
    expect(titles.length).toBeGreaterThan(200);
    const others = titles.filter(({ text }) => !beginsWithExport(text));
    const list = others.map(({ place, text }) => `${place} ${text}`).join('\n');
    expect(1 - others.length / titles.length, list).toBeGreaterThanOrEqual(SHARE);
  });
});
