/**
 * Runs the element's tests in three engines: Chromium, Firefox and WebKitGTK. A test is a
 * mocha test in `test/components`, or `*.browser.test.ts` elsewhere; `*.node.test.ts` belongs to
 * Vitest. `ENGINES=chromium` (comma-separated) chooses some of them: `npm test` runs in Chromium, and the
 * part `engines` runs in the other two what is marked `@engines` at its head.
 */
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { ensureBrowsers } from './scripts/browsers.mjs';
import { bundledTests, engineTestFiles, testFiles } from './scripts/bundled-tests.mjs';
import { pagesAtOnce } from './scripts/pages-at-once.mjs';
import { componentReporter } from './scripts/report.mjs';
import { ensureDependencies } from './scripts/setup.mjs';
import { webKit } from './scripts/webkit.mjs';

const known = ['chromium', 'firefox', 'webkit'];
const engines = process.env.ENGINES?.split(',') ?? known;
const unknown = engines.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`ENGINES may name ${known.join(', ')}.`);

// The attacks that other people published.
ensureDependencies('test/foreign-lists');
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
        '--autoplay-policy=no-user-gesture-required',
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
  Object.assign(
    chromeLauncher({ launchOptions: { browser: 'firefox', executablePath: installed.firefox } }),
    { name: 'Firefox' },
  );

const webkit = installed.webkit && (await webKit(installed.webkit));

const browsers = {
  ...(engines.includes('chromium') && { chromium: pagesAtOnce([chromium(), chromium()]) }),
  ...(installed.firefox && { firefox: firefox() }),
  ...(webkit && { webkit: webkit.launcher }),
};

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  files: engines.includes('chromium') ? testFiles : engineTestFiles,
  browsers: Object.values(browsers),
  nodeResolve: { exportConditions: ['production', 'default'] },
  // One page at a time in each browser: a tab behind another draws no frame and has no focus, and
  // WebDriver's launcher would put each page in a frame, where it loses every key but the first. Of Chromium
  // there are two browsers, because a page waits for frames and timers half of the time.
  concurrency: 1,
  concurrentBrowsers: 3,
  // A busy machine is no fault of a test: what hangs ends here.
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 240_000,
  // Browsers stop for seconds at times. The end of a run names each test that needed this.
  testFramework: { config: { timeout: 20_000, retries: 1 } },
  middleware: [await bundledTests()],
  plugins: [a11ySnapshotPlugin(), ...(webkit ? [webkit.plugin] : [])],
  reporters: [
    defaultReporter({ reportTestResults: true, reportTestProgress: false }),
    componentReporter(installed.missing),
  ],
};
