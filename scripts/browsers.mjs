/**
 * Finds the browsers that tests and screenshots drive, or gets them: a path given by hand,
 * what is installed, Playwright's cache, Debian's packages, Playwright's download. Node's
 * built-ins only, because this runs on a bare machine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} WebKit
 * @property {string} driver path of WebKitWebDriver
 * @property {string} browser path of WebKitGTK's MiniBrowser
 * @property {string} display path of Xvfb, because the browser has no headless mode
 *
 * @typedef {object} Browsers
 * @property {string} chromium path of Chromium, Chrome or Edge
 * @property {string} [firefox] path of Firefox
 * @property {WebKit} [webkit]
 * @property {string[]} missing names of the engines that were asked for and cannot be had
 */

const { platform, env } = process;
/** @param {string} name */
const executable = (name) => (platform === 'win32' ? `${name}.exe` : name);

/**
 * Finds or installs the browsers. Chromium is a must; Firefox and WebKitGTK are asked for,
 * and where they cannot be had they are named in `missing`, except on Debian in CI, where
 * having no engine means that its tests would silently stay away. Both come with codecs for AAC and
 * H.264; without them, the tests that play such recordings are skipped.
 * @param {{ firefox?: boolean, webkit?: boolean }} [wanted]
 * @returns {Browsers}
 */
export function ensureBrowsers({ firefox = false, webkit = false } = {}) {
  const packages = [
    ...(findChromium() ? [] : ['chromium']),
    ...(firefox && !findFirefox() ? ['firefox-esr'] : []),
    ...(webkit && !findWebKit() ? ['webkit2gtk-driver', 'xvfb'] : []),
    ...((firefox || webkit) && !hasCodecs() ? ['gstreamer1.0-libav'] : []),
  ];
  if (packages.length > 0) installWithApt(packages);
  const found = { firefox: firefox && findFirefox(), webkit: webkit && findWebKit() };
  const missing = [
    ...(firefox && !found.firefox ? ['Firefox'] : []),
    ...(webkit && !found.webkit ? ['WebKitGTK'] : []),
  ];
  const lacking = [...missing, ...((firefox || webkit) && !hasCodecs() ? ['the codecs'] : [])];
  if (lacking.length > 0 && env.CI === 'true' && isDebian()) {
    throw new Error(
      `${lacking.join(' and ')} could not be installed. Run \`apt-get install firefox-esr webkit2gtk-driver xvfb gstreamer1.0-libav\` as root.`,
    );
  }
  return {
    chromium: findChromium() ?? downloadChromium(),
    ...(found.firefox && { firefox: found.firefox }),
    ...(found.webkit && { webkit: found.webkit }),
    missing,
  };
}

/** @returns {string | undefined} path of an installed Chromium, Chrome or Edge */
export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  return given('CHROME_PATH') ?? onPath(names) ?? usualPlace('chromium') ?? inPlaywrightCache();
}

/** @returns {string | undefined} path of an installed Firefox */
export function findFirefox() {
  return given('FIREFOX_PATH') ?? onPath(['firefox-esr', 'firefox']) ?? usualPlace('firefox');
}

/** @returns {WebKit | undefined} WebKitGTK's parts, where all three are installed */
export function findWebKit() {
  const driver = onPath(['WebKitWebDriver']);
  const display = onPath(['Xvfb']);
  const browser = foldersIn('/usr/lib')
    .flatMap((triplet) => foldersIn(triplet))
    .filter((folder) => /\/webkit2gtk-4\.\d$/.test(folder))
    .map((folder) => join(folder, 'MiniBrowser'))
    .findLast(existsSync);
  return driver && display && browser ? { driver, browser, display } : undefined;
}

/**
 * Whether Firefox and WebKitGTK can play AAC and H.264 here. Debian's browsers come without: WebKitGTK
 * takes GStreamer's plugin, and Firefox the library that comes with it, whatever its version is called.
 */
