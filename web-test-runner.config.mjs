/**
 * Runs the element's tests in three engines: Chromium, Firefox and WebKitGTK. A test is a
 * mocha test in `test/components`, or `*.browser.test.ts` elsewhere; `*.node.test.ts` belongs to
 * Vitest. `ENGINES=chromium` (comma-separated) chooses some of them for a quick run.
 */
import { fileURLToPath } from 'node:url';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import * as puppeteer from 'puppeteer-core';
import { ensureBrowsers } from './scripts/browsers.mjs';
import { bundledTests } from './scripts/bundled-tests.mjs';
import { countReporter } from './scripts/counts.mjs';
import { webKit } from './scripts/webkit.mjs';

const known = ['chromium', 'firefox', 'webkit'];
const engines = process.env.ENGINES?.split(',') ?? known;
const unknown = engines.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`ENGINES may name ${known.join(', ')}.`);

const installed = ensureBrowsers({
  firefox: engines.includes('firefox'),
  webkit: engines.includes('webkit'),
});
for (const name of installed.missing)
  console.log(`${name} is not available on this system: its tests are left out.`);

const chromium = () =>
  chromeLauncher({
    launchOptions: {
      executablePath: installed.chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  });

const firefox = () =>
  chromeLauncher({
    puppeteer,
    launchOptions: { browser: 'firefox', executablePath: installed.firefox },
  });

const webkit = installed.webkit && (await webKit(installed.webkit));

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  files: ['test/components/**/!(*.node).test.ts', 'test/**/*.browser.test.ts'],
  nodeResolve: { exportConditions: ['production', 'default'] },
  browsers: [
    ...(engines.includes('chromium') ? [chromium()] : []),
    ...(installed.firefox ? [firefox()] : []),
    ...(webkit ? [webkit.launcher] : []),
  ],
  // One page at a time in each engine: a tab behind another draws no frame and has no focus, and
  // WebDriver's launcher would put each page in a frame, where it loses every key but the first.
  concurrency: 1,
  concurrentBrowsers: 3,
  // A busy machine is no fault of a test: what hangs ends here.
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 240_000,
  // CI's machines stop for seconds at times.
  testFramework: { config: { timeout: 20_000, retries: process.env.CI ? 1 : 0 } },
  middleware: [await bundledTests()],
  plugins: [a11ySnapshotPlugin(), ...(webkit ? [webkit.plugin] : [])],
  reporters: [
    defaultReporter({ reportTestResults: true, reportTestProgress: false }),
    countReporter({
      file: fileURLToPath(new URL('.cache/components.json', import.meta.url)),
      missing: installed.missing,
    }),
  ],
};
