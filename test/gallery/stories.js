/**
 * Every state of the element: what the page gives it, what the publisher's handler and the parser
 * answer, and what the member does. The one list for the gallery, its pictures, the tests on built
 * pages and the tests of every state in three engines.
 */
// @ts-check

/**
 * @typedef {object} Answer
 * @property {number} [status]
 * @property {unknown} [body] JSON. Without a body the answer never comes.
 * @property {boolean} [isCut] the connection breaks
 *
 * @typedef {(target: object, name: string, value: unknown) => void} Stub replaces a property of an
 *   object of the page
 *
 * @typedef {(stub: Stub) => void} Prepare runs in the page before the element's script; the gallery
 *   sends its source, so it uses nothing from around it
 *
 * @typedef {object} Story
 * @property {'idle' | 'resolving' | 'ready' | 'no-access' | 'expired' | 'failed'} state the state
 *   that the element reaches
 * @property {Record<string, string>} [attributes] in addition to `token` and `endpoint`
 * @property {string} [children] HTML
 * @property {Answer | ((token: string) => Answer | undefined)} [handler] default, also for
 *   `undefined`: a Subscription
 * @property {Answer} [parser] default: the podcast
 * @property {'waiting' | 'opened'} [handoff] the handler makes codes, and says what became of them
 * @property {string} [connected] name of an app that fetches the feed again and again
 * @property {Prepare | Prepare[]} [prepare]
 * @property {string | string[]} [press] selectors of what the member presses, each once it is there
 * @property {string} [search] what the member types into the search field
 * @property {[field: string, text: string]} [types] what the member types into another field
 * @property {string} [shows] selector of what is there in the end, beyond the state
 * @property {string} [lang] language of the page
 * @property {string} [css] style of the page
 * @property {boolean} [withoutSource] gives neither token nor endpoint
 * @property {object} [subscription] in addition to what every Subscription has
 * @property {string} [loses] chunk that cannot be loaded
 * @property {boolean} [isServed] the page's server renders the first view
 * @property {boolean} [twice] loads a second copy of the element's script
 * @property {boolean} [isAlike] looks like another story: no picture
 * @property {boolean} [isForComputer] what is pressed is on a computer's page alone
 * @property {boolean} [isPageOnly] about the page around the element: not for the tests of the
 *   element alone
 */

const lorem =
  'The ferry leaves at four in the morning, and nobody on the quay says a word. We listened to the ropes.';

/** @param {number} count */
export function podcast(count) {
  const titles = [
    'The last ferry to Öland',
    'A lighthouse keeper’s Tuesday',
    'Salt, rope and diesel: what a harbour smells of when nobody is there to notice',
    '夜の港 — Harbours of Japan',
    'Fog',
    'The man who mends clocks',
  ];
  return {
    title: 'Quiet Harbours',
    author: 'Norra Kajen Radio',
    language: 'en',
    podcastType: 'EPISODIC',
    image: '/cover.svg',
    description: lorem,
    isExplicit: false,
    episodes: Array.from({ length: count }, (_, index) => ({
      guid: `harbour-${count - index}`,
      title: count > 100 ? `Episode ${count - index}: ${titles[index % 6]}` : titles[index % 6],
      description: lorem,
      descriptionWithHtml: `<p>${lorem}</p><ul><li><a href="https://example.com/ropes">Ropes</a></li><li>Tides</li></ul>`,
      publishDate: new Date(Date.UTC(2026, 10, 12) - index * 7 * 864e5).toISOString(),
      duration: 2580 + index * 631,
      url: 'https://media.example/audio.mp3',
      contentType: 'audio/mpeg',
      episodeType: index === 4 ? 'bonus' : 'full',
      isExplicit: index === 2,
      season: index < count / 2 ? 2 : 1,
      ...(index < count / 2 ? { seasonName: 'Salt and Rain' } : {}),
      chapters: [
        { start: 0, title: 'On the quay' },
        {
          start: 754,
          title: 'What the ropes remember, and what the harbour master would rather forget',
        },
        { start: 3725, title: 'Home' },
      ],
      transcripts: [{ url: 'https://media.example/transcript.html', type: 'text/html' }],
      episode: count - index,
    })),
  };
}

/**
 * The handler's answer about an app that has just fetched the feed, whenever it is asked.
 * @param {string | undefined} name
 */
export const connectionsOf = (name) =>
  name ? [{ app: name.toLowerCase(), name, lastFetchedAt: new Date().toISOString() }] : [];

