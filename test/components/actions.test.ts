/** What a member does with the buttons: copy the link, open an app, take the podcast to their phone. */
import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import 'jsqr';
import { render } from 'lit';
import { stayedHere } from '../../src/components/actions/did-it-open.js';
import { renderInAppNotice } from '../../src/components/actions/in-app-notice.js';
import { en } from '../../src/components/texts/en.js';
import { fill } from '../../src/components/texts/texts.js';
import type { PrivatePodcastSubscribe } from '../../src/index.js';
import {
  all,
  consumeUrl,
  feedUrl,
  has,
  one,
  placed,
  placedWithEpisodes,
  present,
  problem,
  says,
  settled,
  subscription,
  useEvents,
  useNetwork,
} from './publisher-page.js';

/** The decoder is a classic script: in a browser it puts itself on the global object. */
declare const jsQR: typeof import('jsqr').default;

const consumePage = `${consumeUrl}/en?rss=${encodeURIComponent(feedUrl)}`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';
const facebook = `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/91.0.0.41.73;FBDV/iPhone8,1]`;
const safari = `${iphone} Version/18.6 Mobile/15E148 Safari/604.1`;
const storage = () => Object.fromEntries(Object.entries(localStorage));

/** Gives an object of the page another property until the test is over. */
function useStand(): (target: object, name: string, value: unknown) => void {
  let undo: (() => void)[] = [];
  afterEach(() => {
    for (const step of undo) step();
    undo = [];
  });
  return (target, name, value) => {
    Object.defineProperty(target, name, { configurable: true, value });
    undo.push(() => Reflect.deleteProperty(target, name));
  };
}

/** Presses a button as a keyboard does: it has the focus when it acts. */
function press(element: PrivatePodcastSubscribe, selector: string): HTMLElement {
  const button = one(element, selector);
  if (!button) throw new Error(`There is no ${selector}.`);
  button.focus();
  button.click();
  return button;
}

describe('the link', () => {
  useNetwork();
  const heard = useEvents();
  const stand = useStand();
  let clipboard: string[];

  beforeEach(() => {
    clipboard = [];
    const writeText = (text: string) => Promise.resolve(void clipboard.push(text));
    stand(navigator, 'clipboard', { writeText });
  });

  const field = (element: PrivatePodcastSubscribe) =>
    one(element, '[part=link]') as HTMLInputElement | undefined;

  it('is copied, said to be, and stays masked', async () => {
    const element = await placedWithEpisodes();
    expect(has(element, '[part=link]')).to.equal(false);
    press(element, '[part=copy]');
    await says(element, en.linkCopied);
    expect(clipboard).to.deep.equal([feedUrl]);
    expect(field(element)?.value).to.match(/^https:\/\/feeds\.example\/•+$/);
    expect(element.shadowRoot?.innerHTML.includes('s3cret/')).to.equal(false);
    expect(field(element)?.getAttribute('aria-label')).to.equal(en.linkLabel);
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select  copy']);
  });

  it('is shown and hidden again as the member asks', async () => {
    const element = await placedWithEpisodes();
    press(element, '[part=copy]');
    const toggle = await present(element, '[part=show-link]');
    const masked = field(element)?.value;
    expect([toggle.ariaPressed, toggle.textContent.trim()]).to.deep.equal(['false', en.showLink]);
    toggle.click();
    await settled(element);
    expect(field(element)?.value).to.equal(feedUrl);
    expect([toggle.ariaPressed, toggle.textContent.trim()]).to.deep.equal(['true', en.hideLink]);
    toggle.click();
    await settled(element);
    expect(field(element)?.value).to.equal(masked);
    expect(masked).not.to.contain('s3cret');
  });

  it('is in clear, focused and selected where the browser refuses to copy', async () => {
    const refused = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
    stand(navigator, 'clipboard', { writeText: refused });
    const element = await placedWithEpisodes();
    press(element, '[part=copy]');
    await says(element, en.linkSelected);
    const link = field(element);
    expect(link?.value).to.equal(feedUrl);
    expect(element.shadowRoot?.activeElement).to.equal(link);
    expect([link?.selectionStart, link?.selectionEnd]).to.deep.equal([0, feedUrl.length]);
    expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select  copy']);
  });

  it('is in clear too where there is no clipboard at all', async () => {
    stand(navigator, 'clipboard', undefined);
    const element = await placedWithEpisodes();
    press(element, '[part=copy]');
    await says(element, en.linkSelected);
    expect(field(element)?.value).to.equal(feedUrl);
  });

  it('is copied from the help for an app that takes a pasted link only, which stands at once', async () => {
    const element = await placedWithEpisodes({ links: 'direct', apps: 'kasts' });
    expect(one(element, '[data-app=kasts]')?.localName).to.equal('button');
    const tapped = performance.now();
    press(element, '[data-app=kasts]');
    const help = await present(element, '[part=help]');
    expect(performance.now() - tapped).to.be.lessThan(1500);
    expect(help.textContent).to.contain(fill(en.pasteTitle, { app: 'Kasts' }));
    expect(help.textContent).not.to.contain(fill(en.helpTitle, { app: 'Kasts' }));
    press(element, '[part=help-copy]');
    await says(element, en.linkCopied);
    expect(clipboard).to.deep.equal([feedUrl]);
    expect(heard.lines().slice(1)).to.deep.equal([
      'pps-app-select kasts copy',
      'pps-app-select  copy',
    ]);
  });
});

