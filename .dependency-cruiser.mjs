import { readFileSync } from 'node:fs';

/** The import table of the design: which folder may use which, and no cycles. */
const folders = {
  crypto: [],
  files: [],
  errors: [],
  urls: [],
  languages: [],
  podcast: ['errors', 'urls'],
  apps: ['errors', 'urls'],
  api: ['errors', 'urls', 'languages', 'podcast'],
  components: ['crypto', 'errors', 'urls', 'languages', 'api', 'podcast', 'apps'],
  server: ['crypto', 'errors', 'urls', 'languages', 'api', 'podcast', 'apps', 'components'],
  pages: ['crypto', 'languages'],
  publisher: ['crypto', 'files', 'errors', 'urls', 'languages', 'pages', 'api'],
  // Nobody imports it: it is a package of its own.
  conformance: ['errors', 'urls', 'api', 'podcast', 'publisher'],
  // The publisher's handler, for sites that have no Node of their own; and of the element its first
  // view, with its texts.
  service: [
    ...['files', 'errors', 'urls', 'languages', 'pages', 'api', 'podcast', 'apps', 'publisher'],
    ...['server', 'components/language'],
  ],
};

/**
 * The rooms inside a folder, from the ground up: a room may use those that its row names, which all
 * stand before it. A file beside the rooms is a room of its own.
 * @type {Record<string, Record<string, string[]>>}
 */
export const rooms = {
  service: {
    // What is so without a database or a request.
    crypto: [],
    metrics: [],
    failures: [],
    ledger: [],
    notices: ['crypto'],
    catalogue: ['crypto', 'failures', 'ledger', 'notices'],
    // What is kept, with the index of the links.
    store: ['crypto', 'metrics', 'failures', 'ledger', 'catalogue'],
    // What is made of it.
    events: ['crypto', 'failures', 'ledger', 'catalogue', 'store'],
    feeds: ['crypto', 'metrics', 'failures', 'ledger', 'notices', 'catalogue', 'store'],
    members: ['ledger', 'catalogue', 'store'],
    connections: ['failures', 'catalogue', 'store'],
    // What answers.
    http: [
      ...['crypto', 'metrics', 'failures', 'ledger', 'notices', 'catalogue', 'store'],
      ...['events', 'feeds', 'members', 'connections'],
    ],
    // What operators see of it.
    operations: ['crypto', 'failures', 'ledger', 'catalogue', 'store', 'feeds', 'connections'],
    // The start.
    config: ['failures', 'catalogue', 'store', 'feeds', 'http'],
    app: [
      ...['failures', 'catalogue', 'store', 'events', 'feeds', 'members', 'connections'],
      ...['http', 'operations'],
    ],
    service: [
      ...['metrics', 'failures', 'ledger', 'catalogue', 'store', 'feeds', 'members'],
      ...['connections', 'http', 'operations', 'config', 'app'],
    ],
    'node-server': ['failures', 'config', 'service'],
    // The program.
    demo: ['failures', 'feeds'],
    commands: [
      ...['crypto', 'failures', 'ledger', 'catalogue', 'store', 'feeds', 'http', 'operations'],
      ...['node-server', 'demo'],
    ],
    cli: ['commands'],
  },
  components: {
    events: [],
    page: ['events'],
    styles: [],
    icons: ['styles'],
    loading: ['events'],
    language: ['loading'],
    subscription: ['events', 'page', 'loading'],
    // The element as its rooms see it.
    element: ['page', 'subscription'],
    buttons: [...['events', 'page', 'icons', 'loading', 'language', 'subscription', 'element']],
    print: ['styles', 'language', 'subscription', 'element'],
    'server-view': ['subscription', 'buttons', 'element'],
    'connected-apps': [
      ...['events', 'icons', 'loading', 'language', 'subscription', 'buttons', 'element'],
    ],
    podcast: ['events', 'page', 'loading', 'language', 'subscription', 'element'],
    transcript: ['styles', 'loading', 'language', 'podcast'],
    messages: [
      ...['page', 'styles', 'loading', 'language', 'subscription', 'element'],
      ...['print', 'connected-apps'],
    ],
    handoff: [
      ...['icons', 'styles', 'language', 'subscription', 'buttons', 'element', 'connected-apps'],
    ],
    player: [
      ...['events', 'page', 'icons', 'styles', 'loading', 'language', 'subscription', 'element'],
      ...['buttons', 'podcast', 'transcript'],
    ],
    sheet: [
      ...['events', 'page', 'icons', 'styles', 'loading', 'language', 'subscription', 'element'],
      ...['buttons', 'connected-apps', 'messages', 'handoff', 'player'],
    ],
    // What a press on an app's button does.
    taps: [
      ...['events', 'page', 'icons', 'styles', 'loading', 'language', 'subscription', 'element'],
      ...['buttons', 'connected-apps', 'messages', 'handoff', 'sheet'],
    ],
    episodes: [
      ...['page', 'icons', 'styles', 'loading', 'language', 'subscription', 'buttons', 'element'],
      ...['print', 'podcast', 'transcript', 'player', 'messages'],
    ],
    view: [
      ...['page', 'icons', 'styles', 'loading', 'language', 'subscription', 'buttons', 'element'],
      ...['server-view', 'messages', 'taps', 'episodes'],
    ],
    'private-podcast-subscribe': [
      ...['events', 'page', 'styles', 'loading', 'language', 'subscription', 'element'],
      ...['buttons', 'messages', 'taps', 'episodes', 'view'],
    ],
    frameworks: ['private-podcast-subscribe'],
  },
};

