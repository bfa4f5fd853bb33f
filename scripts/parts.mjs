/**
 * The parts of `npm run test:all` that `npm test` leaves out, because they take minutes, install
 * much, or need programs that few machines have. Each is a project of Vitest, but for `engines`: the
 * element's tests, which `npm test` runs in Chromium, in the other two engines; and `mutants`: changes of the
 * lines that the last 48 hours changed (`test/mutation/judge-changed.mjs`). `plan.mjs` says which of them a
 * run of CI has. `node scripts/parts.mjs` prints them.
 *
 * @typedef {object} Part
 * @property {'sources' | 'build'} on what its tests import
 * @property {string[]} files
 * @property {number} minutes on two quiet cores, with what it installs
 * @property {RegExp} [own] It needs the world outside, and not every run of CI has it: these are the paths of
 * its tests, and of what it alone exercises. A change of these runs it.
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
  minutes: 4,
  own: /^(integrations\/wordpress\/plugin\/(block|src\/(Access|Admin|Page))|test\/wordpress\/(debian|editor|gate|member-page|settings-page|setup|versions|visit|wordpress)\b)/,
  globalSetup: 'test/wordpress/setup.ts',
  isSerial: true,
};

/** @type {Record<string, Part>} */
export const parts = {
  long: {
    on: 'sources',
    files: [
      'test/contract/conformance/wrong-operators.test.ts',
      'test/conformance/commands/*.test.ts',
      'test/contract/real-shows.test.ts',
      'test/demo/start.test.ts',
      'test/docs/snippets.test.ts',
      'test/publisher/handoff/handoff.test.ts',
      'test/service/connections/connections.test.ts',
      'test/service/events/stripe-guide.test.ts',
      'test/service/feeds/{composed-show,notice-feed,pings}.test.ts',
      'test/service/feeds/merge/real-feeds.test.ts',
      'test/service/feeds/rewrite/{hidden-enclosures,own-urls}.test.ts',
      'test/service/operations/readiness/status.test.ts',
      'test/service/http/routes/{events,admin-grants}.test.ts',
      'test/service/store/backup.test.ts',
      'test/service/unchanged.test.ts',
      'test/tools/expressions.test.ts',
    ],
    minutes: 2,
  },
  growth: {
    on: 'sources',
    files: ['test/{podcast,service}/**/{growth,hostile-feeds}.test.ts'],
    minutes: 0.7,
  },
  commands: {
    on: 'sources',
    files: [
      'test/service/commands/*.test.ts',
      'test/service/{cli,store/feed-key,store/database/data-folder}.test.ts',
    ],
    minutes: 1,
  },
  // `test/scripts/postgres-part.test.ts` says which tests with a database are left out, and why.
  postgres: {
    on: 'sources',
    files: [
      'test/service/store/shared-catalogue.test.ts',
      'test/service/connections/{connection-store,connections}.test.ts',
      'test/service/http/consume-page/{consume-page,publisher}.test.ts',
      'test/service/feeds/{composed-show,notice-feed,pings}.test.ts',
      'test/service/store/links/live-links.test.ts',
      'test/service/operations/readiness/status.test.ts',
      'test/service/http/routes/{admin,admin-activation,admin-explain,admin-grants,admin-members,entitlements,events,issue-token,laws,notices,old-links,parser,private-feed,recording}.test.ts',
      'test/service/http/requests/unusable-text.test.ts',
      'test/service/store/**/{broken-off,change-members,cleaning,feed-copies,handoff-cache,ledger,listed-grants,parallel}.test.ts',
      'test/service/http/subscribe/*.test.ts',
      'test/service/{http/answer-polls,openapi,service,streaming,unchanged}.test.ts',
      'test/world/world.test.ts',
    ],
    minutes: 1.5,
    env: { TEST_DATABASE: 'postgres' },
    globalSetup: 'test/support/feed-service/postgres-set-up.ts',
    isOnceMore: true,
  },
  'postgres-server': {
    on: 'sources',
    files: [
      'test/service/store/database/{postgres,postgres-backup}.test.ts',
      'test/service/operations/readiness/failing-places.test.ts',
    ],
    minutes: 0.7,
  },
  pictures: {
    on: 'build',
    files: ['test/pictures/*.test.ts'],
    minutes: 2,
    isInBrowser: true,
  },
  journeys: {
    on: 'build',
    files: [
      'test/browser/{before-a-press,connected,desktop-controls,from-a-phone,get-token,hand-over}.test.ts',
      'test/browser/{layout-shift,listening,lost-chunks,print,strict-policy,whole-loop}.test.ts',
      'test/browser/canaries/{canaries,planted}.test.ts',
    ],
    minutes: 4,
    isInBrowser: true,
  },
  engines: { on: 'build', files: [], minutes: 2 },
  mutants: { on: 'sources', files: [], minutes: 5 },
  wordpress: {
    on: 'sources',
    files: ['test/wordpress/*.test.ts'],
    minutes: 6,
    own: /^(integrations\/wordpress\/|test\/wordpress\/(?!network\/))/,
    globalSetup: 'test/wordpress/setup.ts',
    isSerial: true,
  },
  logins: {
    on: 'sources',
    files: ['test/logins/**/*.test.ts'],
    minutes: 0.5,
    own: /^(test\/logins\/|docs\/logins\.md|src\/publisher\/tokens\/jwks)/,
  },
  ghost: {
    on: 'build',
    files: ['test/ghost/**/*.test.ts'],
    minutes: 5,
    own: /^(test\/ghost\/|docs\/ghost\.md|src\/(publisher\/tokens|service\/events)\/ghost)/,
    isSerial: true,
  },
  runtimes: {
    on: 'build',
    files: ['test/runtimes/**/*.test.ts'],
    minutes: 0.7,
    own: /^test\/runtimes\//,
  },
  'screen-reader': {
    on: 'build',
    files: ['test/screen-reader/**/*.test.ts'],
    minutes: 5.5,
    own: /^(test\/screen-reader\/|scripts\/screen-reader|src\/components\/messages\/announcer)/,
    isSerial: true,
  },
  running: {
    on: 'build',
    files: ['test/{running/**/*,package/service}.test.ts'],
    minutes: 1,
    own: /^(test\/(running\/|package\/service)|docs\/running\.md|packages\/service\/(package\.json|deploy\/))/,
  },
  'wordpress-6.8': wordPressVersion,
  kills: {
    on: 'sources',
    files: ['test/service/store/killed.test.ts'],
    minutes: 1.5,
    own: /^(test\/service\/store\/killed|src\/service\/store\/database\/(embedded|data-folder|database))/,
    env: { KILLS: '20' },
  },
  failover: {
    on: 'sources',
    files: ['test/service/store/database/engines.test.ts'],
    minutes: 1.5,
    own: /^(test\/service\/store\/database\/engines|test\/support\/programs\/(haproxy|pgbouncer|postgres)|src\/service\/store\/(links\/(changed-links|followed-rows|live-links|read-links)|entitlements|database\/(database|postgres|schema))\.)/,
  },
  programs: {
    on: 'sources',
    files: [
      'test/publisher/**/{other-backends,redis}.test.ts',
      'test/service/{as-apps-see,moved-as-apps-see,file-store,odd-shows,nginx,operators-files,compose,prometheus}.test.ts',
      'test/tools/scripts.test.ts',
    ],
    minutes: 4,
    own: /^(test\/(publisher\/.*\/(other-backends|redis)|service\/(as-apps-see|moved-as-apps-see|file-store|odd-shows|nginx|operators-files|compose|prometheus)|support\/(readers|stores|programs\/(gpodder|nginx|radosgw|redis|python))|tools\/scripts)|packages\/service\/deploy\/|src\/service\/feeds\/stores\/|docs\/template-languages\.md|\.github\/)/,
  },
  frameworks: {
    on: 'build',
    files: ['test/frameworks/frameworks.test.ts'],
    minutes: 3,
    own: /^(test\/frameworks\/|docs\/frameworks\.md|src\/(react|jsx|vue)\.ts|src\/components\/(frameworks|events)\/)/,
    isSerial: true,
  },
  'wordpress-7.1-php-8.4': wordPressVersion,
  guide: {
    on: 'build',
    files: ['test/browser/guide.test.ts'],
    minutes: 3,
    own: /^(docs\/(?!decisions\/)|scripts\/guide|test\/browser\/guide)/,
    isInBrowser: true,
  },
  examples: {
    on: 'build',
    files: ['test/examples/examples.test.ts', 'test/examples/page.test.ts'],
    minutes: 1.5,
    own: /^(test\/examples\/|examples\/(?!next\/))/,
  },
  'wordpress-network': {
    ...wordPressVersion,
    files: ['test/wordpress/network/*.test.ts'],
    own: /^(integrations\/wordpress\/plugin\/(uninstall|private-podcast|src\/Admin)|test\/wordpress\/(network\/|debian|setup|versions|visit|wordpress\.))/,
  },
  next: {
    on: 'build',
    files: ['test/examples/examples.test.ts'],
    minutes: 3,
    own: /^(test\/examples\/|examples\/next\/|docs\/frameworks\.md)/,
    env: { EXAMPLE: 'next' },
  },
};

if (process.argv[1] === import.meta.filename) {
  for (const [name, { minutes, own }] of Object.entries(parts)) {
    const needs = own ? 'the world outside' : 'this repository';
    console.log(`${name.padEnd(22)} ${String(minutes).padStart(4)} min  needs ${needs}`);
  }
}
