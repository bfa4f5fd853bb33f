/** The generated icons are those that the app facts name, as simple-icons draws them. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as simpleIcons from 'simple-icons';
import { describe, expect, it } from 'vitest';
import { apps } from '../../src/apps.js';
import { loadIcon } from '../../src/components/icons/load-icon.js';

const withIcon = apps.filter(({ icon }) => icon !== undefined);
const pathOf = new Map(Object.values(simpleIcons).map(({ slug, path }) => [slug, path]));

describe('loadIcon', () => {
  it.each(withIcon)('loads the icon of $name that its facts name', async ({ id, icon }) => {
    expect(await loadIcon(id)).toBe(pathOf.get(icon!));
  });

  it.each(apps.filter(({ icon }) => icon === undefined))(
    'loads nothing for $name, which has no icon',
    async ({ id }) => {
      expect(await loadIcon(id)).toBeUndefined();
    },
  );

  it('has no leftover file of an app without an icon', () => {
    const folder = fileURLToPath(new URL('../../src/components/icons/apps/', import.meta.url));
    expect(readdirSync(folder).sort()).toEqual(withIcon.map(({ id }) => `${id}.ts`).sort());
  });
});
