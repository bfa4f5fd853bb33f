/** The element for members who hear it: its outline and its languages. */
import { expect } from '@open-wc/testing';
import { en } from '../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import { open } from '../support/element/every-state.js';
import {
  all,
  episode,
  json,
  one,
  placedWithEpisodes,
  podcast,
  useDevice,
  useNetwork,
  words,
} from '../support/element/element.js';

describe('PrivatePodcastSubscribe: read out', () => {
  const network = useNetwork();
  useDevice('ios');

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
});
