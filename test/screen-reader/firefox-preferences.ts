/** Firefox for the tests: no pages, questions or updates of its own, and no network but loopback. */
const preferences = {
  // Tells assistive technology about the page without asking the desktop whether there is any.
  'accessibility.force_disabled': -1,
  'browser.aboutwelcome.enabled': false,
  'browser.newtab.preload': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Nothing listens on port 9, so whatever Firefox asks of its makers stays here.
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.type': 1,
};

/** The text of a profile's `user.js`. */
export const firefoxPreferences = Object.entries(preferences)
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join('');