/** @param {string} code @param {number} status */
const problem = (code, status) => ({ status, body: { type: 'about:blank', code, status } });

/** Selector of an episode in the loaded list. */
const EPISODE = '.episode';

/** A page knows this of its podcast without any answer. */
const known = { 'podcast-title': 'Quiet Harbours', 'podcast-image': '{origin}/cover.svg' };

/** For a story about something other than episodes. */
const few = { episodes: '1' };

/**
 * A recording in whose twelfth minute the member is: it is the same on every machine, with or without
 * sound, and remembers nothing.
 * @type {Prepare}
 */
const plays = (stub) => {
  const media = HTMLMediaElement.prototype;
  const at = { src: '', error: null, ended: false, paused: true, readyState: 4 };
  for (const [name, value] of Object.entries({ ...at, duration: 2580, currentTime: 724 })) {
    stub(media, name, value);
  }
  stub(media, 'load', () => undefined);
  stub(
    media,
    'play',
    /** @this {HTMLMediaElement & { paused: boolean }} */ function () {
      this.paused = false;
      for (const type of ['play', 'playing', 'timeupdate']) this.dispatchEvent(new Event(type));
      return Promise.resolve();
    },
  );
  stub(
    media,
    'pause',
    /** @this {HTMLMediaElement & { paused: boolean }} */ function () {
      this.paused = true;
      this.dispatchEvent(new Event('pause'));
    },
  );
  stub(Storage.prototype, 'setItem', () => undefined);
};

/**
 * After `plays`: the recording does not come, and the player says so at once.
 * @type {Prepare}
 */
const waits = (stub) => {
  const media = HTMLMediaElement.prototype;
  for (const [name, value] of Object.entries({ readyState: 0, duration: NaN, currentTime: 0 })) {
    stub(media, name, value);
  }
  stub(
    media,
    'play',
    /** @this {HTMLMediaElement & { paused: boolean }} */ function () {
      this.paused = false;
      this.dispatchEvent(new Event('play'));
      // The player is loaded meanwhile.
      let rest = 40;
      const wait = setInterval(() => {
        this.dispatchEvent(new Event('waiting'));
        if (!rest--) clearInterval(wait);
      }, 50);
      return Promise.resolve();
    },
  );
  const set = window.setTimeout.bind(window);
  stub(window, 'setTimeout', (/** @type {() => void} */ run, /** @type {number} */ ms) =>
    set(run, ms === 5000 ? 0 : ms),
  );
};

/** @type {Prepare} */
const isOffline = (stub) => stub(navigator, 'onLine', false);

/**
 * A podcast whose episodes have nothing that another server would be asked for.
 * @param {object} more of each episode
 */
const playable = (more = {}) => ({
  body: {
    ...podcast(3),
    episodes: podcast(3).episodes.map((episode) => ({ ...episode, transcripts: [], ...more })),
  },
});

/** The buttons that open the bar, and what is behind it. */
const bar = { press: '.play', shows: '[part~=player-open]' };
const panel = { press: ['.play', '[part~=player-open]'], shows: '[part~=speed]' };

