/**
 * Every state of the element as a page of its own: what the page gives the element, what
 * the publisher's handler and the parser answer, and how one knows that it stands.
 */
// @ts-check

/**
 * @typedef {object} Answer
 * @property {number} [status]
 * @property {unknown} [body] JSON; without one the answer never comes.
 * @property {boolean} [isCut] the connection breaks, as where there is none
 *
 * @typedef {object} Story
 * @property {string} state the state that the element is to reach
 * @property {Record<string, string>} [attributes] beside `token` and `endpoint`
 * @property {string} [children]
 * @property {Answer | ((token: string) => Answer | undefined)} [handler] default, or where it gives none: a Subscription
 * @property {Answer} [parser] default: the podcast
 * @property {string} [lang] of the page
 * @property {string} [css] the page's own style
 * @property {boolean} [withoutSource] gives neither token nor endpoint
 * @property {string} [script] the page's own, run before the element's
 * @property {boolean} [isAlike] looks like another one: tested, not pictured
 * @property {boolean} [twice] loads a second copy of the element's script
 * @property {string} [press] what is pressed once the episodes stand
 * @property {string} [query] behind the script's address, as WordPress writes one
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

/** @param {string} code @param {number} status */
const problem = (code, status) => ({ status, body: { type: 'about:blank', code, status } });

/** @type {Record<string, Story>} */
export const stories = {
  idle: {
    state: 'idle',
    withoutSource: true,
    children: '<a href="/subscribe-page">Open your podcast</a>',
  },
  resolving: { state: 'resolving', handler: {} },
  ready: { state: 'ready' },
  'ready-direct': { state: 'ready', attributes: { links: 'direct' } },
  'ready-without-episodes': { state: 'ready', parser: problem('unavailable', 503) },
  'ready-loading-episodes': { state: 'ready', parser: {} },
  'notes-open': { state: 'ready', press: '[part=notes-toggle]' },
  'empty-podcast': { state: 'ready', parser: { body: podcast(0) } },
  'many-episodes': { state: 'ready', parser: { body: podcast(10_000) } },
  'no-access': { state: 'no-access', handler: problem('no-access', 403) },
  'no-access-offer': {
    state: 'no-access',
    handler: problem('no-access', 403),
    children:
      '<div slot="no-access"><p><strong>Become a member</strong> and hear every harbour.</p><p><a href="/join">Join for 4 € a month</a></p></div>',
  },
  expired: { state: 'expired', handler: problem('token-expired', 401) },
  renewed: {
    state: 'ready',
    isAlike: true,
    handler: (token) => (token === 'fresh' ? undefined : problem('token-expired', 401)),
    script: `document.querySelector('private-podcast-subscribe').getToken = async () => 'fresh';`,
  },
  'feed-url': {
    state: 'ready',
    isAlike: true,
    withoutSource: true,
    attributes: {
      'feed-url': '{origin}/feeds/secret-of-feed-url/show_private.rss?token=a%2Fb+c',
      'parser-url': '{origin}/parser/feed-url',
      'consume-url': '{origin}/consume',
    },
  },
  'two-copies': { state: 'ready', isAlike: true, twice: true },
  versioned: { state: 'ready', isAlike: true, query: '?ver=6.1' },
  failed: { state: 'failed', handler: problem('unavailable', 503) },
  offline: {
    state: 'failed',
    handler: { isCut: true },
    script: `Object.defineProperty(navigator, 'onLine', { value: false });`,
  },
  'failed-set-up': { state: 'failed', handler: problem('bad-response', 502) },
  brand: {
    state: 'ready',
    css: 'private-podcast-subscribe { --pps-accent: #b3261e; --pps-radius: 2px; --pps-font: Georgia, serif }',
  },
  arabic: { state: 'ready', lang: 'ar' },
  'hostile-page': {
    state: 'ready',
    css: '* { font: 18px/3 Georgia !important; letter-spacing: 0.4em; text-transform: uppercase; text-align: right; color: crimson; box-sizing: content-box; margin: 6px; padding: 6px } a, button, li { display: block !important; background: yellow }',
  },
};
