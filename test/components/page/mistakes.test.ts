/** One mistake of a page per row, and what the console says of it: what is wrong, what to do, and where to read on. */
import { expect } from '@open-wc/testing';
import { html, type TemplateResult } from 'lit';
import { PATIENCE_MS } from '../../../src/components/page/suspicions.js';
import { PrivatePodcastError } from '../../../src/index.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  endpoint,
  feedUrl,
  offline,
  place,
  placedWithEpisodes,
  present,
  problem,
  settled,
  useEvents,
  useNetwork,
  useReports,
  useStub,
  type Network,
} from '../../support/element/element.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

type Attributes = Partial<Record<string, string>>;

const PREFIX = '<private-podcast-subscribe>: ';
const web = (status: number) => () => new Response('<!doctype html><p>t0ken', { status });
const source = { token: 'ey.t0ken-that-is-long-enough', endpoint };
const HOW = 'Resolve it with a subscribe token, or with an answer whose text is the token alone.';

/** The lines of the console that are the element's. */
function useWarnings(): () => string[] {
  const stub = useStub();
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    stub(console, 'warn', (...parts: unknown[]) => void said.push(parts.join(' ')));
  });
  return () => said;
}

describe('warnOfMistakes: a mistake that nothing else shows', () => {
  useNetwork();
  const said = useWarnings();
  const hold = useHeldTimers();

  const nothing =
    'There is nothing to show. Set `feed-url`, or `endpoint` and one of `token` and `getToken`.';
  const noToken =
    '`token` is a placeholder, or has characters that no token has. Set it to the text that your token route answers.';
  const content =
    'Parts of the page stand in the element. Close it by </private-podcast-subscribe>: its tag cannot close itself.';
  const rows: [string, Attributes, string, TemplateResult?][] = [
    ['no attribute at all', {}, nothing],
    [
      'no token',
      { endpoint },
      '`token` or `getToken` is missing. Until it is set, nothing is shown.',
    ],
    [
      'no endpoint',
      { token: 't0ken' },
      '`endpoint` is missing. Until it is set, nothing is shown.',
    ],
    ...[
      'TOKEN',
      'undefined',
      '{{ t0ken }}',
      '{"token":"t0ken"}',
      '[object Promise]',
      '<p>t0ken',
    ].map((token): [string, Attributes, string] => [
      `the token ${token}`,
      { endpoint, token },
      noToken,
    ]),
    [
      'unknown apps',
      { ...source, apps: 'overcast pocketcasts, nope', 'preferred-app': 'overcats' },
      'No app has the ID pocketcasts nope overcats. Take IDs from docs/element/apps.md.',
    ],
    ...['many', '', 'undefined', '3px'].map((episodes): [string, Attributes, string] => [
      `episodes="${episodes}"`,
      { ...source, episodes },
      '`episodes` is no number: 5 are shown.',
    ]),
    ...[
      ['parserurl', 'parser-url'],
      ['feed_url', 'feed-url'],
      ['endpont', 'endpoint'],
      ['episode', 'episodes'],
    ].map(([given = '', meant = '']): [string, Attributes, string] => [
      `the attribute ${given}`,
      { ...source, [given]: 's3cret' },
      `An attribute is almost ours. Correct \`${given}\` to \`${meant}\`.`,
    ]),
    [
      'a parser URL with a path too many',
      { ...source, 'parser-url': 'https://parser.example/rss/' },
      '`parser-url` has a path too many. Cut off `/rss`, which the element adds.',
    ],
    [
      'a contact that leads nowhere',
      { ...source, contact: 's3cret' },
      '`contact` is neither a mail address nor a URL.',
    ],
    [
      'a tag that closes itself',
      source,
      content,
      html`<p>More</p>
        <script type="text"></script>`,
    ],
    ['a tag before a part of the page', source, content, html`<div><main>Here</main></div>`],
  ];
  for (const [what, attributes, words, children] of rows) {
    it(`tells of ${what}`, async () => {
      const timers = hold(PATIENCE_MS);
      await place(attributes, children);
      expect(said()).to.deep.equal([]);
      await timers.ringNext();
      const hints = () => said().filter((line) => line.endsWith('#hints'));
      await waitUntil(() => hints().length > 0, 'the hint');
      expect(hints()).to.deep.equal([`${PREFIX}${words} docs/errors.md#hints`]);
      expect(said().join()).not.to.match(/s3cret|t0ken/);
    });
  }

  const fine: [string, Attributes, TemplateResult?][] = [
    [
      'attributes of others',
      { ...source, class: 'a', 'data-apps': 'x', 'x-token': '', 'v-if': '' },
    ],
    ['a short token of a verifier of one’s own', { ...source, token: 'a.b' }],
    ['a fallback', source, html`<a href="/listen">Listen</a>`],
    [
      'a fallback of several pieces',
      source,
      html`<div>
        <p>Or <a href="/listen">here</a></p>
      </div>`,
    ],
    ['content in slots', source, html`<section slot="footer"><h1>Imprint</h1></section>`],
    ['no episodes', { ...source, episodes: '0', apps: 'overcast' }],
  ];
  for (const [what, attributes, children] of fine) {
    it(`tells nothing of ${what}`, async () => {
      const timers = hold(PATIENCE_MS);
      const element = await place(attributes, children);
      await timers.ringNext();
      await settled(element);
      await settled(element);
      expect(said()).to.deep.equal([]);
    });
  }

  it('knows the apps that the page itself has added', async () => {
    const timers = hold(PATIENCE_MS);
    const element = await place({ ...source, apps: 'ours' });
    element.appOverrides = [
      { id: 'ours', name: 'Ours', platforms: ['ios'], privateFeeds: 'paste' },
    ];
    await timers.ringNext();
    await settled(element);
    await settled(element);
    expect(said()).to.deep.equal([]);
  });
});