/** @type {Record<string, Story>} */
export const stories = {
  idle: {
    state: 'idle',
    withoutSource: true,
    children: '<a href="/subscribe-page">Open your podcast</a>',
  },
  resolving: { state: 'resolving', handler: {} },
  ready: { state: 'ready', shows: EPISODE },
  'ready-direct': { state: 'ready', attributes: { links: 'direct' }, shows: EPISODE },
  'ready-without-episodes': {
    state: 'ready',
    parser: problem('unavailable', 503),
    shows: 'section [part=retry]',
  },
  'ready-loading-episodes': { state: 'ready', parser: {}, shows: 'section h3' },
  'ready-hiding-episodes': { state: 'ready', attributes: { episodes: '0' }, shows: 'img' },
  'empty-podcast': { state: 'ready', parser: { body: podcast(0) }, shows: 'section > p' },
  'many-episodes': {
    state: 'ready',
    isPageOnly: true,
    parser: { body: podcast(10_000) },
    shows: EPISODE,
  },
  'nothing-found': { state: 'ready', search: 'no such harbour', shows: 'section > p' },
  'search-open': { state: 'ready', press: '[part=search-open]', shows: '[part=search]:focus' },
  'something-found': { state: 'ready', search: 'fog', shows: '.found' },
  'order-open': { state: 'ready', press: '[part=sort-open]', shows: '[part=sort]:not([hidden])' },
  'episode-images': {
    state: 'ready',
    parser: {
      body: {
        ...podcast(12),
        episodes: podcast(12).episodes.map((episode, index) => ({
          ...episode,
          ...(index % 2 ? {} : { image: '/episode.svg' }),
        })),
      },
    },
    press: '.notes-toggle',
    shows: '.notes [part=transcript-link]',
  },
  'bare-episodes': {
    state: 'ready',
    parser: {
      body: {
        ...podcast(3),
        image: undefined,
        episodes: podcast(3).episodes.map(({ guid, title, url }, index) => ({
          guid,
          title,
          ...(index === 1 ? {} : { url }),
        })),
      },
    },
    shows: EPISODE,
  },
  'one-episode': { state: 'ready', parser: { body: podcast(1) }, shows: EPISODE },
  listening: { state: 'ready', attributes: few, parser: playable(), prepare: plays, ...bar },
  'player-open': {
    state: 'ready',
    attributes: few,
    parser: playable(),
    prepare: plays,
    ...panel,
    shows: '[part~=player] [part~=chapter][aria-current]',
  },
  'player-transcript': {
    state: 'ready',
    attributes: few,
    parser: playable({ chapters: [], transcripts: [{ url: '/transcript.vtt', type: 'text/vtt' }] }),
    prepare: plays,
    ...panel,
    shows: '[part~=player] [part~=transcript]',
  },
  'player-more': {
    state: 'ready',
    attributes: few,
    parser: playable({ chapters: [] }),
    prepare: plays,
    press: [...panel.press, '[part~=player] > details > summary'],
    shows: '[part~=player] > details[open] [part~=copy-moment]',
  },
  'player-arabic': {
    state: 'ready',
    attributes: { ...few, locale: 'ar' },
    // English at the page's end would be measured as Arabic.
    parser: { body: { ...playable().body, description: undefined } },
    prepare: plays,
    ...panel,
    shows: '[part~=player]:dir(rtl) [part~=chapter][aria-current]',
  },
  'player-video': {
    state: 'ready',
    attributes: few,
    parser: playable({ contentType: 'video/mp4', chapters: [] }),
    prepare: plays,
    press: '.play',
    shows: '[part~=player] video[controls]',
  },
  'player-live': {
    state: 'ready',
    attributes: few,
    parser: playable({ chapters: [], duration: undefined }),
    prepare: [plays, (stub) => stub(HTMLMediaElement.prototype, 'duration', Infinity)],
    ...panel,
  },
  'player-loading': {
    state: 'ready',
    attributes: few,
    parser: playable({ chapters: [] }),
    prepare: [plays, waits],
    ...bar,
    shows: '[part~=player] [role=status]:not(:empty)',
  },
  'player-offline': {
    state: 'ready',
    attributes: few,
    parser: playable({ chapters: [] }),
    prepare: [plays, waits, isOffline],
    ...bar,
    shows: '[part~=player] [role=status]:not(:empty)',
  },
  'notes-open': { state: 'ready', press: '.notes-toggle', shows: '.notes [part=transcript-link]' },
  'sheet-open': {
    state: 'ready',
    attributes: few,
    subscription: {
      canReset: true,
      streamingUrl: 'https://music.example/show',
      streamingLinkUrl: 'https://music.example/connect',
    },
    press: ['[part=more]'],
    shows: 'dialog [part=reset]',
  },
  'sheet-elsewhere': {
    state: 'ready',
    attributes: few,
    press: ['[part=more]', 'dialog [part=phone]', 'dialog [part=app]'],
    shows: 'dialog [part=qr] svg',
  },
  'reset-question': {
    state: 'ready',
    attributes: few,
    subscription: { canReset: true },
    press: ['[part=more]', '[part=reset]'],
    shows: '[part=reset-confirm]',
  },
  'reset-done': {
    state: 'ready',
    attributes: few,
    subscription: { canReset: true },
    press: ['[part=more]', '[part=reset]', '[part=reset-confirm]'],
    shows: '[part=reset-panel] .primary[part=reset-cancel]',
  },
  connected: {
    state: 'ready',
    attributes: few,
    handoff: 'waiting',
    connected: 'Overcast',
    subscription: { hasConnections: true, canReset: true },
    shows: '.connected',
  },
  'second-visit': {
    state: 'ready',
    attributes: few,
    connected: 'Overcast',
    subscription: {
      hasConnections: true,
      canReset: true,
      connections: connectionsOf('Overcast'),
    },
    shows: '.connected',
  },
  'help-open': {
    state: 'ready',
    attributes: { ...few, links: 'direct', apps: 'kasts' },
    isForComputer: true,
    press: '[data-app=kasts]',
    shows: '[part=help]',
  },
  'link-copied': {
    state: 'ready',
    attributes: few,
    prepare: (stub) => stub(navigator, 'clipboard', { writeText: () => Promise.resolve() }),
    press: ['[part=more]', '[part=copy]'],
    shows: '[part=show-link]',
  },
  'link-not-copied': {
    state: 'ready',
    attributes: few,
    prepare: (stub) => stub(navigator, 'clipboard', undefined),
    press: ['[part=more]', '[part=copy]'],
    shows: '[part=link]',
  },
  'code-shown': {
    state: 'ready',
    attributes: few,
    handoff: 'waiting',
    isForComputer: true,
    press: '[part=phone]',
    shows: '[part=qr] svg',
  },
  'code-opened': {
    state: 'ready',
    attributes: few,
    handoff: 'opened',
    isForComputer: true,
    prepare: (stub) => {
      // Looks at once whether the phone has opened it.
      const set = window.setTimeout.bind(window);
      stub(window, 'setTimeout', (/** @type {() => void} */ run, /** @type {number} */ ms) =>
        set(run, ms === 3000 ? 0 : ms),
      );
    },
    press: '[part=phone]',
    shows: '[part=new-code]',
  },
  'not-playable': {
    state: 'ready',
    attributes: few,
    parser: playable({ chapters: [] }),
    prepare: [
      plays,
      (stub) =>
        // The recording is lost, whatever the network of the machine.
        stub(
          HTMLMediaElement.prototype,
          'play',
          /** @this {HTMLMediaElement} */ function () {
            Object.defineProperty(this, 'error', { value: { code: 4 } });
            let rest = 40;
            const fail = setInterval(() => {
              this.dispatchEvent(new Event('error'));
              if (!rest--) clearInterval(fail);
            }, 50);
            return Promise.reject(new Error('lost'));
          },
        ),
    ],
    press: '.play',
    shows: '[part~=player] [role=status]:not(:empty)',
  },
  'no-access': { state: 'no-access', handler: problem('no-access', 403) },
  'no-access-contact': {
    state: 'no-access',
    attributes: { ...known, contact: 'help@harbours.example' },
    handler: problem('no-access', 403),
  },
  'no-access-offer': {
    state: 'no-access',
    attributes: known,
    handler: problem('no-access', 403),
    children:
      '<div slot="no-access"><p><strong>Become a member</strong> and hear every harbour.</p><p><a href="/join">Join for 4 € a month</a></p></div>',
  },
  expired: { state: 'expired', handler: problem('token-expired', 401) },
  renewed: {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    handler: (token) => (token === 'fresh' ? undefined : problem('token-expired', 401)),
    prepare: (stub) =>
      stub(
        /** @type {Element} */ (document.querySelector('private-podcast-subscribe')),
        'getToken',
        () => Promise.resolve('fresh'),
      ),
  },
  'feed-url': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    withoutSource: true,
    attributes: {
      'feed-url': '{origin}/feeds/secret-of-feed-url/show_private.rss?token=a%2Fb+c',
      'parser-url': '{origin}/parser/feed-url',
      'consume-url': '{origin}/consume',
    },
  },
  'two-copies': { state: 'ready', isAlike: true, isPageOnly: true, twice: true },
  served: { state: 'ready', isServed: true, isAlike: true, isPageOnly: true },
  'served-arabic': {
    state: 'ready',
    isServed: true,
    isAlike: true,
    isPageOnly: true,
    lang: 'ar',
    attributes: { links: 'direct' },
  },
  'served-swedish': {
    state: 'ready',
    isServed: true,
    isAlike: true,
    isPageOnly: true,
    lang: 'sv',
    attributes: { links: 'direct', 'podcast-image': '{origin}/cover.svg' },
  },
  busy: { state: 'failed', handler: problem('unavailable', 503) },
  offline: {
    state: 'failed',
    attributes: known,
    handler: { isCut: true },
    prepare: (stub) => stub(navigator, 'onLine', false),
  },
  'logged-out': {
    state: 'failed',
    isPageOnly: true,
    handler: problem('token-expired', 401),
    prepare: (stub) =>
      stub(
        /** @type {Element} */ (document.querySelector('private-podcast-subscribe')),
        'getToken',
        () => Promise.resolve(new Response('', { status: 401 })),
      ),
  },
  'failed-set-up': { state: 'failed', handler: problem('bad-response', 502) },
  'failed-contact': {
    state: 'failed',
    attributes: { ...known, contact: 'help@harbours.example' },
    handler: problem('bad-response', 502),
  },
  'dead-link': { state: 'failed', parser: problem('not-found', 404) },
  'dead-link-contact': {
    state: 'failed',
    attributes: { contact: '/help' },
    parser: problem('not-found', 404),
  },
  'dead-link-reset': {
    state: 'failed',
    attributes: known,
    subscription: { canReset: true },
    parser: problem('not-found', 404),
    shows: '[part=reset]',
  },
  'dead-link-question': {
    state: 'failed',
    attributes: known,
    subscription: { canReset: true },
    parser: problem('not-found', 404),
    press: '[part=reset]',
    shows: '[part=reset-confirm]',
  },
  'lost-chunk': {
    state: 'resolving',
    isPageOnly: true,
    loses: 'shared',
    shows: '[part=retry]',
  },
  'lost-chunk-offline': {
    state: 'resolving',
    isPageOnly: true,
    attributes: known,
    loses: 'shared',
    prepare: (stub) => stub(navigator, 'onLine', false),
    shows: '[part=retry]',
  },
  'lost-chunk-beside-apps': {
    state: 'ready',
    isPageOnly: true,
    loses: 'episodes-section',
    shows: '[part=retry]',
  },
  // These load what is loaded seldom. They look like other stories, and must keep to the page's policy as those do.
  'apps-asked-for': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    attributes: { ...few, apps: 'castbox,spotify,youtube-music' },
    shows: '[part=app] svg',
  },
  'app-overrides': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    attributes: few,
    prepare: (stub) =>
      stub(
        /** @type {Element} */ (document.querySelector('private-podcast-subscribe')),
        'appOverrides',
        [{ id: 'overcast', name: 'Overcast by another name' }],
      ),
    shows: '[data-app=overcast]:has-text("another name")',
  },
  'notes-purified': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    // A browser without a sanitizer of its own.
    prepare: () => void Reflect.deleteProperty(Element.prototype, 'setHTML'),
    press: '.notes-toggle',
    shows: '.notes li a',
  },
  'chapters-file': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    parser: playable({ chapters: [], chaptersUrl: '/chapters.json' }),
    press: '.notes-toggle',
    shows: '.notes [part=chapters]',
  },
  'transcript-html': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    attributes: few,
    parser: playable({ transcripts: [{ url: '/transcript.html', type: 'text/html' }] }),
    prepare: plays,
    ...panel,
    types: ['[part~=transcript] [type=search]', 'quay'],
    shows: '[part~=transcript] mark',
  },
  'transcript-json': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    attributes: few,
    parser: playable({ transcripts: [{ url: '/transcript.json', type: 'application/json' }] }),
    prepare: plays,
    ...panel,
    shows: '[part~=transcript] .said',
  },
  'video-captions': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    attributes: few,
    parser: playable({
      contentType: 'video/mp4',
      transcripts: [{ url: '/transcript.vtt', type: 'text/vtt' }],
    }),
    prepare: [
      plays,
      (stub) => {
        const add = HTMLMediaElement.prototype.addTextTrack;
        stub(
          HTMLMediaElement.prototype,
          'addTextTrack',
          /** @this {HTMLMediaElement} @param {Parameters<typeof add>} track */ function (
            ...track
          ) {
            this.dataset.captions = '';
            return add.apply(this, track);
          },
        );
      },
    ],
    press: '.play',
    shows: 'video[data-captions]',
  },
  'played-at-once': {
    state: 'ready',
    isAlike: true,
    isPageOnly: true,
    attributes: few,
    parser: playable(),
    prepare: [
      plays,
      () => {
        const name = 'private-podcast-subscribe';
        const element = /** @type {Element & { play: (guid: string) => void }} */ (
          document.querySelector(name)
        );
        void customElements.whenDefined(name).then(() => element.play('harbour-3'));
      },
    ],
    shows: '[part~=player-open]',
  },
  brand: {
    state: 'ready',
    isPageOnly: true,
    css: 'private-podcast-subscribe { --pps-accent: #b3261e; --pps-radius: 2px; --pps-font: Georgia, serif }',
  },
  arabic: { state: 'ready', isPageOnly: true, lang: 'ar' },
  'hostile-page': {
    state: 'ready',
    isPageOnly: true,
    css: '* { font: 18px/3 Georgia !important; letter-spacing: 0.4em; text-transform: uppercase; text-align: right; color: crimson; box-sizing: content-box; margin: 6px; padding: 6px } a, button, li { display: block !important; background: yellow }',
  },
};