/**
 * The first load, below `src/components`: what a browser has before the buttons work. It imports nothing
 * else of the element, and of `src` only apps, languages and URLs.
 */
const firstLoad = [
  'private-podcast-subscribe',
  'events/first-events',
  'page/(episode-count|page-source|tell|warn)',
  'icons/(glyphs|tile)',
  'styles/(css|first-styles|control-styles)',
  'loading/(latest-only|lazy-chunks)',
  'language/(language-controller|texts|texts/en-first)',
  'subscription/(subscription-controller|handler-request)',
  'buttons/(app-buttons|app-buttons-view|device-apps|remembered-app)',
  'messages/lost-view',
  'taps/remember-tap',
  'episodes/episodes-space',
  'view/(frame-view|lazy-features|shadow-root)',
  'element/element-view',
];
const firstLoadPath = `components/(${firstLoad.join('|')})\\.ts$`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const table = Object.entries(folders).map(([folder, uses]) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} may import ${uses.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...uses].join('|')})/` },
}));

/** @param {string[]} names @returns what matches the path of each room after its folder */
const anyOf = (names) => `(${names.join('|')})(/|\\.ts$)`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rows = Object.entries(rooms).flatMap(([folder, table]) =>
  Object.entries(table).map(([room, uses]) => ({
    name: `${folder}-rooms`,
    comment: `src/${folder}/${room} may import ${uses.join(', ') || 'no other room'}`,
    severity: 'error',
    from: { path: `^src/${folder}/${anyOf([room])}` },
    to: { path: `^src/${folder}/`, pathNot: `^src/${folder}/${anyOf([room, ...uses])}` },
  })),
);

/** @param {string} path of a package.json */
const dependenciesOf = (path) =>
  Object.keys(JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).dependencies);

/** Packages that only the service needs: dependencies of its package that the others do not have. */
const shared = ['package.json', 'packages/conformance/package.json'].flatMap(dependenciesOf);
const serverPackages = dependenciesOf('packages/service/package.json').filter(
  (name) => !shared.includes(name),
);

/**
 * The files of `src/api` that a browser may load: they can hold no client secret. A type counts as
 * an import too: it would make the next import of a value look harmless.
 */
const browserSafe = [
  'subscription',
  'parser-url',
  'http',
  'deadline',
  'join-chunks',
  'checks/input',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...table,
    ...rows,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'browser-safe',
      comment:
        'no file that can hold a client secret is reached from the element, by any number of imports',
      severity: 'error',
      from: { path: '^src/(components/|(index|define|react|jsx|vue)\\.ts$)' },
      to: {
        path: '^src/(api|publisher|service|conformance)/',
        pathNot: `^src/api/(${browserSafe.join('|')})\\.ts$`,
        reachable: true,
      },
    },
    {
      name: 'first-load',
      comment: 'the first load is the list above: all else loads later',
      severity: 'error',
      from: { path: `^src/(define\\.ts$|${firstLoadPath})` },
      to: {
        path: '^src/(api|errors|podcast|components)/',
        pathNot: `^src/${firstLoadPath}`,
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'no-node-in-the-middle',
      comment: 'only the service and the commands may use what Node alone has',
      severity: 'error',
      from: {
        path: '^src/(crypto|errors|urls|languages|podcast|apps|api|components|server|publisher|conformance)/',
        pathNot:
          '^src/(publisher/(cli|command-line|script-tag/command)|conformance/(cli|config-file|commands/.+))\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-packages',
      comment: 'what only the service needs is imported by the service alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/service/' },
      to: {
        path: `node_modules/(${serverPackages.join('|').replaceAll('.', '\\.')})/`,
      },
    },
    {
      name: 'strict-reader',
      comment:
        'the element and the kit go without the strict reader of XML, and without its package',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service|conformance)/' },
      to: { path: '^src/podcast/xml/strict-xml\\.ts$' },
    },
    {
      name: 'strict-reader-package',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/podcast/xml/strict-xml\\.ts$' },
      to: { path: 'node_modules/saxes/' },
    },
    {
      name: 'framework-packages',
      comment: 'a framework is imported by its own entry point alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(react|jsx|vue)\\.ts$' },
      to: { path: 'node_modules/(@lit/react|(@types/)?react|vue)/' },
    },
    {
      name: 'small-zod',
      comment: 'what a browser may load uses zod/mini: all of zod is three times the size',
      severity: 'error',
      from: { path: '^src/(errors|podcast|apps|api|components|server)/' },
      to: { path: 'node_modules/zod/', pathNot: 'node_modules/zod/mini/' },
    },
    {
      name: 'demo-uses-the-package',
      comment: 'the demo stands on public entry points only',
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^(src|dist)/.+/' },
    },
    {
      name: 'doors-open-outward',
      comment: 'nothing in a folder of src imports an entry point',
      severity: 'error',
      from: { path: '^src/[a-z]+/' },
      to: { path: '^src/[a-z]+\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
