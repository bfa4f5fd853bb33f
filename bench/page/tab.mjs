/**
 * A browser tab, driven by Chromium's own protocol. A tab of Playwright's keeps the bodies of all answers
 * and sets a locale of its own, which stops the page for up to half a second: that would be measured too.
 */

/**
 * Opens an empty tab with a cache of its own.
 * @param {import('playwright-core').Browser} browser
 */
export async function openTab(browser) {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  /** Callbacks by the message they wait for: an answer's number, or an event's name. */
  const waiting = new Map();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, method, result, error, params } = JSON.parse(message);
    waiting.get(id ?? method)?.({ error, value: result ?? params });
  });
  let count = 0;

  return {
    /**
     * Sends a command of the Chrome DevTools Protocol.
     * @param {string} method
     * @param {object} [params]
     * @returns {Promise<any>} its result
     */
    send(method, params = {}) {
      const id = ++count;
      return new Promise((resolve, reject) => {
        waiting.set(id, (/** @type {{ error?: Error, value: unknown }} */ { error, value }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(value);
        });
        const message = JSON.stringify({ id, method, params });
        session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
      });
    },

    /**
     * @param {string} method name of an event
     * @param {(params: any) => boolean} isIt
     * @returns {Promise<void>} settles when it comes
     */
    event: (method, isIt) =>
      new Promise((resolve) => {
        waiting.set(method, (/** @type {{ value: unknown }} */ { value }) => {
          if (isIt(value)) resolve();
        });
      }),

    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openTab>>} Tab */
