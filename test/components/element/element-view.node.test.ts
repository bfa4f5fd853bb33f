/** What the element shows, out of all that is known: laws over everything that can be known at once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementView } from '../../../src/components/element/element-view.js';
import type { ShownPodcast } from '../../../src/podcast/shown-podcast.js';

const state = fc.constantFrom('resolving', 'ready', 'no-access', 'expired', 'failed');
const titled = (name: string) =>
  fc.option(fc.record({ title: fc.constantFrom('', name) }), { nil: undefined });
const resolved = fc.record({
  state,
  subscription: titled('Subscription'),
  dead: titled('Dead'),
  rendered: titled('Rendered'),
});
const podcast = fc.option(
  fc.record({
    title: fc.constantFrom('', 'Podcast'),
    image: fc.constantFrom(undefined, '/podcast.jpg'),
  }),
  { nil: undefined },
) as fc.Arbitrary<ShownPodcast | undefined>;
const loaded = fc.record({ podcast, hasFailed: fc.boolean() });
const page = fc.tuple(fc.constantFrom('', 'Page'), fc.constantFrom(undefined, '/page.jpg'));
const around = fc.record({
  message: fc.constantFrom(undefined, {}),
  isLost: fc.boolean(),
  texts: fc.constantFrom(undefined, {}),
});
type Known = Parameters<typeof elementView>;
const known: fc.Arbitrary<Known> = fc.tuple(resolved, loaded, page, around);

/** Enough to meet each of the few combinations. */
const holds = (law: (each: Known) => void) => fc.assert(fc.property(known, law), { numRuns: 3000 });

describe('elementView', () => {
  it('names the podcast by the best that is known: the feed, the Subscription, the page', () => {
    holds(([resolved, loaded, page, around]) => {
      const { subscription, dead } = resolved;
      const best = [loaded.podcast?.title, (subscription ?? dead)?.title, page[0]].find(Boolean);
      expect(elementView(resolved, loaded, page, around).title).toBe(best ?? '');
    });
  });

  it('waits for the podcast until it is there or has failed, and never beside a message', () => {
    holds(([resolved, loaded, page, around]) => {
      const { isWaiting } = elementView(resolved, loaded, page, around);
      const isSettled = resolved.state === 'ready' && (loaded.podcast ?? loaded.hasFailed);
      expect(isWaiting).toBe(!isSettled && !around.message && !around.isLost);
    });
  });

  it('keeps the links of a member beside what the network has lost', () => {
    holds(([resolved, loaded, page, around]) => {
      const { isAlone } = elementView(resolved, loaded, page, around);
      const hasLinks = resolved.subscription !== undefined && !around.message;
      if (hasLinks) expect(isAlone).toBe(false);
      // In whose words would it say so?
      if (!around.message && !around.texts) expect(isAlone).toBe(false);
      if (around.message) expect(isAlone).toBe(true);
    });
  });

  it('keeps room for a cover, but not beside a message that is all there is', () => {
    holds(([resolved, loaded, page, around]) => {
      const { cover, isAlone } = elementView(resolved, loaded, page, around);
      const known = loaded.podcast?.image ?? page[1];
      expect(cover).toBe(known ?? (isAlone ? null : undefined));
    });
  });

  it('gives a title two lines of room only where none was there from the start', () => {
    holds(([resolved, loaded, page, around]) => {
      const { wasUntitled } = elementView(resolved, loaded, page, around);
      expect(wasUntitled).toBe(!resolved.rendered?.title && !page[0]);
    });
  });
});