describe('PrivatePodcastSubscribe: episodes that are no number', () => {
  useNetwork();
  useWarnings();

  for (const episodes of ['many', '', 'undefined', ' ']) {
    it(`are five for “${episodes}”`, async () => {
      const element = await placedWithEpisodes({ episodes });
      expect(all(element, '.episode')).to.have.length(5);
    });
  }

  it('are five for a property that is none, and none for 0', async () => {
    const element = await placedWithEpisodes();
    element.episodes = undefined as unknown as string;
    await settled(element);
    expect(all(element, '.episode')).to.have.length(5);
    element.episodes = 0;
    await settled(element);
    expect(all(element, '.episode')).to.have.length(0);
  });
});

describe('warnOfError: a failure', () => {
  const network = useNetwork();
  const said = useWarnings();
  const heard = useEvents();
  const reports = useReports();

  type Row = [
    what: string,
    code: string,
    words: string,
    attributes: Attributes,
    setUp?: (network: Network) => void,
    change?: (element: PrivatePodcastSubscribe) => void,
  ];
  const withGetToken =
    (getToken: unknown): Row[5] =>
    (element) => {
      element.getToken = getToken as PrivatePodcastSubscribe['getToken'];
    };
  const handler = 'The subscribe endpoint';
  const rows: Row[] = [
    [
      'a feed URL that is none',
      'bad-input',
      '`feed-url` is not a valid http(s) URL. Give it as the feed service gave it.',
      { 'feed-url': 'feeds.example/s3cret', ...source },
    ],
    [
      'an endpoint without https',
      'config',
      `${handler} needs an https URL. If the handler answered, its log names the option.`,
      { ...source, endpoint: 'http://publisher.example/subscribe' },
    ],
    [
      'an endpoint that is not there',
      'not-found',
      `${handler} answered 404 (not-found). Nothing is there: check the URL in \`endpoint\` or \`parser-url\`, and whether the feed still exists.`,
      source,
      (its) => (its.handler = web(404)),
    ],
    [
      'an endpoint that answers a page',
      'bad-response',
      `${handler} answered without a usable feed. Check that \`endpoint\` is the URL of the subscribe handler. It has to answer with JSON, not with a page.`,
      source,
      (its) => (its.handler = web(200)),
    ],
    [
      'a token that was made with another secret',
      'token-invalid',
      `${handler} answered 401 (token-invalid). Make and verify tokens with the same \`secret\`, for this origin.`,
      source,
      (its) => (its.handler = problem('token-invalid', 401)),
    ],
    [
      'an origin that is not allowed',
      'forbidden',
      `${handler} answered 403 (forbidden). Name the origin of the page in \`allowedOrigins\` of the handler. If it was the feed, its link has ended.`,
      source,
      (its) => (its.handler = problem('forbidden', 403)),
    ],
    [
      'a handler out of reach',
      'network',
      `${handler} could not be reached. Check the connection and the URL. Check CORS (\`allowedOrigins\`) and \`connect-src\` of the policy, too.`,
      source,
      (its) => (its.handler = offline),
    ],
    [
      'a parser that is not there',
      'not-found',
      'The feed parser answered 404 (not-found). Nothing is there: check the URL in `endpoint` or `parser-url`, and whether the feed still exists.',
      { 'feed-url': feedUrl, 'parser-url': 'https://parser.example/rss' },
      (its) => (its.parser = problem('', 404)),
    ],
    [
      'a wrong row of the app table',
      'bad-input',
      'appOverrides[0].links.ios: must be plain ASCII and start with a lower-case scheme. docs/errors.md#bad-input',
      source,
      undefined,
      (element) => (element.appOverrides = [{ id: 'overcast', links: { ios: 's3cret' } }]),
    ],
    [
      'a getToken that is no function',
      'bad-input',
      '`getToken` is no function. Set it to one.',
      { endpoint },
      undefined,
      withGetToken('t0ken'),
    ],
    [
      'a getToken that gives the JSON around a token',
      'bad-input',
      `\`getToken\` gave no token. ${HOW}`,
      { endpoint },
      undefined,
      withGetToken(() => Promise.resolve('{"token":"t0ken"}')),
    ],
    [
      'a getToken whose answer holds a page',
      'unavailable',
      `\`getToken\` gave an answer that holds no token. ${HOW}`,
      { endpoint },
      undefined,
      withGetToken(() => Promise.resolve(web(200)())),
    ],
    [
      'a token route that is not there',
      'unavailable',
      '`getToken` was answered 404. Check the URL, and the log of what answers there.',
      { endpoint },
      undefined,
      withGetToken(() => Promise.resolve(web(404)())),
    ],
    [
      'a member who is logged out',
      'unauthorized',
      '`getToken` was answered 401. The member is logged out there, or the link of the feed has ended.',
      { endpoint },
      undefined,
      withGetToken(() => Promise.reject(Object.assign(new Error('t0ken'), { status: 401 }))),
    ],
    [
      'a token route out of reach',
      'network',
      '`getToken` failed. Check CORS (`allowedOrigins`) and `connect-src` of the policy, too.',
      { endpoint },
      undefined,
      withGetToken(() => Promise.reject(new TypeError('Failed to fetch'))),
    ],
    [
      'a PrivatePodcastError of the page',
      'rate-limited',
      '`getToken` failed. Wait; if it happens often, give the handler a `cache`.',
      { endpoint },
      undefined,
      withGetToken(() => Promise.reject(new PrivatePodcastError('rate-limited', 't0ken'))),
    ],
  ];
  for (const [what, code, words, attributes, setUp, change] of rows) {
    it(`tells once of ${what}, and reports nothing beside it`, async () => {
      setUp?.(network);
      const element = await place(attributes);
      change?.(element);
      await waitUntil(() => said().length > 0, 'the warning');
      await settled(element);
      expect(said()).to.have.length(1);
      expect(said()[0]).to.contain(PREFIX + words);
      expect(said()[0]).to.match(new RegExp(`docs/errors\\.md#${code}$`));
      expect(said()[0]).not.to.match(/s3cret|t0ken/);
      expect(heard.lines().filter((line) => line.startsWith('pps-error'))).to.deep.equal([
        `pps-error ${code}`,
      ]);
      expect(reports.texts()).to.deep.equal([]);
    });
  }

  const faults: [string, () => unknown, string][] = [
    ['an error', () => Promise.reject(new Error('Ours.')), 'Error: Ours.'],
    [
      'a call of what is not there',
      () => (undefined as unknown as { json: () => string }).json(),
      'TypeError',
    ],
    [
      'an error with an answer',
      () => Promise.reject(Object.assign(new Error('Ours.'), { response: web(500)() })),
      'Error: Ours.',
    ],
  ];
  for (const [what, getToken, report] of faults) {
    it(`reports ${what} that the page’s own getToken throws as it is`, async () => {
      const element = await place({ endpoint });
      withGetToken(getToken)?.(element);
      await present(element, '[part=notice]');
      await waitUntil(() => said().length > 0, 'the warning');
      expect(reports.texts()).to.have.length(1);
      expect(reports.texts()[0]).to.contain(report);
      expect(said()).to.have.length(1);
      expect(said()[0]).to.match(/`getToken` .+ docs\/errors\.md#unavailable$/);
    });
  }
});
