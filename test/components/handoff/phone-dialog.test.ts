/** The way to the phone: the dialog with its code, the e-mail, the share sheet, the hand-off. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { WATCH_INTERVAL_MS } from '../../../src/components/handoff/handoff-codes.js';
import { en } from '../../../src/components/texts/en.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  consumePage,
  endpoint,
  has,
  json,
  later,
  one,
  placedWithEpisodes,
  present,
  press,
  problem,
  settled,
  subscription,
  useDevice,
  useEvents,
  useNetwork,
  useStub,
} from '../../support/element/element.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { decoded } from '../../support/element/qr-code.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

describe('openPhoneDialog', () => {
  const network = useNetwork();
  const stub = useStub();
  const hold = useHeldTimers();

  async function opened(element: PrivatePodcastSubscribe): Promise<HTMLDialogElement> {
    press(element, '[part=phone]');
    return present<HTMLDialogElement>(element, 'dialog');
  }

  it('opens a modal dialog with a code for the consume page', async () => {
    const dialog = await opened(await placedWithEpisodes());
    expect(dialog.matches(':modal')).to.equal(true);
    expect(await decoded(dialog)).to.equal(consumePage);
    expect(dialog.textContent).not.to.contain(en.toPhoneExpires);
  });

  it('links the page itself if there is no consume page', async () => {
    network.handler = subscription({ consumeUrl: undefined });
    const dialog = await opened(await placedWithEpisodes());
    expect(await decoded(dialog)).to.equal(location.href);
  });

  it('gives elements names that hold no URL', async () => {
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

  describe('for an app of another device', () => {
    const become = useDevice('windows');
    const heard = useEvents();
    const open = async (element: PrivatePodcastSubscribe, app: string) => {
      press(element, `button[data-app=${app}]`);
      return present<HTMLDialogElement>(element, 'dialog');
    };
    const nameOf = (dialog: HTMLElement) => dialog.querySelector('#phone-title')?.textContent;

    it('names the app, and its code opens that app on the phone', async () => {
      const element = await placedWithEpisodes();
      const button = one(element, '[data-app=overcast]');
      expect(button?.ariaLabel).to.equal('Overcast on your phone');
      const dialog = await open(element, 'overcast');
      expect(nameOf(dialog)).to.equal('Overcast on your phone');
      expect(await decoded(dialog)).to.equal(`${consumePage}#overcast`);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select overcast phone']);
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => !has(element, 'dialog'), 'the dialog to go');
      expect(element.shadowRoot?.activeElement === button, 'the focus is back').to.equal(true);
      expect(has(element, '[part=help]')).to.equal(false);
    });

    it('offers the other phone from a phone, too', async () => {
      become('ios');
      const element = await placedWithEpisodes();
      const dialog = await open(element, 'antennapod');
      expect(nameOf(dialog)).to.equal('AntennaPod');
      expect(await decoded(dialog)).to.equal(`${consumePage}#antennapod`);
      expect(heard.lines().at(-1)).to.equal('pps-app-select antennapod phone');
    });

    it('does not remember the app', async () => {
      const element = await placedWithEpisodes();
      await open(element, 'overcast');
      expect(Object.keys(localStorage)).to.deep.equal([]);
    });

    it('does not put the app first, though it was remembered before', async () => {
      localStorage.setItem('pps-app', 'overcast');
      const element = await placedWithEpisodes();
      expect(one(element, '[part~=primary]')?.dataset.app).to.equal(undefined);
      expect(one(element, '.primary')?.part.value).to.equal('phone');
      expect(has(element, '[part=forget]')).to.equal(false);
    });
  });

  for (const scheme of ['light', 'dark']) {
    it(`draws the code dark on light on a ${scheme} page`, async () => {
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
    it(`closes ${name}, removes the dialog, and returns the focus`, async () => {
      const element = await placedWithEpisodes();
      const dialog = await opened(element);
      // On the dialog itself: its name and its hint are read, and nothing scrolls out of sight.
      expect(element.shadowRoot?.activeElement === dialog).to.equal(true);
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
    stub(navigator, 'share', (data: unknown) => {
      shared.push(data);
      return Promise.resolve();
    });
    const element = await placedWithEpisodes();
    await opened(element);
    press(element, '[part=share]');
    await settled(element);
    expect(shared).to.deep.equal([{ title: 'Quiet Harbours', url: location.href }]);
  });

  it('offers no share sheet if the browser has none', async () => {
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

  describe('with a hand-off', () => {
    const linkOf = (number: number) => `${endpoint}?h=c0de-${number}`;
    let made = 0;
    let isOpened = false;

    /** Answers as the subscribe handler does. */
    const handler = (request: Request): Response | Promise<Response> => {
      const code = new URL(request.url).searchParams.get('handoff');
      if (code === null) return subscription({ handoff: true })(request);
      return request.method === 'POST'
        ? json({ url: `?h=c0de-${++made}`, expiresIn: 600 })(request)
        : json({ opened: isOpened && code === `c0de-${made}` })(request);
    };

    beforeEach(() => {
      made = 0;
      isOpened = false;
      network.handler = handler;
    });

    it('requests a code only when the dialog opens, and a fresh one each time', async () => {
      const element = await placedWithEpisodes();
      expect(made).to.equal(0);
      for (const number of [1, 2]) {
        const dialog = await opened(element);
        expect(await decoded(dialog)).to.equal(linkOf(number));
        expect(dialog.textContent).to.contain(en.toPhoneExpires);
        press(element, '[part=close]');
        await waitUntil(() => !has(element, 'dialog'));
      }
      const [first, ...rest] = network.asked('publisher').map(({ method }) => method);
      expect(first).to.equal('GET');
      expect(rest).to.deep.equal(['POST', 'POST']);
    });

    it('fits 41 modules for a publisher with a long name', async () => {
      const element = await placedWithEpisodes();
      network.handler = (request) =>
        request.method === 'POST'
          ? json({ url: '?h=AAAAAAAAAAAAAAAAAAAAAA', expiresIn: 600 })(request)
          : handler(request);
      const dialog = await opened(element);
      await decoded(dialog);
      const modules = dialog.querySelector<SVGSVGElement>('[part=qr] svg')!.viewBox.baseVal.width;
      // The view box has the quiet zone of four modules on either side.
      expect(modules - 8).to.be.at.most(41);
    });

    it('notices that the phone has opened the link', async () => {
      const timers = hold(WATCH_INTERVAL_MS);
      const element = await placedWithEpisodes();
      const dialog = await opened(element);
      await decoded(dialog);
      isOpened = true;
      await timers.ringNext();
      await waitUntil(() => dialog.textContent.includes(en.openedOnPhone), 'the phone');
      expect(dialog.textContent).not.to.contain(en.toPhoneExpires);
    });

    it('mails the hand-off, never the feed', async () => {
      const dialog = await opened(await placedWithEpisodes());
      await decoded(dialog);
      const link = dialog.querySelector<HTMLAnchorElement>('[part=email]');
      const body = new URL(link?.href ?? '').searchParams.get('body');
      expect(body).to.equal(`${en.emailText}\n${linkOf(1)}`);
    });

    it('opens before the code has come, and keeps its space', async () => {
      const element = await placedWithEpisodes();
      const { answer, give } = later();
      network.handler = answer;
      press(element, '[part=phone]');
      const dialog = await present(element, 'dialog');
      const code = dialog.querySelector('[part=qr]')!;
      expect([code.ariaBusy, code.childElementCount]).to.deep.equal(['true', 0]);
      const { height } = code.getBoundingClientRect();
      give(handler);
      await present(element, '[part=qr] svg');
      expect(await decoded(dialog)).to.equal(linkOf(1));
      expect(code.ariaBusy).to.equal('false');
      expect(code.getBoundingClientRect().height).to.be.closeTo(height, 1);
    });

    it('closes when its podcast is replaced', async () => {
      const element = await placedWithEpisodes();
      await opened(element);
      element.setAttribute('token', 'an0ther');
      await waitUntil(() => !has(element, 'dialog'), 'the dialog to go');
    });

    it('shows the consume page if it gets no code', async () => {
      const element = await placedWithEpisodes();
      network.handler = problem('unavailable', 503);
      const dialog = await opened(element);
      expect(await decoded(dialog)).to.equal(consumePage);
      expect(dialog.textContent).not.to.contain(en.toPhoneExpires);
      expect(element.state).to.equal('ready');
    });
  });
});
