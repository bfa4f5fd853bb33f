/**
 * `npm run shots`: takes a picture of each story of the gallery on a phone and on a computer, in light, dark
 * and forced colours, into .cache/shots. `npm run shots -- ready expired` takes these alone.
 * With `--accept` it renews the pictures that tests compare with, in test/pictures/kept, instead.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { subjects, takePictures } from '../test/pictures/take.mjs';
import { ensureBuild, filesUnder, root } from './setup.mjs';

const keptFolder = 'test/pictures/kept';

const asked = process.argv.slice(2);
const isAccepted = asked.includes('--accept');
const names = asked.filter((word) => word !== '--accept');
const folder = join(root, isAccepted ? keptFolder : '.cache/shots');

ensureBuild();
/** @type {Map<string, Buffer>} */
const pictures = new Map();
const schemes = isAccepted ? ['light', 'dark'] : ['light', 'dark', 'forced'];
const version = await takePictures(subjects(names), schemes, (name, png) => {
  pictures.set(join(folder, `${name}.png`), png);
});

let renewed = 0;
for (const [file, png] of pictures) {
  mkdirSync(dirname(file), { recursive: true });
  if (!isAccepted) {
    writeFileSync(file, png);
    continue;
  }
  const { difference, reduced } = await import('../test/pictures/compare.mjs');
  if (existsSync(file) && !difference(readFileSync(file), png)) continue;
  writeFileSync(file, reduced(png));
  renewed++;
}
if (!isAccepted) console.log(`${pictures.size} pictures in .cache/shots`);
else {
  const isLeft = (/** @type {string} */ file) =>
    file.endsWith('.png') && !pictures.has(join(root, file));
  const left = names.length ? [] : filesUnder(keptFolder).filter(isLeft);
  for (const file of left) rmSync(join(root, file));
  writeFileSync(join(folder, 'browser.txt'), `Chromium ${version}\n`);
  console.log(`${renewed} pictures renewed and ${left.length} removed in ${keptFolder}`);
}
