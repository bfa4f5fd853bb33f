/** How many bytes of the element a visit loads before anything is pressed. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { devices } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/setup.mjs';
import { beforeAPress } from '../../scripts/size-figures.mjs';
import { reach } from './chromium.js';
import { useDemo } from './demo-page.js';

/** A chunk's name without its hash. */
const nameOf = (file: string) => basename(file).replace(/-[\w-]{8}\.js$|\.js$/, '');
const weightOf = (file: string) =>
  brotliCompressSync(readFileSync(join(root, 'dist/embed', file))).length;

/** Each is an icon of a tile: how many there are depends on the device. */
const icons =
  /^(antennapod|apple-podcasts|castbox|castro|overcast|player-fm|pocket-casts|podcast-addict)$/;

describe('PrivatePodcastSubscribe: before anything is pressed', () => {
  const { visit, logIn } = useDemo();
  const { 'iPhone 15': iPhone, 'Pixel 7': android, 'Desktop Chrome': computer } = devices;

  for (const [name, device] of Object.entries({ iPhone, android, computer })) {
    it(`loads at most what the limit allows on ${name}`, async () => {
      const page = await visit(device);
      const files = new Set<string>();
      page.on('response', (answer) => {
        const [, file] = /\/embed\/(.+\.js)$/.exec(answer.url()) ?? [];
        // A page whose server does not render the view needs no code to take it over.
        if (file && nameOf(file) !== 'take-over') files.add(file);
      });
      await logIn(page);
      await page.locator('.episode').first().waitFor();
      await reach(page, 'ready');
      // The last of them is for paper.
      await expect.poll(() => [...files].map(nameOf)).toContain('print-page');
      await page.waitForLoadState('networkidle');
      const names = [...files].map(nameOf).filter((each) => !icons.test(each));
      expect(names.filter((each) => !beforeAPress.chunks.includes(each))).toEqual([]);
      const bytes = [...files].reduce((sum, file) => sum + weightOf(file), 0);
      console.log(`Before a press on ${name}: ${bytes} bytes in ${files.size} files`);
      expect(bytes).toBeLessThanOrEqual(beforeAPress.bytes);
    });
  }
});
