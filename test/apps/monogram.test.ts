import { describe, expect, it } from 'vitest';
import { apps } from '../../src/apps.js';
import { monogramOf } from '../../src/apps/monogram.js';

describe('monogramOf', () => {
  it.each([
    ['Podcast Republic', 'PR'],
    ['Anytime Podcast Player', 'AP'],
    ['Downcast', 'D'],
    ['TrueFans', 'TF'],
    ['gPodder', 'gP'],
    ['iCatcher!', 'iC'],
    ['RSSRadio', 'RR'],
    ['PodLP', 'P'],
    ['BBC', 'B'],
    ['my player', 'mp'],
    ['  “my” — player', 'mp'],
    ['O’Reilly', 'OR'],
    ['3 Radio', '3R'],
    ['Ärzte-App', 'ÄA'],
    ['A\u0308rzte', 'A'],
    ['ポッドキャスト', 'ポ'],
    ['बोल सुनो', 'बस'],
    ['𝒫odcast', '𝒫'],
    ['🎧', ''],
    ['', ''],
  ])('turns %j into %j', (name, letters) => {
    expect(monogramOf(name)).toBe(letters);
  });

  it.each(apps)('returns one or two letters for $name', ({ name }) => {
    expect(monogramOf(name)).toMatch(/^\p{L}{1,2}$/u);
  });
});
