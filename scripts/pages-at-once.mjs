/** Runs several pages of tests at once, each in front in a browser of its own. */

/** @typedef {ReturnType<typeof import('@web/test-runner-chrome').chromeLauncher>} Launcher */

/**
 * One launcher for the test runner, of several browsers that share the test files: a tab behind another
 * draws no frame and has no focus, so each browser has one page at a time.
 * @param {Launcher[]} browsers of one kind
 * @returns {import('@web/test-runner').BrowserLauncher & Pick<Launcher, 'getPage'>}
 */
export function pagesAtOnce(browsers) {
  const [first] = browsers;
  if (!first) throw new Error('There is no browser.');
  const free = [...browsers];
  /** @type {Map<string, Launcher>} by the id of the session */
  const busy = new Map();
  const of = (/** @type {string} */ session) => busy.get(session) ?? first;
  const release = (/** @type {string} */ session) => {
    free.push(of(session));
    busy.delete(session);
  };
  return {
    name: first.name,
    type: first.type,
    concurrency: browsers.length,
    async initialize(config, testFiles) {
      for (const browser of browsers) await browser.initialize(config, testFiles);
    },
    async stop() {
      await Promise.all(browsers.map((browser) => browser.stop()));
    },
    async startSession(session, url) {
      const browser = free.shift();
      if (!browser) throw new Error('Every browser has a page.');
      busy.set(session, browser);
      try {
        await browser.startSession(session, url);
      } catch (error) {
        // The test runner stops only what is active.
        if (!browser.isActive(session)) release(session);
        throw error;
      }
    },
    async stopSession(session) {
      try {
        return await of(session).stopSession(session);
      } finally {
        release(session);
      }
    },
    isActive: (session) => of(session).isActive(session),
    getBrowserUrl: (session) => of(session).getBrowserUrl(session),
    getPage: (session) => of(session).getPage(session),
    startDebugSession: (session, url) => first.startDebugSession(session, url),
  };
}
