/** The way to the phone: the dialog with its code, by mail, by the share sheet, by a hand-off. */
import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import 'jsqr';
import { en } from '../../../src/components/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import { consumePage, later, problem, subscription, useNetwork } from '../network.js';
import {
  all,
  has,
  one,
  placedWithEpisodes,
  present,
  press,
  settled,
  useStand,
} from '../publisher-page.js';

/** The decoder is a classic script: in a browser it puts itself on the global object. */
declare const jsQR: typeof import('jsqr').default;

describe('the way to the phone', () => {
  const network = useNetwork();
  const stand = useStand();

  async function opened(element: PrivatePodcastSubscribe): Promise<HTMLDialogElement> {
    press(element, '[part=phone]');
    return present<HTMLDialogElement>(element, 'dialog');
  }

  /** Draws the code, once it is there, in the colours and at the places that the page gives it, and reads it. */
  async function decoded(dialog: HTMLElement): Promise<string | undefined> {
    const find = () => dialog.querySelector<SVGSVGElement>('[part=qr] svg');
    await waitUntil(find, 'the code', { timeout: 5000 });
    const svg = find();
    const modules = svg?.viewBox.baseVal.width ?? 0;
    const side = modules * 4;
    const context = new OffscreenCanvas(side, side).getContext('2d');
    if (!svg || !context) return undefined;
    context.scale(4, 4);
    for (const path of svg.querySelectorAll('path')) {
      context.fillStyle = getComputedStyle(path).fill;
      context.fill(new Path2D(path.getAttribute('d') ?? ''));
    }
    const { data } = context.getImageData(0, 0, side, side);
    return jsQR(data, side, side, { inversionAttempts: 'dontInvert' })?.data;
  }

  it('is a modal dialog with a code that leads to the consume page', async () => {
    const dialog = await opened(await placedWithEpisodes());
    expect(dialog.matches(':modal')).to.equal(true);
    expect(await decoded(dialog)).to.equal(consumePage);
    expect(dialog.textContent).not.to.contain(en.toPhoneExpires);
  });

  it('leads to the page itself where there is no consume page', async () => {
    network.handler = subscription({ consumeUrl: undefined });
    const dialog = await opened(await placedWithEpisodes());
    expect(await decoded(dialog)).to.equal(location.href);
  });

  it('has names that hold no address', async () => {
    const element = await placedWithEpisodes();
    const dialog = await opened(element);
    await decoded(dialog);
    const name = one(element, `#${dialog.getAttribute('aria-labelledby') ?? ''}`);
    expect(name?.textContent).to.equal(en.toPhoneTitle);
    const code = dialog.querySelector('[part=qr]');
    expect(code?.role).to.equal('img');
    expect(code?.ariaLabel).to.equal(en.qrLabel);
    expect(code?.firstElementChild?.ariaHidden).to.equal('true');
    expect(dialog.textContent).not.to.match(/https?:|s3cret|t0ken/);
    expect(/s3cret|t0ken|operator/.test(decodeURIComponent(dialog.innerHTML))).to.equal(false);
  });

  for (const scheme of ['light', 'dark']) {
    it(`is dark on light on a ${scheme} page`, async () => {
      const element = await placedWithEpisodes();
      element.style.colorScheme = scheme;
      element.style.color = scheme === 'dark' ? 'white' : 'black';
      const dialog = await opened(element);
      await decoded(dialog);
      const fills = [...dialog.querySelectorAll('path')].map((path) => getComputedStyle(path).fill);
      expect(fills).to.deep.equal(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    });
  }

  const ways = {
    'by Escape': () => sendKeys({ press: 'Escape' }),
    'by its button': (element: PrivatePodcastSubscribe) => {
      press(element, '[part=close]');
    },
    'by a tap beside it': (element: PrivatePodcastSubscribe) => {
      one(element, 'dialog')?.click();
    },
  };
  for (const [name, close] of Object.entries(ways)) {
    it(`closes ${name}, goes, and gives the focus back`, async () => {
      const element = await placedWithEpisodes();
      const dialog = await opened(element);
      expect(dialog.contains(element.shadowRoot?.activeElement ?? null)).to.equal(true);
      await close(element);
      await waitUntil(() => !has(element, 'dialog'), 'the dialog to go');
      expect(element.shadowRoot?.activeElement === one(element, '[part=phone]')).to.equal(true);
      await opened(element);
    });
  }

  it('opens once, though the button is pressed twice', async () => {
    const element = await placedWithEpisodes();
    press(element, '[part=phone]');
    await opened(element);
    await settled(element);
    expect(all(element, 'dialog').length).to.equal(1);
  });

  it('mails the page, never the feed', async () => {
    const dialog = await opened(await placedWithEpisodes());
    const link = dialog.querySelector<HTMLAnchorElement>('[part=email]');
    const mail = new URL(link?.href ?? '');
    expect(mail.protocol).to.equal('mailto:');
    expect(mail.searchParams.get('body')).to.equal(`${en.emailText}\n${location.href}`);
    expect(mail.searchParams.get('subject')).to.contain('Quiet Harbours');
    // A mail program takes a plus for a plus (RFC 6068, 2).
    expect(mail.search).not.to.contain('+');
  });

  it('shares the page, never the feed', async () => {
    const shared: unknown[] = [];
    stand(navigator, 'share', (data: unknown) => {
      shared.push(data);
      return Promise.resolve();
    });
    const element = await placedWithEpisodes();
    await opened(element);
    press(element, '[part=share]');
    await settled(element);
    expect(shared).to.deep.equal([{ title: 'Quiet Harbours', url: location.href }]);
  });

  it('offers no sheet where the browser has none', async () => {
    const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'share');
    Reflect.deleteProperty(Navigator.prototype, 'share');
    try {
      const dialog = await opened(await placedWithEpisodes());
      expect(dialog.querySelector('[part=share]')).to.equal(null);
      expect(dialog.querySelector('[part=email]')).not.to.equal(null);
    } finally {
      if (own) Object.defineProperty(Navigator.prototype, 'share', own);
    }
  });

  describe('by a hand-off', () => {
    const handoff = (number: number) => `https://publisher.example/subscribe?handoff=h${number}`;

    beforeEach(() => {
      network.handler = (request) =>
        subscription({ handoffUrl: handoff(network.asked('publisher').length) })(request);
    });

    it('holds a fresh address each time, and says that it works once', async () => {
      const element = await placedWithEpisodes();
      for (const number of [2, 3]) {
        const dialog = await opened(element);
        expect(await decoded(dialog)).to.equal(handoff(number));
        expect(dialog.textContent).to.contain(en.toPhoneExpires);
        press(element, '[part=close]');
        await waitUntil(() => !has(element, 'dialog'));
      }
    });

    it('opens before the address has come, and keeps the space of its code', async () => {
      const element = await placedWithEpisodes();
      const { answer, give } = later();
      network.handler = answer;
      press(element, '[part=phone]');
      const dialog = await present(element, 'dialog');
      const code = dialog.querySelector('[part=qr]')!;
      expect([code.ariaBusy, code.childElementCount]).to.deep.equal(['true', 0]);
      const { height } = code.getBoundingClientRect();
      give(subscription({ handoffUrl: handoff(7) }));
      await present(element, '[part=qr] svg');
      expect(await decoded(dialog)).to.equal(handoff(7));
      expect(code.ariaBusy).to.equal('false');
      expect(code.getBoundingClientRect().height).to.be.closeTo(height, 1);
    });

    it('goes with its podcast', async () => {
      const element = await placedWithEpisodes();
      await opened(element);
      element.setAttribute('token', 'an0ther');
      await waitUntil(() => !has(element, 'dialog'), 'the dialog to go');
    });

    it('holds the consume page where no fresh one comes, as the one known may be used or old', async () => {
      const element = await placedWithEpisodes();
      network.handler = problem('unavailable', 503);
      const dialog = await opened(element);
      expect(await decoded(dialog)).to.equal(consumePage);
      expect(dialog.textContent).not.to.contain(en.toPhoneExpires);
      expect(element.state).to.equal('ready');
    });
  });
});
