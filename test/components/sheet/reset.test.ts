/** A new link for one that leaked: asked once, with what it does, and heard before and after. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import { en } from '../../../src/components/language/texts/en.js';
import { fill } from '../../../src/components/language/texts.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  feedUrl,
  has,
  json,
  later,
  offline,
  one,
  openSheet,
  placedWithEpisodes,
  podcast,
  present,
  press,
  problem,
  says,
  settled,
  subscription,
  useDevice,
  useNetwork,
  words,
} from '../../support/element/element.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const newFeedUrl = 'https://feeds.example/n3w/show_private.rss';
const connection = (app: string, name: string) => ({
  app,
  name,
  firstFetchedAt: '2026-01-01T00:00:00Z',
  lastFetchedAt: '2026-01-02T00:00:00Z',
});

describe('askForReset', () => {
  const network = useNetwork();
  useDevice('ios');

  type Answer = typeof network.handler;
  let connections: Answer;
  let reset: Answer;

  beforeEach(() => {
    connections = json({
      connections: [connection('overcast', 'Overcast'), connection('castro', 'Castro')],
    });
    reset = subscription({ feedUrl: newFeedUrl, canReset: true, hasConnections: true });
    network.handler = (request) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.has('connections')) return connections(request);
      if (searchParams.has('reset')) return reset(request);
      return subscription({ canReset: true, hasConnections: true })(request);
    };
  });

  const asked = () =>
    network.asked('publisher').filter(({ url }) => new URL(url).searchParams.has('reset'));
  const panel = (element: PrivatePodcastSubscribe) =>
    one(element, '[part=reset-panel]') as HTMLDialogElement | undefined;
  /** What a screen reader says of a dialog when it opens: its name, then its description. */
  const readOut = (element: PrivatePodcastSubscribe, attribute: string) =>
    words(one(element, `#${panel(element)!.getAttribute(attribute)!}`)!);
  const focus = (element: PrivatePodcastSubscribe) =>
    element.shadowRoot?.activeElement?.part.value ?? '';
  const hrefs = (element: PrivatePodcastSubscribe) =>
    all<HTMLAnchorElement>(element, 'a[data-app]')
      .map(({ href }) => href)
      .join(' ');

  async function asking(): Promise<PrivatePodcastSubscribe> {
    const element = await placedWithEpisodes({ links: 'direct' });
    one(element, '[part=more]')!.focus();
    // By the key: without a member's own press, browsers let one Escape close both dialogs.
    await sendKeys({ press: 'Enter' });
    await present(element, 'dialog[open]');
    await waitUntil(
      () => network.asked('publisher').some(({ url }) => url.includes('connections')),
      'the connections',
    );
    await settled(element);
    await present(element, '[part=reset]');
    one(element, '[part=reset]')!.focus();
    await sendKeys({ press: 'Enter' });
    await present(element, '[part=reset-panel]');
    return element;
  }

  it('asks in an alertdialog that is described by what it does', async () => {
    const element = await asking();
    expect(panel(element)?.role).to.equal('alertdialog');
    expect(panel(element)?.matches(':modal')).to.equal(true);
    expect(readOut(element, 'aria-labelledby')).to.equal(en.resetTitle);
    expect(readOut(element, 'aria-describedby')).to.equal(
      'Your old link will stop working in Overcast and Castro. This can’t be undone.',
    );
    // On the dialog itself: its name and description are read, and Enter does nothing yet.
    expect(focus(element)).to.equal('reset-panel');
    await expect(element).to.be.accessible();
  });

  it('keeps the colour of its filled button, on which the label is read, below a mouse', async () => {
    const element = await asking();
    const button = one(element, '[part=reset-cancel]')!;
    const before = getComputedStyle(button).backgroundColor;
    const { x, y, width, height } = button.getBoundingClientRect();
    await sendMouse({
      type: 'move',
      position: [Math.round(x + width / 2), Math.round(y + height / 2)],
    });
    try {
      expect(button.matches(':hover')).to.equal(true);
      expect(getComputedStyle(button).backgroundColor).to.equal(before);
    } finally {
      await resetMouse();
    }
  });

  it('fills the button that changes nothing, and never the one that cannot be undone', async () => {
    const element = await asking();
    const ground = (part: string) =>
      getComputedStyle(one(element, `[part=${part}]`)!).backgroundColor;
    expect(ground('reset-confirm')).to.equal('rgba(0, 0, 0, 0)');
    expect(ground('reset-cancel')).not.to.equal('rgba(0, 0, 0, 0)');
    reset = offline;
    press(element, '[part=reset-confirm]');
    await says(element, en.resetFailed);
    expect(ground('reset-confirm')).to.equal('rgba(0, 0, 0, 0)');
  });

  it('names no apps where they are more than one reads', async () => {
    const player = (_: unknown, at: number) => connection('', `Player ${at}`);
    connections = json({ connections: Array.from({ length: 300 }, player) });
    const element = await asking();
    expect(readOut(element, 'aria-describedby')).to.equal(en.resetStopsAll);
    press(element, '[part=reset-confirm]');
    await says(element, en.resetDone);
    expect(words(one(element, '#reset-text')!)).to.equal(en.resetAgainAny);
  });

  const ways = {
    Cancel: (element: PrivatePodcastSubscribe) => {
      press(element, '[part=reset-cancel]');
    },
    Escape: () => sendKeys({ press: 'Escape' }),
    'a tap beside it': (element: PrivatePodcastSubscribe) => panel(element)?.click(),
  };
  for (const [way, close] of Object.entries(ways)) {
    it(`does nothing on ${way}, and goes back to the sheet`, async () => {
      const element = await asking();
      await close(element);
      await waitUntil(() => !panel(element), 'the question to go');
      expect(asked().length).to.equal(0);
      expect(has(element, 'dialog[open]'), 'the sheet').to.equal(true);
      expect(focus(element)).to.equal('reset');
    });
  }

  it('puts the new link everywhere, and says what to do in each app', async () => {
    network.feed = offline;
    const element = await asking();
    expect(hrefs(element)).to.contain('s3cret');
    network.parser = json(podcast(3));
    press(element, '[part=reset-confirm]');
    const steps = ['Overcast', 'Castro'].map((app) => fill(en.resetAgain, { app })).join(' ');
    await says(element, `${en.resetDone}. ${steps}`);
    expect(readOut(element, 'aria-labelledby')).to.equal(en.resetDone);
    const described = one(element, '#reset-text')!;
    expect([...described.children].map(words).join(' ')).to.equal(steps);
    expect(asked().map(({ method }) => method)).to.deep.equal(['POST']);
    expect(focus(element)).to.equal('reset-cancel');
    expect(hrefs(element)).not.to.contain('s3cret');
    expect(hrefs(element)).to.contain('n3w');
    await expect(element).to.be.accessible();
    await waitUntil(
      () => network.asked('parser').some(({ url }) => url.includes(encodeURIComponent(newFeedUrl))),
      'the episodes of the new link',
    );
    // The podcast is added again from the page.
    press(element, '[part=reset-cancel]');
    await waitUntil(() => !has(element, 'dialog'), 'both dialogs to go');
    expect(focus(element)).to.equal('more');
  });

  it('stays open while it works, whatever the member presses', async () => {
    const element = await asking();
    const { answer, give } = later();
    reset = answer;
    press(element, '[part=reset-confirm]');
    await waitUntil(() => asked().length === 1, 'the question');
    for (let times = 0; times < 3; times++) await sendKeys({ press: 'Escape' });
    panel(element)?.click();
    press(element, '[part=reset-cancel]');
    await settled(element);
    expect(panel(element)?.open).to.equal(true);
    expect(one(element, '[part=reset-confirm]')?.matches(':disabled')).to.equal(true);
    give(subscription({ feedUrl: newFeedUrl }));
    await says(element, en.resetDone);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !has(element, 'dialog'), 'both dialogs to go');
  });

  it('ends the request for a new link when the element leaves the page', async () => {
    const element = await asking();
    const { answer, give } = later();
    reset = answer;
    press(element, '[part=reset-confirm]');
    await waitUntil(() => asked().length === 1, 'the question');
    element.remove();
    expect(asked()[0]?.signal.aborted).to.equal(true);
    give(subscription({ feedUrl: newFeedUrl }));
    await settled(element);
    expect(hrefs(element)).not.to.contain('n3w');
  });

  it('takes no app for connected that is on its way to be named from before', async () => {
    const { answer, give } = later();
    const known = connections;
    connections = answer;
    const element = await asking();
    press(element, '[part=reset-confirm]');
    await says(element, en.resetDone);
    give(known);
    await settled(element);
    expect(words(one(element, '[part=status]')!)).to.equal(en.personal);
  });

  it('shows the new link though the element was moved while it was made', async () => {
    const element = await asking();
    const { answer } = later();
    reset = answer;
    press(element, '[part=reset-confirm]');
    await waitUntil(() => asked().length === 1, 'the question');
    network.handler = subscription({ feedUrl: newFeedUrl });
    document.querySelector('main')!.append(element);
    await waitUntil(() => hrefs(element).includes('n3w'), 'the new link');
  });

  it('drops what the handler no longer offers, and keeps the episodes', async () => {
    const element = await asking();
    const episode = one(element, '.episode');
    reset = subscription({ feedUrl: newFeedUrl, title: 'Other Harbours' });
    press(element, '[part=reset-confirm]');
    await says(element, en.resetDone);
    expect(one(element, '.episode') === episode).to.equal(true);
    press(element, '[part=reset-cancel]');
    await waitUntil(() => !has(element, 'dialog'), 'both dialogs to go');
    await openSheet(element);
    expect(has(element, '[part=reset]')).to.equal(false);
  });

  for (const [fault, answer] of Object.entries({
    'is down': problem('unavailable', 503),
    'cannot be reached': offline,
    'answers without a feed': json({}),
  })) {
    it(`keeps the old link if the handler ${fault}, and says so`, async () => {
      reset = answer;
      const element = await asking();
      press(element, '[part=reset-confirm]');
      await says(element, en.resetFailed);
      expect(words(panel(element)!)).to.contain(en.resetFailed);
      expect(hrefs(element)).to.contain(encodeURIComponent(feedUrl));
      expect(one(element, '[part=reset-confirm]')?.matches(':enabled')).to.equal(true);
      expect(focus(element)).to.equal('reset-confirm');
    });
  }
});
