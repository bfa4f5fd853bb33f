/** The way to another device, in a container of the test's own: the code, the mail, and that it worked. */
import { expect, fixture } from '@open-wc/testing';
import { html, LitElement } from 'lit';
import { appTable } from '../../../src/apps/app-table.js';
import type { Platform } from '../../../src/apps/platform.js';
import { styles } from '../../../src/components/styles/first-styles.js';
import { OPENING_MS } from '../../../src/components/buttons/app-opened.js';
import { WATCH_INTERVAL_MS } from '../../../src/components/handoff/handoff-codes.js';
import { PhoneCard, type PhoneCardServices } from '../../../src/components/handoff/phone-card.js';
import { en } from '../../../src/components/language/texts/en.js';
import {
  endpoint,
  feedUrl,
  json,
  problem,
  useNetwork,
  useStub,
  words,
} from '../../support/element/element.js';
import { decoded } from '../../support/element/qr-code.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

class CardHost extends LitElement {
  static override styles = styles;
  card: PhoneCard | undefined;
  override render() {
    return html`<div class="root">
      <div class="panel phone-card">${this.card?.render()}</div>
    </div>`;
  }
}
customElements.define('card-host', CardHost);

interface Situation {
  handoff?: boolean;
  platform?: Platform;
  app?: string;
  attributes?: Record<string, string>;
}

