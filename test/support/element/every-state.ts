/** Enters the stories of the gallery in the page of a test: for what must hold in every state. */
import { html } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { PrivatePodcastSubscribe as Subscribe } from '../../../src/index.js';
import { connectionsOf, podcast, stories, type Answer, type Story } from '../../gallery/stories.js';
import { json, later, offline, subscription, type Network } from './element-network.js';
import { place, placed, present, searchFor, useStub } from './publisher-page.js';

/** Presses a button, and waits for what it opens. */
export async function open(
  element: Subscribe,
  selector: string,
  opened: string,
): Promise<Subscribe> {
  (await present(element, selector)).click();
  await present(element, opened);
  return element;
}

/** A picture that the test's own server has. */
const cover = new URL('/demo/public/icon.svg', location.href).href;

/** A transcript that it has. */
const transcript = new URL('/demo/show/media/s2e6.vtt', location.href).href;

/** A story's server, as an answer of this page's network. */
function answerOf({ body, status, isCut }: Answer) {
  if (isCut) return offline;
  if (body === undefined) return later().answer;
  const text = JSON.stringify(body)
    .replaceAll(/"\/(cover|episode)\.svg"/g, JSON.stringify(cover))
    .replaceAll('"/transcript.vtt"', JSON.stringify(transcript));
  return json(JSON.parse(text), status);
}

/** A handler that makes codes, and says what became of them and which app fetches the feed. */
const asked =
  ({ handoff, connected, subscription: given }: Story) =>
  (request: Request) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.has('connections')) {
      return json({ connections: connectionsOf(connected) })(request);
    }
    if (!searchParams.has('handoff')) {
      return subscription({ ...given, ...(handoff && { handoff: true as const }) })(request);
    }
    const code = { url: '?h=AbCdEfGhIjKlMnOpQrStUv', expiresIn: 600 };
    return json(request.method === 'POST' ? code : { opened: handoff === 'opened' })(request);
  };

/** Every story of the element itself, by its name; each function puts the element into that state. */
export function everyState(network: Network): Record<string, () => Promise<Subscribe>> {
  const stub = useStub();
  const enter = async (story: Story): Promise<Subscribe> => {
    const { state, handler, parser, children = '', press, search, shows } = story;
    network.handler = typeof handler === 'object' ? answerOf(handler) : asked(story);
    network.parser = parser ? answerOf(parser) : json({ ...podcast(12), image: cover });
    for (const prepare of [story.prepare ?? []].flat()) prepare(stub);
    const attributes = Object.fromEntries(
      Object.entries(story.attributes ?? {}).map(([name, value]) => [
        name,
        value.replace('{origin}/cover.svg', cover),
      ]),
    );
    const content = html`${unsafeHTML(children)}`;
    const element = story.withoutSource
      ? await place(attributes, content)
      : await placed(state, attributes, content);
    // The podcast is there in every story: a tree of the page must not depend on speed.
    if (state === 'ready' && !parser) await present(element, 'img');
    for (const selector of [press ?? []].flat()) (await present(element, selector)).click();
    if (search !== undefined) {
      (await present(element, '[part=search-open]')).focus();
      await present(element, '[part=search]');
      searchFor(element, search);
      await present(element, '.found');
    }
    if (shows) await present(element, shows);
    return element;
  };
  return Object.fromEntries(
    Object.entries(stories)
      .filter(([, { isPageOnly }]) => !isPageOnly)
      .map(([name, story]) => [name, () => enter(story)]),
  );
}
