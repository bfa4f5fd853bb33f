/**
 * The element for who sees little or hears it, in every state: WCAG 2.2 AA by axe and by measure, and the
 * accessibility tree, whose text is kept in `accessibility-tree.txt`. Each state is entered once. Only
 * Chromium gives its tree out.
 */
import { expect, nextFrame } from '@open-wc/testing';
import { getSnapshotConfig, readFile, writeFile } from '@web/test-runner-commands';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import {
  accessibilityTree,
  departure,
  givesTree,
  read,
  written,
  type Trees,
} from '../support/element/accessibility-tree.js';
import { everyState } from '../support/element/every-state.js';
import {
  json,
  later,
  one,
  placed,
  podcast,
  present,
  useDevice,
  useNetwork,
  useStub,
} from '../support/element/element.js';
import {
  changeTheme,
  foundByAxe,
  lostToSpacing,
  luminance,
  ratio,
  smallTargets,
  targets,
  undress,
  weakEdges,
  wear,
} from '../support/element/wcag.js';
import { lostWhereNarrow } from './narrow.js';

const path = 'accessibility-tree.txt';
const howToRenew =
  'Where the change is meant, renew the file, and read the difference before you commit it: ' +
  'npm run test:components -- --update-snapshots --files test/components/accessibility.test.ts';

describe('PrivatePodcastSubscribe: every state', () => {
  const network = useNetwork();
  const states = everyState(network);
  useDevice('linux');
  const stub = useStub();
  const made: Trees = {};
  let isRenewing = false;
  /** Undefined while the file is renewed. */
  let kept: Trees | undefined;
  let logged: string[];

  before(async () => {
    isRenewing = (await getSnapshotConfig()).updateSnapshots === true;
    kept = isRenewing ? undefined : read((await readFile({ path })) ?? '');
  });
  beforeEach(() => {
    // The same on every machine, as are its apps.
    stub(navigator, 'share', () => Promise.resolve());
    logged = [];
    for (const level of ['debug', 'log', 'info', 'warn', 'error'])
      stub(console, level, (...parts: unknown[]) => logged.push(parts.map(String).join(' ')));
    wear('light');
  });
  afterEach(undress);
  after(async () => {
    if (isRenewing && givesTree) await writeFile({ path, content: written(made) });
  });

  /** Where the tree is not the recorded one. */
  async function departures(name: string): Promise<string[]> {
    if (!givesTree) return [];
    made[name] = await accessibilityTree();
    return kept ? departure(made[name], kept[name]).flatMap((line) => [line, howToRenew]) : [];
  }

  /** A state has something to press, or it is one of those that have nothing. */
  function unexpectedTargets(name: string, element: Subscribe): string[] {
    const hasNone = /^(idle|resolving|no-access-offer)$/.test(name);
    const found = targets(element).length;
    return (found === 0) === hasNone ? [] : [`${found} of them`];
  }

  for (const [name, enter] of Object.entries(states)) {
    it(`can be used by all who see little or hear it: ${name}`, async function () {
      this.timeout(60_000);
      const element = await enter();
      // One that fails keeps no other from being asked. The last one leaves the element changed.
      const questions: [string, () => string[] | Promise<string[]>][] = [
        ['the recorded tree', () => departures(name)],
        ['axe, light', () => foundByAxe(element)],
        ['edges at 3:1, light', () => weakEdges(element, 'light')],
        ['targets of 44 px', () => smallTargets(element)],
        ['something to press', () => unexpectedTargets(name, element)],
        // Nothing but colours depends on the theme.
        [
          'axe, dark',
          () => changeTheme('dark', element).then(() => foundByAxe(element, 'cat.color')),
        ],
        ['edges at 3:1, dark', () => weakEdges(element, 'dark')],
        ['other languages and large text at 320 px', () => lostWhereNarrow(element)],
        ['the reader’s text spacing at 320 px', () => lostToSpacing(element)],
        // What the page's developer is told of a failure has tests of its own.
        ['an empty console', () => logged.filter((line) => !/ docs\/errors\.md#\S+$/.test(line))],
      ];
      const faults: string[] = [];
      for (const [question, ask] of questions)
        for (const fault of await ask()) faults.push(`${question}: ${fault}`);
      expect(faults.join('\n')).to.equal('');
    });
  }

  if (!givesTree) {
    it.skip('(skipped: Chromium alone hands out its accessibility tree)');
    return;
  }

  it('includes the episodes that are out of view', async () => {
    const { answer, give } = later();
    network.parser = answer;
    const element = await placed('ready');
    element.style.marginBlockStart = '3000px';
    give(json(podcast(5)));
    await present(element, '.episode');
    await nextFrame();
    await nextFrame();
    expect((await accessibilityTree()).match(/(?<=button ")Harbour \d+/g)).to.deep.equal(
      [5, 4, 3, 2, 1].map((number) => `Harbour ${number}`),
    );
  });

  it('has a state for each recorded tree', () => {
    if (kept) expect(Object.keys(kept), howToRenew).to.deep.equal(Object.keys(states));
  });
});

describe('PrivatePodcastSubscribe: contrast of the primary button', () => {
  useNetwork();
  afterEach(undress);

  function contrast(element: Subscribe): number {
    const button = one(element, '.primary')!;
    return ratio(
      luminance(getComputedStyle(button).backgroundColor),
      luminance(getComputedStyle(button.querySelector('span')!).color),
    );
  }

  it('is 4.5:1 on any accent', async () => {
    const element = await placed('ready');
    for (const accent of [
      ...['#ffffff', '#000000', '#ffd400', '#e4002b', '#0057b8', '#00a86b', '#777777', '#767676'],
      ...['#ff6f00', 'rebeccapurple', 'hsl(190 100% 40%)', 'oklch(0.6 0.2 330)', 'lab(50 0 60)'],
    ]) {
      element.style.setProperty('--pps-accent', accent);
      expect(contrast(element), accent).to.be.at.least(4.5);
    }
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`is 4.5:1 without an accent from the publisher, ${theme}`, async () => {
      wear(theme);
      expect(contrast(await placed('ready'))).to.be.at.least(4.5);
    });
  }
});
