/**
 * Runs WebKitGTK for the test runner: a virtual display, because the browser has no headless
 * mode, and the driver beside it. WebKitGTK is the engine of Safari, but it is not Safari.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { webdriverLauncher } from '@web/test-runner-webdriver';

/**
 * A launcher for WebKitGTK, and the plugin that starts and ends what it needs.
 * @param {import('./browsers.mjs').WebKit} paths
 */
export async function webKit({ driver, browser, display }) {
  const port = await freePort();
  /** @type {import('node:child_process').ChildProcess[]} */
  const running = [];
  const end = () => {
    for (const child of running) child.kill();
  };
  return {
    plugin: {
      name: 'webkit',
      async serverStart() {
        process.once('exit', end);
        // Xvfb picks a free display and writes its number into the file descriptor it is given.
        const xvfb = spawn(display, ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
          stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
        });
        running.push(xvfb);
        const [number] = await once(
          /** @type {import('node:stream').Readable} */ (xvfb.stdio[3]),
          'data',
        );
        const webDriver = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
          stdio: 'ignore',
          env: {
            ...process.env,
            DISPLAY: `:${String(number).trim()}`,
            // No graphics card draws here: frames passed on through its buffers take a third longer.
            WEBKIT_DISABLE_DMABUF_RENDERER: '1',
          },
        });
        running.push(webDriver);
        await answering(`http://127.0.0.1:${port}/status`, webDriver);
      },
      serverStop: end,
    },
    launcher: webdriverLauncher({
      automationProtocol: 'webdriver',
      logLevel: 'error',
      // A browser that hangs is given up after a minute; by default it would be eight.
      connectionRetryTimeout: 60_000,
      connectionRetryCount: 0,
      hostname: '127.0.0.1',
      port,
      path: '/',
      capabilities: /** @type {WebdriverIO.Capabilities} */ ({
        browserName: 'MiniBrowser',
        'wdio:enforceWebDriverClassic': true,
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      }),
    }),
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 */
async function answering(url, child) {
  const deadline = Date.now() + 15_000;
  while (child.exitCode === null && Date.now() < deadline) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver did not start.');
}