describe('PhoneCard', () => {
  const network = useNetwork();
  const stub = useStub();
  const hold = useHeldTimers();
  let made: string[];
  let isOpened: boolean;
  let said: string[];
  let connect: ((name: string) => void) | undefined;
  let services: PhoneCardServices;

  beforeEach(() => {
    made = [];
    said = [];
    isOpened = false;
    connect = undefined;
    history.replaceState(null, '', location.pathname);
    network.handler = (request) => {
      const { searchParams } = new URL(request.url);
      if (request.method !== 'POST') return json({ opened: isOpened })(request);
      made.push(searchParams.get('for') ?? 'scan');
      return json({ url: `?h=c0de-${made.length}`, expiresIn: 600 })(request);
    };
  });

  async function shown({
    handoff = true,
    platform = 'windows',
    app,
    attributes = {},
  }: Situation = {}) {
    const host = await fixture<CardHost>(html`<card-host></card-host>`);
    for (const [name, value] of Object.entries(attributes)) host.setAttribute(name, value);
    services = {
      host,
      subscriptionController: {
        subscription: { feedUrl, handoff },
        host: { token: 't0ken' },
        endpoint,
      },
      apps: { platform },
      view: () => ({ title: 'Quiet Harbours & Co' }),
      announce: (text: string) => void said.push(text),
    } as unknown as PhoneCardServices;
    host.card = new PhoneCard({
      services,
      texts: () => en,
      watchConnectedApp: (_, onConnected) => (connect = onConnected),
      app: appTable.find(({ id }) => id === app),
    });
    host.requestUpdate();
    await host.updateComplete;
    return host.shadowRoot!.querySelector<HTMLElement>('.phone-card')!;
  }

  const find = (card: HTMLElement, part: string) =>
    card.querySelector<HTMLAnchorElement>(`[part~=${part}]`)!;
  function renewLink(): void {
    (services.subscriptionController as { subscription: unknown }).subscription = {
      feedUrl: `${feedUrl}&new`,
      handoff: true,
    };
    services.host.requestUpdate();
  }
  const linkOf = (number: number) => `${endpoint}?h=c0de-${number}`;

  it('shows a code, what to do with it, and for how long it works', async () => {
    const card = await shown();
    expect(await decoded(card)).to.equal(linkOf(1));
    const text = words(card);
    for (const said of [en.scanTitle, en.scanText, en.scanExpires]) expect(text).to.contain(said);
    expect(find(card, 'qr').ariaLabel).to.equal(en.qrLabel);
    expect(text).not.to.match(/https?:|s3cret|t0ken/);
    expect(/s3cret|t0ken/.test(decodeURIComponent(card.innerHTML))).to.equal(false);
  });

  it('takes the member there: the focus to the text, and the whole code into sight', async () => {
    const card = await shown();
    card.style.marginTop = '200vh';
    const host = services.host as unknown as CardHost;
    await host.card?.reveal(() => card);
    expect(host.shadowRoot?.activeElement).to.equal(card.querySelector('.phone-text'));
    const { top, bottom } = find(card, 'qr').getBoundingClientRect();
    expect(top).to.be.at.least(0);
    expect(bottom).to.be.at.most(innerHeight);
  });

  for (const [platform, heading] of [
    ['macos', 'Overcast on your phone'],
    ['android', 'Overcast on your other device'],
  ] as const) {
    it(`names the one app that its code opens (${platform})`, async () => {
      const card = await shown({ app: 'overcast', platform });
      expect(words(card)).to.contain(heading);
      expect(await decoded(card)).to.equal(`${linkOf(1)}#overcast`);
    });
  }

  it('draws the code dark on light in the dark', async () => {
    const card = await shown();
    card.style.colorScheme = 'dark';
    card.style.color = 'white';
    await decoded(card);
    const fills = [...find(card, 'qr').querySelectorAll('path')].map(
      (path) => getComputedStyle(path).fill,
    );
    expect(fills).to.deep.equal(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  });

  describe('without a hand-off', () => {
    const page = () => location.href.replace(/#.*/, '');

    it('shows the address of the page, which works for longer', async () => {
      const card = await shown({ handoff: false });
      expect(await decoded(card)).to.equal(location.href);
      expect(words(card)).not.to.contain(en.scanExpires);
      expect(network.asked('publisher')).to.have.length(0);
    });

    it('shows it too while the handler cannot be asked', async () => {
      network.handler = problem('unavailable', 503);
      const card = await shown();
      expect(await decoded(card)).to.equal(location.href);
      expect(words(card)).not.to.contain(en.scanExpires);
    });

    const direct = { links: 'direct' };
    const cases: [string, string, Situation, string][] = [
      ['names the app on a consume page', '', { attributes: direct }, '#overcast'],
      [
        'names the app in the place of the one that the page shows alone',
        '#castro',
        { attributes: { ...direct, 'one-app': 'castro' } },
        '#overcast',
      ],
      ['leaves the page its own fragment', '#/members', { attributes: direct }, '#/members'],
      ['names no app on a page that does not read it', '', {}, ''],
    ];
    for (const [name, hash, situation, expected] of cases) {
      it(name, async () => {
        history.replaceState(null, '', `${page()}${hash}`);
        const card = await shown({ handoff: false, app: 'overcast', ...situation });
        expect(await decoded(card)).to.equal(`${page()}${expected}`);
      });
    }
  });

  describe('its mail', () => {
    /** Presses the link, and resolves with the mail that the browser would open. */
    async function mailed(card: HTMLElement): Promise<URLSearchParams> {
      let opened: string | undefined;
      const link = find(card, 'email');
      const open = (event: Event) => {
        if (!event.defaultPrevented) opened = link.href;
        event.preventDefault();
      };
      link.parentElement!.addEventListener('click', open);
      link.click();
      link.click();
      await waitUntil(() => opened, 'the mail program');
      link.parentElement!.removeEventListener('click', open);
      expect(opened).to.match(/^mailto:\?/);
      // A mail program takes a plus for a plus (RFC 6068, 2).
      expect(opened).not.to.contain('+');
      return new URL(opened!).searchParams;
    }

    it('has a hand-off of its own, and says how long that works', async () => {
      const card = await shown({ app: 'overcast' });
      await decoded(card);
      expect(made).to.deep.equal(['scan']);
      const mail = await mailed(card);
      expect(made).to.deep.equal(['scan', 'mail']);
      expect(mail.get('subject')).to.contain('Quiet Harbours & Co');
      expect(mail.get('body')).to.equal(
        `${en.emailText}\r\n${linkOf(2)}#overcast\r\n\r\n${en.emailExpires}`,
      );
    });

    it('takes the second click of a double click for none', async () => {
      const card = await shown();
      await decoded(card);
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 });
      expect(find(card, 'email').dispatchEvent(click), 'goes on').to.equal(false);
      expect(made).to.deep.equal(['scan']);
    });

    describe('where no mail program comes', () => {
      /** Presses the mail on a computer without a mail program, and waits for as long as one takes. */
      async function pressed(situation?: Situation): Promise<HTMLElement> {
        const timers = hold(OPENING_MS);
        const card = await shown(situation);
        await decoded(card);
        const link = find(card, 'email');
        const stay = (event: Event) => event.preventDefault();
        link.parentElement!.addEventListener('click', stay);
        link.click();
        await waitUntil(timers.isSet, 'the wait for a mail program');
        timers.ring();
        return card;
      }
      const copyIn = (card: HTMLElement) => card.querySelector<HTMLElement>('.no-mail');

      it('copies the link of the mail', async () => {
        const copied: string[] = [];
        const writeText = (text: string) => Promise.resolve(void copied.push(text));
        stub(navigator, 'clipboard', { writeText });
        const card = await pressed();
        await waitUntil(() => copyIn(card), 'the way on');
        expect(said).to.deep.equal([en.noMail]);
        copyIn(card)!.click();
        await waitUntil(
          () => words(copyIn(card)!) === `✓ ${en.copied}`,
          'the answer in the button',
        );
        expect(copied).to.deep.equal([linkOf(2)]);
      });

      it('shows the link where the browser refuses to copy it', async () => {
        stub(navigator, 'clipboard', undefined);
        const card = await pressed({ handoff: false });
        await waitUntil(() => copyIn(card), 'the way on');
        copyIn(card)!.focus();
        copyIn(card)!.click();
        await waitUntil(() => card.querySelector('input'), 'the field');
        expect(card.querySelector('input')!.value).to.equal(location.href);
      });

      it('says nothing where one came', async () => {
        const timers = hold(OPENING_MS);
        const card = await shown({ handoff: false });
        const link = find(card, 'email');
        link.parentElement!.addEventListener('click', (event) => event.preventDefault());
        link.click();
        await waitUntil(timers.isSet, 'the wait for a mail program');
        window.dispatchEvent(new Event('blur'));
        timers.ring();
        await services.host.updateComplete;
        expect([copyIn(card), said]).to.deep.equal([null, []]);
      });
    });

    it('holds the address of the page without a hand-off', async () => {
      const mail = await mailed(await shown({ handoff: false }));
      expect(mail.get('body')).to.equal(`${en.emailText}\r\n${location.href}`);
    });

    it('holds the address of the page while the handler cannot be asked, and asks again', async () => {
      const { handler } = network;
      const card = await shown();
      await decoded(card);
      network.handler = problem('unavailable', 503);
      expect((await mailed(card)).get('body')).to.equal(`${en.emailText}\r\n${location.href}`);
      network.handler = handler;
      expect((await mailed(card)).get('body')).to.contain(linkOf(2));
    });
  });

  it('shares the code, or the page, where the browser has a share sheet', async () => {
    const shared: unknown[] = [];
    stub(navigator, 'share', (data: unknown) => {
      shared.push(data);
      return Promise.reject(new Error('The member closed it.'));
    });
    const card = await shown();
    await decoded(card);
    find(card, 'share').click();
    find(await shown({ handoff: false }), 'share').click();
    const title = 'Quiet Harbours & Co';
    expect(shared).to.deep.equal([
      { title, url: linkOf(1) },
      { title, url: location.href },
    ]);
  });

  describe('once the other device has opened the code', () => {
    async function opened(situation?: Situation): Promise<HTMLElement> {
      const timers = hold(WATCH_INTERVAL_MS);
      const card = await shown(situation);
      await decoded(card);
      find(card, 'email').focus();
      // What watched since the press gives up before a member who takes their time scans.
      connect = undefined;
      isOpened = true;
      await timers.ringNext();
      await waitUntil(() => !find(card, 'qr'), 'the code to go');
      return card;
    }

    it('says so in the place of the code, and to screen readers', async () => {
      const card = await opened();
      expect(words(card)).to.equal(`${en.openedOnPhone} ${en.newCode}`);
      expect(said).to.deep.equal([en.openedOnPhone]);
      const { activeElement } = (services.host as unknown as CardHost).shadowRoot!;
      expect(activeElement).to.equal(card.querySelector('.phone-text'));
    });

    it('speaks of the other device on a phone', async () => {
      await opened({ platform: 'ios' });
      expect(said).to.deep.equal([en.openedElsewhere]);
    });

    it('says which app has the podcast', async () => {
      const card = await opened();
      connect?.('Overcast');
      await services.host.updateComplete;
      expect(words(card)).to.contain('Overcast has your podcast');
      expect(said.at(-1)).to.equal('Overcast has your podcast');
    });

    it('shows a new code if asked', async () => {
      const card = await opened();
      isOpened = false;
      find(card, 'new-code').click();
      expect(await decoded(card)).to.equal(linkOf(2));
      expect(words(card)).to.contain(en.scanTitle);
    });
  });

  it('makes a new code for a new link, and none once it is gone', async () => {
    const card = await shown();
    expect(await decoded(card)).to.equal(linkOf(1));
    renewLink();
    await waitUntil(() => made.length === 2, 'another code');
    (services.host as unknown as CardHost).card?.dispose();
    connect?.('Overcast');
    expect(said).to.deep.equal([]);
  });

  it('asks no more about the code of a link that a new one has replaced', async () => {
    const timers = hold(WATCH_INTERVAL_MS);
    await shown();
    await waitUntil(timers.isSet, 'the wait for the other device');
    renewLink();
    await waitUntil(() => made.length === 2, 'another code');
    await timers.ringNext();
    const asked = () =>
      network
        .asked('publisher')
        .filter(({ method }) => method === 'GET')
        .map(({ url }) => new URL(url).searchParams.get('handoff'));
    await waitUntil(() => asked().length > 0, 'the question');
    expect(asked()).to.deep.equal(['c0de-2']);
  });
});