describe('the way to the phone', () => {
  const network = useNetwork();
  const stand = useStand();

  async function opened(element: PrivatePodcastSubscribe): Promise<HTMLDialogElement> {
    press(element, '[part=phone]');
    return present<HTMLDialogElement>(element, 'dialog');
  }

  /** Draws the code in the colours and at the places that the page gives it, and reads it. */
  function decoded(dialog: HTMLElement): string | undefined {
    const svg = dialog.querySelector<SVGSVGElement>('[part=qr] svg');
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
    expect(decoded(dialog)).to.equal(consumePage);
    expect(dialog.textContent).not.to.contain(en.toPhoneExpires);
  });

  it('leads to the page itself where there is no consume page', async () => {
    network.handler = subscription({ consumeUrl: undefined });
    const dialog = await opened(await placedWithEpisodes());
    expect(decoded(dialog)).to.equal(location.href);
  });

  it('has names that hold no address', async () => {
    const element = await placedWithEpisodes();
    const dialog = await opened(element);
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
      expect(element.shadowRoot?.activeElement).to.equal(one(element, '[part=phone]'));
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
        expect(decoded(dialog)).to.equal(handoff(number));
        expect(dialog.textContent).to.contain(en.toPhoneExpires);
        press(element, '[part=close]');
        await waitUntil(() => !has(element, 'dialog'));
      }
    });

    it('holds the address that is known where no fresh one comes', async () => {
      const element = await placedWithEpisodes();
      network.handler = problem('unavailable', 503);
      expect(decoded(await opened(element))).to.equal(handoff(1));
      expect(element.state).to.equal('ready');
    });
  });
});

