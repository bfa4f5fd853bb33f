/** The plugin under the rules of WordPress's Plugin Check. */
import { describe, expect, it } from 'vitest';
import { complaintsAbout } from './plugin-check.js';
import { versions } from './versions.js';
import { filesOfZip } from './zip.js';

const numbers = Object.values(versions).map(({ wordPress }) => wordPress);
const byNumber = new Intl.Collator('en', { numeric: true }).compare;
const [oldest, newest] = [numbers.sort(byNumber)[0]!, numbers.sort(byNumber).at(-1)!];

describe('complaintsAbout', () => {
  it('has nothing to say of the plugin, which is tried on the newest WordPress that it names', async () => {
    expect(complaintsAbout(await filesOfZip(), oldest, newest)).toEqual([]);
  });
});
