/** The element for members who hear it: its outline and its languages. */
import { expect } from '@open-wc/testing';
import { en } from '../../src/components/texts/en.js';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import { everyState, open } from '../support/element/every-state.js';
import { outline } from '../support/element/outline.js';
import {
  all,
  episode,
  json,
  one,
  placedWithEpisodes,
  podcast,
  says,
  useDevice,
  useNetwork,
  words,
} from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';

describe('PrivatePodcastSubscribe: read out', () => {
  const network = useNetwork();
  useDevice('ios');
  const states = everyState(network);

  describe('languages', () => {
    const spoken = (element: Subscribe, selector: string) => {
      const { lang, dir } = one(element, selector)!;
      return { lang, dir };
    };

    it('marks the feed’s texts with the feed’s language, and ours among them with the member’s', async () => {
      const told = episode(1, {
        chapters: [{ title: '港', start: 0 }],
        transcripts: [{ url: 'https://media.example/1.vtt', type: 'text/vtt' }],
      });
      network.parser = json(podcast(0, { language: 'ja', episodes: [told] }));
      const element = await placedWithEpisodes();
      for (const selector of ['h2', '[part=episode-title]', '.excerpt']) {
        expect(spoken(element, selector), selector).to.deep.equal({ lang: 'ja', dir: 'auto' });
      }
      await open(element, '.notes-toggle', '.notes a[href="https://example.com/1"]');
      const langOf = (text: string) =>
        all(element, '.notes *')
          .find((node) => words(node) === text && node.childElementCount === 0)
          ?.closest('[lang]')
          ?.getAttribute('lang');
      expect(langOf('harbour 1')).to.equal('ja');
      expect(langOf('港')).to.equal('ja');
      expect(langOf(en.chapters)).to.equal('en');
      expect(langOf(en.transcript)).to.equal('en');
    });

    it('takes each text’s direction from the text itself', async () => {
      const told = episode(1, { title: 'נמל' });
      network.parser = json(podcast(0, { title: 'נמלים', language: 'he', episodes: [told] }));
      const element = await placedWithEpisodes();
      for (const selector of ['h2', '[part=episode-title]']) {
        expect(one(element, selector)!.matches(':dir(rtl)'), selector).to.equal(true);
      }
      // The chevron after the title stays where it is in the other rows.
      for (const selector of ['h3', '[part=notes-toggle]']) {
        expect(one(element, selector)!.matches(':dir(ltr)'), selector).to.equal(true);
      }
    });
  });

  describe('the whole element', () => {
    const trees = {
      resolving: [`p ${en.personal}`, 'live region'],
      'no-access': [
        `heading 2 ${en.noAccessTitle}`,
        `p ${en.noAccessText}`,
        `live region ${en.noAccessTitle}. ${en.noAccessText}`,
      ],
      expired: [
        `heading 2 ${en.expiredTitle}`,
        `p ${en.expiredText}`,
        'button Continue',
        `live region ${en.expiredTitle}. ${en.expiredText}`,
      ],
      busy: [
        `heading 2 ${en.failedTitle}`,
        `p ${en.failedBusy}`,
        'button Try again',
        `live region ${en.failedTitle}. ${en.failedBusy}`,
      ],
    };
    for (const [state, tree] of Object.entries(trees)) {
      it(state, async () => {
        const element = await states[state]!();
        if (state !== 'resolving') await waitUntil(() => words(one(element, '.status')!));
        expect(outline(element)).to.deep.equal(tree);
      });
    }

    it('ready', async () => {
      const told = episode(1, { publishDate: undefined, duration: undefined });
      network.parser = json(podcast(0, { episodes: [told, episode(2)] }));
      const apps = 'overcast castro downcast';
      const element = await placedWithEpisodes({ apps, episodes: '1' });
      element.style.inlineSize = '320px';
      await says(element, en.ready);
      expect(outline(element)).to.deep.equal([
        'heading 2 Quiet Harbours',
        'p Norra Kajen Radio',
        `p ${en.personal}`,
        'link Open in Overcast',
        `button ${en.listen}`,
        'list',
        '  listitem',
        '    link Open in Castro',
        '  listitem',
        '    link Open in Downcast',
        '  listitem',
        `    button ${en.more}`,
        'heading 3 Episodes',
        'list',
        '  listitem',
        '    button Play Harbour 1',
        '    heading 4 Harbour 1',
        '    button Harbour 1',
        '    p What was said in harbour 1.',
        'button All 2 episodes',
        `live region ${en.ready}`,
      ]);
    });
  });
});