describe('whether the app opened', () => {
  const stand = useStand();
  const hide = () => {
    stand(document, 'hidden', true);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const signs = {
    'the focus leaves the page': () => window.dispatchEvent(new Event('blur')),
    'the page is hidden': hide,
    'the page is left': () => window.dispatchEvent(new Event('pagehide')),
  };

  describe('by the signs', () => {
    it('did not where the page stays in front', async () => {
      const asked = performance.now();
      expect(await stayedHere(window, 50)).to.equal(true);
      expect(performance.now() - asked).to.be.greaterThan(40);
    });

    for (const [name, leave] of Object.entries(signs)) {
      it(`did where ${name}`, async () => {
        const stayed = stayedHere(window, 60_000);
        leave();
        expect(await stayed).to.equal(false);
      });
    }

    it('did where the page was hidden all the while', async () => {
      stand(document, 'hidden', true);
      expect(await stayedHere(window, 1)).to.equal(false);
    });
  });

  describe('in the element', () => {
    useNetwork();
    const heard = useEvents();

    /** Taps an app's link, which leads nowhere: no test may leave its page. */
    function tap(element: PrivatePodcastSubscribe, app: string): void {
      const stay = (event: Event) => event.preventDefault();
      one(element, `a[data-app=${app}]`)?.addEventListener('click', stay, { capture: true });
      press(element, `a[data-app=${app}]`);
    }

    it('unfolds help where a link opened nothing', async () => {
      const element = await placedWithEpisodes({ links: 'direct', apps: 'overcast' });
      const tapped = performance.now();
      tap(element, 'overcast');
      const help = await present(element, '[part=help]');
      expect(performance.now() - tapped).to.be.within(1900, 3500);
      expect(help.getAttribute('aria-label')).to.equal('Overcast');
      expect(help.textContent).to.contain(fill(en.helpTitle, { app: 'Overcast' }));
      expect(help.textContent).to.contain('+ › Add URL');
      expect(one(element, '[part=help-copy]')?.textContent.trim()).to.equal(en.copyLink);
      const store = one(element, '[part=store]') as HTMLAnchorElement | undefined;
      expect(store?.href).to.match(/^https:\/\/apps\.apple\.com\/.*888422857$/);
      expect([store?.target, store?.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select overcast direct']);
    });

    for (const [name, leave] of Object.entries(signs)) {
      it(`has no help where ${name}`, async () => {
        const element = await placedWithEpisodes({ links: 'direct', apps: 'overcast' });
        tap(element, 'overcast');
        leave();
        Reflect.deleteProperty(document, 'hidden');
        // As long as the element would have waited, and begun later.
        expect(await stayedHere(window)).to.equal(true);
        await settled(element);
        expect(has(element, '[part=help]')).to.equal(false);
      });
    }

    it('has no help after a link to the consume page', async () => {
      const element = await placedWithEpisodes({ apps: 'overcast' });
      expect(one(element, '[data-app=overcast]')?.getAttribute('href')).to.equal(
        `${consumePage}#overcast`,
      );
      tap(element, 'overcast');
      expect(await stayedHere(window)).to.equal(true);
      await settled(element);
      expect(has(element, '[part=help]')).to.equal(false);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select overcast consume']);
    });

    it('keeps the id of the app chosen last, nothing else, and puts it first', async () => {
      const apps = 'overcast antennapod';
      const element = await placedWithEpisodes({ apps });
      expect(storage()).to.deep.equal({});
      tap(element, 'antennapod');
      expect(storage()).to.deep.equal({ 'pps-app': 'antennapod' });
      const next = await placed('ready', { apps });
      expect(one(next, '[part~=primary]')?.dataset.app).to.equal('antennapod');
    });

    it('keeps nothing, and follows nothing kept, with forget-app', async () => {
      const apps = 'overcast antennapod';
      const element = await placedWithEpisodes({ apps, 'forget-app': '' });
      tap(element, 'antennapod');
      await settled(element);
      expect(heard.lines()).to.contain('pps-app-select antennapod consume');
      expect(storage()).to.deep.equal({});
      localStorage.setItem('pps-app', 'antennapod');
      const next = await placed('ready', { apps, 'forget-app': '' });
      expect(one(next, '[part~=primary]')?.dataset.app).to.equal('overcast');
    });
  });
});

describe('the word to who reads the page inside another app', () => {
  useNetwork();
  const stand = useStand();
  const noticeFor = (userAgent: string) => {
    const page = document.createElement('div');
    render(renderInAppNotice(userAgent, en), page);
    return page.textContent;
  };

  it('names the app', () => {
    expect(noticeFor(facebook)).to.equal(fill(en.inAppBrowser, { app: 'Facebook' }));
  });

  it('speaks of another app where none is named', () => {
    expect(noticeFor(iphone)).to.equal(fill(en.inAppBrowser, { app: en.anotherApp }));
  });

  it('is not there in a browser of one’s own', () => {
    expect(noticeFor(safari)).to.equal('');
  });

  it('stands before the buttons', async () => {
    stand(navigator, 'userAgent', facebook);
    const element = await placedWithEpisodes();
    const notice = await present(element, '[part=in-app]');
    expect(notice.parentElement?.firstElementChild).to.equal(notice);
    expect(notice.textContent).to.contain('Facebook');
  });
});
