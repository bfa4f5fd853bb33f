/** Every state of the element: its texts, its changes, and the way out of it. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { en } from '../../src/components/language/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  all,
  endpoint,
  has,
  json,
  later,
  linesOf,
  offline,
  one,
  place,
  placed,
  placedWithEpisodes,
  podcast,
  present,
  problem,
  reach,
  says,
  settled,
  silent,
  subscription,
  useEvents,
  useNetwork,
  useStub,
  words,
} from '../support/element/element.js';
import { waitUntil } from '../support/waiting/wait-until.js';

const text = (element: PrivatePodcastSubscribe) => one(element, '.root')?.textContent ?? '';

describe('PrivatePodcastSubscribe: states', () => {
  const network = useNetwork();
  const heard = useEvents();
  const stub = useStub();

  it('replaces its children with a skeleton that keeps the space', async () => {
    network.handler = silent;
    const element = await placed('resolving', {}, html`<a href="/consume">Open</a>`);
    expect(all(element, '.waiting :is(a, button)').length).to.be.greaterThan(2);
    expect(has(element, '[data-app], [href]'), 'a button that leads nowhere yet').to.equal(false);
    expect(one(element, '.root')?.ariaBusy).to.equal('true');
    expect(element.querySelector('a')?.getBoundingClientRect().height).to.equal(0);
  });

  it('does not call the episodes unavailable while it tries them again', async () => {
    network.parser = problem('unavailable', 503);
    const element = await placed('ready');
    const retry = await present(element, 'section [part=retry]');
    const { answer, give } = later();
    network.parser = answer;
    retry.click();
    await waitUntil(() => !has(element, 'section [part=retry]'), 'the message to go');
    expect(text(element)).not.to.contain(en.episodesUnavailable);
    give(json(podcast(2)));
    await present(element, '.episode');
  });

  it('shows a cover only for a web URL, and the page’s title until the podcast comes', async () => {
    network.parser = silent;
    network.handler = subscription({ title: '' });
    const element = await placed('ready', {
      'podcast-title': 'Quiet Harbours',
      'podcast-image': 'javascript:alert(1)',
    });
    expect(one(element, '[part=title]')?.innerText).to.equal('Quiet Harbours');
    expect(has(element, '[part=cover-image]')).to.equal(false);
  });

  it('renews the token once if the page sets getToken while it handles the token-expired event', async () => {
    network.handler = (request) =>
      request.headers.get('authorization') === 'Bearer fr3sh'
        ? subscription()(request)
        : problem('token-expired', 401)(request);
    let given = 0;
    const element = await place({});
    element.addEventListener('pps-token-expired', () => {
      element.getToken = () => {
        given += 1;
        return Promise.resolve('fr3sh');
      };
    });
    Object.assign(element, { token: '0ld', endpoint });
    await reach(element, 'ready');
    await settled(element);
    const tokens = network.asked('publisher').map(({ headers }) => headers.get('authorization'));
    expect(tokens).to.deep.equal(['Bearer 0ld', 'Bearer fr3sh']);
    expect([given, heard.lines()]).to.deep.equal([1, ['pps-token-expired', 'pps-ready']]);
  });

  it('sends no request for a getToken set beside a working token', async () => {
    const element = await placedWithEpisodes();
    element.getToken = () => Promise.resolve('fr3sh');
    await settled(element);
    expect([element.state, network.asked('publisher').length]).to.deep.equal(['ready', 1]);
    expect(heard.lines()).to.deep.equal(['pps-ready']);
  });

  it('asks the member to act if the renewed token is expired too', async () => {
    network.handler = problem('token-expired', 401);
    const element = await place({ endpoint });
    let given = 0;
    element.getToken = () => Promise.resolve(`t0ken-${++given}`);
    await waitUntil(() => one(element, '[part=retry]'));
    expect(element.state).to.equal('expired');
    expect(given).to.equal(2);

    network.handler = subscription();
    one(element, '[part=retry]')!.click();
    await reach(element, 'ready');
    expect(given).to.equal(3);
  });

  for (const [what, answer, code, words] of [
    ['a service that is down', problem('unavailable', 503), 'unavailable', en.failedBusy],
    ['too many requests', problem('rate-limited', 429), 'rate-limited', en.failedBusy],
    ['an answer without a feed', json({ title: '' }), 'bad-response', en.failedSetUp],
    ['a gateway’s page', () => new Response('<h1>', { status: 502 }), 'unavailable', en.failedBusy],
    ['a host that nobody reaches', offline, 'network', en.failedBusy],
  ] as const) {
    it(`says what to do about ${what}, and tries again`, async () => {
      network.handler = answer;
      const element = await placed('failed');
      expect(text(element)).to.contain(words);
      await says(element, en.failedTitle);
      expect(heard.lines()).to.deep.equal([`pps-error ${code}`]);

      network.handler = subscription();
      one(element, '[part=retry]')!.click();
      await reach(element, 'ready');
    });
  }

  it('offers to reload the page for a token that is no good, and a getToken to try again', async () => {
    network.handler = problem('token-invalid', 401);
    const element = await placed('failed');
    expect(text(element)).to.contain(en.failedSignIn);
    expect(words(one(element, '[part=retry]')!)).to.equal(en.reload);
    const other = await place({ endpoint });
    other.getToken = () => Promise.resolve('t0ken');
    await reach(other, 'failed');
    expect(words(one(other, '[part=retry]')!)).to.equal(en.retry);
  });

  it('says that the member is offline, and that it goes on by itself', async () => {
    stub(navigator, 'onLine', false);
    network.handler = offline;
    const element = await placed('failed');
    expect(linesOf(one(element, '[part=notice]')!)).to.deep.equal([
      en.offlineTitle,
      en.failedOffline,
    ]);
    await says(element, `${en.offlineTitle}. ${en.failedOffline}`);
    expect(has(element, '.primary'), 'a step that has to be taken').to.equal(false);
    expect(words(one(element, '[part=retry]')!)).to.equal(en.retry);
  });

  for (const [contact, href] of [
    ['help@harbours.example', 'mailto:help@harbours.example'],
    ['/help', `${location.origin}/help`],
  ] as const) {
    it(`leads to the publisher’s ${contact} wherever a text says to get in touch`, async () => {
      const steps = (element: PrivatePodcastSubscribe) =>
        all(element, '.steps > *').map((step) => [
          words(step),
          step.className,
          step.getAttribute('href'),
        ]);
      const help = [en.contact, 'primary', href];
      network.handler = problem('bad-response', 502);
      expect(steps(await placed('failed', { contact }))).to.deep.equal([
        help,
        [en.retry, 'button', null],
      ]);
      network.handler = subscription();
      network.parser = problem('not-found', 404);
      expect(steps(await placed('failed', { contact }))).to.deep.equal([
        [en.reload, 'primary', null],
        [en.contact, 'button', href],
      ]);
      network.handler = problem('no-access', 403);
      expect(steps(await placed('no-access', { contact }))).to.deep.equal([help]);
    });
  }

  it('has a step for a member without access where the publisher names no help', async () => {
    network.handler = problem('no-access', 403);
    const element = await placed('no-access');
    expect(all(element, '.steps > *').map((step) => words(step))).to.deep.equal([en.reload]);
    const other = await place({ endpoint });
    other.getToken = () => Promise.resolve('t0ken');
    await reach(other, 'no-access');
    network.handler = subscription();
    expect(words(one(other, '[part=retry]')!)).to.equal(en.retry);
    one(other, '[part=retry]')!.click();
    await reach(other, 'ready');
  });

  it('has the podcast’s title above a message without a cover', async () => {
    network.parser = problem('not-found', 404);
    network.handler = subscription({ title: 'Quiet Harbours', image: undefined });
    const element = await placed('failed');
    const top = (selector: string) => one(element, selector)!.getBoundingClientRect().top;
    const between = top('[part=notice]') - one(element, 'h2')!.getBoundingClientRect().bottom;
    expect(between).to.be.within(0, 24);
  });

  it('fills the button that leaves a dead link, not the one that cannot be undone', async () => {
    network.parser = problem('not-found', 404);
    network.handler = subscription({ canReset: true });
    const element = await placed('failed');
    (await present(element, '[part=reset]')).click();
    const confirm = await present(element, '[part=reset-confirm]');
    expect([confirm.className, one(element, '[part=reset-cancel]')!.className]).to.deep.equal([
      'button',
      'primary',
    ]);
  });

  it('leaves the publisher’s offer to a member without access alone', async () => {
    network.handler = problem('no-access', 403);
    const element = await placed(
      'no-access',
      { contact: '/help' },
      html`<p slot="no-access"><a href="/join">Become a member</a></p>`,
    );
    expect(one(element, '[part=contact]')?.checkVisibility()).to.equal(false);
  });

  for (const [state, answer] of [
    ['expired', problem('token-expired', 401)],
    ['failed', problem('unavailable', 503)],
  ] as const) {
    it(`fills the one button of the state ${state}`, async () => {
      network.handler = answer;
      const element = await placed(state);
      expect(all(element, 'button, a').map(({ className }) => className)).to.deep.equal([
        'primary',
      ]);
    });
  }

  it('shows the publisher’s own words for a failure, with a button to try again', async () => {
    network.handler = problem('unavailable', 503);
    const element = await placed('failed', {}, html`<p slot="error">Call us: 555-0100.</p>`);
    expect(element.querySelector('p')?.getBoundingClientRect().height).to.be.greaterThan(0);
    expect(one(element, '[part=retry]')?.getBoundingClientRect().height).to.be.greaterThan(0);
  });

  it('shows the glyph if the cover cannot be loaded, and a cover that can', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const good = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    network.parser = json(podcast(1, { image: 'https://nowhere.invalid/cover.png' }));
    const element = await placed('ready');
    const image = await present<HTMLImageElement>(element, '[part=cover-image]');
    await waitUntil(() => image.hidden, 'the glyph');
    expect(image.checkVisibility()).to.equal(false);
    expect(has(element, '.cover .glyph')).to.equal(true);
    image.src = good;
    await waitUntil(() => !image.hidden, 'the cover');
    URL.revokeObjectURL(good);
  });
});
