/**
 * The element for who sees little, hears it read, or has no mouse: WCAG 2.2 AA in every
 * state, by axe, by the keyboard and by measure.
 */
import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { en } from '../../src/components/texts/en.js';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import { outline } from './outline.js';
import {
  all,
  episode,
  json,
  later,
  one,
  place,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  problem,
  reach,
  subscription,
  useNetwork,
} from './publisher-page.js';

const themes = { light: ['#fff', '#1a1a1a'], dark: ['#16181d', '#ececec'] } as const;

function wear(theme: keyof typeof themes): void {
  const [background, color] = themes[theme];
  document.documentElement.style.colorScheme = theme;
  Object.assign(document.body.style, { background, color });
}

const open = async (element: Subscribe, selector: string, opened: string): Promise<Subscribe> => {
  (await present(element, selector)).click();
  await present(element, opened);
  return element;
};
const focused = (element: Subscribe) => element.shadowRoot?.activeElement as HTMLElement | null;
const words = (node: Node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
const nameOf = (node: HTMLElement | null) =>
  node ? (node.getAttribute('aria-label') ?? words(node)) : 'the page';

/** Every state, and every part that a member can unfold in it. */
function states(network: ReturnType<typeof useNetwork>): Record<string, () => Promise<Subscribe>> {
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
    'an empty podcast': async () => {
      network.parser = json(podcast(0));
      const element = await placed('ready');
      await waitUntil(() => words(element.shadowRoot!).includes(en.noEpisodes));
      return element;
    },
    'no access': notAnswered('no-access', 403),
    expired: notAnswered('token-expired', 401),
    failed: notAnswered('unavailable', 503),
    'dialog open': async () => open(await placed('ready'), '[part=phone]', 'dialog[open]'),
    'notes open': async () => open(await placedWithEpisodes(), '.notes-toggle', '.notes a'),
    'more apps open': async () => open(await placed('ready'), 'summary', 'details[open]'),
  };
}

