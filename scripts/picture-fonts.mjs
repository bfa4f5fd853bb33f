/**
 * The fonts of the pictures: Inter, and one for Chinese and Japanese, installed with `apt-get` on
 * Debian. Where they cannot be had, the machine's own font is in the pictures.
 */
import { spawnSync } from 'node:child_process';
import { installWithApt } from './browsers.mjs';

/** @type {Record<string, string>} Debian's packages, and the font of each. */
const fonts = { 'fonts-inter': 'Inter', 'fonts-wqy-microhei': 'WenQuanYi Micro Hei' };

/** @param {string} font */
const isInstalled = (font) =>
  Boolean(spawnSync('fc-list', [font], { encoding: 'utf8' }).stdout?.trim());

/** Finds or installs the fonts. */
export function ensurePictureFonts() {
  const missing = Object.keys(fonts).filter((name) => !isInstalled(fonts[name] ?? ''));
  if (missing.length > 0) installWithApt(missing);
}

/** A page's font, as a list of CSS. */
export const pictureFonts = [
  ...Object.values(fonts).map((font) => `'${font}'`),
  'sans-serif',
].join();
