/** The report of a conformance run, as the built package writes it, on a phone and on a computer. */
import axe, { type AxeResults } from 'axe-core';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/publisher/conformance/case.js';
import type { renderReport } from '../../src/publisher/conformance/report/report-page.js';
import { consoleOf, launchChromium } from './chromium.js';

const built = new URL('../../dist/publisher/conformance/report/report-page.js', import.meta.url)
  .href;

const HOSTILE = `"><img src=x onerror=document.title='run'> ${'long'.repeat(60)}`;
const verdicts: Verdict[] = ['fail', 'deviates', 'pass', 'skipped'];

let browser: Browser;
let folder: string;
let url: string;

beforeAll(async () => {
  const page = (await import(built)) as { renderReport: typeof renderReport };
  const cases = ['4.1', 'feed'].flatMap((section) =>
    verdicts.map((verdict, index) => ({
      id: `${section}-${index + 1}`,
      section,
      statement: '`scope` is a text.',
      verdict,
      expected: 'a text',
      seen: HOSTILE,
    })),
  );
  folder = await mkdtemp(join(tmpdir(), 'pps-report-'));
  const file = join(folder, 'report.html');
  await writeFile(
    file,
    await page.renderReport({
      version: '0.1.0',
      date: '2026-11-23T20:40:00.000Z',
      profile: 'interface',
      cases,
    }),
  );
  url = pathToFileURL(file).href;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

describe('renderReport', () => {
  it.each([
    ['a phone', 320],
    ['a computer', 1280],
  ])('on %s: fits, can be read by all, light and dark, and obeys its policy', async (_, width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const said = consoleOf(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url);
    expect(asked.filter((each) => !each.startsWith('data:'))).toEqual([url]);
    expect(said).toEqual([]);
    expect(await page.title()).toBe('2 statements fail · Conformance report');
    // The sheets apply: the policy has their hashes.
    expect(await page.locator('main').evaluate((main) => getComputedStyle(main).borderRadius)).toBe(
      '20px',
    );
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    expect(
      await page.getByRole('table', { name: '4.1 Access token' }).getByRole('row').count(),
    ).toBe(5);
    // Only the checker itself needs to pass the policy, which tests of Node hold.
    await page.evaluate(axe.source);
    // Nothing but colours depends on the theme.
    for (const [colorScheme, rules] of [
      ['light', {}],
      ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const run = `axe.run(${JSON.stringify(rules)})`;
      const { violations } = await page.evaluate<AxeResults>(run);
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, colorScheme).toEqual([]);
    }
    await page.close();
  });
});
