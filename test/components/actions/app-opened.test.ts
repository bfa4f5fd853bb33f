/** Opening an app: whether it did, the help where it did not, and the app that is remembered. */
import { expect, fixture, nextFrame, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import {
  comingBack,
  DEFAULT_TIMEOUT_MS,
  didAppOpen,
} from '../../../src/components/actions/app-opened.js';
import { en } from '../../../src/components/texts/en.js';
import { fill } from '../../../src/components/texts/texts.js';
import type { PrivatePodcastSubscribe } from '../../../src/index.js';
import {
  all,
  consumePage,
  has,
  one,
  placed,
  placedWithEpisodes,
  present,
  press,
  says,
  settled,
  tap,
  useDevice,
  useEvents,
  useNetwork,
  useStub,
  words,
} from '../../support/element/element.js';
import { useHeldTimers } from '../../support/waiting/held-timers.js';
import { waitUntil } from '../../support/waiting/wait-until.js';

const storage = () => Object.fromEntries(Object.entries(localStorage));

describe('didAppOpen', () => {
  const stub = useStub();
  const look = (hidden: boolean) => {
    stub(document, 'hidden', hidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const tell = (type: string) => window.dispatchEvent(new Event(type));
  /** Another window within the page: while it has the focus, the browser takes it from ours. */
  const otherWindow = async () => {
    const lost = oneEvent(window, 'blur');
    (await fixture<HTMLIFrameElement>(html`<iframe srcdoc="" title="app"></iframe>`)).focus();
    await lost;
  };
  const ownWindow = async () => {
    const found = oneEvent(window, 'focus');
    (await fixture<HTMLElement>(html`<button>page</button>`)).focus();
    await found;
  };
  const ways = {
    'the focus leaves the page': { leave: otherWindow, comeBack: ownWindow },
    'the page is hidden': { leave: () => look(true), comeBack: () => look(false) },
    'the focus leaves a page that is then hidden': {
      leave: () => {
        tell('blur');
        look(true);
      },
      comeBack: () => {
        look(false);
        tell('focus');
      },
    },
    'the page is left, and kept by the browser': {
      leave: () => tell('pagehide'),
      comeBack: () => tell('pageshow'),
    },
  };

  describe('in a window', () => {
    it('returns false if the page stays in front', async () => {
      const asked = performance.now();
      expect(await didAppOpen(window, 50)).to.equal(false);
      expect(performance.now() - asked).to.be.greaterThan(40);
    });

    for (const [name, { leave }] of Object.entries(ways)) {
      it(`returns true if ${name}`, async () => {
        const opened = didAppOpen(window, 60_000);
        await leave();
        expect(await opened).to.equal(true);
      });
    }

    for (const [name, { leave, comeBack }] of Object.entries(ways)) {
      it(`lets comingBack resolve when the member comes back after ${name}`, async () => {
        const leaving = new AbortController();
        await leave();
        let isBack = false;
        const back = comingBack(window, leaving.signal).then(() => (isBack = true));
        document.dispatchEvent(new Event('selectionchange'));
        await nextFrame();
        expect(isBack, 'away').to.equal(false);
        await comeBack();
        await back;
        leaving.abort();
      });
    }

    it('returns true if the page was hidden all the while', async () => {
      stub(document, 'hidden', true);
      expect(await didAppOpen(window, 1)).to.equal(true);
    });
  });

  describe('in the element', () => {
    useNetwork();
    const become = useDevice('ios');
    const heard = useEvents();
    const hold = useHeldTimers();
    const direct = { links: 'direct', apps: 'overcast castro' };
    const focused = (element: PrivatePodcastSubscribe) => element.shadowRoot?.activeElement;
    const heading = (element: PrivatePodcastSubscribe) =>
      one(element, '[part=help] h3')?.textContent;
    const shows = async (element: PrivatePodcastSubscribe, title: string) => {
      await waitUntil(() => heading(element) === title, `“${title}”`);
      await says(element, title);
    };

    it('unfolds help in numbered steps right below the button if the link opened nothing', async () => {
      const element = await placedWithEpisodes(direct);
      const tapped = performance.now();
      tap(element, 'overcast');
      const help = await present(element, '[part=help]');
      expect(performance.now() - tapped).to.be.at.least(1900);
      expect(help.previousElementSibling === one(element, '.primary'), 'below it').to.equal(true);
      const title = fill(en.helpTitle, { app: 'Overcast' });
      const name = one(element, `#${help.getAttribute('aria-labelledby')}`);
      expect([help.role, name?.textContent]).to.deep.equal(['group', title]);
      const steps = [...help.querySelectorAll('ol > li')].map(words);
      expect(steps).to.deep.equal([en.stepCopy, 'In Overcast: + › Add URL.', en.stepPaste]);
      const store = one(element, '[part=store]') as HTMLAnchorElement | undefined;
      expect(store?.href).to.match(/^https:\/\/apps\.apple\.com\/.*888422857$/);
      expect([store?.target, store?.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
      await says(element, title);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select overcast direct']);
    });

    it('returns the focus to the button when the help is closed', async () => {
      const element = await placedWithEpisodes(direct);
      const timers = hold(DEFAULT_TIMEOUT_MS);
      tap(element, 'castro');
      await timers.ringNext();
      const help = await present(element, '[part=help]');
      const row = help.closest('li')?.previousElementSibling;
      expect(row?.contains(one(element, '[data-app=castro]')!), 'below its row').to.equal(true);
      press(element, '[part=help-close]');
      await settled(element);
      expect(has(element, '[part=help]')).to.equal(false);
      expect(focused(element) === one(element, '[data-app=castro]')).to.equal(true);
    });

    it('removes the help when another app is tapped', async () => {
      const element = await placedWithEpisodes(direct);
      const timers = hold(DEFAULT_TIMEOUT_MS);
      tap(element, 'overcast');
      await timers.ringNext();
      await present(element, '[part=help]');
      tap(element, 'castro');
      await waitUntil(() => !has(element, '[part=help]'), 'the help to go');
      await timers.ringNext();
      await shows(element, fill(en.helpTitle, { app: 'Castro' }));
      expect(all(element, '[part=help]')).to.have.length(1);
    });

    for (const [name, { leave, comeBack }] of Object.entries(ways)) {
      it(`asks whether it worked when the member comes back: ${name}`, async () => {
        const element = await placedWithEpisodes(direct);
        const timers = hold(DEFAULT_TIMEOUT_MS);
        tap(element, 'overcast');
        await leave();
        await settled(element);
        expect(timers.isSet(), 'waiting on').to.equal(false);
        expect(has(element, '[part=help]'), 'while they are away').to.equal(false);
        await comeBack();
        await shows(element, fill(en.didItOpen, { app: 'Overcast' }));
        expect(has(element, '[part=help] ol')).to.equal(false);
      });
    }

    /** The element after the member went to the app and came back. */
    async function asked(): Promise<PrivatePodcastSubscribe> {
      const element = await placedWithEpisodes(direct);
      tap(element, 'overcast');
      window.dispatchEvent(new Event('blur'));
      await settled(element);
      window.dispatchEvent(new Event('focus'));
      await shows(element, fill(en.didItOpen, { app: 'Overcast' }));
      return element;
    }

    it('thanks the member if it worked', async () => {
      const element = await asked();
      press(element, '[part=did-open]');
      await shows(element, en.enjoy);
      expect(has(element, '[part=help] ol, [part=store]')).to.equal(false);
      expect(focused(element), 'focus in the element').to.be.an.instanceOf(HTMLElement);
    });

    it('shows the help if it did not work', async () => {
      const element = await asked();
      press(element, '[part=did-not-open]');
      await shows(element, fill(en.helpTitle, { app: 'Overcast' }));
      expect(has(element, '[part=help] ol')).to.equal(true);
      expect(focused(element), 'focus in the element').to.be.an.instanceOf(HTMLElement);
    });

    it('asks nothing once the element has left the page', async () => {
      const element = await placedWithEpisodes(direct);
      tap(element, 'overcast');
      window.dispatchEvent(new Event('blur'));
      await settled(element);
      const page = element.parentElement!;
      element.remove();
      page.append(element);
      window.dispatchEvent(new Event('focus'));
      await settled(element);
      expect(has(element, '[part=help]')).to.equal(false);
    });

    it('shows no help after a link to the consume page', async () => {
      const element = await placedWithEpisodes({ apps: 'overcast' });
      expect(one(element, '[data-app=overcast]')?.getAttribute('href')).to.equal(
        `${consumePage}#overcast`,
      );
      const timers = hold(DEFAULT_TIMEOUT_MS);
      tap(element, 'overcast');
      await waitUntil(() => heard.lines().length === 2, 'the choice');
      await settled(element);
      expect(timers.isSet(), 'waiting for the app').to.equal(false);
      expect(has(element, '[part=help]')).to.equal(false);
      expect(heard.lines()).to.deep.equal(['pps-ready', 'pps-app-select overcast consume']);
    });

    describe('and rememberApp', () => {
      const apps = 'overcast castro';

      it('keeps only the id of the app chosen last, and puts that app first', async () => {
        const element = await placedWithEpisodes({ apps });
        expect(storage()).to.deep.equal({});
        tap(element, 'castro');
        await waitUntil(() => heard.lines().includes('pps-app-select castro consume'));
        expect(storage()).to.deep.equal({ 'pps-app': 'castro' });
        expect(one(element, '[part~=primary]')?.dataset.app, 'nothing moves').to.equal('overcast');
        const next = await placed('ready', { apps });
        expect(one(next, '[part~=primary]')?.dataset.app).to.equal('castro');
      });

      it('forgets the app at once when the member takes the choice back', async () => {
        localStorage.setItem('pps-app', 'castro');
        const element = await placedWithEpisodes();
        expect(one(element, '[part~=primary]')?.dataset.app).to.equal('castro');
        const forget = press(element, '[part=forget]');
        expect(words(forget)).to.equal(en.forgetApp);
        await waitUntil(() => !has(element, '[part=forget]'), 'the button to go');
        expect(one(element, '[part~=primary]')?.dataset.app).to.equal('apple-podcasts');
        expect(storage()).to.deep.equal({});
        expect(focused(element)?.className, 'focus in the element').to.equal('actions');
      });

      it('has no button to forget the app if the page chose it, or nobody did', async () => {
        for (const device of ['ios', 'windows', 'android'] as const) {
          become(device);
          expect(has(await placed('ready'), '[part=forget]'), device).to.equal(false);
        }
        become('ios');
        localStorage.setItem('pps-app', 'castro');
        for (const attributes of [{ 'preferred-app': 'castro' }, { 'forget-app': '' }]) {
          expect(has(await placed('ready', attributes), '[part=forget]')).to.equal(false);
        }
      });

      it('neither remembers an app nor follows a remembered one with forget-app', async () => {
        const element = await placedWithEpisodes({ apps, 'forget-app': '' });
        tap(element, 'castro');
        await waitUntil(() => heard.lines().includes('pps-app-select castro consume'));
        await settled(element);
        expect(storage()).to.deep.equal({});
        localStorage.setItem('pps-app', 'castro');
        const next = await placed('ready', { apps, 'forget-app': '' });
        expect(one(next, '[part~=primary]')?.dataset.app).to.equal('overcast');
      });
    });
  });
});
