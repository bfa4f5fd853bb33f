/**
 * The parts of `npm run test:all` that `npm test` leaves out, because they take minutes, install
 * much, or need programs that few machines have. Each is a project of Vitest, but for `engines`: the
 * element's tests, which `npm test` runs in Chromium, in the other two engines.
 *
 * @typedef {object} Part
 * @property {'sources' | 'build'} on what its tests import
 * @property {string[]} files
 * @property {Record<string, string>} [env]
 * @property {string} [globalSetup]
 * @property {boolean} [isInBrowser] a failed test is tried once more, and named at the end
 * @property {boolean} [isOnceMore] `npm test` runs its files too, in another way
 * @property {boolean} [isSerial] its files share something, and run one after the other
 */

/**
 * Owners' ways through the plugin, for the other versions of WordPress: `test/wordpress/versions.ts`.
 * @type {Part}
 */
const wordPressVersion = {
  on: 'sources',
  files: ['test/wordpress/{editor,gate,member-page,settings-page}.test.ts'],
  globalSetup: 'test/wordpress/setup.ts',
  isSerial: true,
};

/** @type {Record<string, Part>} */
export const parts = {
  kills: {
    on: 'sources',
    files: ['test/service/**/killed.test.ts'],
    env: { KILLS: '20' },
  },
  long: {
    on: 'sources',
    files: [
      'test/contract/conformance/wrong-operators.test.ts',
      'test/contract/{doctor,real-shows}.test.ts',
      'test/demo/start.test.ts',
      'test/docs/snippets.test.ts',
      'test/publisher/conformance/command.test.ts',
      'test/publisher/handoff/handoff.test.ts',
      'test/service/connections/connections.test.ts',
      'test/service/events/stripe-guide.test.ts',
      'test/service/feeds/{composed-show,notice-feed,pings}.test.ts',
      'test/service/feeds/rewrite/{hidden-enclosures,own-urls}.test.ts',
      'test/service/readiness/status.test.ts',
      'test/service/routes/{events,grants}.test.ts',
      'test/service/store/backup.test.ts',
      'test/service/{foreign-texts,unchanged}.test.ts',
      'test/tools/expressions.test.ts',
    ],
  },
  growth: { on: 'sources', files: ['test/{podcast,service}/**/{growth,hostile-feeds}.test.ts'] },
  commands: {
    on: 'sources',
    files: [
      'test/service/commands/*.test.ts',
      'test/service/{cli,store/feed-key,store/database/data-folder}.test.ts',
    ],
  },
  programs: {
    on: 'sources',
    files: [
      'test/publisher/**/{other-backends,redis}.test.ts',
      'test/service/**/{as-apps-see,odd-shows,gpodder,nginx,operators-files,compose,failing-places,prometheus}.test.ts',
      'test/service/store/**/{changes,event-members,pooler,postgres,postgres-backup,shared-postgres,staged-grants}.test.ts',
      'test/tools/scripts.test.ts',
    ],
  },
  // `test/scripts/postgres-part.test.ts` says which tests with a database are left out, and why.
  postgres: {
    on: 'sources',
    files: [
      'test/service/connections/{connection-store,connections}.test.ts',
      'test/service/consume-page/{consume-page,publisher}.test.ts',
      'test/service/events/shuffled-events.test.ts',
      'test/service/feeds/{composed-show,notice-feed,pings}.test.ts',
      'test/service/readiness/status.test.ts',
      'test/service/routes/{admin,entitlements,events,grants,notices,parser,private-feed,recording,token,unusable-text}.test.ts',
      'test/service/store/**/{create-store,feed-copies,grants,handoff-cache,memory}.test.ts',
      'test/service/subscribe/*.test.ts',
      'test/service/{answer-polls,create-service,foreign-texts,openapi,streaming,unchanged}.test.ts',
    ],
    env: { TEST_DATABASE: 'postgres' },
    globalSetup: 'test/support/feed-service/postgres-set-up.ts',
    isOnceMore: true,
  },
  running: { on: 'build', files: ['test/{running/**/*,package/service}.test.ts'] },
  logins: { on: 'sources', files: ['test/logins/**/*.test.ts'] },
  journeys: {
    on: 'build',
    files: [
      'test/browser/{connected,desktop-controls,from-a-phone,get-token,hand-over}.test.ts',
      'test/browser/{layout-shift,listening}.test.ts',
      'test/browser/{lost-chunks,print,real-feeds,strict-policy,whole-loop}.test.ts',
      'test/browser/canaries/{canaries,planted}.test.ts',
    ],
    isInBrowser: true,
  },
  pictures: { on: 'build', files: ['test/pictures/*.test.ts'], isInBrowser: true },
  guide: { on: 'build', files: ['test/browser/guide.test.ts'], isInBrowser: true },
  runtimes: { on: 'build', files: ['test/runtimes/**/*.test.ts'] },
  engines: { on: 'build', files: [] },
  'screen-reader': { on: 'build', files: ['test/screen-reader/**/*.test.ts'], isSerial: true },
  wordpress: {
    on: 'sources',
    files: ['test/wordpress/*.test.ts'],
    globalSetup: 'test/wordpress/setup.ts',
    isSerial: true,
  },
  'wordpress-6.8': wordPressVersion,
  'wordpress-7.1-php-8.4': wordPressVersion,
  'wordpress-network': { ...wordPressVersion, files: ['test/wordpress/network/*.test.ts'] },
  ghost: { on: 'build', files: ['test/ghost/**/*.test.ts'], isSerial: true },
  frameworks: { on: 'build', files: ['test/frameworks/frameworks.test.ts'], isSerial: true },
  examples: { on: 'build', files: ['test/examples/examples.test.ts'] },
};