describe('accessibility', () => {
  const network = useNetwork();
  const everyState = states(network);
  afterEach(() => {
    document.documentElement.style.colorScheme = '';
    document.body.removeAttribute('style');
  });

  for (const theme of ['light', 'dark'] as const) {
    for (const [name, enter] of Object.entries(everyState)) {
      it(`axe finds no fault: ${name}, ${theme}`, async () => {
        wear(theme);
        await expect(await enter()).to.be.accessible();
      });
    }
  }

  describe('by the keyboard', () => {
    const apps = 'overcast castro pocket-casts antennapod podcast-addict kasts';

    it('walks through everything in the order it is read, and shows where it is', async () => {
      const element = await placedWithEpisodes({ apps, episodes: '2' });
      // The walk begins and ends on the page: beyond it the keys would be the browser's own.
      const [before, after] = [document.createElement('button'), document.createElement('button')];
      element.before(before);
      element.after(after);
      before.focus();
      const walk: string[] = [];
      while (walk.length < 30) {
        await sendKeys({ press: 'Tab' });
        const at = focused(element);
        if (!at) break;
        walk.push(nameOf(at));
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        expect(outlineStyle, walk.at(-1)).to.equal('solid');
        expect(parseFloat(outlineWidth), walk.at(-1)).to.be.at.least(2);
        const { top, bottom } = at.getBoundingClientRect();
        expect(top >= 0 && bottom <= window.innerHeight, `${walk.at(-1)} in view`).to.equal(true);
      }
      expect(walk).to.deep.equal([
        'Open in Overcast',
        'Castro',
        'Pocket Casts',
        'AntennaPod',
        'Podcast Addict',
        'Copy link',
        'QR code',
        'More apps',
        'Search episodes',
        'Order',
        'Show notes of Harbour 12',
        'Play Harbour 12',
        'Show notes of Harbour 11',
        'Play Harbour 11',
        'Show all 12',
      ]);
      expect(document.activeElement).to.equal(after);
    });

    for (const key of ['Enter', ' ']) {
      const called = key === ' ' ? 'Space' : key;

      it(`opens and closes more apps by ${called}`, async () => {
        const element = await placed('ready', { apps });
        const details = one(element, 'details') as HTMLDetailsElement;
        one(element, 'summary')!.focus();
        await sendKeys({ press: key });
        await waitUntil(() => details.open, 'open');
        await sendKeys({ press: 'Tab' });
        expect(nameOf(focused(element))).to.equal('Kasts');
        one(element, 'summary')!.focus();
        await sendKeys({ press: key });
        await waitUntil(() => !details.open, 'closed');
      });

      it(`opens and closes notes by ${called}, and the focus stays`, async () => {
        const element = await placedWithEpisodes();
        const toggle = one(element, '.notes-toggle')!;
        toggle.focus();
        await sendKeys({ press: key });
        await present(element, '.notes a');
        expect(toggle.ariaExpanded).to.equal('true');
        expect(focused(element)).to.equal(toggle);
        await sendKeys({ press: key });
        await waitUntil(() => toggle.ariaExpanded === 'false', 'closed');
        expect(all(element, '.notes')).to.have.length(0);
        expect(focused(element)).to.equal(toggle);
      });

      it(`opens the dialog by ${called}, and the focus comes back from it`, async () => {
        const element = await placed('ready', { apps });
        const phone = one(element, '[part=phone]')!;
        phone.focus();
        await sendKeys({ press: key });
        const dialog = await present(element, 'dialog[open]');
        expect(dialog.contains(focused(element)), 'focus in the dialog').to.equal(true);
        await sendKeys({ press: 'Escape' });
        await waitUntil(() => all(element, 'dialog').length === 0, 'closed');
        expect(focused(element)).to.equal(phone);
      });
    }

    for (const [state, code, status] of [
      ['expired', 'token-expired', 401],
      ['failed', 'unavailable', 503],
    ] as const) {
      it(`keeps the focus in the element on the way out of ${state}`, async () => {
        network.handler = problem(code, status);
        const element = await placed(state);
        const { answer, give } = later();
        network.handler = answer;
        one(element, '[part=retry]')!.focus();
        await sendKeys({ press: 'Enter' });
        await reach(element, 'resolving');
        expect(focused(element)?.className).to.equal('actions');
        give(subscription());
        await reach(element, 'ready');
        expect(document.activeElement).to.equal(element);
        await sendKeys({ press: 'Tab' });
        expect(focused(element)).to.equal(one(element, '.primary'));
      });
    }

    it('keeps the focus in the element when the episodes are tried again', async () => {
      network.parser = problem('unavailable', 503);
      const element = await placed('ready');
      const retry = await present(element, 'section [part=retry]');
      network.parser = json(podcast(2));
      retry.focus();
      await sendKeys({ press: 'Enter' });
      await present(element, '.episode');
      expect(document.activeElement).to.equal(element);
      expect(focused(element)).not.to.equal(null);
    });
  });

  it('says what happens in one polite status region, the same from first to last', async () => {
    const { answer, give } = later();
    network.handler = answer;
    const element = await placed('resolving');
    const status = one(element, '[role=status]')!;
    expect(words(status)).to.equal('');
    const isTheOne = () => {
      expect(all(element, '[role=status], [role=alert], [aria-live]')).to.deep.equal([status]);
      expect(status.ariaLive ?? 'polite').to.equal('polite');
      expect(status.checkVisibility({ visibilityProperty: true })).to.equal(true);
      return words(status);
    };
    give(problem('token-expired', 401));
    await reach(element, 'expired');
    expect(isTheOne()).to.equal(en.expiredTitle);
    network.handler = subscription();
    one(element, '[part=retry]')!.click();
    await reach(element, 'resolving');
    expect(isTheOne()).to.equal('');
    await reach(element, 'ready');
    await waitUntil(() => isTheOne() === en.ready);
  });

  for (const [name, enter] of Object.entries(everyState)) {
    it(`has targets of 44 px and more: ${name}`, async () => {
      const element = await enter();
      const targets = all(element, 'button, a, summary, select, input').filter((target) =>
        target.checkVisibility(),
      );
      const small = targets.flatMap((target) => {
        // A link in running text is as high as its line (WCAG 2.5.8, the exception for inline).
        const isInline = target.matches('.notes a');
        const { width, height } = (
          isInline ? target.closest('p')! : target
        ).getBoundingClientRect();
        const least = isInline ? 24 : 44;
        const isSmall = Math.min(width, height) < least - 0.1;
        return isSmall ? [`${nameOf(target)}: ${width} × ${height}`] : [];
      });
      expect(small).to.deep.equal([]);
      const hasTargets = /ready|podcast|expired|failed|open/.test(name);
      expect(targets.length > 0, 'something to press').to.equal(hasTargets);
    });

    it(`bears the reader’s text spacing at 320 px: ${name}`, async () => {
      const element = await enter();
      element.style.inlineSize = '320px';
      const spacing = document.createElement('style');
      // WCAG 2.2, 1.4.12.
      spacing.textContent = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`;
      element.shadowRoot!.append(spacing);
      const { right } = element.getBoundingClientRect();
      const wide = all(element, '.root, .root *:not(.status, dialog, dialog *)')
        .filter((node) => node.checkVisibility())
        .filter((node) => node.getBoundingClientRect().right > right + 0.5);
      const cut = all(element, 'button, a, summary, h2, h3, h4, p').filter(
        (node) => node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1,
      );
      expect([...wide, ...cut].map((node) => `${node.localName} ${words(node)}`)).to.deep.equal([]);
      const dialog = one(element, 'dialog');
      expect(dialog?.scrollWidth ?? 0).to.equal(dialog?.clientWidth ?? 0);
    });
  }

  describe('languages of what is read', () => {
    const spoken = (element: Subscribe, selector: string) => {
      const { lang, dir } = one(element, selector)!;
      return { lang, dir };
    };

    it('are the feed’s for its texts, and the member’s for ours among them', async () => {
      const told = episode(1, {
        chapters: [{ title: '港', start: 0 }],
        transcripts: [{ url: 'https://media.example/1.vtt', type: 'text/vtt' }],
      });
      network.parser = json(podcast(0, { language: 'ja', episodes: [told] }));
      const element = await placedWithEpisodes();
      for (const selector of ['h2', 'h4', '.excerpt']) {
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

    it('have the direction of the text itself', async () => {
      const told = episode(1, { title: 'נמל' });
      network.parser = json(podcast(0, { title: 'נמלים', language: 'he', episodes: [told] }));
      const element = await placedWithEpisodes();
      for (const selector of ['h2', 'h4']) {
        expect(one(element, selector)!.matches(':dir(rtl)'), selector).to.equal(true);
      }
      expect(one(element, 'h3')!.matches(':dir(ltr)')).to.equal(true);
    });
  });

  describe('contrast of the primary button', () => {
    const context = document
      .createElement('canvas')
      .getContext('2d', { willReadFrequently: true })!;

    /** Relative luminance of a computed colour (WCAG 2.2). */
    function luminance(color: string): number {
      context.fillStyle = '#010203';
      context.fillStyle = color;
      expect(context.fillStyle, `${color} read`).not.to.equal('#010203');
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = Array.from(context.getImageData(0, 0, 1, 1).data, (channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }

    function contrast(element: Subscribe): number {
      const button = one(element, '.primary')!;
      const [low = 0, high = 0] = [
        luminance(getComputedStyle(button).backgroundColor),
        luminance(getComputedStyle(button.querySelector('span')!).color),
      ].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    }

    for (const accent of [
      ...['#ffffff', '#000000', '#ffd400', '#e4002b', '#0057b8', '#00a86b', '#777777', '#767676'],
      ...['#ff6f00', 'rebeccapurple', 'hsl(190 100% 40%)', 'oklch(0.6 0.2 330)', 'lab(50 0 60)'],
    ]) {
      it(`is 4.5:1 on ${accent}`, async () => {
        const element = await placed('ready');
        element.style.setProperty('--pps-accent', accent);
        expect(contrast(element)).to.be.at.least(4.5);
      });
    }

    for (const theme of ['light', 'dark'] as const) {
      it(`is 4.5:1 where the publisher gave no accent, ${theme}`, async () => {
        wear(theme);
        expect(contrast(await placed('ready'))).to.be.at.least(4.5);
      });
    }
  });

  describe('what is read out', () => {
    const ours = ['p Your private feed', 'heading 2 Your private podcast'];
    const trees = {
      resolving: ['p Your private feed', 'status'],
      'no access': [
        ...ours,
        `heading 3 ${en.noAccessTitle}`,
        `p ${en.noAccessText}`,
        `status ${en.noAccessTitle}`,
      ],
      expired: [
        ...ours,
        `heading 3 ${en.expiredTitle}`,
        `p ${en.expiredText}`,
        'button Renew',
        `status ${en.expiredTitle}`,
      ],
      failed: [
        ...ours,
        `heading 3 ${en.failedTitle}`,
        `p ${en.failedBusy}`,
        'button Try again',
        `status ${en.failedTitle}`,
      ],
    };
    for (const [state, tree] of Object.entries(trees)) {
      it(state, async () => {
        expect(outline(await everyState[state]!())).to.deep.equal(tree);
      });
    }

    it('ready', async () => {
      const told = episode(1, { publishDate: undefined, duration: undefined });
      network.parser = json(podcast(0, { episodes: [told, episode(2)] }));
      const apps = 'overcast castro kasts';
      const element = await placedWithEpisodes({ apps, episodes: '1' });
      element.style.inlineSize = '320px';
      expect(outline(element)).to.deep.equal([
        'p Your private feed',
        'heading 2 Quiet Harbours',
        'p by Norra Kajen Radio',
        'link Open in Overcast',
        'list',
        '  listitem',
        '    link Castro',
        '  listitem',
        '    link Kasts',
        'button Copy link',
        'button QR code',
        'heading 3 Episodes',
        'searchbox Search episodes',
        'combobox Order',
        'option Newest first',
        'option Oldest first',
        'list',
        '  listitem',
        '    heading 4 Harbour 1',
        '    button Show notes of Harbour 1',
        '    button Play Harbour 1',
        'button Show all 2',
        `status ${en.ready}`,
      ]);
    });
  });
});
