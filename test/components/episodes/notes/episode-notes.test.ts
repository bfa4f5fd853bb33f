/** Open notes: transcript and chapters, from the feed or from their own file. */
import { expect } from '@open-wc/testing';
import { readChapters } from '../../../../src/components/podcast/request-chapters.js';
import {
  all,
  episode,
  has,
  json,
  later,
  offline,
  one,
  placedWithEpisodes,
  podcast,
  present,
  settled,
  silent,
  useNetwork,
  useStub,
} from '../../../support/element/element.js';
import { useRecordingsAt } from '../../../support/element/recordings-at.js';
import { waitUntil } from '../../../support/waiting/wait-until.js';

const chaptersUrl = 'https://media.example/12.json';
const written = {
  version: '1.2.0',
  chapters: [
    { startTime: 0, title: 'Ropes', img: 'https://media.example/ropes.png' },
    { startTime: 61.5, title: 'An advertisement', toc: false },
    { startTime: 3725, title: 'Tides' },
  ],
};

describe('NotesController', () => {
  const network = useNetwork();
  const chapters = (element: Parameters<typeof all>[0]) =>
    all(element, '[part=chapters] li').map(({ innerText }) =>
      innerText.trim().replace(/\s+/g, ' '),
    );

  /** The page with one episode, its notes open. */
  async function opened(more: object) {
    network.parser = json(podcast(0, { episodes: [episode(12, more)] }));
    const element = await placedWithEpisodes();
    one(element, '[part=notes-toggle]')!.click();
    await present(element, '[part=notes] > *');
    return element;
  }

  it('links the transcript that a browser can show', async () => {
    const element = await opened({
      transcripts: [
        { url: 'https://media.example/12.vtt', type: 'text/vtt' },
        { url: 'https://media.example/12.html', type: 'text/html', language: 'sv' },
      ],
    });
    const link = one(element, '[part=transcript-link]') as HTMLAnchorElement;
    expect([link.href, link.hreflang, link.rel]).to.deep.equal([
      'https://media.example/12.html',
      'sv',
      'noopener noreferrer',
    ]);
    const other = await opened({
      transcripts: [{ url: 'https://media.example/12.vtt', type: 'text/vtt' }],
    });
    expect(one(other, '[part=transcript-link]')?.getAttribute('href')).to.match(/12\.vtt$/);
  });

  describe('its transcript', () => {
    const recordings = useRecordingsAt(30);
    const stub = useStub();
    const transcripts = [{ url: 'https://media.example/12.vtt', type: 'text/vtt' }];
    const vtt = () => new Response('WEBVTT\n\n00:01.000 --> 00:02.000\nThe first ferry\n');

    /** Presses the link. @returns whether the browser is left to follow it. */
    const pressLink = (element: Parameters<typeof all>[0], more: MouseEventInit = {}) => {
      const link = one(element, '[part=transcript-link]')!;
      // Nothing opens in a test.
      const stay = (event: Event) => event.preventDefault();
      let isFollowed = false;
      const look = (event: Event) => {
        isFollowed = !event.defaultPrevented;
        stay(event);
      };
      document.addEventListener('click', look, { once: true });
      link.dispatchEvent(
        new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ...more }),
      );
      return isFollowed;
    };

    it('opens in the player, paused, and is read once', async () => {
      network.media = vtt;
      const element = await opened({ transcripts });
      const heard: string[] = [];
      element.addEventListener('pps-episode-play', () => heard.push('play'));
      expect(pressLink(element)).to.equal(false);
      await present(element, '[part=player] [part=transcript] .said');
      const media = await present<HTMLMediaElement>(element, '[part=media]');
      expect([media.paused, heard]).to.deep.equal([true, []]);
      expect(network.asked('media').length).to.equal(1);
      await waitUntil(() => element.shadowRoot!.activeElement?.matches('.said'), 'the focus');
      expect(recordings.loaded.length).to.equal(1);
    });

    it('lets what plays play on', async () => {
      network.media = vtt;
      const element = await opened({ transcripts });
      one(element, '.episode [part=play]')!.click();
      const media = await present<HTMLMediaElement>(element, '[part=media]');
      await waitUntil(() => !media.paused && media.readyState > 2, 'sound');
      pressLink(element);
      await present(element, '[part=player] [part=transcript] .said');
      expect([media.paused, recordings.loaded.length]).to.deep.equal([false, 1]);
    });

    it('opens as a file where its host refuses, and plays on what plays', async () => {
      const tabs: unknown[] = [];
      stub(window, 'open', (...tab: unknown[]) => tabs.push(tab));
      const element = await opened({ transcripts });
      expect(pressLink(element)).to.equal(false);
      await waitUntil(() => tabs.length, 'the file');
      expect(tabs).to.deep.equal([
        ['https://media.example/12.vtt', '_blank', 'noopener,noreferrer'],
      ]);
      expect(has(element, '[part=player]')).to.equal(false);
      // A browser that refused the window follows the link itself.
      expect(pressLink(element)).to.equal(true);
    });

    it('waits for the line, and then opens', async () => {
      stub(navigator, 'onLine', false);
      const element = await opened({ transcripts });
      pressLink(element);
      await waitUntil(() => network.asked('media').length === 1, 'a try');
      network.media = vtt;
      stub(navigator, 'onLine', true);
      await waitUntil(() => {
        window.dispatchEvent(new Event('online'));
        return has(element, '[part=player] [part=transcript] .said');
      }, 'the transcript');
    });

    it('is a link for whoever wants a tab, and where nothing plays', async () => {
      network.media = vtt;
      const element = await opened({ transcripts });
      expect(pressLink(element, { ctrlKey: true })).to.equal(true);
      expect(pressLink(element, { metaKey: true })).to.equal(true);
      element.player = 'none';
      await settled(element);
      expect(pressLink(element)).to.equal(true);
      expect(network.asked('media')).to.deep.equal([]);
    });
  });

  it('lists the chapters of the feed, and requests no file', async () => {
    network.media = json(written);
    const element = await opened({ chaptersUrl, chapters: [{ start: 60, title: 'Own' }] });
    expect(chapters(element)).to.deep.equal(['1:00 Own']);
    await settled(element);
    expect(network.asked('media')).to.deep.equal([]);
  });

  it('opens the notes before their chapters file comes, and tells its host nothing', async () => {
    const { answer, give } = later();
    network.media = answer;
    const element = await opened({ chaptersUrl });
    expect(has(element, '[part=notes] a')).to.equal(true);
    expect(has(element, '[part=chapters]')).to.equal(false);
    give(json(written));
    await present(element, '[part=chapters]');
    expect(chapters(element)).to.deep.equal(['0:00 Ropes', '1:02:05 Tides']);
    const [request] = network.asked('media');
    expect(request?.url).to.equal(chaptersUrl);
    expect(request?.credentials).to.equal('omit');
    expect(request?.referrerPolicy).to.equal('no-referrer');
  });

  it('opens the notes without chapters if their file cannot be loaded', async () => {
    for (const answer of [offline, json(written, 404), json('no chapters'), json(null)]) {
      const { length } = network.asked('media');
      network.media = answer;
      const element = await opened({ chaptersUrl });
      await waitUntil(() => network.asked('media').length > length);
      await settled(element);
      expect(has(element, '[part=notes] a')).to.equal(true);
      expect(has(element, '[part=chapters]')).to.equal(false);
      element.remove();
    }
  });

  it('waits for no file once the notes leave the page', async () => {
    network.media = silent;
    const element = await opened({ chaptersUrl });
    await waitUntil(() => network.asked('media').length > 0);
    element.remove();
    expect(network.asked('media')[0]?.signal.aborted).to.equal(true);
  });

  it('asks for the file anew once the notes are back on the page', async () => {
    network.media = silent;
    const element = await opened({ chaptersUrl });
    await waitUntil(() => network.asked('media').length > 0);
    const { parentElement } = element;
    element.remove();
    network.media = json(written);
    parentElement!.append(element);
    await present(element, '[part=chapters]');
    expect(chapters(element)).to.deep.equal(['0:00 Ropes', '1:02:05 Tides']);
  });

  it('lists chapters that cannot be played as text', async () => {
    const element = await opened({ url: undefined, chapters: [{ start: 0, title: 'Ropes' }] });
    expect(chapters(element)).to.deep.equal(['0:00 Ropes']);
    expect(has(element, '[part=chapter]')).to.equal(false);
  });
});

describe('readChapters', () => {
  it('drops a broken chapter, and keeps the others', () => {
    const good = { startTime: 1, title: 'Good' };
    const bad = [null, 7, 'x', {}, { startTime: -1, title: 'a' }, { startTime: 1 }, { title: 'b' }];
    expect(readChapters({ chapters: [...bad, good] })).to.deep.equal([
      { start: 1, title: 'Good', image: undefined },
    ]);
    for (const none of [null, [], {}, { chapters: {} }, 'x', undefined]) {
      expect(readChapters(none)).to.deep.equal([]);
    }
  });
});
