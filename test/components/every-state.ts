/** The element in every state and with every part unfolded, for what has to hold in all of them. */
import { waitUntil } from '@open-wc/testing';
import { html } from 'lit';
import { en } from '../../src/components/texts/en.js';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import { episode, json, later, type Network, offline, podcast, problem } from './network.js';
import {
  all,
  one,
  place,
  placed,
  placedWithEpisodes,
  present,
  searchFor,
  useStand,
  words,
} from './publisher-page.js';

/** Presses a button, and waits for what it opens. */
export const open = async (
  element: Subscribe,
  selector: string,
  opened: string,
): Promise<Subscribe> => {
  (await present(element, selector)).click();
  await present(element, opened);
  return element;
};

/** For a state that is about something else than episodes. */
const few = { episodes: '1' };

/** Every state, and every part that a member can unfold in it. */
export function everyState(network: Network): Record<string, () => Promise<Subscribe>> {
  const stand = useStand();
  const notAnswered = (code: string, status: number) => () => {
    network.handler = problem(code, status);
    return placed(code === 'no-access' ? code : code === 'token-expired' ? 'expired' : 'failed');
  };
  return {
    'idle, with children': () => place({}, html`<a href="/consume">Open your podcast</a>`),
    resolving: () => {
      network.handler = later().answer;
      return placed('resolving');
    },
    'ready, episodes under way': async () => {
      network.parser = later().answer;
      const element = await placed('ready');
      await present(element, 'section');
      return element;
    },
    'ready, with episodes': () => placedWithEpisodes(),
    'ready, with seasons and badges': () => {
      const told = [
        { season: 1, episodeType: 'trailer' },
        { season: 2, isExplicit: true },
      ];
      network.parser = json(podcast(0, { episodes: told.map((more, i) => episode(i + 1, more)) }));
      return placedWithEpisodes();
    },
    'ready, without episodes': () => placed('ready', { episodes: '0' }),
    'ready, episodes that failed': async () => {
      network.parser = problem('unavailable', 503);
      const element = await placed('ready');
      await present(element, 'section [part=retry]');
      return element;
    },
    'ready, nothing found': async () => {
      const element = await placedWithEpisodes();
      searchFor(element, 'no such harbour');
      await waitUntil(() => all(element, '.episode').length === 0, 'an empty list');
      return element;
    },
    'an empty podcast': async () => {
      network.parser = json(podcast(0));
      const element = await placed('ready');
      await waitUntil(() => words(element.shadowRoot!).includes(en.noEpisodes));
      return element;
    },
    'no access': notAnswered('no-access', 403),
    expired: notAnswered('token-expired', 401),
    failed: notAnswered('unavailable', 503),
    offline: () => {
      stand(navigator, 'onLine', false);
      network.handler = offline;
      return placed('failed');
    },
    'dialog open': async () => open(await placed('ready'), '[part=phone]', 'dialog[open]'),
    'notes open': async () => open(await placedWithEpisodes(few), '.notes-toggle', '.notes a'),
    'chapters and transcript': async () => {
      const told = {
        chapters: [
          { start: 0, title: 'Ropes' },
          { start: 3725, title: 'Tides' },
        ],
        transcripts: [{ url: 'https://media.example/1.html', type: 'text/html' }],
      };
      network.parser = json(podcast(0, { episodes: [episode(1, told)] }));
      return open(await placedWithEpisodes(few), '.notes-toggle', '[part=chapter]');
    },
    'more apps open': async () => open(await placedWithEpisodes(few), 'summary', 'details[open]'),
    'help open': async () => {
      const element = await placedWithEpisodes({ ...few, links: 'direct', apps: 'kasts' });
      return open(element, '[data-app=kasts]', '[part=help]');
    },
    'link copied': async () => {
      stand(navigator, 'clipboard', { writeText: () => Promise.resolve() });
      return open(await placedWithEpisodes(few), '[part=copy]', '[part=link]');
    },
    'an episode that cannot be played': async () => {
      const element = await open(await placedWithEpisodes(few), '.play', 'audio');
      const audio = one(element, 'audio')!;
      // Axe would wait ten seconds for the sound.
      audio.removeAttribute('src');
      Object.defineProperty(audio, 'error', { value: {} });
      audio.dispatchEvent(new Event('error'));
      return element;
    },
  };
}