export function hasCodecs() {
  const plugin = 'gstreamer-1.0/libgstlibav.so';
  return !isDebian() || foldersIn('/usr/lib').some((folder) => existsSync(join(folder, plugin)));
}

/** @param {string} variable name of an environment variable that holds a path */
function given(variable) {
  const path = env[variable];
  if (!path) return undefined;
  if (!existsSync(path)) throw new Error(`${variable} names a file that is not there.`);
  return path;
}

/**
 * @param {string[]} names
 * @returns {string | undefined} path of the first of these programs that is on the `PATH`
 */
export function onPath(names) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, executable(name))))
    .find(existsSync);
}

/** Folders that applications live in, and where the browsers live in them, by platform. */
const applications =
  /** @type {Record<string, { folders: string[], chromium: string[], firefox: string[] }>} */ ({
    darwin: {
      folders: ['/Applications', join(homedir(), 'Applications')],
      chromium: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `${name}.app/Contents/MacOS/${name}`,
      ),
      firefox: ['Firefox.app/Contents/MacOS/firefox'],
    },
    win32: {
      folders: [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
        (folder) => folder !== undefined,
      ),
      chromium: ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'],
      firefox: ['Mozilla Firefox/firefox.exe'],
    },
    linux: {
      folders: ['/opt'],
      chromium: ['google/chrome/chrome', 'chromium.org/chromium/chrome'],
      firefox: ['firefox/firefox'],
    },
  });

/** @param {'chromium' | 'firefox'} browser */
function usualPlace(browser) {
  const here = applications[platform];
  return here?.folders
    .flatMap((folder) => here[browser].map((name) => join(folder, name)))
    .find(existsSync);
}

function inPlaywrightCache() {
  const caches = /** @type {Record<string, string>} */ ({
    darwin: join(homedir(), 'Library/Caches'),
    win32: env.LOCALAPPDATA ?? '',
  });
  const cache =
    env.PLAYWRIGHT_BROWSERS_PATH ??
    join(caches[platform] ?? join(homedir(), '.cache'), 'ms-playwright');
  const programs = [
    'chrome',
    'chrome.exe',
    'Chromium.app/Contents/MacOS/Chromium',
    'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ];
  return foldersIn(cache)
    .filter((folder) => /[\\/]chromium-\d+$/.test(folder))
    .flatMap((folder) => foldersIn(folder))
    .flatMap((folder) => programs.map((program) => join(folder, program)))
    .findLast(existsSync);
}

/** @param {string} path */
function foldersIn(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name));
}

/** Ubuntu's packages of browsers are stubs that want snap, so only Debian itself counts. */
function isDebian() {
  return (
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/**
 * Installs packages on Debian, as root or with passwordless sudo; does nothing elsewhere.
 * @param {string[]} packages
 */
export function installWithApt(packages) {
  if (!isDebian()) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !succeeds('sudo', '-n', 'true')) return;
  console.log(`Installing ${packages.join(', ')} (apt-get) …`);
  // Run level 1 keeps a package from starting its server. Another test may be installing something.
  const settings = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
  const apt = [...asRoot, 'env', ...settings, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
  succeeds(...apt, 'update');
  succeeds(...apt, '-y', '--no-install-recommends', 'install', ...packages);
}

function downloadChromium() {
  const playwright = fileURLToPath(
    new URL('../node_modules/playwright-core/cli.js', import.meta.url),
  );
  console.log('Downloading Chromium (playwright-core) …');
  succeeds(process.execPath, playwright, 'install', '--no-shell', 'chromium');
  const path = inPlaywrightCache();
  if (path) return path;
  throw new Error(
    'No Chromium could be found or installed. Install Chromium or Chrome, or name one in the environment variable CHROME_PATH.',
  );
}

/**
 * Runs a command for its effect. Its output is shown only when it fails: package managers talk a lot.
 * @param {string[]} command
 */
function succeeds(...[command = '', ...args]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}`.trimEnd());
  return status === 0;
}
